import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { countOf, visibleText } from '../../core/text/words.js';
import { type ExplorerData, type NewResults, newResultsName } from '../explorer-data.js';
import { MethodsView } from './methods/methods-view.js';
import { Button, notRun } from './parts/controls.js';
import { memo, useDeferredValue, useWindowEvent } from './parts/hooks.js';
import { readDropped } from './results/dropped-results.js';
import { ResultsView } from './results/results-view.js';
import { goTo, home, type Route, routeHash, useRoute } from './route/route.js';
import type { Moves } from './state/compare-selections.js';
import { isUnedited } from './state/edits.js';
import type { FoundEdits } from './state/kept-edits.js';
import { type Source, StudyProvider, useEditing, useKeeping, useResult, useSource } from './state/study-context.js';
import { TaskView } from './task/task-view.js';
import { WorkspaceView } from './workspace/workspace-view.js';

type ReadStudy = Omit<Source, 'drop' | 'dropped'>;

export function App({ first, found }: { readonly first: ReadStudy; readonly found: FoundEdits }) {
  return (
    <StudyProvider source={useLaterResults(first)} found={found}>
      <Page title={first.loaded.plan.title} />
    </StudyProvider>
  );
}

function Page({ title }: { readonly title: string }) {
  const route = useShownRoute();
  useUndoKeys();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const place = route.view === 'task' ? `${route.benchmark}/${route.id}` : route.view;
  useEffect(() => {
    const name = route.view === 'task' ? visibleText(route.id, 80) : viewName(route.view);
    document.title = `${name} · ${visibleText(title, 80)} · Winnow`;
  }, [route, title]);
  // Keyboard and screen-reader users continue at the start of the new view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the place changes
  useEffect(() => {
    if (!first.current) {
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [place]);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it links within the page; the views use the address */}
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      {!isEmbedded && <PageHeader view={route.view === 'task' ? 'workspace' : route.view} />}
      <StatusLine />
      <main id="main" ref={main} tabIndex={-1} class={`view view-${route.view}`}>
        <View route={route} />
      </main>
    </>
  );
}

/** The route being shown. A clicked link is painted before its view is prepared. */
function useShownRoute(): Route {
  const wanted = useRoute();
  const ready = useDeferredValue(wanted);
  return ready.view === wanted.view ? wanted : ready;
}

const View = memo(function View({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'workspace':
      return <WorkspaceView route={route} isEmbedded={isEmbedded} />;
    case 'task':
      return <TaskView key={`${route.benchmark}/${route.id}`} benchmark={route.benchmark} id={route.id} />;
    case 'results':
      return <ResultsView />;
    case 'methods':
      return <MethodsView />;
  }
});

/** Whether the page shows only its chart, for embedding: "?embed=chart". */
const isEmbedded =
  typeof window !== 'undefined' && new URLSearchParams(window.location.search).get('embed') === 'chart';

const everyMs = 2000;

const unreadable = 'The results have changed but can’t be read, so the page still shows the previous ones.';

/** Results that arrived after the page was made: from its server, or from dropped files, which `names` lists. */
interface LaterResults extends Pick<ExplorerData, 'results' | 'resultsStamp' | 'resultsProblem'> {
  readonly names?: string;
}

/** The data with later results. A page of `winnow view` polls its server for them until files are dropped on it. */
function useLaterResults(first: ReadStudy) {
  const [later, setLater] = useState<LaterResults>();
  const dropped = later?.names;
  const stamp = dropped === undefined ? (later?.resultsStamp ?? first.data.resultsStamp) : undefined;
  useEffect(() => {
    if (stamp === undefined) return undefined;
    const stop = new AbortController();
    const timer = window.setInterval(async () => {
      // A hidden page waits until it is shown again.
      if (document.hidden) return;
      const found = await asked(stamp, stop.signal);
      if (found === undefined || stop.signal.aborted) return;
      setLater((before) => ({
        results: 'results' in found ? found.results : before?.results,
        resultsStamp: found.stamp,
        resultsProblem: 'problem' in found ? `${unreadable} ${found.problem}` : undefined,
      }));
    }, everyMs);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [stamp]);
  // Nothing is sent anywhere.
  const drop = useCallback(async (files: readonly File[]) => {
    if (files.length === 0) return;
    try {
      const read = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
      const results = readDropped(read);
      setLater({ results, resultsProblem: undefined, names: files.map(({ name }) => name).join(', ') });
    } catch (error) {
      const resultsProblem = error instanceof Error ? error.message : String(error);
      setLater((before) => ({ results: undefined, ...before, resultsProblem }));
    }
    goTo({ view: 'results' });
  }, []);
  useWindowEvent('dragover', (event) => event.preventDefault());
  useWindowEvent('drop', (event) => {
    event.preventDefault();
    void drop(Array.from(event.dataTransfer?.files ?? []));
  });
  return useMemo(() => {
    const { names, ...news } = later ?? { results: undefined };
    const data = { ...first.data, ...news, results: news.results ?? first.data.results };
    return { ...first, data: later === undefined ? first.data : data, drop, dropped: names };
  }, [first, later, drop]);
}

/** Results newer than the stamp; undefined if there are none, or the server does not answer. */
async function asked(stamp: string, signal: AbortSignal): Promise<NewResults | undefined> {
  try {
    const answer = await fetch(`${newResultsName}?since=${encodeURIComponent(stamp)}`, { signal });
    return answer.status === 200 ? ((await answer.json()) as NewResults) : undefined;
  } catch {
    // The server was stopped: the page keeps its results.
    return undefined;
  }
}

const views: readonly (readonly [Exclude<Route, { view: 'task' }>, string])[] = [
  [home, 'Selection'],
  [{ view: 'results' }, 'Results'],
  [{ view: 'methods' }, 'Methods'],
];

function viewName(view: Route['view']): string {
  return views.find(([route]) => route.view === view)?.[1] ?? '';
}

function PageHeader({ view }: { readonly view: Route['view'] }) {
  const { loaded, data } = useSource();
  return (
    <header class="top">
      <div class="top-row">
        <p class="brand">
          <span class="brand-name">Winnow</span>
          <span class="plan-title" title={visibleText(data.planFile)}>
            {visibleText(loaded.plan.title, 120)}
          </span>
        </p>
        <nav aria-label="Views">
          <ul class="tabs">
            {views.map(([route, name]) => (
              <li key={route.view}>
                <a href={routeHash(route)} aria-current={route.view === view ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeButton />
      </div>
      <ChangeBar />
    </header>
  );
}

/** The effect of the edits, with undo, redo and reset; nothing if there never were any. */
function ChangeBar() {
  const { edits, step, canUndo, canRedo } = useEditing();
  const { moves, faults } = useResult();
  const { from, others, decide, isAtRisk } = useKeeping();
  if (!canUndo && !canRedo && others === undefined) return null;
  const edited = !isUnedited(edits);
  const button = (name: string, isOn: boolean, onClick: () => void) => (
    <Button disabled={!isOn} onClick={onClick}>
      {name}
    </Button>
  );
  return (
    <div class={`change-bar${faults.length > 0 ? ' is-wrong' : ''}`}>
      <p>
        {edited ? (
          <>
            <strong>Plan changed.</strong> {changeWords(moves, faults.length)}{' '}
            <a href={routeHash({ ...home, isEditing: true })}>See changes</a>{' '}
            <span class="quiet">
              {isAtRisk ? 'Not saved. Save plan.yaml before you leave this page.' : keptWords[from]}
            </span>
          </>
        ) : (
          'No changes to the plan.'
        )}
      </p>
      {others !== undefined && (
        <p>
          This browser has other saved changes to this plan. {button('Use them', true, () => decide(true))}{' '}
          {button('Discard them', true, () => decide(false))}
        </p>
      )}
      <div class="buttons">
        {button('Undo', canUndo, () => step({ kind: 'undo' }))}
        {button('Redo', canRedo, () => step({ kind: 'redo' }))}
        {button('Reset', edited, () => step({ kind: 'reset' }))}
      </div>
    </div>
  );
}

const keptWords = {
  address: 'Restored from the link.',
  browser: 'Restored from this browser.',
  nowhere: 'Saved in this browser and in the link.',
} as const;

function StatusLine() {
  const { moves, faults, edits } = useResult();
  return (
    <p role="status" class="only-heard" id="status">
      {isUnedited(edits) ? '' : changeWords(moves, faults.length)}
    </p>
  );
}

function changeWords({ cameIn, wentOut }: Moves, faults: number): string {
  if (faults > 0) return notRun;
  if (cameIn.length + wentOut.length === 0) return 'The selection is unchanged.';
  return `${countOf(cameIn.length, 'task')} added, ${countOf(wentOut.length, 'task')} removed.`;
}

/** Ctrl+Z or ⌘Z undoes the last change to the plan and, with Shift, redoes it. Text fields keep their own undo. */
function useUndoKeys(): void {
  const { step } = useEditing();
  useWindowEvent('keydown', (event) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isUndo || isTextField(event.target)) return;
    event.preventDefault();
    step({ kind: event.shiftKey ? 'redo' : 'undo' });
  });
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['range', 'checkbox'].includes(target.type))
  );
}

const themes = { auto: '◐', light: '☀', dark: '☾' } as const;
type Theme = keyof typeof themes;
const nextTheme = { auto: 'light', light: 'dark', dark: 'auto' } as const;

function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(savedTheme);
  useEffect(() => {
    if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.setAttribute('data-theme', theme);
    try {
      window.localStorage.setItem(themeKey, theme);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }, [theme]);
  const next = nextTheme[theme];
  return (
    <Button class="theme" onClick={() => setTheme(next)} aria-label={`Colour theme: ${theme}. Switch to ${next}.`}>
      <span aria-hidden="true">{themes[theme]}</span>
      <span aria-hidden="true" class="theme-name">
        {theme}
      </span>
    </Button>
  );
}

const themeKey = 'winnow-theme';

function savedTheme(): Theme {
  try {
    const saved = window.localStorage.getItem(themeKey);
    return saved === 'light' || saved === 'dark' ? saved : 'auto';
  } catch {
    // A page from a file may have no storage.
    return 'auto';
  }
}

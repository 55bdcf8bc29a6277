import { useEffect, useState } from 'react';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { Button } from './parts/controls.js';
import { type Route, routeHash, usualAxes } from './route/route.js';
import { noFilter } from './route/task-filter.js';
import type { Moves } from './state/compare-selections.js';
import { isUnedited } from './state/edits.js';
import { useEditing, useKeeping, useResult, useSource } from './state/study-context.js';

type Tab = Exclude<Route, { view: 'task' }>;

const tabs: readonly (readonly [Tab, string])[] = [
  [{ view: 'overview' }, 'Overview'],
  [{ view: 'tasks', filter: noFilter }, 'Tasks'],
  [{ view: 'map', filter: noFilter, axes: usualAxes }, 'Map'],
  [{ view: 'what-if' }, 'What if'],
  [{ view: 'designs' }, 'Designs'],
  [{ view: 'results' }, 'Results'],
  [{ view: 'assess' }, 'Assess'],
];

/** The name of a view. */
export function viewName(view: Tab['view']): string {
  return tabs.find(([route]) => route.view === view)?.[1] ?? '';
}

/** The title of the plan, the views, and the changes. */
export function PageHeader({ view }: { readonly view: Tab['view'] }) {
  const { loaded, data } = useSource();
  const shown = tabs.filter(([route]) => route.view !== 'results' || data.results !== undefined);
  return (
    <header className="top">
      <div className="top-row">
        <p className="brand">
          <span className="brand-name">Winnow</span>
          <span className="plan-title" title={visibleText(data.planFile)}>
            {visibleText(loaded.plan.title, 120)}
          </span>
        </p>
        <nav aria-label="Views">
          <ul className="tabs">
            {shown.map(([route, name]) => (
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

/** The effect of the edits in every view, and the way back; nothing if there never were any. */
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
    <div className={`change-bar${faults.length > 0 ? ' is-wrong' : ''}`}>
      <p>
        {edited ? (
          <>
            <strong>Changed plan.</strong> {changeWords(moves, faults.length)}{' '}
            <a href={routeHash({ view: 'what-if' })}>See the changes</a>{' '}
            <span className="quiet">{isAtRisk ? 'Not kept: save plan.yaml before you leave.' : keptWords[from]}</span>
          </>
        ) : (
          'The plan as loaded.'
        )}
      </p>
      {others !== undefined && (
        <p>
          Other changes to this plan are kept in this browser. {button('Use them', true, () => decide(true))}{' '}
          {button('Forget them', true, () => decide(false))}
        </p>
      )}
      <div className="buttons">
        {button('Undo', canUndo, () => step({ kind: 'undo' }))}
        {button('Redo', canRedo, () => step({ kind: 'redo' }))}
        {button('Reset', edited, () => step({ kind: 'reset' }))}
      </div>
    </div>
  );
}

const keptWords = {
  address: 'Taken from the address.',
  browser: 'Found again in this browser.',
  nowhere: 'Kept in this browser and in the address.',
} as const;

/** Announces the effect of the last edit. */
export function StatusLine() {
  const { moves, faults, edits } = useResult();
  return (
    <p role="status" className="only-heard" id="status">
      {isUnedited(edits) ? '' : changeWords(moves, faults.length)}
    </p>
  );
}

/** "3 tasks came in, 3 went out." */
function changeWords({ cameIn, wentOut }: Moves, faults: number): string {
  if (faults > 0) return 'The changed plan does not run; the last selection that did is shown.';
  if (cameIn.length + wentOut.length === 0) return 'The same tasks are selected.';
  return `${countOf(cameIn.length, 'task')} came in, ${countOf(wentOut.length, 'task')} went out.`;
}

/** Ctrl+Z or ⌘Z undoes the last change of the plan, with shift it redoes it; text fields keep their own undo. */
export function useUndoKeys(): void {
  const { step } = useEditing();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isUndo || isTextField(event.target)) return;
      event.preventDefault();
      step({ kind: event.shiftKey ? 'redo' : 'undo' });
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [step]);
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
    <Button className="theme" onClick={() => setTheme(next)} aria-label={`Colours: ${theme}. Change to ${next}.`}>
      <span aria-hidden="true">{themes[theme]}</span>
      <span aria-hidden="true" className="theme-name">
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

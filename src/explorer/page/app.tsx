import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { visibleText } from '../../core/text/visible-text.js';
import { type ExplorerData, type NewResults, newResultsName } from '../explorer-data.js';
import { AssessView } from './assess/assess-view.js';
import { DesignsView } from './designs/designs-view.js';
import { MapView } from './map/map-view.js';
import { OverviewView } from './overview/overview-view.js';
import { PageHeader, StatusLine, useUndoKeys, viewName } from './page-header.js';
import type { ReadData } from './read-data.js';
import { ResultsView } from './results/results-view.js';
import type { Route } from './route/route.js';
import { useRoute } from './route/use-route.js';
import { type FoundEdits, noneFound } from './state/kept-edits.js';
import { StudyProvider } from './state/study-context.js';
import { TaskView } from './task/task-view.js';
import { TasksView } from './tasks/tasks-view.js';
import { WhatIfView } from './what-if/what-if-view.js';

/** The page of a plan: its selection, the reasons for it, and the effect of changes. */
export function App({ read: first, found }: { readonly read: ReadData; readonly found: FoundEdits | undefined }) {
  const read = useNewResults(first);
  if ('problem' in read)
    return (
      <main className="view stopped">
        <h1>Nothing to show</h1>
        <p>{read.problem}</p>
      </main>
    );
  return (
    <StudyProvider source={read} found={found ?? noneFound}>
      <Page title={read.loaded.plan.title} />
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
  // Readers who use a keyboard or a screen reader continue at the start of the new view.
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
      {/* biome-ignore lint/a11y/useValidAnchor: it goes to a place in the page; the address is taken by the views */}
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <PageHeader view={route.view === 'task' ? 'tasks' : route.view} />
      <StatusLine />
      <main id="main" ref={main} tabIndex={-1} className={`view view-${route.view}`}>
        <View route={route} />
      </main>
    </>
  );
}

/** The route that is shown: another view is prepared in steps, and the page stays responsive. */
function useShownRoute(): Route {
  const wanted = useRoute();
  const ready = useDeferredValue(wanted);
  return ready.view === wanted.view ? wanted : ready;
}

const View = memo(function View({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'overview':
      return <OverviewView />;
    case 'tasks':
      return <TasksView filter={route.filter} />;
    case 'map':
      return <MapView filter={route.filter} axes={route.axes} />;
    case 'task':
      return <TaskView key={`${route.benchmark}/${route.id}`} benchmark={route.benchmark} id={route.id} />;
    case 'what-if':
      return <WhatIfView />;
    case 'results':
      return <ResultsView />;
    case 'designs':
      return <DesignsView />;
    case 'assess':
      return <AssessView />;
  }
});

const everyMs = 2000;

const unreadable = 'The results changed and cannot be read now; those before are shown.';

/** The data with later results, which a page of `winnow view` asks its server for. */
function useNewResults(first: ReadData): ReadData {
  const [news, setNews] = useState<Pick<ExplorerData, 'results' | 'resultsStamp' | 'resultsProblem'>>();
  const stamp = news?.resultsStamp ?? ('data' in first ? first.data.resultsStamp : undefined);
  useEffect(() => {
    if (stamp === undefined) return undefined;
    const stop = new AbortController();
    const timer = window.setInterval(async () => {
      // A hidden page asks when it is shown again.
      if (document.hidden) return;
      const found = await asked(stamp, stop.signal);
      if (found === undefined || stop.signal.aborted) return;
      setNews((before) => ({
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
  return useMemo(() => {
    if (news === undefined || 'problem' in first) return first;
    return { ...first, data: { ...first.data, ...news, results: news.results ?? first.data.results } };
  }, [first, news]);
}

/** Results later than the stamp; undefined if there are none, or no server answers. */
async function asked(stamp: string, signal: AbortSignal): Promise<NewResults | undefined> {
  try {
    const answer = await fetch(`${newResultsName}?since=${encodeURIComponent(stamp)}`, { signal });
    return answer.status === 200 ? ((await answer.json()) as NewResults) : undefined;
  } catch {
    // The server was stopped: the page keeps its results.
    return undefined;
  }
}

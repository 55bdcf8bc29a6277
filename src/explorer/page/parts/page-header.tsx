import { visibleText } from '../../../core/text/visible-text.js';
import { usualAxes } from '../route/map-axes.js';
import { type Route, routeHash } from '../route/route.js';
import { noFilter } from '../route/task-filter.js';
import { useSource } from '../state/study-context.js';
import { ChangeBar } from './change-bar.js';
import { ThemeButton } from './theme-button.js';

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

/** The plan's title, the way to the views, and what is changed. */
export function PageHeader({ view }: { readonly view: Tab['view'] }) {
  const { loaded, data } = useSource();
  // Without results there is nothing to show of them.
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

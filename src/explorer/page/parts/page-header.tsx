import { useEffect, useState } from 'react';
import { visibleText } from '../../../core/text/visible-text.js';
import { usualAxes } from '../route/map-axes.js';
import { type Route, routeHash } from '../route/route.js';
import { noFilter } from '../route/task-filter.js';
import { isUnedited } from '../state/edits.js';
import { useEditing, useKeeping, useResult, useSource } from '../state/study-context.js';
import { changeWords } from './status-line.js';

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

/** What the edits have done so far, in every view, and the way back. Nothing while nothing was ever changed. */
function ChangeBar() {
  const { edits, step, canUndo, canRedo } = useEditing();
  const { moves, faults } = useResult();
  const { from, others, decide, isAtRisk } = useKeeping();
  if (!canUndo && !canRedo && others === undefined) return null;
  const edited = !isUnedited(edits);
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
          Other changes to this plan are kept in this browser.{' '}
          <button type="button" onClick={() => decide(true)}>
            Use them
          </button>{' '}
          <button type="button" onClick={() => decide(false)}>
            Forget them
          </button>
        </p>
      )}
      <div className="buttons">
        <button type="button" disabled={!canUndo} onClick={() => step({ kind: 'undo' })}>
          Undo
        </button>
        <button type="button" disabled={!canRedo} onClick={() => step({ kind: 'redo' })}>
          Redo
        </button>
        <button type="button" disabled={!edited} onClick={() => step({ kind: 'reset' })}>
          Reset
        </button>
      </div>
    </div>
  );
}

const keptWords = {
  address: 'Taken from the address.',
  browser: 'Found again in this browser.',
  nowhere: 'Kept in this browser and in the address.',
} as const;

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Switches between the system's colours, light and dark. */
function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(savedTheme);
  useEffect(() => {
    if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.setAttribute('data-theme', theme);
    keep(theme);
  }, [theme]);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
  return (
    <button
      type="button"
      className="theme"
      onClick={() => setTheme(next)}
      aria-label={`Colours: ${theme}. Change to ${next}.`}
    >
      <span aria-hidden="true">{theme === 'auto' ? '◐' : theme === 'light' ? '☀' : '☾'}</span>
      <span aria-hidden="true" className="theme-name">
        {theme}
      </span>
    </button>
  );
}

const key = 'winnow-theme';

function savedTheme(): Theme {
  try {
    return themes.find((each) => each === window.localStorage.getItem(key)) ?? 'auto';
  } catch {
    // A page from a file may have no storage.
    return 'auto';
  }
}

function keep(theme: Theme): void {
  try {
    window.localStorage.setItem(key, theme);
  } catch {
    // Then the choice lasts as long as the page.
  }
}

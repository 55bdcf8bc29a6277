import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ScoredTask } from '../../../core/model/task.js';
import type { Colour } from '../../../core/pictures/chart.js';
import { visibleText } from '../../../core/text/words.js';
import type { TaskState } from '../../packed/selection-columns.js';
import { routeHash } from '../route/route.js';
import { memo } from './hooks.js';

/** Whether Tab reaches the links of a row. In a long table it reaches only one row, and the arrow keys the others. */
export const IsTabbed = createContext(true);

export function TaskLink({ task: { benchmark, id } }: { readonly task: Pick<ScoredTask, 'benchmark' | 'id'> }) {
  return (
    <a
      class="task-link"
      href={routeHash({ view: 'task', benchmark, id })}
      tabIndex={useContext(IsTabbed) ? undefined : -1}
    >
      {visibleText(id)}
    </a>
  );
}

export const stateWords: Readonly<Record<TaskState, string>> = {
  in: 'In',
  out: 'Out',
  excluded: 'Excluded',
  ineligible: 'Not eligible',
};

export function StateBadge({ state }: { readonly state: TaskState }) {
  return <span class={`badge badge-${state}`}>{stateWords[state]}</span>;
}

export function ResultMark({ reward }: { readonly reward: number | undefined }) {
  if (reward === undefined) return <span class="quiet">no result</span>;
  return <span class={`result result-${resultKind(reward)}`}>{resultWords(reward)}</span>;
}

export function resultWords(reward: number): string {
  return { pass: '✓ pass', fail: '✗ fail', part: short(reward, 2) }[resultKind(reward)];
}

export function resultKind(reward: number): 'pass' | 'fail' | 'part' {
  return reward >= 1 ? 'pass' : reward <= 0 ? 'fail' : 'part';
}

interface ScoreBarProps {
  readonly task: ScoredTask;
  readonly weights: ReadonlyMap<string, number>;
}

/** A score as a bar of its weighted parts; the full width is a score of 1. */
export const ScoreBar = memo(function ScoreBar({ task, weights }: ScoreBarProps) {
  const parts = [...weights].map(([component, weight]) => [component, weight * (task.parts[component] ?? 0)] as const);
  const words = parts.map(([component, value]) => `${component} ${short(value, 3)}`).join(', ');
  return (
    <span class="score-bar" role="img" aria-label={words} title={words}>
      {parts.map(([component, value], at) => (
        <span key={component} style={{ width: `${100 * value}%`, background: seriesColour(at) }} />
      ))}
    </span>
  );
});

export function Swatch({ colour }: { readonly colour: string }) {
  return <span class="swatch" style={{ borderColor: colour, background: colour }} />;
}

export function shareText(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** A number with at most this many decimals and no zeros at the end. */
export function short(value: number, decimals = 4): string {
  return String(Number(value.toFixed(decimals)));
}

/** The colours of components, in order; the style sheet defines each for light and for dark. */
const series: readonly Colour[] = ['blue', 'amber', 'green', 'purple', 'sky', 'orange', 'grey'];

export function seriesColour(at: number): string {
  return `var(--${series[at % series.length]})`;
}

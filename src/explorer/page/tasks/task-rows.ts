import type { Selection } from '../../../core/model/selection.js';
import { fieldValue, type ScoredTask } from '../../../core/model/task.js';
import { compareText } from '../../../core/text/compare-text.js';
import { type FilterLabel, filterLabels, type SortKey, type TaskFilter, type TaskState } from '../route/task-filter.js';

/** A task as the table shows it. */
export interface TaskRow {
  readonly task: ScoredTask;
  readonly state: TaskState;
}

/** Every task of a selection's pools, and whether it is in. */
export function taskRows({ benchmarks }: Selection): readonly TaskRow[] {
  return benchmarks.flatMap(({ tasks, choices, exclusions, leftOut }) => {
    const chosen = new Set(choices.map(({ task }) => task.id));
    const excluded = new Set(exclusions.map(({ taskId }) => taskId));
    const ineligible = new Set(leftOut);
    return tasks.map((task): TaskRow => {
      const { id } = task;
      const state = chosen.has(id) ? 'in' : excluded.has(id) ? 'excluded' : ineligible.has(id) ? 'ineligible' : 'out';
      return { task, state };
    });
  });
}

/** A task's label as text; empty when it has none. */
export function labelOf(task: ScoredTask, label: FilterLabel): string {
  return label === 'benchmark' ? task.benchmark : String(fieldValue(task, label) ?? '');
}

/** The rows that a filter shows, in its order; equal ones by benchmark and id. `textOf` is one of `searchTexts`. */
export function shownRows(
  rows: readonly TaskRow[],
  filter: TaskFilter,
  textOf: (task: ScoredTask) => string,
): readonly TaskRow[] {
  const wanted = filter.search.trim().toLowerCase();
  const labels = [...filter.labels].map(([label, values]) => [label, new Set(values)] as const);
  const shown = rows.filter(
    ({ task, state }) =>
      (filter.state === undefined || filter.state === state) &&
      labels.every(([label, values]) => values.has(labelOf(task, label))) &&
      (wanted === '' || textOf(task).includes(wanted)),
  );
  return sorted(shown, filter.sort.key, filter.sort.descending ? -1 : 1);
}

/** The values of every label among the rows, and how many have each: the most frequent first. */
export function labelValues(
  rows: readonly TaskRow[],
): ReadonlyMap<FilterLabel, readonly (readonly [string, number])[]> {
  return new Map(
    filterLabels.map((label) => {
      const counts = new Map<string, number>();
      for (const { task } of rows) {
        const value = labelOf(task, label);
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return [label, [...counts].sort(([a, n], [b, m]) => m - n || compareText(a, b))];
    }),
  );
}

/** What a search looks through in a task, worked out once for each. Kept by the parts, which weights leave alone. */
export function searchTexts(): (task: ScoredTask) => string {
  const known = new WeakMap<ScoredTask['parts'], string>();
  return (task) => {
    const text = known.get(task.parts) ?? searchText(task);
    known.set(task.parts, text);
    return text;
  };
}

/** The id, the other names and the labels. */
function searchText({ id, benchmark, phase, aliases = [], fields }: ScoredTask): string {
  const labels = Object.values(fields).filter((value) => typeof value === 'string');
  return [id, benchmark, phase, ...aliases, ...labels].join('\n').toLowerCase();
}

function sorted(rows: readonly TaskRow[], key: SortKey, sign: number): readonly TaskRow[] {
  const byName = (a: TaskRow, b: TaskRow) =>
    compareText(a.task.benchmark, b.task.benchmark) || compareText(a.task.id, b.task.id);
  if (key === 'score') return rows.toSorted((a, b) => sign * (a.task.score - b.task.score) || byName(a, b));
  const textOf = ({ task, state }: TaskRow) =>
    key === 'id' ? task.id : key === 'state' ? order[state] : labelOf(task, key);
  const keyed = rows.map((row) => ({ row, text: textOf(row) }));
  return keyed.sort((a, b) => sign * compareText(a.text, b.text) || byName(a.row, b.row)).map(({ row }) => row);
}

const order: Readonly<Record<TaskState, string>> = { in: '0', out: '1', excluded: '2', ineligible: '3' };

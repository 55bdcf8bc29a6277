import type { Selection } from '../../../core/model/selection.js';
import { fieldValue, type ScoredTask } from '../../../core/model/task.js';
import { compareText } from '../../../core/text/compare-text.js';
import { type FilterLabel, filterLabels, type TaskFilter, type TaskState } from '../route/task-filter.js';
import type { TaskQuery } from './task-query.js';

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

/** What a column of words holds for a task; empty when it is not known. */
export function labelOf({ task, state }: TaskRow, label: string): string {
  if (label === 'state') return state;
  return label === 'benchmark' ? task.benchmark : String(fieldValue(task, label) ?? '');
}

/** The rows that a filter shows, in its order, and how many more or fewer each value of a label would show. */
export interface FilteredRows {
  readonly shown: readonly TaskRow[];
  /** For every label its values among the rows that pass all other filters, the most frequent first. */
  readonly facets: ReadonlyMap<FilterLabel, readonly (readonly [value: string, count: number])[]>;
}

/**
 * Filters and sorts rows; equal ones stand by benchmark and id. `textOf` is one of `searchTexts`; `sortedBy` gives what
 * they are sorted by where that is no field.
 */
export function filterRows(
  rows: readonly TaskRow[],
  { labels, sort }: Pick<TaskFilter, 'labels' | 'sort'>,
  query: TaskQuery,
  textOf: (row: TaskRow) => string,
  sortedBy?: (row: TaskRow) => number | undefined,
): FilteredRows {
  const wanted = filterLabels.map((label) => {
    const values = labels.get(label);
    // A value that was chosen stays in the list, also where the other filters leave none of it.
    const counts = new Map<string, number>((values ?? []).map((value) => [value, 0]));
    return { label, values: values && new Set(values), counts };
  });
  const shown = rows.filter((row) => {
    if (!query.matches(row, textOf)) return false;
    const own = wanted.map(({ label }) => labelOf(row, label));
    const failed = wanted.flatMap(({ values }, at) => (values === undefined || values.has(own[at] ?? '') ? [] : [at]));
    for (const [at, { counts }] of wanted.entries()) {
      const value = own[at] ?? '';
      // It counts for a label if no other label stands against it.
      if (failed.length === 0 || (failed.length === 1 && failed[0] === at))
        counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return failed.length === 0;
  });
  const facets = new Map(
    wanted.map(({ label, counts }) => [label, [...counts].sort(([a, n], [b, m]) => m - n || compareText(a, b))]),
  );
  return { shown: sorted(shown, sortedBy ?? ((row) => sortValue(row, sort.key)), sort.descending ? -1 : 1), facets };
}

/** What a search looks through in a task, worked out once for each. Kept by the parts, which weights leave alone. */
export function searchTexts(): (row: TaskRow) => string {
  const known = new WeakMap<ScoredTask['parts'], string>();
  return ({ task }) => {
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

type Sorted = string | number | undefined;

function sorted(rows: readonly TaskRow[], keyOf: (row: TaskRow) => Sorted, sign: number): readonly TaskRow[] {
  const byName = (a: TaskRow, b: TaskRow) =>
    compareText(a.task.benchmark, b.task.benchmark) || compareText(a.task.id, b.task.id);
  const keyed = rows.map((row) => ({ row, value: keyOf(row) }));
  return keyed.sort((a, b) => compareValues(a.value, b.value, sign) || byName(a.row, b.row)).map(({ row }) => row);
}

function sortValue({ task, state }: TaskRow, key: string): Sorted {
  if (key === 'state') return order[state];
  return key === 'benchmark' ? task.benchmark : fieldValue(task, key);
}

/** What is not known stands last, whichever way round. */
function compareValues(a: Sorted, b: Sorted, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * compareText(String(a), String(b));
}

const order: Readonly<Record<TaskState, number>> = { in: 0, out: 1, excluded: 2, ineligible: 3 };

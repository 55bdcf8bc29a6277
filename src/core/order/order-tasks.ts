import type { Preference } from '../model/select-rule.js';
import { type FieldValue, fieldValue, type ScoredTask } from '../model/task.js';
import { compareText } from '../text/words.js';

export interface OrderedTask {
  readonly task: ScoredTask;
  /** The number of sort keys that distinguish it from its neighbours; one more than all keys means only the id does. */
  readonly keysNeeded: number;
  /** Whether only the id distinguishes it from the next task. */
  readonly tiedWithNext: boolean;
}

/** Most preferred first. Unknown values come last in either direction, and ids break ties. */
export function orderTasks(tasks: readonly ScoredTask[], prefer: readonly Preference[]): OrderedTask[] {
  const keyed = tasks.map((task) => ({ task, keys: sortKeys(task, prefer) }));
  const signs = prefer.map((preference) => (preference.kind === 'field' && preference.direction === 'desc' ? -1 : 1));
  keyed.sort((a, b) => {
    const at = firstDifference(a.keys, b.keys);
    if (at === signs.length) return compareText(a.task.id, b.task.id);
    return compareKeys(a.keys[at], b.keys[at], signs[at] ?? 1);
  });
  return markNeighbours(keyed);
}

/** The values that place a task in an order, first key first. */
export function sortKeys(task: ScoredTask, prefer: readonly Preference[]): Keys {
  return prefer.map((preference) => sortKey(task, preference));
}

export function markNeighbours(order: readonly { readonly task: ScoredTask; readonly keys: Keys }[]): OrderedTask[] {
  const needed = order.map(({ keys }, i) => {
    const next = order[i + 1];
    return next === undefined ? 0 : firstDifference(keys, next.keys) + 1;
  });
  return order.map(({ task, keys }, i) => ({
    task,
    keysNeeded: Math.max(1, needed[i] ?? 0, needed[i - 1] ?? 0),
    tiedWithNext: needed[i] === keys.length + 1,
  }));
}

function sortKey(task: ScoredTask, preference: Preference): FieldValue | undefined {
  if (preference.kind === 'kept') return preference.ids.has(task.id) ? 0 : undefined;
  const value = fieldValue(task, preference.field);
  if (preference.kind === 'field' || value === undefined) return value;
  const place = preference.values.indexOf(String(value));
  return place === -1 ? undefined : place;
}

type Keys = readonly (FieldValue | undefined)[];

function firstDifference(a: Keys, b: Keys): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function compareKeys(a: FieldValue | undefined, b: FieldValue | undefined, sign: number): number {
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * compareText(String(a), String(b));
}

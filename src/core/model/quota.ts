import { boundFor } from './group-bound.js';
import type { QuotaRule } from './select-rule.js';
import { type AnyTask, fieldValue } from './task.js';

/** The labels of tasks under a quota: each task's by its number, and what each label may have of the places. */
export interface QuotaLabels {
  readonly of: readonly number[];
  readonly names: readonly string[];
  /** What is left to each beside the pinned tasks; a ceiling of Infinity is none. */
  readonly bounds: readonly { readonly size: number; readonly floor: number; readonly ceiling: number }[];
}

/** The label of a task, several crossed into one: "Fix × go"; what is not known is "unknown". */
function crossedLabel(task: AnyTask, by: readonly string[]): string {
  return by.map((field) => String(fieldValue(task, field) ?? 'unknown')).join(' × ');
}

/** The labels of tasks, in the order in which they first occur; without a quota all have the same one. */
export function quotaLabels(
  tasks: readonly AnyTask[],
  quota: QuotaRule | undefined,
  pinned: readonly AnyTask[] = [],
): QuotaLabels {
  const { by, atLeast, atMost } = quota ?? { by: [], atLeast: undefined, atMost: undefined };
  const numbers = new Map<string, number>();
  const of = tasks.map((task) => {
    const name = crossedLabel(task, by);
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  const sizes = Array<number>(numbers.size).fill(0);
  for (const label of of) sizes[label] = (sizes[label] ?? 0) + 1;
  const taken = new Map<string, number>();
  for (const task of pinned) taken.set(crossedLabel(task, by), (taken.get(crossedLabel(task, by)) ?? 0) + 1);
  const names = [...numbers.keys()];
  return {
    of,
    names,
    bounds: names.map((name, label) => ({
      size: sizes[label] ?? 0,
      floor: Math.max(0, (boundFor(atLeast, name) ?? 0) - (taken.get(name) ?? 0)),
      ceiling: Math.max(0, (boundFor(atMost, name) ?? Number.POSITIVE_INFINITY) - (taken.get(name) ?? 0)),
    })),
  };
}

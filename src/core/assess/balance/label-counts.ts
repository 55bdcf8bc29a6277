import { fieldValue, type ScoredTask } from '../../model/task.js';
import { totalVariation } from '../../statistics/total-variation.js';
import { compareText } from '../../text/compare-text.js';
import type { LabelCount } from './balance.js';

/** A label of the tasks in a scope, made ready to count many samples. */
export interface LabelColumn {
  readonly name: string;
  /** The share of the sample that would have to move to have the shares of the pool. */
  readonly variation: (sample: Int32Array, weights: Float64Array | undefined) => number;
  readonly counts: (sample: Int32Array, rates: Float64Array) => readonly LabelCount[];
}

/** The labels that are counted; within a benchmark the last says nothing. */
export const countedLabels = ['phase', 'language', 'benchmark'] as const;

/** Prepares a label for counting; values come in the order given, then by name. */
export function labelColumnOf(
  name: (typeof countedLabels)[number],
  all: readonly ScoredTask[],
  members: Int32Array,
  order: readonly string[],
): LabelColumn {
  const labels = all.map((task) => labelOf(task, name));
  const tally = (tasks: Iterable<number>, weightOf: (task: number) => number) => {
    const counts = new Map<string, number>();
    for (const task of tasks) {
      const label = labels[task] as string;
      counts.set(label, (counts.get(label) ?? 0) + weightOf(task));
    }
    return counts;
  };
  const pool = tally(members, () => 1);
  const place = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length);
  const values = [...pool.keys()].sort((a, b) => place(a) - place(b) || compareText(a, b));
  return {
    name,
    variation: (sample, weights) => totalVariation(tally(sample, (task) => weights?.[task] ?? 1), pool) ?? 0,
    counts: (sample, rates) => {
      const selected = tally(sample, () => 1);
      const planned = tally(members, (task) => rates[task] as number);
      return values.map((value) => ({
        value,
        selected: selected.get(value) ?? 0,
        pool: pool.get(value) ?? 0,
        proportional: (sample.length * (pool.get(value) ?? 0)) / members.length,
        planned: planned.get(value) ?? 0,
      }));
    },
  };
}

/** The task's label; "" when it is not known. */
export function labelOf(task: ScoredTask, name: (typeof countedLabels)[number]): string {
  return name === 'benchmark' ? task.benchmark : String(fieldValue(task, name) ?? '');
}

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
  const place = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length);
  const inScope = new Set(Array.from(members, (task) => labels[task] as string));
  const values = [...inScope].sort((a, b) => place(a) - place(b) || compareText(a, b));
  const codes = new Map(values.map((value, code) => [value, code]));
  // By number of the task, so that thousands of samples are counted without looking up a word.
  const codeOf = Int32Array.from(labels, (label) => codes.get(label) ?? -1);
  const tally = (tasks: Int32Array, weights: Float64Array | undefined) => {
    const counts = new Float64Array(values.length);
    for (const task of tasks) {
      const code = codeOf[task] as number;
      counts[code] = (counts[code] as number) + (weights === undefined ? 1 : (weights[task] as number));
    }
    return counts;
  };
  const pool = tally(members, undefined);
  return {
    name,
    variation: (sample, weights) => {
      const counts = tally(sample, weights);
      return totalVariation(new Map(counts.entries()), new Map(pool.entries())) ?? 0;
    },
    counts: (sample, rates) => {
      const [selected, planned] = [tally(sample, undefined), tally(members, rates)];
      return values.map((value, code) => ({
        value,
        selected: selected[code] as number,
        pool: pool[code] as number,
        proportional: (sample.length * (pool[code] as number)) / members.length,
        planned: planned[code] as number,
      }));
    },
  };
}

/** The task's label; "" when it is not known. */
export function labelOf(task: ScoredTask, name: (typeof countedLabels)[number]): string {
  return name === 'benchmark' ? task.benchmark : String(fieldValue(task, name) ?? '');
}

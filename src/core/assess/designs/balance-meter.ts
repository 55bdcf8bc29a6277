import type { Choice, Selection } from '../../model/selection.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { balanceLevel } from '../../statistics/balance.js';
import { comparedNumbers } from '../balance/balance-numbers.js';
import { comparableColumn } from '../balance/number-comparison.js';

/** How far a design's tasks are from the pool: means of numbers, in standard deviations of the pool. */
export interface DesignBalance {
  /** The mean of the differences, each without its sign. */
  readonly mean: number;
  readonly largest: { readonly name: string; readonly words: string; readonly difference: number };
  /** Numbers whose difference is worth a look, of those compared. */
  readonly off: number;
  readonly compared: number;
}

/** Measures any choice of the pool's tasks in the same way: weighted where it is a probability sample. */
export function balanceMeter(plan: Selection): (design: Selection) => DesignBalance | undefined {
  const eligible = plan.benchmarks.flatMap(({ groups }) => groups.flatMap(({ ranking }) => ranking));
  const numberOf = new Map(eligible.map((task, i) => [taskKey(task), i]));
  const all = Int32Array.from(eligible, (_, i) => i);
  const columns = comparedNumbers(plan.plan).flatMap((number) => {
    const found = comparableColumn(number, all, eligible);
    return typeof found === 'string' ? [] : [{ number, column: found.column }];
  });
  return ({ choices, kind }) => {
    const sample = Int32Array.from(choices.flatMap(({ task }) => numberOf.get(taskKey(task)) ?? []));
    const weights = kind === 'representative' ? weightsOf(choices, numberOf, eligible.length) : undefined;
    const differences = columns.flatMap(({ number: { name, words }, column }) => {
      const measured = column.measure(sample, weights);
      return measured === undefined ? [] : [{ name, words, difference: measured.difference }];
    });
    const [first, ...others] = differences;
    if (first === undefined) return undefined;
    return {
      mean: differences.reduce((sum, { difference }) => sum + Math.abs(difference), 0) / differences.length,
      largest: others.reduce((most, each) => (size(each) > size(most) ? each : most), first),
      off: differences.filter(({ difference }) => balanceLevel(difference) !== 'close').length,
      compared: differences.length,
    };
  };
}

function size({ difference }: { readonly difference: number }): number {
  return Math.abs(difference);
}

function weightsOf(choices: readonly Choice[], numberOf: ReadonlyMap<string, number>, count: number): Float64Array {
  const weights = new Float64Array(count);
  for (const { task, probability = 1 } of choices) weights[numberOf.get(taskKey(task)) ?? -1] = 1 / probability;
  return weights;
}

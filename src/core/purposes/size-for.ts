import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { SizeTarget } from '../model/select-rule.js';
import { figureAt } from './forecast.js';
import type { LearnedBenchmark } from './learn-benchmark.js';

/** A benchmark that takes part in a number that is to be found. */
export interface SizedBenchmark {
  readonly plan: BenchmarkPlan;
  readonly from: LearnedBenchmark;
}

/** The number of tasks that a target comes to, or why there is none. */
export type FoundSize = { readonly take: number } | { readonly faults: readonly Fault[] };

/**
 * The fewest tasks that reach a precision or show a difference, or the most that a budget pays for.
 *
 * @param takesAt How many tasks each benchmark gives of so many, in the order given; undefined where they cannot be shared.
 */
export function sizeFor(
  target: SizeTarget,
  benchmarks: readonly SizedBenchmark[],
  takesAt: (take: number) => readonly number[] | undefined,
  seed: string,
): FoundSize {
  const population = benchmarks.reduce((sum, { from }) => sum + from.fitting.length, 0);
  if (target.kind === 'budget') {
    const costs = benchmarks.map(({ plan }) => (target.unit === 'usd' ? plan.run.costUsd : plan.run.seconds));
    const unpriced = benchmarks.filter((_, i) => costs[i] === undefined);
    if (unpriced.length > 0) return { faults: unpriced.map(({ plan }) => priceless(plan, target.unit)) };
    const cost = (take: number) => (takesAt(take) ?? []).reduce((sum, own, i) => sum + own * (costs[i] ?? 0), 0);
    const most = last(1, population, (take) => cost(take) <= target.most);
    return most === undefined ? { faults: [tooSmall(benchmarks, target.most, cost(1), target.unit)] } : { take: most };
  }
  const figure = (take: number) => {
    const takes = takesAt(take);
    if (takes === undefined) return undefined;
    let squares = 0;
    for (const [i, { plan, from }] of benchmarks.entries()) {
      const places = takes[i] ?? 0;
      if (from.learned === undefined || places === 0) return undefined;
      const own = figureAt(target.kind, {
        tasks: from.fitting,
        learned: from.learned,
        places,
        benchmark: plan.name,
        seed,
      });
      if (own === undefined) return undefined;
      squares += ((from.fitting.length / population) * own) ** 2;
    }
    return Math.sqrt(squares);
  };
  const before = last(1, population, (take) => !((figure(take) ?? Number.POSITIVE_INFINITY) <= target.size));
  const take = before === undefined ? 1 : before + 1;
  return take <= population ? { take } : { faults: [notReached(benchmarks, target.kind)] };
}

/** The last number from `first` to `end` for which something holds that stops to hold somewhere; undefined for none. */
function last(first: number, end: number, holds: (number: number) => boolean): number | undefined {
  if (!holds(first)) return undefined;
  let [yes, no] = [first, end + 1];
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

function priceless({ name }: BenchmarkPlan, unit: 'usd' | 'seconds'): Fault {
  const key = unit === 'usd' ? 'cost_usd' : 'seconds';
  return {
    code: 'selection/budget',
    message: `benchmark "${name}": a budget needs to know what one run of a task ${unit === 'usd' ? 'costs' : 'takes'}.`,
    hint: `Give "run: { ${key}: … }" to the benchmark.`,
  };
}

function tooSmall(benchmarks: readonly SizedBenchmark[], most: number, one: number, unit: 'usd' | 'seconds'): Fault {
  const text = (value: number) => (unit === 'usd' ? `$${value}` : `${value} seconds`);
  const who = benchmarks.map(({ plan }) => `"${plan.name}"`).join(', ');
  return {
    code: 'selection/budget',
    message: `${who}: the budget of ${text(most)} does not pay for one task, which comes to ${text(one)}.`,
    hint: 'Raise the budget.',
  };
}

function notReached(benchmarks: readonly SizedBenchmark[], kind: 'precision' | 'detect'): Fault {
  const who = benchmarks.map(({ plan }) => `"${plan.name}"`).join(', ');
  const what =
    kind === 'precision' ? 'no number of tasks reaches the precision' : 'what difference is found cannot be forecast';
  return {
    code: 'selection/target',
    message: `${who}: ${what} from these earlier results.`,
    hint: 'Give the number itself with "take".',
  };
}

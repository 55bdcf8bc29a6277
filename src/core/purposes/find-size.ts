import { differenceOf, type ForecastOf, halfWidthOf, shareLeft } from '../learning/forecasts.js';
import { sumOf } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { SizeTarget } from '../model/select-rule.js';
import { lastWhere } from '../statistics/bisection.js';
import type { LearnedBenchmark } from './learn-benchmark.js';

/** The half-width of a level, or the smallest detectable difference; undefined if unknown. */
function figureAt(kind: 'precision' | 'detect', of: ForecastOf): number | undefined {
  const { tasks, learned, places } = of;
  if (places >= tasks.length) return 0;
  if (kind === 'detect') return differenceOf(of)?.detectable;
  return halfWidthOf({ population: tasks.length, rates: learned.rates }, places, shareLeft(learned));
}

type SizedBenchmarks = readonly { readonly plan: BenchmarkPlan; readonly from: LearnedBenchmark }[];

/** The fewest tasks that reach a target, or the most that a budget pays for; `takesAt` divides a total. */
export function sizeFor(
  target: SizeTarget,
  benchmarks: SizedBenchmarks,
  takesAt: (take: number) => readonly number[] | undefined,
  seed: string,
): { readonly take: number } | { readonly faults: readonly Fault[] } {
  const population = sumOf(benchmarks, ({ from }) => from.fitting.length);
  if (target.kind === 'budget') {
    const costs = benchmarks.map(({ plan }) => (target.unit === 'usd' ? plan.run.costUsd : plan.run.seconds));
    const unpriced = benchmarks.filter((_, i) => costs[i] === undefined);
    if (unpriced.length > 0) return { faults: unpriced.map(({ plan }) => priceless(plan, target.unit)) };
    const cost = (take: number) => (takesAt(take) ?? []).reduce((sum, own, i) => sum + own * (costs[i] ?? 0), 0);
    if (cost(1) > target.most) return { faults: [tooSmall(benchmarks, target.most, cost(1), target.unit)] };
    return { take: lastWhere(1, population + 1, (take) => cost(take) <= target.most) };
  }
  const figure = (take: number) => {
    const takes = takesAt(take);
    if (takes === undefined) return undefined;
    let squares = 0;
    for (const [i, { plan, from }] of benchmarks.entries()) {
      const places = takes[i] ?? 0;
      if (from.learned === undefined || places === 0) return undefined;
      const of = { tasks: from.fitting, learned: from.learned, places, benchmark: plan.name, seed };
      const own = figureAt(target.kind, of);
      if (own === undefined) return undefined;
      squares += ((from.fitting.length / population) * own) ** 2;
    }
    return Math.sqrt(squares);
  };
  const isTooFew = (take: number) => !((figure(take) ?? Infinity) <= target.size);
  const take = isTooFew(1) ? lastWhere(1, population + 1, isTooFew) + 1 : 1;
  return take <= population ? { take } : { faults: [notReached(benchmarks, target.kind)] };
}

function priceless({ name }: BenchmarkPlan, unit: 'usd' | 'seconds'): Fault {
  const [what, key] = unit === 'usd' ? ['cost', 'cost_usd'] : ['duration', 'seconds'];
  const message = `benchmark "${name}": a budget needs the ${what} of one run of a task.`;
  return { code: 'selection/budget', message, hint: `Add "run: { ${key}: … }" to the benchmark.` };
}

function tooSmall(benchmarks: SizedBenchmarks, most: number, one: number, unit: 'usd' | 'seconds'): Fault {
  const text = (value: number) => (unit === 'usd' ? `$${value}` : `${value} seconds`);
  const message = `${namesIn(benchmarks)}: the budget of ${text(most)} does not cover one task, which costs ${text(one)}.`;
  return { code: 'selection/budget', message, hint: 'Raise the budget.' };
}

function notReached(benchmarks: SizedBenchmarks, kind: 'precision' | 'detect'): Fault {
  const what =
    kind === 'precision' ? 'no number of tasks reaches the precision' : "the detectable difference can't be forecast";
  const message = `${namesIn(benchmarks)}: with these earlier results, ${what}.`;
  return { code: 'selection/target', message, hint: 'Set the number of tasks with "take".' };
}

function namesIn(benchmarks: SizedBenchmarks): string {
  return benchmarks.map(({ plan }) => `"${plan.name}"`).join(', ');
}

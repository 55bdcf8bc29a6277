import { type TiedTasks, tieNumbers } from '../learning/difficulty-bands.js';
import {
  equivalentTasks,
  expectedHalfWidth,
  forecastDifference,
  forecastDiscordance,
  forecastRanking,
} from '../learning/forecasts.js';
import { anticipatedRates, systemMeans } from '../learning/task-difficulty.js';
import type { Fault } from '../model/errors.js';
import type { EarlierSystems, Forecast, LearnedTasks, ResultColumn } from '../model/learned.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { SizeTarget } from '../model/select-rule.js';
import { usualGoal } from '../statistics/power.js';
import { forecastTasks, type LearnedBenchmark, resultsAt } from './learn-benchmark.js';

export interface ForecastOf {
  /** The tasks with learned difficulty. */
  readonly tasks: TiedTasks;
  readonly learned: LearnedTasks;
  readonly places: number;
  readonly benchmark: string;
  readonly seed: string;
  /** The factor by which a quota multiplies the variance. */
  readonly quotaCost?: number | undefined;
}

/** The precision expected from `places` tasks, by leaving out earlier systems. */
export function forecastFor(of: ForecastOf): Forecast {
  const { tasks, learned, places, seed, quotaCost = 1 } = of;
  const { rates, share } = learned;
  const population = tasks.length;
  const left = shareLeft(learned, quotaCost);
  const halfWidth = (ofShare: number) => halfWidthOf({ population, rates }, places, ofShare);
  const difference = differenceOf(of);
  const some = forecastTasks(population, 4 * places);
  const ranked = forecastRanking(resultsAt(learned.results, some), places, tieNumbers(of, some), seed);
  return {
    tasks: places,
    population,
    share: share.share,
    verdict: share.verdict,
    equivalent: share.verdict === 'cannot be forecast' ? undefined : equivalentTasks(places, population, left),
    halfWidth: { design: halfWidth(left), random: halfWidth(1) },
    detectable:
      difference?.detectable === undefined || difference.detectableAtRandom === undefined
        ? undefined
        : { design: difference.detectable, random: difference.detectableAtRandom },
    difference: difference && {
      ...difference.discordance,
      share: difference.share,
      drawShare: difference.drawShare,
    },
    tau: ranked && {
      design: ranked.tau,
      random: ranked.atRandom.mean,
      low: ranked.atRandom.low,
      high: ranked.atRandom.high,
      pairs: ranked.pairs,
    },
  };
}

/** The forecast for the difference of two systems; `isBySize` as in `forecastDifference`. */
export function differenceOf(of: ForecastOf, isBySize = false): ReturnType<typeof forecastDifference> {
  const { tasks, learned, places } = of;
  const some = forecastTasks(tasks.length);
  const banded = some === undefined ? places : Math.min(places, some.length / 2);
  return forecastDifference(resultsAt(learned.results, some), places, tieNumbers(of, some), usualGoal, {
    isBySize,
    banded,
  });
}

/** Much faster than learning from the results; undefined if there are none on these tasks. */
export function earlierSystems(results: readonly ResultColumn[]): EarlierSystems | undefined {
  const [first] = results;
  if (first === undefined) return undefined;
  const rates = anticipatedRates(systemMeans(results));
  const difference = forecastDiscordance(resultsAt(results, forecastTasks(first.length)));
  return { population: first.length, rates, difference };
}

/** Half of the 95% interval of a level; `share` is the variance relative to a simple random sample. */
export function halfWidthOf(
  { population, rates }: Pick<EarlierSystems, 'population' | 'rates'>,
  places: number,
  share: number,
): number {
  return expectedHalfWidth({ population, share, rates, level: 0.95 }, places);
}

/** The variance of a level over that of a simple random sample; 1 unless earlier results are known to help. */
function shareLeft({ share: { verdict, share = 1 } }: LearnedTasks, quotaCost = 1): number {
  return verdict === 'helps' ? Math.min(1, share * quotaCost) : 1;
}

/** The half-width of a level, or the smallest detectable difference; undefined if unknown. */
function figureAt(kind: 'precision' | 'detect', of: ForecastOf): number | undefined {
  const { tasks, learned, places } = of;
  if (places >= tasks.length) return 0;
  if (kind === 'detect') return differenceOf(of)?.detectable;
  return halfWidthOf({ population: tasks.length, rates: learned.rates }, places, shareLeft(learned));
}

export interface SizedBenchmark {
  readonly plan: BenchmarkPlan;
  readonly from: LearnedBenchmark;
}

export type FoundSize = { readonly take: number } | { readonly faults: readonly Fault[] };

/** The fewest tasks that reach a target, or the most that a budget pays for; `takesAt` divides a total. */
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

/** The last number from `first` to `end` for which a monotonic condition is true; undefined if there is none. */
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
    message: `benchmark "${name}": a budget needs the ${unit === 'usd' ? 'cost' : 'duration'} of one run of a task.`,
    hint: `Give "run: { ${key}: … }" to the benchmark.`,
  };
}

function tooSmall(benchmarks: readonly SizedBenchmark[], most: number, one: number, unit: 'usd' | 'seconds'): Fault {
  const text = (value: number) => (unit === 'usd' ? `$${value}` : `${value} seconds`);
  const who = benchmarks.map(({ plan }) => `"${plan.name}"`).join(', ');
  return {
    code: 'selection/budget',
    message: `${who}: the budget of ${text(most)} does not pay for one task, which costs ${text(one)}.`,
    hint: 'Raise the budget.',
  };
}

function notReached(benchmarks: readonly SizedBenchmark[], kind: 'precision' | 'detect'): Fault {
  const who = benchmarks.map(({ plan }) => `"${plan.name}"`).join(', ');
  const what =
    kind === 'precision' ? 'no number of tasks reaches the precision' : 'the detectable difference cannot be forecast';
  return {
    code: 'selection/target',
    message: `${who}: ${what} from these earlier results.`,
    hint: 'Give the number itself with "take".',
  };
}

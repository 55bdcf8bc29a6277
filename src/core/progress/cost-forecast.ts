import { groupBy, sumOf } from '../lists/lists.js';
import { studentQuantile } from '../statistics/distributions.js';
import { mean, variance } from '../statistics/summary.js';
import { compareText } from '../text/words.js';
import type { BudgetFit, Forecast, OpenTask } from './run-progress.js';

/** A completed run, with its cost or time if the results give it. */
type SeenRun = { readonly benchmark: string; readonly value: number | undefined };

type LeftRuns = { readonly benchmark: string; readonly runs: number };

// With at least this many runs, a benchmark's own mean is used.
const ownFrom = 5;

export type RunFigures = ReturnType<typeof runFigures>;

/**
 * The cost or time of a run: the benchmark's mean if it has enough runs, else the plan's figure, else the overall mean.
 * `planned` has the plan's figure for each benchmark; `given` is the last resort.
 */
export function runFigures(made: readonly SeenRun[], given: number | undefined, planned: ReadonlyMap<string, number>) {
  const known = (runs: readonly SeenRun[]) => runs.flatMap(({ value }) => value ?? []);
  const all = known(made);
  const grouped = groupBy(made, ({ benchmark }) => benchmark);
  const byBenchmark = new Map([...grouped].map(([name, runs]) => [name, known(runs)]));
  const seenOf = (benchmark: string) => byBenchmark.get(benchmark) ?? [];
  const isKnown = all.length > 0 || given !== undefined || planned.size > 0;
  const perRun = (benchmark: string): Pick<Forecast['parts'][number], 'perRun' | 'from'> => {
    const own = seenOf(benchmark);
    if (own.length >= ownFrom) return { perRun: mean(own), from: 'own' };
    const stated = planned.get(benchmark);
    if (stated !== undefined) return { perRun: stated, from: 'plan' };
    if (all.length > 0) return { perRun: mean(all), from: 'all' };
    return given === undefined ? { perRun: 0, from: 'unknown' } : { perRun: given, from: 'given' };
  };
  const total = (left: readonly LeftRuns[], level: number): PredictedTotal => {
    const bySource = groupBy(left, ({ benchmark }) => perRun(benchmark).from);
    const from = (source: Forecast['parts'][number]['from']) => bySource.get(source) ?? [];
    // A figure from the plan or an option has no spread.
    const said = sumOf([...from('plan'), ...from('given')], (each) => each.runs * perRun(each.benchmark).perRun);
    if (all.length === 0) return { expected: said, low: undefined, high: undefined };
    const rest = { seen: all, left: sumOf(from('all'), ({ runs }) => runs) };
    const groups = from('own').map(({ benchmark, runs }) => ({ seen: seenOf(benchmark), left: runs }));
    const { expected, low, high } = predictTotal([...groups, rest], level);
    return { expected: expected + said, low: plus(low, said), high: plus(high, said) };
  };
  /** The forecast for the remaining runs; undefined if nothing is known. */
  const forecast = (left: readonly LeftRuns[], level: number): Forecast | undefined => {
    if (!isKnown) return undefined;
    const parts = left
      .filter(({ runs }) => runs > 0)
      .map(({ benchmark, runs }) => ({ benchmark, runsLeft: runs, ...perRun(benchmark) }))
      .sort((a, b) => compareText(a.benchmark, b.benchmark));
    const spent = made.length > 0 && all.length === 0 ? undefined : sumOf(all, (value) => value);
    const unknownRuns = sumOf(parts, ({ from, runsLeft }) => (from === 'unknown' ? runsLeft : 0));
    return { spent, ...total(left, level), runs: all.length, runsMade: made.length, unknownRuns, parts };
  };
  return { isKnown, perRun, total, forecast };
}

export function leftByBenchmark(open: readonly { benchmark: string; lacking: number }[]): readonly LeftRuns[] {
  return [...groupBy(open, ({ benchmark }) => benchmark)].map(([benchmark, tasks]) => ({
    benchmark,
    runs: sumOf(tasks, ({ lacking }) => lacking),
  }));
}

/** The number of open tasks, in order, that a budget pays for. */
export function budgetFit(open: readonly OpenTask[], costs: RunFigures, budgetUsd: number, level: number): BudgetFit {
  let spent = 0;
  let tasks = 0;
  const known = open.filter(({ benchmark }) => costs.perRun(benchmark).from !== 'unknown');
  for (const { benchmark, lacking } of known) {
    spent += lacking * costs.perRun(benchmark).perRun;
    if (spent > budgetUsd) break;
    tasks++;
  }
  const fitting = known.slice(0, tasks);
  return {
    budgetUsd,
    unknownTasks: open.length - known.length,
    tasks,
    runs: sumOf(fitting, ({ lacking }) => lacking),
    surely: surelyFits(fitting, costs, budgetUsd, level),
  };
}

/** The most tasks whose upper bound fits the budget, by bisection, because the bound grows with the tasks. */
function surelyFits(open: readonly OpenTask[], costs: RunFigures, budgetUsd: number, level: number) {
  const boundOf = (count: number) => costs.total(leftByBenchmark(open.slice(0, count)), level).high;
  if (open.length > 0 && boundOf(1) === undefined) return undefined;
  let [fits, tooMany] = [0, open.length + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if ((boundOf(middle) ?? Infinity) <= budgetUsd) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

function plus(value: number | undefined, more: number): number | undefined {
  return value === undefined ? undefined : value + more;
}

type PredictedTotal = {
  readonly expected: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
};

/**
 * Predicts the total of future values in independent groups, each with at least one observed value. The prediction
 * interval has variance Σ s² (m + m²/n) (Hahn and Meeker 1991, 4.8) and Satterthwaite’s (1946) degrees of freedom.
 * There is no interval if a group has only one value.
 */
export function predictTotal(
  groups: readonly { readonly seen: readonly number[]; readonly left: number }[],
  level: number,
): PredictedTotal {
  const open = groups.filter(({ left }) => left > 0);
  const expected = sumOf(open, ({ seen, left }) => left * mean(seen));
  if (open.some(({ seen }) => seen.length < 2)) return { expected, low: undefined, high: undefined };
  const parts = open.map(({ seen, left }) => ({
    variance: variance(seen) * (left + left ** 2 / seen.length),
    freedom: seen.length - 1,
  }));
  const total = sumOf(parts, (part) => part.variance);
  if (total === 0) return { expected, low: expected, high: expected };
  const freedom = total ** 2 / sumOf(parts, (part) => part.variance ** 2 / part.freedom);
  const reach = studentQuantile((1 + level) / 2, freedom) * Math.sqrt(total);
  return { expected, low: Math.max(0, expected - reach), high: expected + reach };
}

import { groupBy, sumOf } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { type Fault, WinnowError } from '../model/errors.js';
import type { Outcome, RunResults } from '../model/outcome.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import { filterOutcomes } from '../outcomes/task-result.js';
import { studentQuantile } from '../statistics/distributions.js';
import { mean, variance } from '../statistics/summary.js';
import { compareText } from '../text/words.js';
import { type CountOptions, countRuns, type Waiting } from './count-runs.js';
import type { BudgetFit, Forecast, OpenTask, RunProgress } from './run-progress.js';

export interface ProgressOptions extends CountOptions {
  /** The default if the results do not give it. */
  readonly costPerRunUsd?: number | undefined;
  /** The default if the results do not give it. */
  readonly durationPerRunMs?: number | undefined;
  readonly budgetUsd?: number | undefined;
  /** The level of the intervals. Default 0.9. */
  readonly level?: number | undefined;
}

/** The completed and remaining runs of a selection, with cost and time. Throws ResultsError on a mismatch. */
export function progressOf(manifest: Manifest, results: RunResults, options: ProgressOptions = {}): RunProgress {
  const { level = 0.9, budgetUsd: budget } = options;
  const wrong = optionFaults(options);
  if (wrong.length > 0) throw new WinnowError(wrong);
  const planned = plannedRuns(manifest);
  const isPriced = options.costPerRunUsd !== undefined || planned.costs.size > 0;
  const hasCosts = () => filterOutcomes(results.outcomes, ({ costUsd }) => costUsd !== undefined).length > 0;
  if (budget !== undefined && !isPriced && !hasCosts()) throw new WinnowError([noCosts(results)]);
  const { tasks, found, configurations, ...counts } = countRuns(manifest, results, options);
  // The budget covers all systems with open tasks, in equal parts.
  const budgetUsd = budget && budget / Math.max(1, configurations.filter(({ open }) => open.length > 0).length);
  return {
    plan: manifest.metadata.plan.name,
    ...counts,
    level,
    configurations: configurations.map(({ open, ...each }, at) => {
      const runs = tasks.map((task) => ({ task, runs: found[at]?.byTask.get(taskKey(task)) ?? [] }));
      const left = leftByBenchmark(open);
      const costs = figuresOf(runs, ({ costUsd }) => costUsd, options.costPerRunUsd, planned.costs);
      const times = figuresOf(runs, ({ durationMs }) => durationMs, options.durationPerRunMs, planned.times);
      return {
        ...each,
        costUsd: costs.forecast(left, level),
        durationMs: times.forecast(left, level),
        budget: budgetUsd === undefined || !costs.isKnown ? undefined : budgetFit(open, costs, budgetUsd, level),
        errors: errorGroups(
          runs.flatMap(({ task, runs: own }) =>
            own.flatMap(({ status, error }) => (status === 'errored' ? [{ task: taskKey(task), error }] : [])),
          ),
        ),
        open,
      };
    }),
  };
}

/** Skips runs that were not made, whatever the results give for them. */
function figuresOf(
  runs: readonly { readonly task: Waiting; readonly runs: readonly Outcome[] }[],
  figureOf: (outcome: Outcome) => number | undefined,
  given: number | undefined,
  planned: ReadonlyMap<string, number>,
): RunFigures {
  const seen = runs.flatMap(({ task, runs: own }) =>
    own.flatMap((outcome) =>
      outcome.status === 'not-run' ? [] : [{ benchmark: task.benchmark, value: figureOf(outcome) }],
    ),
  );
  return runFigures(seen, given, planned);
}

function noCosts({ warnings }: RunResults): Fault {
  const unpriced = warnings.find(({ code }) => code === 'outcomes/no-price');
  return {
    code: 'status/no-costs',
    message: 'a budget needs the cost of a run, but neither the results nor the plan give it.',
    hint: `Add --cost-per-run, or set the cost in the plan (run: { cost_usd: … }). ${unpriced?.message ?? 'If the results count tokens, add --prices.'}`,
  };
}

function plannedRuns({ benchmarks }: Manifest) {
  const known = (figure: (run: Manifest['benchmarks'][number]['run']) => number | null) =>
    new Map(
      benchmarks.flatMap(({ name, run }) => {
        const value = figure(run);
        return value === null ? [] : [[name, value] as const];
      }),
    );
  return {
    costs: known(({ cost_usd: cost }) => cost),
    times: known(({ seconds }) => (seconds === null ? null : 1000 * seconds)),
  };
}

function optionFaults(options: ProgressOptions): Fault[] {
  const { repeat = 1, level = 0.9, costPerRunUsd, durationPerRunMs, budgetUsd } = options;
  const amount = (what: string, value = 0) =>
    !(Number.isFinite(value) && value >= 0) && {
      code: 'status/amount',
      message: `${what} must be at least 0; found ${value}.`,
    };
  return [
    !(Number.isSafeInteger(repeat) && repeat >= 1) && {
      code: 'status/repeat',
      message: `the number of runs per task must be a whole number of at least 1; found ${repeat}.`,
    },
    !(level > 0.5 && level < 1) && {
      code: 'status/level',
      message: `the confidence level must be above 0.5 and below 1; found ${level}.`,
    },
    amount('the cost of a run', costPerRunUsd),
    amount('the duration of a run', durationPerRunMs),
    amount('the budget', budgetUsd),
  ].filter((fault) => fault !== false);
}

const noReason = 'no error message in the results';

export function errorGroups(runs: readonly { readonly task: string; readonly error: string | undefined }[]) {
  const groups = [...groupBy(runs, ({ error }) => (error === undefined ? noReason : kindOf(error)))];
  return groups
    .map(([message, members]) => ({
      message,
      runs: members.length,
      tasks: new Set(members.map(({ task }) => task)).size,
      example: members.map(({ error = noReason }) => error).sort(compareText)[0] ?? noReason,
    }))
    .sort((a, b) => b.runs - a.runs || compareText(a.message, b.message));
}

/** Replaces the parts of a message that vary between tasks. */
function kindOf(error: string): string {
  return error
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/(?:[\w.-]+)?(?:\/[\w.@:-]+){2,}/g, '…')
    .replace(/\b(?:0x)?[0-9a-f]*\d[0-9a-f]*\b/gi, '…')
    .replace(/…(?:[\s,:]*…)+/g, '…')
    .trim();
}

/** A completed run, with its cost or time if the results give it. */
type SeenRun = { readonly benchmark: string; readonly value: number | undefined };

type LeftRuns = { readonly benchmark: string; readonly runs: number };

// With at least this many runs, a benchmark's own mean is used.
const ownFrom = 5;

type RunFigures = ReturnType<typeof runFigures>;

/**
 * The cost or time of a run: the benchmark's mean if it has enough runs, else the plan's figure, else the overall mean.
 * `planned` has the plan's figure for each benchmark; `given` is the last resort.
 */
function runFigures(made: readonly SeenRun[], given: number | undefined, planned: ReadonlyMap<string, number>) {
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

function leftByBenchmark(open: readonly { benchmark: string; lacking: number }[]): readonly LeftRuns[] {
  return [...groupBy(open, ({ benchmark }) => benchmark)].map(([benchmark, tasks]) => ({
    benchmark,
    runs: sumOf(tasks, ({ lacking }) => lacking),
  }));
}

/** The number of open tasks, in order, that a budget pays for. */
function budgetFit(open: readonly OpenTask[], costs: RunFigures, budgetUsd: number, level: number): BudgetFit {
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

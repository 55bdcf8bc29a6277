import { WinnowError } from '../../model/errors.js';
import type { Fault } from '../../model/fault.js';
import type { Forecast } from '../../model/learned.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { forecastFor } from '../../purposes/forecast.js';
import { type LearnedTasks, learnTasks } from '../../purposes/learn-benchmark.js';
import type { Purpose } from '../../purposes/purpose.js';
import { purposeOf } from '../../purposes/purposes.js';
import { didYouMean } from '../../text/nearest-name.js';

/** What the forecast is asked for. */
export interface ForecastOptions {
  /** Other numbers of tasks. Default: some from 10 to the whole pool. */
  readonly sizes?: readonly number[] | undefined;
  /** Forecast this benchmark alone. */
  readonly benchmark?: string | undefined;
}

/** What to expect from earlier results of the next system's results, before any run. */
export interface ForecastAssessment {
  readonly plan: string;
  readonly benchmarks: readonly BenchmarkForecast[];
  /** Benchmarks without earlier results on their tasks. */
  readonly without: readonly string[];
}

/** The forecast of one benchmark. */
export interface BenchmarkForecast {
  readonly benchmark: string;
  /** What the plan wants to know; undefined where it has earlier results and no purpose. */
  readonly purpose: Purpose | undefined;
  /** How many earlier systems have results on its tasks. */
  readonly systems: number;
  readonly population: number;
  /** With as many tasks as are selected. */
  readonly planned: Forecast;
  /** At other sizes and at the planned one, by size. */
  readonly sizes: readonly Forecast[];
  readonly quotaCost: number | undefined;
  /** What to say where so many earlier systems are too few for the purpose. */
  readonly few: string | undefined;
}

const usualSizes = [10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000, 2000, 5000];
/** Past so many results a forecast at every size takes long. */
const manyResults = 60_000;

/**
 * Forecasts what results on each benchmark that has earlier results will tell, by leaving earlier systems out, beside random
 * samples of the same size. Pure.
 *
 * @throws WinnowError when an option is out of range.
 */
export function assessForecast(selection: Selection, options: ForecastOptions = {}): ForecastAssessment {
  refuse(options, selection);
  const asked = selection.benchmarks.filter(
    ({ plan }) => options.benchmark === undefined || plan.name === options.benchmark,
  );
  const seed = String(selection.plan.seed ?? '');
  const found = asked.map((benchmark) => ({
    name: benchmark.plan.name,
    forecast: benchmarkForecast(benchmark, seed, options.sizes),
  }));
  return {
    plan: selection.plan.name,
    benchmarks: found.flatMap(({ forecast }) => forecast ?? []),
    without: found.filter(({ forecast }) => forecast === undefined).map(({ name }) => name),
  };
}

function benchmarkForecast(
  benchmark: BenchmarkSelection,
  seed: string,
  sizes: readonly number[] | undefined,
): BenchmarkForecast | undefined {
  const { plan, tasks, leftOut, priorRewards, learned, choices } = benchmark;
  const out = new Set(leftOut);
  const fitting = tasks.filter(({ id }) => !out.has(id));
  const known = priorRewards && learnTasks(fitting, priorRewards);
  if (known === undefined || choices.length === 0) return undefined;
  const purpose = learned && purposeOf({ name: learned.purpose });
  const of = { tasks: fitting, learned: known, benchmark: plan.name, seed, quotaCost: learned?.quotaCost };
  const planned = forecastFor({ ...of, places: choices.length });
  const others = (sizes ?? sizesFor(known, fitting.length)).filter(
    (size) => size <= fitting.length && size !== choices.length,
  );
  const all = [planned, ...others.map((places) => forecastFor({ ...of, places }))].sort((a, b) => a.tasks - b.tasks);
  return {
    benchmark: plan.name,
    purpose,
    systems: known.results.length,
    population: fitting.length,
    planned,
    sizes: all.filter(({ tasks: own }, i) => own !== all[i - 1]?.tasks),
    quotaCost: learned?.quotaCost,
    few: purpose?.fewSystems(known.results.length),
  };
}

function sizesFor({ results }: LearnedTasks, population: number): readonly number[] {
  const below = usualSizes.filter((size) => size < population);
  return results.length * population <= manyResults ? below : below.filter((_, i) => i % 3 === 2);
}

function refuse({ sizes = [], benchmark }: ForecastOptions, { plan }: Selection): void {
  const faults: Fault[] = [];
  const odd = sizes.filter((size) => !Number.isSafeInteger(size) || size < 2);
  if (odd.length > 0) {
    const message = `sizes must be whole numbers, 2 or more; found ${odd.join(', ')}.`;
    faults.push({ code: 'assess/sizes', message, hint: 'Give them with commas: --sizes 50,100.' });
  }
  if (sizes.length > mostSizes) {
    const message = `at most ${mostSizes} sizes can be forecast at once; found ${sizes.length}.`;
    faults.push({ code: 'assess/sizes', message, hint: 'Give fewer.' });
  }
  const names = plan.benchmarks.map(({ name }) => name);
  if (benchmark !== undefined && !names.includes(benchmark)) {
    const message = `the plan "${plan.name}" has no benchmark "${benchmark}".${didYouMean(benchmark, names)}`;
    faults.push({ code: 'assess/benchmark', message, hint: `It has: ${names.join(', ')}.` });
  }
  if (faults.length > 0) throw new WinnowError(faults);
}

const mostSizes = 30;

import { namedPictures } from '../../blocks/blocks.js';
import { documentOf, entry, figure, flag, list, number, orNull, text } from '../../documents/forms.js';
import { type Fault, WinnowError } from '../../model/errors.js';
import type { Forecast, LearnedTasks } from '../../model/learned.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { forecastFor } from '../../purposes/forecast.js';
import { learnTasks } from '../../purposes/learn-benchmark.js';
import type { Purpose } from '../../purposes/purpose.js';
import { purposeOf } from '../../purposes/purposes.js';
import { didYouMean } from '../../text/nearest-name.js';
import type { Question } from '../question/question.js';
import { forecastGrade, forecastNotes, forecastPicture, forecastSections, forecastVerdict } from './forecast-view.js';

/** What `assess forecast --json` prints. */
function forecastSchema() {
  const beside = {
    design: figure('Of the design.'),
    random: figure('Of simple random samples of the same size.'),
  };
  return entry({
    conclusion: text(),
    benchmarks: list(
      entry({
        benchmark: text(),
        purpose: orNull(text(), 'What the plan wants to know; null where it has earlier results and no purpose.'),
        systems: number('Earlier systems with results on its tasks.'),
        population: number('Tasks that could be selected if none were excluded.'),
        verdict: text('Whether earlier results help with a level: "helps", "little gain" or "cannot be forecast".'),
        share: orNull(figure(), 'The share of the variance of a level that is left.'),
        quotaCost: orNull(figure(), 'What the quota multiplies the variance with.'),
        sizes: list(
          entry({
            tasks: number(),
            planned: flag('Whether this many are selected.'),
            halfWidth: entry(beside, 'Half of the 95% interval of a level.'),
            equivalentRandomTasks: orNull(figure(), 'As many random tasks know as much of a level.'),
            detectable: orNull(entry(beside), 'The smallest difference of two systems found with 80% power.'),
            tau: orNull(
              entry({
                ...beside,
                randomLow: figure(),
                randomHigh: figure(),
                pairs: number('Pairs of systems left out.'),
              }),
              "Kendall's τ with the order on all tasks, of a selection made for a ranking; 90% of random samples lie from random_low to random_high.",
            ),
          }),
        ),
      }),
    ),
    without: list(text(), 'Benchmarks that have no earlier results.'),
    notes: list(text()),
  });
}

/** The sizes and the benchmark to forecast. */
interface ForecastOptions {
  /** Other numbers of tasks. Default: some from 10 to the whole pool. */
  readonly sizes?: readonly number[] | undefined;
  /** Forecast only this benchmark. */
  readonly benchmark?: string | undefined;
}

/** What earlier results let us expect of the next system's results, before any run. */
export interface ForecastAssessment {
  readonly plan: string;
  readonly benchmarks: readonly BenchmarkForecast[];
  /** Benchmarks without earlier results on their tasks. */
  readonly without: readonly string[];
}

/** The forecast of one benchmark. */
export interface BenchmarkForecast {
  readonly benchmark: string;
  /** Undefined if the plan has earlier results and no purpose. */
  readonly purpose: Purpose | undefined;
  /** How many earlier systems have results on its tasks. */
  readonly systems: number;
  readonly population: number;
  /** With as many tasks as are selected. */
  readonly planned: Forecast;
  /** At other sizes and at the planned one, by size. */
  readonly sizes: readonly Forecast[];
  readonly quotaCost: number | undefined;
  /** A warning if the earlier systems are too few for the purpose. */
  readonly few: string | undefined;
}

const usualSizes = [10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000, 2000, 5000];
const mostSizes = 30;
/** With more results, a forecast at every size takes long. */
const manyResults = 60_000;

/** Forecasts how much results will tell, by leaving earlier systems out. Pure. Throws WinnowError. */
export function assessForecast(selection: Selection, options: ForecastOptions = {}): ForecastAssessment {
  refuse(options, selection);
  const asked = selection.benchmarks.filter(({ plan: { name } }) => name === (options.benchmark ?? name));
  const seed = String(selection.plan.seed ?? '');
  const found = asked.map((benchmark) => benchmarkForecast(benchmark, seed, options.sizes));
  return {
    plan: selection.plan.name,
    benchmarks: found.flatMap((forecast) => forecast ?? []),
    without: asked.filter((_, i) => found[i] === undefined).map(({ plan }) => plan.name),
  };
}

function benchmarkForecast(
  { plan, tasks, leftOut, priorRewards, learned, choices }: BenchmarkSelection,
  seed: string,
  sizes: readonly number[] | undefined,
): BenchmarkForecast | undefined {
  const out = new Set(leftOut);
  const fitting = tasks.filter(({ id }) => !out.has(id));
  const known = priorRewards && learnTasks(fitting, priorRewards);
  if (known === undefined || choices.length === 0) return undefined;
  const purpose = learned && purposeOf({ name: learned.purpose });
  const of = { tasks: fitting, learned: known, benchmark: plan.name, seed, quotaCost: learned?.quotaCost };
  const planned = forecastFor({ ...of, places: choices.length });
  const others = new Set(sizes ?? sizesFor(known, fitting.length));
  others.delete(choices.length);
  const possible = [...others].filter((size) => size <= fitting.length);
  return {
    benchmark: plan.name,
    purpose,
    systems: known.results.length,
    population: fitting.length,
    planned,
    sizes: [planned, ...possible.map((places) => forecastFor({ ...of, places }))].sort((a, b) => a.tasks - b.tasks),
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

/** How much results of the next system will tell, before any run. */
export const forecastQuestion: Question<ForecastOptions> = {
  name: 'forecast',
  title: 'Forecast',
  summary: 'what to expect before any run, from earlier results',
  description:
    'Forecasts the precision of a level, the detectable difference and the quality of a ranking, at the planned size and\n' +
    'each beside random tasks. It leaves earlier systems (the plan\'s "prior") out, one or two at a time. Needs no results.',
  options: {
    sizes: {
      kind: 'numbers',
      value: 'numbers',
      help: 'forecast these numbers of tasks, as 50,100',
      default: 'some from 10 to the whole pool',
    },
    benchmark: { kind: 'text', value: 'name', help: 'forecast only this benchmark', default: undefined },
  },
  schema: forecastSchema,
  needsResults: false,
  isQuick: false,
  ask: ({ selection }, options) => {
    const assessment = assessForecast(selection, options);
    const { benchmarks, without } = assessment;
    const verdict = forecastVerdict(assessment);
    const notes = forecastNotes(assessment);
    return {
      grade: forecastGrade(assessment),
      verdict,
      document: documentOf(forecastSchema(), {
        conclusion: verdict,
        benchmarks: benchmarks.map(benchmarkData),
        without,
        notes,
      }),
      sections: forecastSections(assessment),
      notes,
      ...(benchmarks.length === 0
        ? {}
        : { method: 'Earlier systems are left out in turn, the stronger half of them, and measured by the others.' }),
      pictures: namedPictures(benchmarks.map((each) => [pictureName(each.benchmark), forecastPicture(each)] as const)),
    };
  },
};

function benchmarkData({ purpose, planned, sizes, ...forecast }: BenchmarkForecast) {
  return {
    ...forecast,
    purpose: purpose?.name,
    verdict: planned.verdict,
    share: planned.share,
    sizes: sizes.map(({ tau, equivalent, ...size }) => ({
      ...size,
      planned: size.tasks === planned.tasks,
      equivalentRandomTasks: equivalent,
      tau: tau && { ...tau, randomLow: tau.low, randomHigh: tau.high },
    })),
  };
}

/** The name of a benchmark comes from a plan and must not lead out of the folder. */
function pictureName(benchmark: string): string {
  return `forecast-${benchmark.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
}

import { entry, figure, flag, list, number, orNull, text } from '../../documents/forms.js';
import { forecastFor } from '../../learning/forecasts.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { learnTasks } from '../../purposes/learn-benchmark.js';
import { purposeOf } from '../../purposes/purposes.js';
import { answerOf, OptionChecks, type OptionValues, option, pictureName, type Question } from '../question/question.js';
import { forecastGrade, forecastNotes, forecastPicture, forecastSections, forecastVerdict } from './forecast-view.js';

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
        purpose: orNull(text(), 'The purpose of the plan; null if it has earlier results and no purpose.'),
        systems: number('Earlier systems with results on its tasks.'),
        population: number('Tasks that could be selected if none were excluded.'),
        verdict: text('Whether earlier results help with a level: "helps", "little gain" or "cannot be forecast".'),
        share: orNull(figure(), 'The share of the variance of a level that is left.'),
        quotaCost: orNull(figure(), 'The factor by which the quota raises the variance.'),
        sizes: list(
          entry({
            tasks: number(),
            planned: flag('Whether this many are selected.'),
            halfWidth: entry(beside, 'Half of the 95% interval of a level.'),
            equivalentRandomTasks: orNull(figure(), 'The number of random tasks that give a level as precisely.'),
            detectable: orNull(entry(beside), 'The smallest difference of two systems found with 80% power.'),
            tau: orNull(
              entry({
                ...beside,
                randomLow: figure(),
                randomHigh: figure(),
                pairs: number('Pairs of systems left out.'),
              }),
              "Kendall's τ with the order on all tasks, of a selection made for a ranking; 90% of random samples are between random_low and random_high.",
            ),
          }),
        ),
      }),
    ),
    without: list(text(), 'Benchmarks that have no earlier results.'),
    notes: list(text()),
  });
}

const options = {
  sizes: option(
    'numbers',
    'numbers',
    'forecast these numbers of tasks, such as 50,100',
    'several, from 10 to the whole pool',
  ),
  benchmark: option('text', 'name', 'forecast only this benchmark'),
};
type ForecastOptions = OptionValues<typeof options>;

/** `without` lists the benchmarks that have no earlier results. */
export type ForecastAssessment = ReturnType<typeof assessForecast>;

export type BenchmarkForecast = ForecastAssessment['benchmarks'][number];

const usualSizes = [10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000, 2000, 5000];
const mostSizes = 30;
/** With more results than this, a forecast at every size takes too long, so only every third size is used. */
const manyResults = 60_000;

/** Forecasts the precision of results by leaving out earlier systems in turn. Pure. Throws WinnowError. */
export function assessForecast(selection: Selection, options: ForecastOptions = {}) {
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

/** The forecast at the planned and at other sizes, ascending. `few` warns of too few systems for the purpose. */
function benchmarkForecast(
  { plan, tasks, leftOut, priorRewards, learned, choices }: BenchmarkSelection,
  seed: string,
  sizes: readonly number[] | undefined,
) {
  const out = new Set(leftOut);
  const fitting = tasks.filter(({ id }) => !out.has(id));
  const known = priorRewards && learnTasks(fitting, priorRewards);
  if (known === undefined || choices.length === 0) return undefined;
  const purpose = learned && purposeOf({ name: learned.purpose });
  const of = { tasks: fitting, learned: known, benchmark: plan.name, seed, quotaCost: learned?.quotaCost };
  const planned = forecastFor({ ...of, places: choices.length });
  const isMany = known.results.length * fitting.length > manyResults;
  const usual = usualSizes.filter((size) => size < fitting.length).filter((_, i) => !isMany || i % 3 === 2);
  const others = new Set(sizes ?? usual);
  others.delete(choices.length);
  const possible = [...others].filter((size) => size <= fitting.length);
  return {
    benchmark: plan.name,
    // Undefined if the plan has earlier results but no purpose.
    purpose,
    systems: known.results.length,
    population: fitting.length,
    planned,
    sizes: [planned, ...possible.map((places) => forecastFor({ ...of, places }))].sort((a, b) => a.tasks - b.tasks),
    quotaCost: learned?.quotaCost,
    few: purpose?.fewSystems(known.results.length),
  };
}

function refuse({ sizes = [], benchmark }: ForecastOptions, { plan }: Selection): void {
  const checks = new OptionChecks();
  checks.sizes(sizes, 2, '50,100');
  const message = `at most ${mostSizes} sizes can be forecast at once; found ${sizes.length}.`;
  if (sizes.length > mostSizes) checks.add({ code: 'assess/sizes', message, hint: 'Give fewer.' });
  checks.benchmark(benchmark, plan);
  checks.done();
}

export const forecastQuestion: Question<ForecastOptions> = {
  name: 'forecast',
  title: 'Forecast',
  summary: 'Forecast the precision of results, from earlier systems',
  description:
    'Forecasts the precision of a level, the detectable difference and the quality of a ranking, for several sizes and\n' +
    'compared with random tasks, by leaving out one or two earlier systems (the plan\'s "prior") at a time. Needs no results.',
  options,
  schema: forecastSchema,
  needsResults: false,
  isQuick: false,
  ask: ({ selection }, given) => {
    const assessment = assessForecast(selection, given);
    const { benchmarks, without } = assessment;
    const document = {
      conclusion: forecastVerdict(assessment),
      benchmarks: benchmarks.map(benchmarkData),
      without,
      notes: forecastNotes(assessment),
    };
    return answerOf(forecastSchema(), document, {
      grade: forecastGrade(assessment),
      sections: forecastSections(assessment),
      method:
        benchmarks.length > 0 &&
        'Each of the stronger half of the earlier systems is left out in turn and measured with the others.',
      pictures: benchmarks.map((each) => [pictureName('forecast', each.benchmark), forecastPicture(each)]),
    });
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

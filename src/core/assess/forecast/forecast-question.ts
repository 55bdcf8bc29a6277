import { figureColumn, line, quietLine, type Section, tableBy, verdictLine } from '../../blocks/blocks.js';
import { entry, figure, flag, list, number, orNull, text } from '../../documents/forms.js';
import { forecastFor } from '../../learning/forecasts.js';
import { compact } from '../../lists/lists.js';
import type { Forecast } from '../../model/learned.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { type Drawing, drawChart, type Mark } from '../../pictures/chart.js';
import { learnTasks } from '../../purposes/learn-benchmark.js';
import { purposeOf } from '../../purposes/purposes.js';
import { countOf, formatCount, inPoints, joinWords, visibleText } from '../../text/words.js';
import {
  answerOf,
  type Grade,
  OptionChecks,
  type OptionValues,
  option,
  pictureName,
  type Question,
} from '../question/question.js';

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

type ForecastAssessment = ReturnType<typeof assessForecast>;

type BenchmarkForecast = ForecastAssessment['benchmarks'][number];

const usualSizes = [10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000, 2000, 5000];
const mostSizes = 30;
/** With more results than this, a forecast at every size takes too long, so only every third size is used. */
const manyResults = 60_000;

/** Forecasts the precision of results by leaving out earlier systems in turn. Pure. Throws WinnowError. */
export function assessForecast(selection: Selection, { sizes, benchmark }: ForecastOptions = {}) {
  const checks = new OptionChecks();
  const count = sizes?.length ?? 0;
  checks.sizes(sizes ?? [], 2, '50,100');
  if (count > mostSizes)
    checks.add('sizes', `at most ${mostSizes} sizes can be forecast at once; found ${count}.`, 'Give fewer.');
  checks.benchmark(benchmark, selection.plan);
  checks.done();
  const asked = selection.benchmarks.filter(({ plan: { name } }) => name === (benchmark ?? name));
  const seed = String(selection.plan.seed ?? '');
  const found = asked.map((each) => benchmarkForecast(each, seed, sizes));
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

export const forecastQuestion: Question<ForecastOptions> = {
  name: 'forecast',
  title: 'Forecast',
  summary: 'Forecast the precision of results, from earlier systems',
  description:
    'Forecasts the precision of a level, the detectable difference and the quality of a ranking, for several sizes and\n' +
    'compared with random tasks, by leaving out one or two earlier systems (the plan\'s "prior") at a time. Needs no results.',
  options,
  schema: forecastSchema,
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
      sections: [
        { blocks: [verdictLine(assessment.plan, document.conclusion, 1000)] },
        ...benchmarks.map((each) => benchmarkSection(each, benchmarks.length > 1)),
      ],
      method:
        benchmarks.length > 0 &&
        'Winnow leaves out each of the stronger half of the earlier systems in turn and measures it with the others.',
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

/** Whether earlier results help with the benchmark's purpose; undefined if unknown. */
function helps({ purpose, planned }: BenchmarkForecast): boolean | undefined {
  if (purpose?.figure === 'tau') return planned.tau && planned.tau.design > planned.tau.random;
  return planned.verdict === 'cannot be forecast' ? undefined : planned.verdict === 'helps';
}

/** Good if every benchmark with earlier results has a purpose, enough systems for it, and a gain. */
function forecastGrade({ benchmarks }: ForecastAssessment): Grade {
  if (benchmarks.every((each) => helps(each) === undefined)) return 'unknown';
  const isWell = (each: BenchmarkForecast) =>
    helps(each) === true && each.purpose !== undefined && each.few === undefined;
  return benchmarks.every(isWell) ? 'good' : 'look';
}

function forecastVerdict({ benchmarks }: ForecastAssessment): string {
  const [first, ...more] = benchmarks;
  if (first === undefined) return 'Not assessed: no benchmark has earlier results ("prior") on its tasks.';
  if (more.length === 0) return forecastSentence(first);
  const helped = benchmarks.filter((each) => helps(each) === true).map(({ benchmark }) => benchmark);
  const unknown = benchmarks.filter((each) => helps(each) === undefined).length;
  const open = unknown === 0 ? '' : ` For ${unknown}, this is unknown.`;
  const who = helped.length === 0 ? '' : `: ${joinWords(helped)}`;
  return `Earlier results help with ${helped.length} of ${countOf(benchmarks.length, 'benchmark')}${who}.${open}`;
}

function forecastSentence(forecast: BenchmarkForecast): string {
  const { benchmark, purpose, planned, systems } = forecast;
  const of = `${benchmark}, ${countOf(planned.tasks, 'task')}`;
  if (purpose?.figure === 'tau') return `${of}: ${tauWords(planned, systems)}.`;
  const level = levelWords(planned, systems);
  const { detectable } = planned;
  const difference =
    detectable &&
    `detects a difference of ${inPoints(detectable.design)} points (random tasks ${inPoints(detectable.random)})`;
  const first = purpose?.figure === 'detectable' ? [difference, level] : [level, difference];
  const isUnused = purpose === undefined && helps(forecast) === true;
  const unused = isUnused ? ' The plan has no "purpose" that uses the earlier results.' : '';
  return `${of}: ${compact(first).join('; ')}.${unused}`;
}

function levelWords({ verdict, halfWidth, equivalent, share }: Forecast, systems: number): string {
  const random = `± ${inPoints(halfWidth.random)}`;
  if (verdict === 'cannot be forecast')
    return `the gain from ${countOf(systems, 'earlier system')} cannot be forecast; random tasks give a level to ${random} points`;
  if (verdict === 'little gain')
    return `earlier results do not help (${Math.min(100, Math.round(100 * (share ?? 1)))}% of the variance stays unexplained); a level to ${random} points, as with random tasks`;
  const much = equivalent === undefined ? '' : `, as precise as ${formatCount(Math.round(equivalent))} random tasks`;
  return `a level to ± ${inPoints(halfWidth.design)} points (random tasks ${random})${much}`;
}

function tauWords({ tau }: Forecast, systems: number): string {
  if (tau === undefined)
    return `the quality of the order cannot be forecast from ${countOf(systems, 'earlier system')}`;
  const { design, random, low, high } = tau;
  const beside = `τ ${design.toFixed(2)} with the order on all tasks (random tasks ${random.toFixed(2)}, ${low.toFixed(2)} to ${high.toFixed(2)})`;
  return design > random ? beside : `${beside}; earlier results do not help with the order`;
}

const enoughPairs = 15;

function forecastNotes({ benchmarks, without }: ForecastAssessment): string[] {
  if (benchmarks.length === 0) return [];
  const each = (noteOn: (forecast: BenchmarkForecast) => string | false) =>
    benchmarks.map((forecast) => {
      const note = noteOn(forecast);
      return note !== false && `${forecast.benchmark}: ${note}`;
    });
  return compact([
    'Each forecast is for a selection made for that purpose: level, difference or ranking (τ). A selection serves one purpose.',
    'A system much stronger than all earlier ones gains less than forecast. Run-to-run and infrastructure noise adds to the error, often by several points; no choice of tasks removes it.',
    ...each(({ few, systems }) => few !== undefined && `with ${countOf(systems, 'earlier system')}, ${few}.`),
    ...each(
      ({ planned: { tau } }) =>
        tau !== undefined &&
        tau.pairs < enoughPairs &&
        `τ is based on only ${countOf(tau.pairs, 'pair')} of earlier systems; swapping one pair changes it a lot.`,
    ),
    ...each(
      ({ quotaCost = 1 }) =>
        quotaCost >= 1.005 && `the quota raises the variance of a level by ${Math.round(100 * (quotaCost - 1))}%.`,
    ),
    without.length > 0 && `Benchmarks without earlier results: ${joinWords(without)}.`,
  ]);
}

function benchmarkSection(forecast: BenchmarkForecast, isOneOfMany: boolean): Section {
  const { benchmark, purpose, systems, population, sizes, planned } = forecast;
  const name = visibleText(benchmark, 60);
  const points = (share: number | undefined) => (share === undefined ? '–' : inPoints(share));
  const table = tableBy(`Forecast of ${name}`, sizes, [
    [figureColumn('tasks'), ({ tasks }) => `${tasks === planned.tasks ? '> ' : ''}${formatCount(tasks)}`],
    [figureColumn('level ±'), ({ halfWidth }) => inPoints(halfWidth.design)],
    [figureColumn('level at random ±', 'random ±'), ({ halfWidth }) => inPoints(halfWidth.random)],
    [
      figureColumn('equivalent random tasks', 'as random'),
      ({ equivalent }) => (equivalent === undefined ? '–' : formatCount(Math.round(equivalent))),
    ],
    [figureColumn('difference found', 'difference'), ({ detectable }) => points(detectable?.design)],
    [figureColumn('difference found at random', 'random'), ({ detectable }) => points(detectable?.random)],
    [figureColumn('ranking τ', 'τ'), ({ tau }) => tau?.design.toFixed(2) ?? '–'],
    [
      figureColumn('τ at random', 'random τ'),
      ({ tau }) =>
        tau === undefined ? '–' : `${tau.random.toFixed(2)} (${tau.low.toFixed(2)}–${tau.high.toFixed(2)})`,
    ],
  ]);
  return {
    title: `${name}: ${purpose === undefined ? 'no purpose' : `purpose ${purpose.name}`}, ${formatCount(systems)} earlier systems, ${formatCount(population)} tasks`,
    blocks: [
      ...(isOneOfMany ? [line(visibleText(forecastSentence(forecast), 1000))] : []),
      table,
      quietLine(
        'In points; > marks the selection. Each figure is next to that of a simple random sample of the same size.',
      ),
    ],
  };
}

/** The purpose's figure by number of tasks, compared with random samples; undefined for fewer than two sizes. */
function forecastPicture(forecast: BenchmarkForecast): Drawing | undefined {
  const { benchmark, purpose, planned, sizes } = forecast;
  const isRanking = purpose?.figure === 'tau';
  const isDifference = purpose?.figure === 'detectable';
  const points = sizes.flatMap(({ tasks, halfWidth, detectable, tau }) => {
    if (isRanking) return tau === undefined ? [] : [{ tasks, ...tau }];
    const { design, random } = (isDifference ? detectable : halfWidth) ?? {};
    if (design === undefined || random === undefined) return [];
    return [{ tasks, design: 100 * design, random: 100 * random, low: 0, high: 0 }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const lineOf = (of: 'design' | 'random') => points.map((each) => [each.tasks, each[of]] as const);
  const samples = points.map(({ tasks, low, high }) => [tasks, low, high] as const);
  const colour = 'orange';
  const design: Mark = { kind: 'line', points: lineOf('design'), colour: 'blue', label: 'this design' };
  const random: Mark = { kind: 'line', points: lineOf('random'), colour, label: 'random tasks', dashed: true };
  const band: Mark = { kind: 'band', points: samples, colour, label: '90% of random samples' };
  const inWords = isDifference ? 'difference found with 80% power, in points' : 'half of the 95% interval, in points';
  return drawChart({
    title: isRanking
      ? `Expected quality of a ranking by number of tasks of ${benchmark}`
      : `Expected precision by number of tasks of ${benchmark}`,
    description: forecastSentence(forecast),
    x: { label: 'tasks', from: first.tasks, to: last.tasks, log: true },
    y: {
      label: isRanking ? "Kendall's τ with the order on all tasks" : inWords,
      from: isRanking ? Math.min(0, ...points.flatMap((each) => [each.design, each.low])) : 0,
      to: isRanking ? 1 : 1.05 * Math.max(1, ...points.flatMap((each) => [each.design, each.random])),
    },
    marks: [
      ...(isRanking ? [band, design] : [design, random]),
      { kind: 'rule', x: planned.tasks, words: `this selection: ${planned.tasks}` },
    ],
  });
}

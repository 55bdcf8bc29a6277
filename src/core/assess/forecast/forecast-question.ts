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
    design: figure('For the design.'),
    random: figure('For simple random samples of the same size.'),
  };
  return entry({
    conclusion: text(),
    benchmarks: list(
      entry({
        benchmark: text(),
        purpose: orNull(text(), 'The purpose in the plan; null without one.'),
        systems: number('Earlier systems with results on its tasks.'),
        population: number('Tasks that could be selected without exclusions.'),
        verdict: text('Whether earlier results improve a level: "helps", "little gain" or "cannot be forecast".'),
        share: orNull(figure(), 'The share of the variance of a level that remains.'),
        quotaCost: orNull(figure(), 'The factor by which the quota increases the variance.'),
        sizes: list(
          entry({
            tasks: number(),
            planned: flag('Whether the plan selects this number.'),
            halfWidth: entry(beside, 'Half the width of the 95% interval for a level.'),
            equivalentRandomTasks: orNull(figure(), 'The number of random tasks with the same precision for a level.'),
            detectable: orNull(entry(beside), 'The smallest difference between two systems detectable with 80% power.'),
            tau: orNull(
              entry({
                ...beside,
                randomLow: figure(),
                randomHigh: figure(),
                pairs: number('Pairs of left-out systems.'),
              }),
              "Kendall's τ with the order on all tasks, for a selection made for ranking; 90% of random samples are between random_low and random_high.",
            ),
          }),
        ),
      }),
    ),
    without: list(text(), 'Benchmarks without earlier results.'),
    notes: list(text()),
  });
}

const options = {
  sizes: option(
    'numbers',
    'numbers',
    'numbers of tasks to forecast for, such as 50,100',
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
    checks.add('sizes', `at most ${mostSizes} sizes can be forecast at once; found ${count}.`, 'Give fewer sizes.');
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
  summary: 'Forecast the precision of results from earlier systems',
  description:
    'Forecasts the precision of a level, the detectable difference and the quality of a ranking, at several sizes and\n' +
    'compared with random tasks. Leaves out one or two earlier systems (the plan\'s "prior") at a time. Needs no results.',
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
        'Each system in the stronger half of the earlier systems is left out in turn and measured with the others.',
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
  if (first === undefined) return 'Not assessed: no benchmark has earlier results ("prior").';
  if (more.length === 0) return forecastSentence(first);
  const helped = benchmarks.filter((each) => helps(each) === true).map(({ benchmark }) => benchmark);
  const unknown = benchmarks.filter((each) => helps(each) === undefined).length;
  if (unknown === benchmarks.length)
    return `The gain from earlier results can't be forecast for any of the ${benchmarks.length} benchmarks.`;
  const open = unknown === 0 ? '' : ` For ${unknown}, the gain can't be forecast.`;
  const who = helped.length === 0 ? '' : `: ${joinWords(helped)}`;
  return `Earlier results help with ${helped.length} of ${benchmarks.length} benchmarks${who}.${open}`;
}

function forecastSentence(forecast: BenchmarkForecast): string {
  const { purpose, planned, systems } = forecast;
  if (purpose?.figure === 'tau') return tauWords(planned, systems);
  const { detectable, tasks } = planned;
  const level = levelWords(planned);
  const difference =
    detectable &&
    `detect a difference of ${inPoints(detectable.design)} points (random tasks: ${inPoints(detectable.random)})`;
  const expected = compact(purpose?.figure === 'detectable' ? [difference, level] : [level, difference]);
  return compact([
    noGainWords(planned, systems),
    `Expect ${countOf(tasks, 'task')} to ${joinWords(expected)}.`,
    purpose === undefined && helps(forecast) === true && 'To use the earlier results, give the plan a "purpose".',
  ]).join(' ');
}

function noGainWords({ verdict, share = 1 }: Forecast, systems: number): string | undefined {
  if (verdict === 'helps') return undefined;
  return verdict === 'little gain'
    ? `Earlier results don't help, because ${Math.min(100, Math.round(100 * share))}% of the variance remains unexplained.`
    : `The gain from ${countOf(systems, 'earlier system')} can't be forecast.`;
}

function levelWords({ verdict, halfWidth, equivalent }: Forecast): string {
  const random = `±${inPoints(halfWidth.random)}`;
  if (verdict !== 'helps') return `estimate a level to within ${random} points, like random tasks`;
  const much = equivalent === undefined ? '' : `; the same precision takes ${formatCount(Math.round(equivalent))}`;
  return `estimate a level to within ±${inPoints(halfWidth.design)} points (random tasks: ${random}${much})`;
}

function tauWords({ tau, tasks }: Forecast, systems: number): string {
  if (tau === undefined)
    return `The quality of the order can't be forecast from ${countOf(systems, 'earlier system')}.`;
  const { design, random, low, high } = tau;
  const expected = `Expect τ ${design.toFixed(2)} between the order on ${countOf(tasks, 'task')} and the order on all tasks (random tasks: ${random.toFixed(2)}, ${low.toFixed(2)} to ${high.toFixed(2)}).`;
  return design > random ? expected : `${expected} Earlier results don't help with the order.`;
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
    'Each column assumes a selection made for that purpose: level, difference or ranking (τ). One selection serves only one purpose.',
    'Expect less gain for a system much stronger than all earlier ones. Run-to-run and infrastructure noise adds to the error, often several points, and no choice of tasks removes it.',
    ...each(({ few }) => few !== undefined && `${few}.`),
    ...each(
      ({ planned: { tau } }) =>
        tau !== undefined &&
        tau.pairs < enoughPairs &&
        `τ is based on only ${countOf(tau.pairs, 'pair')} of earlier systems, so one swapped pair changes it a lot.`,
    ),
    ...each(
      ({ quotaCost = 1 }) =>
        quotaCost >= 1.005 && `the quota increases the variance of a level by ${Math.round(100 * (quotaCost - 1))}%.`,
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
      figureColumn('equivalent random tasks', 'equivalent'),
      ({ equivalent }) => (equivalent === undefined ? '–' : formatCount(Math.round(equivalent))),
    ],
    [figureColumn('detectable difference', 'difference'), ({ detectable }) => points(detectable?.design)],
    [figureColumn('detectable difference at random', 'random'), ({ detectable }) => points(detectable?.random)],
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
        'In points; random: a simple random sample of the same size; equivalent: random tasks with the same precision; >: selected',
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
  const inWords = isDifference
    ? 'difference detectable with 80% power, in points'
    : 'half width of the 95% interval, in points';
  return drawChart({
    title: isRanking
      ? `Expected quality of a ranking by number of tasks, ${benchmark}`
      : `Expected precision by number of tasks, ${benchmark}`,
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

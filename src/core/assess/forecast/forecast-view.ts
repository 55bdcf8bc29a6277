import { figureColumn, line, quietLine, type Section, tableBy, verdictLine } from '../../blocks/blocks.js';
import { compact } from '../../lists/lists.js';
import type { Forecast } from '../../model/learned.js';
import { type Drawing, drawChart, type Mark } from '../../pictures/chart.js';
import { countOf, formatCount, inPoints, joinWords, visibleText } from '../../text/words.js';
import type { Grade } from '../question/question.js';
import type { BenchmarkForecast, ForecastAssessment } from './forecast-question.js';

/** Whether earlier results help with the benchmark's purpose; undefined if unknown. */
function helps({ purpose, planned }: BenchmarkForecast): boolean | undefined {
  if (purpose?.figure === 'tau') return planned.tau && planned.tau.design > planned.tau.random;
  return planned.verdict === 'cannot be forecast' ? undefined : planned.verdict === 'helps';
}

/** Good if every benchmark with earlier results has a purpose, enough systems for it, and a gain. */
export function forecastGrade({ benchmarks }: ForecastAssessment): Grade {
  if (benchmarks.every((each) => helps(each) === undefined)) return 'unknown';
  const isWell = (each: BenchmarkForecast) =>
    helps(each) === true && each.purpose !== undefined && each.few === undefined;
  return benchmarks.every(isWell) ? 'good' : 'look';
}

export function forecastVerdict({ benchmarks }: ForecastAssessment): string {
  const [first, ...more] = benchmarks;
  if (first === undefined) return 'Not assessed: no benchmark has earlier results ("prior") on its tasks.';
  if (more.length === 0) return forecastSentence(first);
  const helped = benchmarks.filter((each) => helps(each) === true).map(({ benchmark }) => benchmark);
  const unknown = benchmarks.filter((each) => helps(each) === undefined).length;
  const open = unknown === 0 ? '' : ` For ${unknown} it is unknown.`;
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

/** With fewer pairs of systems, τ is uncertain. */
const enoughPairs = 15;

export function forecastNotes({ benchmarks, without }: ForecastAssessment): string[] {
  if (benchmarks.length === 0) return [];
  const each = (noteOn: (forecast: BenchmarkForecast) => string | false) =>
    benchmarks.map((forecast) => {
      const note = noteOn(forecast);
      return note !== false && `${forecast.benchmark}: ${note}`;
    });
  return compact([
    'Level and difference are forecast for a selection made for them, τ for a selection made for ranking. A selection serves one purpose.',
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
    without.length > 0 && `Without earlier results: ${joinWords(without)}.`,
  ]);
}

export function forecastSections(assessment: ForecastAssessment): readonly Section[] {
  const { plan, benchmarks } = assessment;
  return [
    { blocks: [verdictLine(plan, forecastVerdict(assessment), 1000)] },
    ...benchmarks.map((each) => benchmarkSection(each, benchmarks.length > 1)),
  ];
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
export function forecastPicture(forecast: BenchmarkForecast): Drawing | undefined {
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
  const design: Mark = { kind: 'line', points: lineOf('design'), colour: 'blue', label: 'this design' };
  const random: Mark = {
    kind: 'line',
    points: lineOf('random'),
    colour: 'orange',
    label: 'random tasks',
    dashed: true,
  };
  const band: Mark = { kind: 'band', points: samples, colour: 'orange', label: '90% of random samples' };
  const inWords = isDifference ? 'difference found with 80% power, in points' : 'half of the 95% interval, in points';
  return drawChart({
    title: isRanking
      ? `How well a number of tasks of ${benchmark} are expected to rank`
      : `What a number of tasks of ${benchmark} are expected to show`,
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

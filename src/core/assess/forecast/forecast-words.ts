import type { Forecast } from '../../model/learned.js';
import { countOf, formatCount } from '../../text/count-of.js';
import { joinWords } from '../../text/join-words.js';
import type { Grade } from '../question/question.js';
import type { BenchmarkForecast, ForecastAssessment } from './assess-forecast.js';

/** Whether a benchmark's earlier results help with what it is for; undefined where that cannot be told. */
function helps({ purpose, planned }: BenchmarkForecast): boolean | undefined {
  if (purpose?.figure === 'tau') return planned.tau && planned.tau.design > planned.tau.random;
  return planned.verdict === 'cannot be forecast' ? undefined : planned.verdict === 'helps';
}

/** Good where every benchmark with earlier results gains from them and is designed to. */
export function forecastGrade({ benchmarks }: ForecastAssessment): Grade {
  if (benchmarks.length === 0 || benchmarks.every((each) => helps(each) === undefined)) return 'unknown';
  const isWell = (each: BenchmarkForecast) =>
    helps(each) === true && each.purpose !== undefined && each.few === undefined;
  return benchmarks.every(isWell) ? 'good' : 'look';
}

/** One sentence that a person acts on. */
export function forecastVerdict(assessment: ForecastAssessment): string {
  const { benchmarks } = assessment;
  const [first, ...more] = benchmarks;
  if (first === undefined) return 'Cannot say: no benchmark has earlier results ("prior") on its tasks.';
  if (more.length === 0) return forecastSentence(first);
  const helped = benchmarks.filter((each) => helps(each) === true).map(({ benchmark }) => benchmark);
  const unknown = benchmarks.filter((each) => helps(each) === undefined).length;
  const open = unknown === 0 ? '' : ` Of ${unknown} it cannot be told.`;
  const who = helped.length === 0 ? '' : `: ${joinWords(helped)}`;
  return `Earlier results help with ${helped.length} of ${countOf(benchmarks.length, 'benchmark')}${who}.${open}`;
}

/** What is to be expected of one benchmark. */
export function forecastSentence(forecast: BenchmarkForecast): string {
  const { benchmark, purpose, planned, systems } = forecast;
  const of = `${benchmark}, ${countOf(planned.tasks, 'task')}`;
  if (purpose?.figure === 'tau') return `${of}: ${tauWords(planned, systems)}.`;
  const level = levelWords(planned, systems);
  const difference = differenceWords(planned);
  const first = purpose?.figure === 'detectable' ? [difference, level] : [level, difference];
  const set =
    purpose === undefined && helps(forecast) === true ? ' The plan has no "purpose" that would use this.' : '';
  return `${of}: ${first.filter((words) => words !== undefined).join('; ')}.${set}`;
}

function levelWords({ verdict, halfWidth, equivalent, share }: Forecast, systems: number): string {
  const { design, random } = halfWidth;
  if (verdict === 'cannot be forecast')
    return `what ${countOf(systems, 'earlier system')} gain${systems === 1 ? 's' : ''} cannot be forecast; random tasks give a level to ± ${points(random)} points`;
  if (verdict === 'little gain')
    return `earlier results do not help (${Math.round(100 * (share ?? 1))}% of the variance is left); a level to ± ${points(random)} points, as from random tasks`;
  const much = equivalent === undefined ? '' : `, as much as ${formatCount(Math.round(equivalent))} random tasks tell`;
  return `a level to ± ${points(design)} points (at random ± ${points(random)})${much}`;
}

function differenceWords({ detectable }: Forecast): string | undefined {
  if (detectable === undefined) return undefined;
  return `a difference from ${points(detectable.design)} points on (at random ${points(detectable.random)})`;
}

function tauWords({ tau }: Forecast, systems: number): string {
  if (tau === undefined)
    return `how well the order comes out cannot be forecast from ${countOf(systems, 'earlier system')}`;
  const { design, random, low, high } = tau;
  const beside = `τ ${design.toFixed(2)} with the order on all tasks (at random ${random.toFixed(2)}, ${low.toFixed(2)} to ${high.toFixed(2)})`;
  return design > random ? beside : `${beside}; earlier results do not help with the order`;
}

/** What a reader must know about the figures. */
export function forecastNotes({ benchmarks, without }: ForecastAssessment): string[] {
  if (benchmarks.length === 0) return [];
  const fewPairs = benchmarks.filter(({ planned: { tau } }) => tau !== undefined && tau.pairs < enoughPairs);
  return [
    'The level and the difference are those of a selection made for them, τ that of one made for a ranking: a selection serves one purpose.',
    'A system much stronger than every earlier one gains less than forecast. Noise from run to run and of the infrastructure, often several points, comes on top; no choice of tasks removes it.',
    ...benchmarks.flatMap(({ benchmark, few, systems }) =>
      few === undefined ? [] : [`${benchmark}: with ${countOf(systems, 'earlier system')}, ${few}.`],
    ),
    ...fewPairs.map(
      ({ benchmark, planned: { tau } }) =>
        `${benchmark}: τ rests on ${countOf(tau?.pairs ?? 0, 'pair')} of earlier systems alone; one pair the other way moves it far.`,
    ),
    ...benchmarks.flatMap(({ benchmark, quotaCost }) =>
      quotaCost === undefined || quotaCost < 1.005
        ? []
        : [`${benchmark}: the quota raises the variance of a level by ${Math.round(100 * (quotaCost - 1))}%.`],
    ),
    ...(without.length === 0 ? [] : [`Without earlier results: ${joinWords(without)}.`]),
  ];
}

const enoughPairs = 15;

/** A share of 1 in points, to one decimal. */
export function points(share: number): string {
  return (100 * share).toFixed(1);
}

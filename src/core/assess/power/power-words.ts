import { countOf, formatCount } from '../../text/count-of.js';
import type { Grade } from '../question/question.js';
import type { AtEnds, PowerAssessment, PowerRow } from './power-assessment.js';

/** Below this a comparison finds what matters in practice, where nobody says what that is. */
const fineDifference = 0.1;

/** Good when the wanted difference is found whatever the discordance; without one, when a tenth is. */
export function powerGrade({ overall, wanted, power }: PowerAssessment): Grade {
  const { low, high } = overall.planned;
  if (wanted === undefined) return Math.max(low ?? 1, high ?? 1) <= fineDifference ? 'good' : 'look';
  const chance = chanceForWanted(overall);
  return chance !== undefined && Math.min(chance.low, chance.high) >= power ? 'good' : 'look';
}

/** The chance to find the wanted difference: exact where all outcomes could be summed. */
export function chanceForWanted({ powerForWanted, exactPowerForWanted }: PowerRow): AtEnds<number> | undefined {
  return exactPowerForWanted ?? powerForWanted;
}

/** What the tasks find, what they do not, in one sentence. */
export function powerVerdict(assessment: PowerAssessment): string {
  const { overall, phases, repeats, wanted } = assessment;
  const tasks = `${countOf(overall.tasks, 'task')}, ${runWords(repeats)}`;
  const none = phases.filter(({ testable }) => testable === 'no').length;
  const untestable = none === 0 ? '' : `; ${none} of ${countOf(phases.length, 'phase')} cannot be tested alone`;
  const found = foundWords({
    low: overall.planned.low ?? overall.exact?.low,
    high: overall.planned.high ?? overall.exact?.high,
  });
  const goal = goalWords(assessment);
  const wantedChance = chanceForWanted(overall);
  if (wanted !== undefined && wantedChance !== undefined) {
    const chance = percentRange(wantedChance);
    const isEnough = powerGrade(assessment) === 'good';
    const short = isEnough ? '' : `: too few, it takes ${neededRange(assessment, wanted)}`;
    return `${tasks}, find a difference of ${inPoints(wanted)} points${basisWords(assessment)} with a chance of ${chance}${short}${untestable}.`;
  }
  if (found === undefined) return `${tasks}, cannot find any difference (${goal})${untestable}.`;
  return `${tasks}, find a difference of ${found}${basisWords(assessment)} (${goal})${untestable}.`;
}

function neededRange(assessment: PowerAssessment, wanted: number): string {
  const { needed, repeats } = assessment;
  const found = needed.find(({ difference }) => difference === wanted)?.tasks[repeats - 1];
  if (found === undefined) return `more (${goalWords(assessment)})`;
  const [least, most] = [Math.min(found.low, found.high), Math.max(found.low, found.high)];
  return least === most ? countOf(least, 'task') : `${formatCount(least)} to ${formatCount(most)} tasks`;
}

/** A share in points: "12.8". */
export function inPoints(share: number): string {
  return (100 * share).toFixed(1);
}

/** "12.8 to 15.7 points", "14.3 points", "30.0 points at best", or undefined where nothing is found at either end. */
export function foundWords({ low, high }: AtEnds<number | undefined>): string | undefined {
  if (low === undefined && high === undefined) return undefined;
  if (low === undefined || high === undefined) return `${inPoints(low ?? high ?? 0)} points at best`;
  const [least, most] = [inPoints(Math.min(low, high)), inPoints(Math.max(low, high))];
  return `${least === most ? least : `${least} to ${most}`} points`;
}

/** The same for a cell of a table. */
export function foundCell({ low, high }: AtEnds<number | undefined>): string {
  if (low === undefined && high === undefined) return '-';
  const [first, second] = [low, high].map((value) => (value === undefined ? '-' : inPoints(value)));
  return first === second ? (first ?? '-') : `${first}..${second}`;
}

/** "run once", "run 3 times". */
export function runWords(repeats: number): string {
  return repeats === 1 ? 'run once' : `run ${repeats} times`;
}

/** What the figures for single runs rest on: " at a discordance of 0.21 to 0.4". */
function basisWords({ discordance: { low, high, partial, from }, repeats }: PowerAssessment): string {
  if (repeats > 1) return '';
  if (partial) return ' of mean rewards that vary as in the results';
  const [least, most] = [low, high].map((value) => String(Number(value.toFixed(3))));
  const whose = from === 'results' ? ', as in the results' : from === 'earlier' ? ', as among earlier systems' : '';
  return ` at a discordance of ${least === most ? least : `${least} to ${most}`}${whose}`;
}

/** "80% power, alpha 0.05". */
function goalWords({ power, alpha, contrasts, level }: PowerAssessment): string {
  const each = contrasts === 1 ? '' : ` over ${contrasts} comparisons, ${Number(level.toPrecision(3))} each`;
  return `${Number((100 * power).toFixed(2))}% power, alpha ${alpha}${each}`;
}

/** "42 to 58%". */
export function percentRange({ low, high }: AtEnds<number>): string {
  const [least, most] = [Math.min(low, high), Math.max(low, high)].map(percent);
  return least === most ? `${least}%` : `${least} to ${most}%`;
}

/** Never 100, which would be a certainty. */
function percent(share: number): string {
  const rounded = Math.round(100 * share);
  return rounded === 100 && share < 1 ? 'over 99' : String(rounded);
}

/** "0.21 to 0.4". */
export function shareRange({ low, high }: AtEnds<number>): string {
  return low === high ? share(low) : `${share(Math.min(low, high))} to ${share(Math.max(low, high))}`;
}

/** A share with at most three decimals. */
export const share = (value: number) => (Number.isFinite(value) ? String(Number(value.toFixed(3))) : 'any number');

import type { AtEnds, PowerAssessment } from '../../index.js';

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

/** What the figures for single runs rest on: " at a discordance of 0.2 to 0.3". */
export function basisWords({ discordance: { low, high, partial, from }, repeats }: PowerAssessment): string {
  if (repeats > 1) return '';
  if (partial) return ' of mean rewards that vary as in the results';
  const [least, most] = [low, high].map((value) => String(Number(value.toFixed(3))));
  const whose = from === 'results' ? ', as in the results' : '';
  return ` at a discordance of ${least === most ? least : `${least} to ${most}`}${whose}`;
}

/** "80% power, alpha 0.05". */
export function goalWords({ power, alpha, contrasts, level }: PowerAssessment): string {
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

/** "0.2 to 0.3". */
export function shareRange({ low, high }: AtEnds<number>): string {
  return low === high ? share(low) : `${share(Math.min(low, high))} to ${share(Math.max(low, high))}`;
}

/** A share with at most three decimals. */
export const share = (value: number) => (Number.isFinite(value) ? String(Number(value.toFixed(3))) : 'any number');

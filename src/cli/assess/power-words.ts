import type { AtEnds, PowerAssessment } from '../../index.js';

/** A share in points: "12.8". */
export function inPoints(share: number): string {
  return (100 * share).toFixed(1);
}

/** "12.8 to 15.7", "14.3", "19.2 or none", or undefined where nothing is found at either end. */
export function foundWords({ low, high }: AtEnds<number | undefined>): string | undefined {
  if (low === undefined && high === undefined) return undefined;
  if (low === undefined || high === undefined) return `${inPoints(low ?? high ?? 0)} at best`;
  const [least, most] = [inPoints(Math.min(low, high)), inPoints(Math.max(low, high))];
  return least === most ? least : `${least} to ${most}`;
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

/** "80% power, alpha 0.05". */
export function goalWords({ power, alpha, contrasts, level }: PowerAssessment): string {
  const each = contrasts === 1 ? '' : ` over ${contrasts} comparisons, ${Number(level.toPrecision(3))} each`;
  return `${Number((100 * power).toFixed(2))}% power, alpha ${alpha}${each}`;
}

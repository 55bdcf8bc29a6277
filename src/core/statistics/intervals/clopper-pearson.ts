import { incompleteBeta } from '../distributions/incomplete-beta.js';
import type { Interval } from './interval.js';

/**
 * The interval of a rate that never covers less often than its level, at the cost of width, within 0 to 1 (Clopper and
 * Pearson 1934). Successes and size may be fractional, as effective sizes are (Korn and Graubard 1998).
 */
export function clopperPearson(successes: number, size: number, level: number): Interval {
  if (!(successes >= 0 && successes <= size)) throw new RangeError(`${successes} of ${size} is not a rate`);
  if (!(level > 0 && level < 1)) throw new RangeError(`a level lies between 0 and 1, not at ${level}`);
  const beyond = (1 - level) / 2;
  const failures = size - successes;
  return {
    low: successes === 0 ? 0 : betaQuantile(beyond, successes, failures + 1),
    high: failures === 0 ? 1 : 1 - betaQuantile(beyond, failures, successes + 1),
  };
}

/** By halving until no double lies between: sure, and quick enough for one interval. */
function betaQuantile(p: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  for (let round = 0; round < 1100; round++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (incompleteBeta(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return high;
}

import { binomialDensity } from './binomial-density.js';
import { incompleteBeta } from './incomplete-beta.js';

/** The chance of exactly k successes in n independent trials with chance p each, from 0 to 1 (after Loader 2000). */
export function binomialProbability(k: number, n: number, p: number): number {
  check(n, p);
  return Number.isInteger(k) && k >= 0 && k <= n ? binomialDensity(k, n, p, 1 - p) : 0;
}

/** The chance of at most k successes, from 0 to 1 (Abramowitz and Stegun 1964, 26.5.24). */
export function binomialCdf(k: number, n: number, p: number): number {
  check(n, p);
  const whole = Math.floor(k);
  if (whole < 0) return 0;
  if (whole >= n) return 1;
  return incompleteBeta(1 - p, n - whole, whole + 1, p);
}

/** The chance of at least k successes, from 0 to 1, without the cancellation of 1 − the chance of fewer. */
export function binomialTail(k: number, n: number, p: number): number {
  check(n, p);
  const whole = Math.ceil(k);
  if (whole <= 0) return 1;
  if (whole > n) return 0;
  return incompleteBeta(p, whole, n - whole + 1);
}

function check(n: number, p: number): void {
  if (!(Number.isInteger(n) && n >= 0)) throw new RangeError(`a number of trials is a whole number, not ${n}`);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a chance lies from 0 to 1, not ${p}`);
}

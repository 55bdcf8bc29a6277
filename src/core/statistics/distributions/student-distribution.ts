import { binomialDensity } from './binomial-density.js';
import { incompleteBeta } from './incomplete-beta.js';
import { normalCdf } from './normal-distribution.js';
import { normalQuantile } from './normal-quantile.js';

/**
 * The distribution function of Student's t, from 0 to 1, with any df > 0, whole or not; infinitely many are the normal
 * (Student 1908; Abramowitz and Stegun 1964, 26.7.1).
 */
export function studentCdf(t: number, df: number): number {
  check(df);
  if (df > manyFrom) return normalCdf(asNormal(t, df));
  return t < 0 ? upperTail(-t, df) : 1 - upperTail(t, df);
}

/** The quantile of Student's t; p = 0 gives −∞, p = 1 gives +∞, and p beyond them is not a number. */
export function studentQuantile(p: number, df: number): number {
  check(df);
  if (p === 0.5) return 0;
  if (!(p > 0 && p < 1)) return normalQuantile(p);
  if (df > manyFrom) return fromNormal(normalQuantile(p), df);
  return p < 0.5 ? -upperQuantile(p, df) : upperQuantile(1 - p, df);
}

function upperQuantile(chance: number, df: number): number {
  let high = 1;
  while (upperTail(high, df) > chance) high *= 2;
  let low = high === 1 ? 0 : high / 2;
  // Newton's step converges in a few rounds; halving takes over whenever it leaves the bracket.
  let t = (low + high) / 2;
  for (let round = 0; round < 200; round++) {
    const excess = upperTail(t, df) - chance;
    if (excess > 0) low = t;
    else high = t;
    const step = excess / density(t, df);
    const next = t + step > low && t + step < high ? t + step : (low + high) / 2;
    if (excess === 0 || Math.abs(next - t) <= 1e-16 * t) return t;
    t = next;
  }
  return t;
}

/** The chance of a value above t ≥ 0. */
function upperTail(t: number, df: number): number {
  if (t === Infinity) return 0;
  // Both parts from t / √df, so that neither is lost to a subtraction.
  const ratio = (t * t) / df;
  const outer = ratio === Infinity ? 0 : 1 / (1 + ratio);
  const inner = ratio === Infinity ? 1 : ratio / (1 + ratio);
  return incompleteBeta(outer, df / 2, 0.5, inner) / 2;
}

/** The density at t > 0: x^a y^b / (t B(a, b)) with a = df/2, b = ½ and x = df / (df + t²). */
function density(t: number, df: number): number {
  const ratio = (t * t) / df;
  const a = df / 2;
  const atom = binomialDensity(a, a + 0.5, 1 / (1 + ratio), ratio / (1 + ratio));
  return (atom * ((a * 0.5) / (a + 0.5))) / t;
}

/** From here on the incomplete beta function loses more digits than the expansions around the normal leave out. */
const manyFrom = 1e5;

/** The normal value with the same chance below it (Fisher 1926, to the second order in 1/df). */
function asNormal(t: number, df: number): number {
  // Beyond 40 the chance is 0 to a double, and the expansion would not hold.
  if (Math.abs(t) > 40) return t;
  const s = t * t;
  return t * (1 - (s + 1) / (4 * df) + ((13 * s + 8) * s + 3) / (96 * df * df));
}

/** The inverse (Abramowitz and Stegun 1964, 26.7.5, to the third order in 1/df). */
function fromNormal(z: number, df: number): number {
  const s = z * z;
  const second = ((5 * s + 16) * s + 3) / (96 * df * df);
  const third = (((3 * s + 19) * s + 17) * s - 15) / (384 * df * df * df);
  return z * (1 + (s + 1) / (4 * df) + second + third);
}

function check(df: number): void {
  if (!(df > 0)) throw new RangeError(`degrees of freedom are above 0, not ${df}`);
}

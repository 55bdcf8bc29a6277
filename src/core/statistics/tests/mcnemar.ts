import { binomialCdf, binomialProbability } from '../distributions/binomial.js';

/**
 * The mid-p value of McNemar's test that pairs change as often one way (b) as the other (c), from 0 to 1, 1 when none
 * changes (McNemar 1947; Fagerland, Lydersen and Laake 2013 for the mid-p).
 */
export function mcnemarMidP(b: number, c: number): number {
  const changed = b + c;
  const fewer = Math.min(b, c);
  // Equal counts give 1 exactly, which a sum of rounded chances need not.
  if (b === c) return 1;
  return Math.min(1, 2 * binomialCdf(fewer, changed, 0.5) - binomialProbability(fewer, changed, 0.5));
}

/** The exact two-sided p-value of McNemar's test, from 0 to 1, never too small (McNemar 1947). */
export function mcnemarExact(b: number, c: number): number {
  return b === c ? 1 : Math.min(1, 2 * binomialCdf(Math.min(b, c), b + c, 0.5));
}

/** McNemar's statistic (b − c)²/(b + c), without a continuity correction; 0 when no pair changes (McNemar 1947). */
export function mcnemarChiSquared(b: number, c: number): number {
  return b + c === 0 ? 0 : (b - c) ** 2 / (b + c);
}

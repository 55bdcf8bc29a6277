import { sumOf } from '../lists/lists.js';
import { binomialCdf, studentCdf, studentQuantile } from './distributions.js';
import { type Interval, smallSampleFactor } from './rate-intervals.js';

/** The sums of one stratum's paired differences, each in [−1, 1]. */
export interface PairedStratum {
  /** The stratum's weight in the overall difference; shares sum to 1. */
  readonly share: number;
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
  /** The summed variance that run noise adds to each difference; undefined if unknown. */
  readonly noise: number | undefined;
  /** The sampled share of the stratum, from 0 to 1, for the finite-population correction; 0 if run noise is unknown. */
  readonly fraction: number;
  /** Σ w² over the units if weights are unequal; otherwise share² / count. */
  readonly weightSquares?: number | undefined;
  /** The neighbouring strata, if strata are ordered by difficulty. */
  readonly beside?: readonly Pick<PairedStratum, 'count' | 'sum' | 'squares'>[] | undefined;
}

export interface PairedSample {
  readonly strata: readonly PairedStratum[];
  readonly difference: number;
  readonly meanSquare: number;
  /** Runs per task in each arm. */
  readonly runs: number;
  /** Whether variance between strata counts, because shares are estimates or probabilities differ within a stratum. */
  readonly between: boolean;
}

/** `centre` is shrunk towards 0, as if there were one more win and one more loss. */
export interface PairedVariance {
  readonly centre: number;
  readonly variance: number;
  readonly degreesOfFreedom: number;
}

/**
 * The variance of a weighted paired difference with one win and one loss added (Bonett and Price 2012). Each stratum is
 * also shrunk towards the overall difference by one pair. The variance is never 0.
 */
export function pairedVariance(sample: PairedSample): PairedVariance {
  const { strata, difference, meanSquare, runs, between } = sample;
  const count = sumOf(strata, (stratum) => stratum.count);
  const kish = 1 / sumOf(strata, squaresOf);
  let variance = 0;
  for (const stratum of strata) {
    const { share, fraction, beside = [] } = stratum;
    const near = sumOf(beside, (each) => each.count) + 1;
    const priorMean = (sumOf(beside, (each) => each.sum) + difference) / near;
    const priorSquare = (sumOf(beside, (each) => each.squares) + meanSquare) / near;
    const divisor = stratum.count + 2 * share + 1;
    const mean = (stratum.sum + priorMean) / divisor;
    const spread = (stratum.squares + (2 * share) / runs + priorSquare) / divisor - mean * mean;
    const noise = ((stratum.noise ?? 0) + (2 * share) / runs + priorSquare) / divisor;
    const left = (1 - fraction) * spread + fraction * Math.min(spread, noise);
    const factor = stratum.weightSquares === undefined ? smallSampleFactor(stratum.count) : count / (count - 1 || 0.5);
    variance += squaresOf(stratum) * factor * (left + (between ? (mean - difference) ** 2 : 0));
  }
  return { centre: (difference * kish) / (kish + 2), variance, degreesOfFreedom: Math.max(1, count - 1) };
}

/** The variance of a mean difference over equally weighted tasks, without a finite-population correction. */
export function plainVariance(
  strata: readonly (readonly number[])[],
  difference: number,
  runs: number,
): PairedVariance {
  const count = strata.flat().length;
  const summed = strata.map((values) => ({
    share: values.length / count,
    count: values.length,
    sum: sumOf(values, (value) => value),
    squares: sumOf(values, (value) => value * value),
    noise: undefined,
    fraction: 0,
  }));
  const meanSquare = sumOf(summed, ({ squares }) => squares) / count;
  return pairedVariance({ strata: summed, difference, meanSquare, runs, between: false });
}

/** An interval within [−1, 1]; it excludes 0 exactly when `pairedPValue` is below 1 − level. */
export function pairedInterval({ centre, variance, degreesOfFreedom }: PairedVariance, level: number): Interval {
  const half = studentQuantile((1 + level) / 2, degreesOfFreedom) * Math.sqrt(variance);
  return { low: Math.max(-1, centre - half), high: Math.min(1, centre + half) };
}

/** Two-sided p-value for the hypothesis that the difference is `at`; consistent with `pairedInterval`. */
export function pairedPValue({ centre, variance, degreesOfFreedom }: PairedVariance, at = 0): number {
  if (centre === at) return 1;
  if (variance === 0) return 0;
  return 2 * studentCdf(-Math.abs(centre - at) / Math.sqrt(variance), degreesOfFreedom);
}

function squaresOf({ weightSquares, share, count }: PairedStratum): number {
  return weightSquares ?? (share * share) / count;
}

/** The exact two-sided p-value of McNemar's test (1947), which is conservative. */
export function mcnemarExact(b: number, c: number): number {
  return b === c ? 1 : Math.min(1, 2 * binomialCdf(Math.min(b, c), b + c, 0.5));
}

import { binomialCdf, binomialProbability, studentCdf, studentQuantile } from './distributions.js';
import { type Interval, smallSampleFactor } from './rate-intervals.js';

/** The paired differences of one stratum, each in [−1, 1], summed. */
export interface PairedStratum {
  /** Its share of what the difference is about. */
  readonly share: number;
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
  /** The sum of what the runs add to the variance of each difference; undefined: not known. */
  readonly noise: number | undefined;
  /** The share of the stratum that was sampled and may be taken as known, from 0 to 1; 0 without known run noise. */
  readonly fraction: number;
  /** Σ w² over its units, for unequal weights; undefined: share² / count. */
  readonly weightSquares?: number | undefined;
  /** The strata next to it, where they are in order of difficulty. */
  readonly beside?: readonly Pick<PairedStratum, 'count' | 'sum' | 'squares'>[] | undefined;
}

/** A weighted difference and how it is judged. */
export interface PairedSample {
  readonly strata: readonly PairedStratum[];
  /** The weighted difference. */
  readonly difference: number;
  /** The weighted mean of the squared differences. */
  readonly meanSquare: number;
  /** Runs a task on each side. */
  readonly runs: number;
  /** Whether shares are themselves estimates, or chances differ within a stratum: what lies between strata then counts. */
  readonly between: boolean;
}

/** A difference with its variance; the centre is drawn towards 0, as if one pair more had gained and one lost. */
export interface PairedVariance {
  readonly centre: number;
  readonly variance: number;
  readonly degreesOfFreedom: number;
}

/**
 * The variance of a weighted paired difference with two pairs added, one gained and one lost (Bonett and Price 2012),
 * each stratum drawn towards the whole by one more; it is never 0.
 */
export function pairedVariance(sample: PairedSample): PairedVariance {
  const { strata, difference, meanSquare, runs, between } = sample;
  const count = strata.reduce((sum, stratum) => sum + stratum.count, 0);
  const kish = 1 / strata.reduce((sum, stratum) => sum + squaresOf(stratum), 0);
  let variance = 0;
  for (const stratum of strata) {
    const { share, fraction, beside } = stratum;
    const near = beside === undefined ? { count: 0, sum: 0, squares: 0 } : summed(beside);
    const priorMean = (near.sum + difference) / (near.count + 1);
    const priorSquare = (near.squares + meanSquare) / (near.count + 1);
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

/** The variance of a mean difference on tasks that count alike, given by stratum, whatever the size of the pool. */
export function plainVariance(
  strata: readonly (readonly number[])[],
  difference: number,
  runs: number,
): PairedVariance {
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const squares = strata.map((values) => total(values.map((value) => value * value)));
  const count = strata.flat().length;
  return pairedVariance({
    strata: strata.map((values, i) => ({
      share: values.length / count,
      count: values.length,
      sum: total(values),
      squares: squares[i] ?? 0,
      noise: undefined,
      fraction: 0,
    })),
    difference,
    meanSquare: total(squares) / count,
    runs,
    between: false,
  });
}

/** The interval of a difference within −1 to 1; 0 is outside exactly when `pairedPValue` is below 1 − level. */
export function pairedInterval({ centre, variance, degreesOfFreedom }: PairedVariance, level: number): Interval {
  const half = studentQuantile((1 + level) / 2, degreesOfFreedom) * Math.sqrt(variance);
  return { low: Math.max(-1, centre - half), high: Math.min(1, centre + half) };
}

/** The two-sided p-value that the difference is `at`, 0 when absent, from the same centre and variance as the interval. */
export function pairedPValue({ centre, variance, degreesOfFreedom }: PairedVariance, at = 0): number {
  if (centre === at) return 1;
  if (variance === 0) return 0;
  return 2 * studentCdf(-Math.abs(centre - at) / Math.sqrt(variance), degreesOfFreedom);
}

function squaresOf({ weightSquares, share, count }: PairedStratum): number {
  return weightSquares ?? (share * share) / count;
}

function summed(strata: readonly Pick<PairedStratum, 'count' | 'sum' | 'squares'>[]) {
  return strata.reduce(
    (all, each) => ({
      count: all.count + each.count,
      sum: all.sum + each.sum,
      squares: all.squares + each.squares,
    }),
    { count: 0, sum: 0, squares: 0 },
  );
}

/** The mid-p value of McNemar's test for b and c discordant pairs (Fagerland, Lydersen and Laake 2013). */
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

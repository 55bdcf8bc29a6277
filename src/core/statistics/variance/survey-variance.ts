import { mean } from '../summary/mean.js';

/** The sampled units of one stratum. */
export interface StratumInfluences {
  /** What each sampled unit adds to the estimate, linearised: w(y − ŷ)/Σw for a weighted mean. */
  readonly influences: readonly number[];
  /** The share of the stratum that was sampled, from 0 to 1. */
  readonly fraction: number;
}

/** The variance of an estimate under a stratified design. */
export interface SurveyVariance {
  readonly variance: number;
  /** Sampled units less strata with sampled units, at least 1. */
  readonly degreesOfFreedom: number;
  /** How many strata have one sampled unit that stands for others too. */
  readonly lonely: number;
}

/**
 * The variance of a linearised estimate from a stratified sample without replacement, Σ (1 − f) n/(n − 1) Σ(z − z̄)²
 * (Cochran 1977, 5.3; Binder 1983 for the linearisation). A single unit that stands for others has no spread of its
 * own, so it is measured from the mean of the whole sample, as R's survey does under "adjust". A stratum taken whole
 * adds 0.
 */
export function surveyVariance(strata: readonly StratumInfluences[]): SurveyVariance {
  const sampled = strata.filter((stratum) => stratum.influences.length > 0);
  const all = sampled.flatMap((stratum) => stratum.influences);
  const overall = mean(all);
  let variance = 0;
  let lonely = 0;
  for (const { influences, fraction } of sampled) {
    if (!(fraction >= 0 && fraction <= 1)) throw new RangeError(`a fraction lies from 0 to 1, not ${fraction}`);
    if (fraction === 1) continue;
    const n = influences.length;
    if (n === 1) lonely++;
    const spread = n === 1 ? squaresAround(overall, influences) : squaresAround(mean(influences), influences) / (n - 1);
    variance += (1 - fraction) * n * spread;
  }
  return { variance, degreesOfFreedom: Math.max(1, all.length - sampled.length), lonely };
}

function squaresAround(centre: number, values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += (value - centre) ** 2;
  return sum;
}

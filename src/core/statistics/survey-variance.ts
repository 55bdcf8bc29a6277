import { weightedResiduals } from './linear-models.js';
import { type RandomStream, randomInteger } from './random-numbers.js';
import { mean, variance as varianceOf } from './summary.js';

export interface StratumInfluences {
  /** Each unit's linearised contribution to the estimate: w(y − ŷ)/Σw for a weighted mean. */
  readonly influences: readonly number[];
  /** The sampled share of the stratum, from 0 to 1. */
  readonly fraction: number;
}

/**
 * The variance of a linearised estimate from a stratified sample without replacement, Σ (1 − f) n/(n − 1) Σ(z − z̄)²
 * (Cochran 1977, 5.3; Binder 1983). A stratum with one unit uses the overall mean as its centre, like "adjust" in R's
 * survey package.
 */
export function surveyVariance(strata: readonly StratumInfluences[]) {
  const sampled = strata.filter((stratum) => stratum.influences.length > 0);
  const all = sampled.flatMap((stratum) => stratum.influences);
  const overall = mean(all);
  let variance = 0;
  let lonely = 0;
  for (const { influences, fraction } of sampled) {
    if (fraction === 1) continue;
    const n = influences.length;
    if (n === 1) lonely++;
    const spread = n === 1 ? (overall - mean(influences)) ** 2 : varianceOf(influences);
    variance += (1 - fraction) * n * spread;
  }
  return { variance, degreesOfFreedom: Math.max(1, all.length - sampled.length), lonely };
}

/**
 * The variance of an estimate from a fixed-size sample with unequal probabilities, V = Σ c(z − B)², with c = (1 − π)
 * n/(n − 1) and B the c-weighted mean of z (Hájek 1964; Deville 1999). Each influence z is already divided by its
 * probability. For a sample balanced on q columns, `balance` contains the rows x/π, B is the regression of z on them,
 * and n − 1 becomes n − q (Deville and Tillé 2005). Certain units don't count. A single uncertain unit uses the mean of
 * all influences as its centre.
 */
export function unequalVariance(
  influences: readonly number[],
  probabilities: readonly number[],
  balance?: readonly (readonly number[])[],
): number {
  const open = [...probabilities.keys()].filter((i) => (probabilities[i] ?? Number.NaN) < 1);
  const n = open.length;
  if (n === 0) return 0;
  const z = open.map((i) => influences[i] ?? Number.NaN);
  const doubts = open.map((i) => 1 - (probabilities[i] ?? Number.NaN));
  const [only = Number.NaN] = z;
  const [doubt = Number.NaN] = doubts;
  if (n === 1) return doubt * (only - mean(influences)) ** 2;
  const rows = balance === undefined ? undefined : open.map((i) => balance[i] ?? []);
  const regression = rows === undefined ? undefined : weightedResiduals(z, rows, doubts);
  const balanced = regression !== undefined && regression.rank > 0 && regression.rank < n;
  const around = balanced
    ? regression
    : weightedResiduals(
        z,
        z.map(() => [1]),
        doubts,
      );
  let sum = 0;
  around.residuals.forEach((residual, i) => {
    sum += (doubts[i] ?? Number.NaN) * residual * residual;
  });
  return (sum * n) / (n - around.rank);
}

/** Weight factors of one bootstrap replicate of a stratum (Rao & Wu 1988; Rao, Wu & Yue 1992). */
export function raoWuFactors(size: number, random: RandomStream): number[] {
  const factors: number[] = new Array(size).fill(1);
  if (size < 2) return factors;
  const times: number[] = new Array(size).fill(0);
  // Draw n − 1 units: n draws would underestimate the variance by (n − 1)/n, which is half for two units.
  for (let draw = 1; draw < size; draw++) {
    const drawn = randomInteger(size, random);
    times[drawn] = (times[drawn] ?? 0) + 1;
  }
  return times.map((count) => (size * count) / (size - 1));
}

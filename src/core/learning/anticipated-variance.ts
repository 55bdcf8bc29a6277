import { largest } from '../lists/extremes.js';
import { mean, quantile } from '../statistics/summary.js';
import { shiftToMean, sigmoid } from './logistic.js';

/** Earlier difficulty says a little less of the next systems than of those it was learned from. */
const slope = 0.85;

/** No task is taken for settled: what all solved, the next system may fail. */
const leastVariance = 0.05;

/**
 * The rates that the next system may have, in [.03, .97]: five, equally spaced from the median of the earlier means to
 * where four tenths of what the best one failed are solved. Systems without a mean (NaN) do not count.
 */
export function anticipatedRates(means: readonly number[]): number[] {
  const known = means.filter((each) => !Number.isNaN(each)).sort((a, b) => a - b);
  if (known.length === 0) throw new RangeError('rates cannot be anticipated without an earlier system');
  const from = quantile(known, 0.5);
  const to = 1 - 0.6 * (1 - largest(known));
  return [0, 1, 2, 3, 4].map((step) => Math.min(0.97, Math.max(0.03, from + ((to - from) * step) / 4)));
}

/**
 * The variance of the next system's result on each task, in [.05, .25]: p(1 − p) by a logistic curve in the difficulty
 * (Rasch 1960), averaged over the anticipated rates. NaN where the difficulty is.
 */
export function anticipatedVariance(difficulties: readonly number[], rates: readonly number[]): number[] {
  const known = difficulties.filter((x) => !Number.isNaN(x));
  const centre = known.length === 0 ? 0 : mean(known);
  const z = known.map((x) => slope * (x - centre));
  const shifts = rates.map((rate) => shiftToMean(z, rate));
  return difficulties.map((x) => {
    if (Number.isNaN(x)) return Number.NaN;
    let sum = 0;
    for (const shift of shifts) {
      const p = sigmoid(slope * (x - centre) + shift);
      sum += p * (1 - p);
    }
    return Math.max(leastVariance, sum / shifts.length);
  });
}

import { mean, weightedMean } from '../summary/mean.js';
import { standardDeviation, variance } from '../summary/standard-deviation.js';

/**
 * How a selection is held against its pool: a number is compared if at least this share of the tasks have it; a difference
 * beyond `off` is worth a look, beyond `far` too large to speak of the pool (Stuart 2010).
 */
export const balanceLimits = { leastKnown: 0.5, off: 0.25, far: 0.5 } as const;

/** How far apart a standardised difference says that two means are. */
export function balanceLevel(difference: number): 'close' | 'off' | 'far' {
  const size = Math.abs(difference);
  return size > balanceLimits.far ? 'far' : size > balanceLimits.off ? 'off' : 'close';
}

/** Whether a number is compared as log(1 + x): counts are, unless one is below 0. */
export function isOnLogScale(counts: boolean, values: Iterable<number>): boolean {
  if (!counts) return false;
  for (const value of values) if (value < 0) return false;
  return true;
}

/**
 * How far the mean of a selection is from that of its pool, in standard deviations of the pool (divisor n − 1); beyond
 * ±0.25 it is worth a warning (Stuart 2010). Undefined for an empty selection or a pool without spread. Give the weights
 * of the selection to judge the weighted mean.
 */
export function standardisedDifference(
  selected: readonly number[],
  pool: readonly number[],
  weights?: readonly number[],
): number | undefined {
  if (selected.length === 0 || !hasSpread(pool)) return undefined;
  const centre = weights === undefined ? mean(selected) : weightedMean(selected, weights);
  return (centre - mean(pool)) / standardDeviation(pool);
}

/** The same of a pool that is given as its values with how many have each, in ascending order. */
export function countedDifference(
  selected: readonly number[],
  pool: readonly (readonly [value: number, count: number])[],
  weights: readonly number[],
): number | undefined {
  if (selected.length === 0 || pool.length < 2) return undefined;
  const total = (of: (value: number) => number) => pool.reduce((sum, [value, count]) => sum + count * of(value), 0);
  const size = total(() => 1);
  const centre = total((value) => value) / size;
  const deviation = Math.sqrt(total((value) => (value - centre) ** 2) / (size - 1));
  return deviation === 0 ? undefined : (weightedMean(selected, weights) - centre) / deviation;
}

/**
 * How far the means of two lists are apart, in the root of the mean of their variances (Austin 2009); for two selections
 * of which neither is the measure. Undefined when either has fewer than two values, or neither has spread.
 */
export function pooledStandardisedDifference(a: readonly number[], b: readonly number[]): number | undefined {
  if (a.length < 2 || b.length < 2 || !(hasSpread(a) || hasSpread(b))) return undefined;
  return (mean(a) - mean(b)) / Math.sqrt((variance(a) + variance(b)) / 2);
}

function hasSpread(values: readonly number[]): boolean {
  return values.some((value) => value !== values[0]);
}

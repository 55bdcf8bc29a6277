/** The mean of a non-empty list. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? Number.NaN;
  return sum / values.length;
}

/** The mean where each value counts as much as its weight: Σwx / Σw (Hájek 1971 for design weights). */
export function weightedMean(values: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    const weight = weights[i] ?? Number.NaN;
    sum += weight * (values[i] ?? 0);
    total += weight;
  }
  return sum / total;
}

/** The variance of a list of at least two values, with divisor n − 1. */
export function variance(values: readonly number[]): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}

/** The standard deviation of a list of at least two values, with divisor n − 1. */
export function standardDeviation(values: readonly number[]): number {
  return Math.sqrt(variance(values));
}

/** The quantile of a sorted, non-empty list, interpolated between neighbours (Hyndman & Fan 1996, definition 7). */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const place = (sorted.length - 1) * p;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (place - Math.floor(place)) * (high - low);
}

/** A rate rounded to 12 decimals, so that rates equal on paper are equal however they were added up. */
export function comparable(rate: number): number {
  return Math.round(rate * 1e12) / 1e12;
}

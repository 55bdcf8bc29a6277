export function mean(values: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? Number.NaN;
  return sum / values.length;
}

/** Σwx / Σw (Hájek 1971 for design weights). */
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

/** With divisor n − 1; needs at least two values. */
export function variance(values: readonly number[]): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}

export function standardDeviation(values: readonly number[]): number {
  return Math.sqrt(variance(values));
}

/** The quantile of a sorted, non-empty list, linearly interpolated (Hyndman & Fan 1996, definition 7). */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const place = (sorted.length - 1) * p;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (place - Math.floor(place)) * (high - low);
}

/** Rounds to 12 decimals, so that equal rates compare equal however they were summed. */
export function comparable(rate: number): number {
  return Math.round(rate * 1e12) / 1e12;
}

/** The mean of `second` minus that of `first`; 0 if they differ only by rounding errors, which is a tie. */
export function meanDifference(first: readonly number[], second: readonly number[]): number {
  return comparable(mean(second) - mean(first));
}

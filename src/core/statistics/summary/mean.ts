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

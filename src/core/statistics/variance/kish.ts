/**
 * The size of the equally weighted sample that would know as much: (Σw)² / Σw², from 0 to the number of weights (Kish
 * 1965). Without a positive weight it is 0.
 */
export function effectiveSize(weights: readonly number[]): number {
  let sum = 0;
  let squares = 0;
  for (const weight of weights) {
    sum += weight;
    squares += weight * weight;
  }
  return squares === 0 ? 0 : (sum * sum) / squares;
}

/**
 * How many times the variance grows by unequal weights: n over the effective size, 1 + CV²(w), at least 1 (Kish 1965).
 * Without a positive weight there is nothing to grow, and it is 1.
 */
export function weightingEffect(weights: readonly number[]): number {
  const size = effectiveSize(weights);
  return size === 0 ? 1 : weights.length / size;
}

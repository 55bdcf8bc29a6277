/** Shares whole units in proportion to the weights; what rounding leaves goes to the largest remainders, first come first served. */
export function shareOut(weights: readonly number[], units: number): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const exact = weights.map((weight) => (weight * units) / sum);
  const shares = exact.map(Math.floor);
  const left = units - shares.reduce((total, share) => total + share, 0);
  const order = exact
    .map((value, i) => ({ i, rest: value - (shares[i] ?? 0) }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of order.slice(0, left)) shares[i] = (shares[i] ?? 0) + 1;
  return shares;
}

/** The 1-based rank of each value, lowest first; equal values share the mean of their ranks (Kendall 1945, Biometrika 33:239). */
export function midRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks: number[] = new Array(values.length);
  for (let first = 0; first < order.length; ) {
    let after = first + 1;
    while (after < order.length && values[order[after] ?? 0] === values[order[first] ?? 0]) after += 1;
    for (let i = first; i < after; i++) ranks[order[i] ?? 0] = (first + 1 + after) / 2;
    first = after;
  }
  return ranks;
}

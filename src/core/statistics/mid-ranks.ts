/** The 1-based rank of each value, lowest first; equal values share the mean of their ranks (Kendall 1945, Biometrika 33:239). */
export function midRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks: number[] = new Array(values.length);
  for (let first = 0; first < order.length; ) {
    let after = first + 1;
    while (after < order.length && values[order[after] as number] === values[order[first] as number]) after += 1;
    for (let i = first; i < after; i++) ranks[order[i] as number] = (first + 1 + after) / 2;
    first = after;
  }
  return ranks;
}

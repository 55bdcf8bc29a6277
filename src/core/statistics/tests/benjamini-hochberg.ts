/**
 * The p-values adjusted for being several, in the order given, each in [0, 1] and at least the raw one: of those at or
 * under α, at most the share α is expected to be false (Benjamini & Hochberg 1995). For exploring, where Holm is too
 * strict.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const order = [...pValues.entries()].sort(([, a], [, b]) => b - a);
  const adjusted: number[] = new Array(pValues.length);
  let lowest = 1;
  order.forEach(([index, pValue], place) => {
    lowest = Math.min(lowest, (order.length / (order.length - place)) * pValue);
    adjusted[index] = lowest;
  });
  return adjusted;
}

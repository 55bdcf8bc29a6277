/**
 * The p-values adjusted for being several, in the order given, each in [0, 1] and at least the raw one: of those at or
 * under α, at most the share α is expected to be false (Benjamini & Hochberg 1995). For exploring, where Holm is too
 * strict.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[b] as number) - (pValues[a] as number));
  const adjusted: number[] = new Array(pValues.length);
  let lowest = 1;
  order.forEach((index, place) => {
    lowest = Math.min(lowest, (order.length / (order.length - place)) * (pValues[index] as number));
    adjusted[index] = lowest;
  });
  return adjusted;
}

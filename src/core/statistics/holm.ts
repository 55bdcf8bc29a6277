/**
 * The p-values adjusted for being several, in the order given, each in [0, 1] and at least the raw one: rejecting those
 * at or under α keeps the chance of any false rejection at or under α (Holm 1979).
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] as number) - (pValues[b] as number));
  const adjusted: number[] = new Array(pValues.length);
  let highest = 0;
  order.forEach((index, place) => {
    highest = Math.max(highest, Math.min(1, (order.length - place) * (pValues[index] as number)));
    adjusted[index] = highest;
  });
  return adjusted;
}

/**
 * The p-values adjusted for being several, in the order given, each in [0, 1] and at least the raw one: rejecting those
 * at or under α keeps the chance of any false rejection at or under α (Holm 1979).
 */
export function holm(pValues: readonly number[]): number[] {
  const order = [...pValues.entries()].sort(([, a], [, b]) => a - b);
  const adjusted: number[] = new Array(pValues.length);
  let highest = 0;
  order.forEach(([index, pValue], place) => {
    highest = Math.max(highest, Math.min(1, (order.length - place) * pValue));
    adjusted[index] = highest;
  });
  return adjusted;
}

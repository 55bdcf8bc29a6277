/** What the share of one group rests on. */
export interface MeasuredBounds {
  /** The share is in proportion to it; 0 or more. */
  readonly measure: number;
  readonly atLeast: number;
  readonly atMost: number;
}

/**
 * λ · measure held within each group's bounds, with λ such that the shares sum to `places`: floors and caps are solved
 * together, so that their order does not matter. For measure = size × deviation this is Neyman's optimum under bounds.
 *
 * A group of measure 0 stays at its floor. Throws when the shares cannot reach `places`.
 */
export function boundedShares(groups: readonly MeasuredBounds[], places: number): number[] {
  const shareAt = (group: MeasuredBounds, lambda: number) =>
    Math.min(group.atMost, Math.max(group.atLeast, lambda * group.measure));
  const totalAt = (lambda: number) => groups.reduce((sum, group) => sum + shareAt(group, lambda), 0);
  let low = 0;
  let high = 1;
  while (totalAt(high) < places) {
    high *= 2;
    if (high === Infinity) throw new RangeError(`The groups cannot take ${places} places.`);
  }
  // The total never falls as λ grows, so halving finds it; it ends when no number lies between the two.
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (totalAt(middle) < places) low = middle;
    else high = middle;
  }
  return groups.map((group) => shareAt(group, high));
}

/** How many values lie between two bounds, or what their weights sum to. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Sums the weights of values in bins of equal width over [0, 1]; a bound belongs to the bin above it, 1 to the last. */
export function histogram(values: readonly (readonly [value: number, weight: number])[], bins: number): readonly Bin[] {
  const counts = new Array<number>(bins).fill(0);
  for (const [value, weight] of values) {
    // A score such as 0.35 is a hair below seven twentieths; the slack is far below any published digit.
    const at = Math.min(bins - 1, Math.max(0, Math.floor(value * bins + 1e-9)));
    counts[at] = (counts[at] ?? 0) + weight;
  }
  return counts.map((count, at) => ({ from: at / bins, to: (at + 1) / bins, count }));
}

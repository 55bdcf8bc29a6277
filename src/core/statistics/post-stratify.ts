/** New weights, or the first cell whose target no sampled unit can carry. */
export type PostStratified =
  | { readonly weights: readonly number[] }
  | { readonly problem: 'empty-cell'; readonly cell: string };

/**
 * Weights scaled within each cell so that they add up to the cell's known total (Holt and Smith 1979). Every unit's
 * cell needs a target; a target above 0 without sampled weight is a problem, as nothing stands for that cell.
 */
export function postStratify(
  weights: readonly number[],
  cells: readonly string[],
  targets: ReadonlyMap<string, number>,
): PostStratified {
  if (weights.length !== cells.length) throw new RangeError('each weight needs its cell');
  const sums = new Map<string, number>();
  cells.forEach((cell, i) => {
    if (!targets.has(cell)) throw new RangeError(`no target for the cell ${cell}`);
    sums.set(cell, (sums.get(cell) ?? 0) + (weights[i] ?? Number.NaN));
  });
  for (const [cell, target] of targets) {
    if (!(target >= 0)) throw new RangeError(`the target of ${cell} is negative: ${target}`);
    if (target > 0 && !((sums.get(cell) ?? 0) > 0)) return { problem: 'empty-cell', cell };
  }
  return {
    weights: cells.map((cell, i) => {
      const sum = sums.get(cell) ?? 0;
      return sum === 0 ? 0 : ((weights[i] ?? Number.NaN) * (targets.get(cell) ?? 0)) / sum;
    }),
  };
}

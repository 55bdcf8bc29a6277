/** What a regression leaves of its values, and how many of its columns were independent. */
export interface WeightedResiduals {
  readonly residuals: readonly number[];
  readonly rank: number;
}

/**
 * The residuals of the weighted least-squares regression of values on the columns of rows, by Gram–Schmidt (Björck
 * 1967). Columns that depend on earlier ones, as the shares of all groups do on a constant, add nothing and are left
 * out of the rank; weights are at least 0.
 */
export function weightedResiduals(
  values: readonly number[],
  rows: readonly (readonly number[])[],
  weights: readonly number[],
): WeightedResiduals {
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, x, i) => sum + x * (b[i] ?? Number.NaN) * (weights[i] ?? Number.NaN), 0);
  const without = (vector: readonly number[], basis: readonly (readonly number[])[]): readonly number[] => {
    let left = vector;
    for (const unit of basis) {
      const share = product(left, unit);
      left = left.map((x, i) => x - share * (unit[i] ?? Number.NaN));
    }
    return left;
  };
  const basis: (readonly number[])[] = [];
  const width = rows[0]?.length ?? 0;
  for (let column = 0; column < width; column++) {
    const vector = rows.map((row) => row[column] ?? 0);
    const length = Math.sqrt(product(vector, vector));
    // Twice, for one pass leaves rounding errors that look like a new direction.
    const left = without(without(vector, basis), basis);
    const norm = Math.sqrt(product(left, left));
    if (norm > 1e-9 * length) basis.push(left.map((x) => x / norm));
  }
  return { residuals: without(without(values, basis), basis), rank: basis.length };
}

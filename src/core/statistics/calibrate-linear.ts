import { solveLinear } from './solve-linear.js';

/** Calibrated weights with the factors that made them, or why there are none. */
export type LinearlyCalibrated =
  | { readonly weights: readonly number[]; readonly factors: readonly number[] }
  | { readonly problem: 'singular' };

/**
 * Weights w · g with g = 1 + x′A⁻¹(X − X̂), A = Σ w x x′, whose totals of the columns are the known ones (Deville and
 * Särndal 1992, the linear method). Each row is one unit's x. A factor may be negative; the caller decides what it
 * allows.
 */
export function calibrateLinear(
  weights: readonly number[],
  rows: readonly (readonly number[])[],
  totals: readonly number[],
): LinearlyCalibrated {
  if (weights.length !== rows.length) throw new RangeError('each weight needs its row');
  if (rows.some((row) => row.length !== totals.length))
    throw new RangeError('each row needs as many columns as totals');
  const missing = totals.map((total, j) => rows.reduce((left, x, i) => left - (weights[i] ?? 0) * (x[j] ?? 0), total));
  const multipliers = solveLinear(crossProducts(rows, weights), missing);
  if (multipliers === undefined) return { problem: 'singular' };
  const factors = rows.map((row) => row.reduce((sum, x, j) => sum + x * (multipliers[j] ?? 0), 1));
  return { weights: factors.map((factor, i) => factor * (weights[i] ?? Number.NaN)), factors };
}

/** Σ w x x′ over the rows x. */
function crossProducts(rows: readonly (readonly number[])[], weights: readonly number[]): number[][] {
  const width = rows[0]?.length ?? 0;
  const sums = Array.from({ length: width }, () => new Array<number>(width).fill(0));
  rows.forEach((row, i) => {
    for (const [j, sum] of sums.entries()) {
      row.forEach((x, k) => {
        sum[k] = (sum[k] ?? 0) + (weights[i] ?? 0) * (row[j] ?? 0) * x;
      });
    }
  });
  return sums;
}

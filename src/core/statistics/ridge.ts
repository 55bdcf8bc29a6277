import { mean } from './mean.js';
import { solveLinear } from './solve-linear.js';

/** A linear fit held back by a penalty on the size of its coefficients. */
export interface RidgeFit {
  readonly penalty: number;
  readonly coefficients: readonly number[];
  readonly intercept: number;
}

/**
 * Ridge regression of y on the columns of `rows`, for each penalty: minimises Σ(y − b₀ − xb)² + penalty · Σb², the
 * intercept free (Hoerl & Kennard 1970). Columns are centred, not scaled: standardise them first, for the penalty treats
 * all alike. A fit is undefined where the columns depend on each other and the penalty, at least 0, does not help.
 */
export function ridge(
  rows: readonly (readonly number[])[],
  y: readonly number[],
  penalties: readonly number[],
): (RidgeFit | undefined)[] {
  const columns = (rows[0] ?? []).map((_, j) => rows.map((row) => row[j] ?? Number.NaN));
  const centred = columns.map(deviations);
  const outcome = deviations(y);
  const products = centred.map((a) => centred.map((b) => dot(a, b)));
  const right = centred.map((column) => dot(column, outcome));
  return penalties.map((penalty) => {
    const matrix = products.map((row, i) => row.map((value, j) => (i === j ? value + penalty : value)));
    const coefficients = solveLinear(matrix, right);
    if (coefficients === undefined) return undefined;
    return { penalty, coefficients, intercept: mean(y) - dot(columns.map(mean), coefficients) };
  });
}

function deviations(values: readonly number[]): number[] {
  const centre = mean(values);
  return values.map((value) => value - centre);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? Number.NaN), 0);
}

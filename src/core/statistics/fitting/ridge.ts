import { swap } from '../../lists/swap.js';
import { mean } from '../summary/mean.js';

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
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? Number.NaN) * (b[i] ?? Number.NaN);
  return sum;
}

/**
 * The x of matrix · x = right for a small square matrix, by elimination with partial pivoting (Golub and Van Loan 2013,
 * 3.4); undefined when the matrix is singular to within rounding.
 */
export function solveLinear(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): readonly number[] | undefined {
  const n = right.length;
  if (matrix.length !== n || matrix.some((row) => row.length !== n)) throw new RangeError('the matrix is not square');
  const rows = matrix.map((row, i) => [...row, right[i] ?? Number.NaN]);
  const scales = matrix.map((row) => Math.max(...row.map(Math.abs)));
  for (let column = 0; column < n; column++) {
    const pivot = largestBelow(rows, column, scales);
    if (pivot === undefined) return undefined;
    swap(rows, column, pivot);
    swap(scales, column, pivot);
    eliminate(rows, column);
  }
  return substitute(rows, n);
}

/** The row, from this one down, whose entry is largest against its own scale; undefined when all are as good as 0. */
function largestBelow(rows: readonly number[][], column: number, scales: readonly number[]): number | undefined {
  let best: number | undefined;
  let largest = 1e-12;
  for (let row = column; row < rows.length; row++) {
    const scale = scales[row] ?? 0;
    const size = scale === 0 ? 0 : Math.abs(rows[row]?.[column] ?? 0) / scale;
    if (size > largest) {
      best = row;
      largest = size;
    }
  }
  return best;
}

function eliminate(rows: readonly number[][], column: number): void {
  const from = rows[column] ?? [];
  for (const row of rows.slice(column + 1)) {
    const factor = (row[column] ?? 0) / (from[column] ?? 0);
    if (factor === 0) continue;
    for (let k = column; k < row.length; k++) row[k] = (row[k] as number) - factor * (from[k] as number);
  }
}

function substitute(rows: readonly number[][], n: number): number[] {
  const solution = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    const row = rows[i] ?? [];
    let rest = row[n] ?? 0;
    for (let j = i + 1; j < n; j++) rest -= (row[j] ?? 0) * (solution[j] ?? 0);
    solution[i] = rest / (row[i] ?? 0);
  }
  return solution;
}

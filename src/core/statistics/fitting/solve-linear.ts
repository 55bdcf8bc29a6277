import { swap } from '../../lists/at.js';

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

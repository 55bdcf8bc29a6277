/**
 * A vector v ≠ 0 with Σ rows[r][c] · v[c] = 0 for every row, by Gauss–Jordan elimination with the largest entry of each
 * row as its pivot; undefined where only v = 0 does. There always is one for fewer rows than columns. Its first free
 * entry is 1.
 *
 * @param rows Changed in place; only the first `width` entries of each are read.
 */
export function nullVector(rows: readonly Float64Array[], width: number): Float64Array | undefined {
  const pivotRow = new Int32Array(width).fill(-1);
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] as Float64Array;
    if (!scale(row, width)) continue;
    for (let c = 0; c < width; c++) {
      const above = pivotRow[c] as number;
      if (above !== -1) subtract(row, rows[above] as Float64Array, c, width);
    }
    const pivot = largestEntry(row, width);
    // What is left of a row that the earlier ones imply is rounding alone.
    if (Math.abs(row[pivot] as number) < tolerance) continue;
    divide(row, row[pivot] as number, width);
    for (let c = 0; c < width; c++) {
      const other = pivotRow[c] as number;
      if (other !== -1) subtract(rows[other] as Float64Array, row, pivot, width);
    }
    pivotRow[pivot] = r;
  }
  const free = pivotRow.indexOf(-1);
  if (free === -1) return undefined;
  return Float64Array.from(pivotRow, (row, c) => {
    if (row !== -1) return -((rows[row] as Float64Array)[free] as number);
    return c === free ? 1 : 0;
  });
}

const tolerance = 1e-9;

/** Brings the largest entry to ±1, so that the tolerance means the same in every row; false where all are 0. */
function scale(row: Float64Array, width: number): boolean {
  const largest = Math.abs(row[largestEntry(row, width)] as number);
  if (largest === 0) return false;
  divide(row, largest, width);
  return true;
}

function largestEntry(row: Float64Array, width: number): number {
  let largest = 0;
  for (let c = 1; c < width; c++) {
    if (Math.abs(row[c] as number) > Math.abs(row[largest] as number)) largest = c;
  }
  return largest;
}

function divide(row: Float64Array, divisor: number, width: number): void {
  for (let c = 0; c < width; c++) row[c] = (row[c] as number) / divisor;
}

/** Takes away as much of `pivotRow`, whose entry in `column` is 1, as makes that entry of `row` exactly 0. */
function subtract(row: Float64Array, pivotRow: Float64Array, column: number, width: number): void {
  const factor = row[column] as number;
  if (factor === 0) return;
  for (let c = 0; c < width; c++) row[c] = (row[c] as number) - factor * (pivotRow[c] as number);
  row[column] = 0;
}

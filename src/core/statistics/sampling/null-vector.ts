/**
 * A vector v ≠ 0 with Σ rows[r][c] · v[c] = 0 for every row, by Gauss–Jordan elimination with the largest entry of each
 * row as its pivot; undefined where only v = 0 does. There always is one for fewer rows than columns. Its first free
 * entry is 1.
 *
 * @param rows Changed in place; only the first `width` entries of each are read.
 */
export function nullVector(rows: readonly Float64Array[], width: number): Float64Array | undefined {
  // For each column, the row that has its pivot there.
  const pivots = new Array<Float64Array | undefined>(width).fill(undefined);
  for (const row of rows) {
    if (!scale(row, width)) continue;
    for (let c = 0; c < width; c++) {
      const above = pivots[c];
      if (above !== undefined) subtract(row, above, c, width);
    }
    const pivot = largestEntry(row, width);
    const entry = row[pivot] ?? 0;
    // What is left of a row that the earlier ones imply is rounding alone.
    if (Math.abs(entry) < tolerance) continue;
    divide(row, entry, width);
    for (const other of pivots) {
      if (other !== undefined) subtract(other, row, pivot, width);
    }
    pivots[pivot] = row;
  }
  const free = pivots.indexOf(undefined);
  if (free === -1) return undefined;
  return Float64Array.from(pivots, (row, c) => {
    if (row !== undefined) return -(row[free] ?? 0);
    return c === free ? 1 : 0;
  });
}

const tolerance = 1e-9;

/** Brings the largest entry to ±1, so that the tolerance means the same in every row; false where all are 0. */
function scale(row: Float64Array, width: number): boolean {
  const largest = Math.abs(row[largestEntry(row, width)] ?? 0);
  if (largest === 0) return false;
  divide(row, largest, width);
  return true;
}

function largestEntry(row: Float64Array, width: number): number {
  let largest = 0;
  for (let c = 1; c < width; c++) {
    if (Math.abs(row[c] ?? 0) > Math.abs(row[largest] ?? 0)) largest = c;
  }
  return largest;
}

function divide(row: Float64Array, divisor: number, width: number): void {
  for (let c = 0; c < width; c++) row[c] = (row[c] ?? 0) / divisor;
}

/** Takes away as much of `pivotRow`, whose entry in `column` is 1, as makes that entry of `row` exactly 0. */
function subtract(row: Float64Array, pivotRow: Float64Array, column: number, width: number): void {
  const factor = row[column] ?? 0;
  if (factor === 0) return;
  for (let c = 0; c < width; c++) row[c] = (row[c] ?? 0) - factor * (pivotRow[c] ?? 0);
  row[column] = 0;
}

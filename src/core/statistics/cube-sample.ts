import { type RandomStream, shuffle } from './random-numbers.js';
import { isOpen, settle, settleAll, settleLast, takenUnits } from './sampling.js';

/**
 * Draws a balanced sample by the cube method (Deville & Tillé 2004, Biometrika 91:893; Chauvet & Tillé 2006). Each unit
 * keeps its probability, and the estimated column totals come as close to the true totals as whole units allow. List
 * the most important columns first. Returns the units in ascending order; if the probabilities sum to a whole number,
 * that is the sample size.
 */
export function cubeSample(
  probabilities: readonly number[],
  columns: readonly (readonly number[])[],
  random: RandomStream,
): number[] {
  if (!columns.every((column) => column.length === probabilities.length && column.every(isUsable))) {
    throw new RangeError('Every column needs a number within ±1e290 for every unit.');
  }
  const state = settleAll(probabilities);
  const order = shuffle([...state.keys()], random).filter((unit) => isOpen(state, unit));
  // Balancing on the probabilities themselves (a column of ones after division) fixes the sample size.
  const balanced = [probabilities, ...columns].map((column) => ({
    column,
    row: new Float64Array(columns.length + 2),
  }));
  let window: number[] = [];
  for (let next = 0; ; ) {
    for (; window.length <= balanced.length; next++) {
      const unit = order[next];
      if (unit === undefined) break;
      window.push(unit);
    }
    const [first] = window;
    if (first === undefined) break;
    for (const { column, row } of balanced) {
      window.forEach((unit, c) => {
        row[c] = (column[unit] ?? 0) / (probabilities[unit] ?? 0);
      });
    }
    const direction = nullVector(
      balanced.map(({ row }) => row),
      window.length,
    );
    if (direction !== undefined) {
      move(state, window, direction, random);
    } else if (balanced.length > 1) {
      // No step preserves all columns, so drop the least important one.
      balanced.pop();
    } else {
      state[first] = settleLast(probabilities, state, first, random);
    }
    window = window.filter((unit) => isOpen(state, unit));
  }
  return takenUnits(state);
}

/** Whether the value stays finite when divided by a probability. */
function isUsable(value: number): boolean {
  return Math.abs(value) <= 1e290;
}

/** Moves the units along ±direction until one of them reaches 0 or 1; the expected move is 0. */
function move(state: Float64Array, units: readonly number[], direction: Float64Array, random: RandomStream): void {
  let forward = Infinity;
  let backward = Infinity;
  units.forEach((unit, c) => {
    const v = direction[c] ?? 0;
    if (v === 0) return;
    const up = (1 - (state[unit] ?? 0)) / Math.abs(v);
    const down = (state[unit] ?? 0) / Math.abs(v);
    forward = Math.min(forward, v > 0 ? up : down);
    backward = Math.min(backward, v > 0 ? down : up);
  });
  const step = random.double() * (forward + backward) < backward ? forward : -backward;
  units.forEach((unit, c) => {
    state[unit] = settle((state[unit] ?? 0) + step * (direction[c] ?? 0));
  });
}

/** A vector v ≠ 0 with rows · v = 0 over the first `width` entries, by Gauss–Jordan elimination. Modifies the rows. */
export function nullVector(rows: readonly Float64Array[], width: number): Float64Array | undefined {
  // Indexed by column.
  const pivots = new Array<Float64Array | undefined>(width).fill(undefined);
  for (const row of rows) {
    if (!scale(row, width)) continue;
    for (let c = 0; c < width; c++) {
      const above = pivots[c];
      if (above !== undefined) subtract(row, above, c, width);
    }
    const pivot = largestEntry(row, width);
    const entry = row[pivot] ?? 0;
    // The row depends on earlier rows; the rest is rounding error.
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

/** Scales the largest entry to ±1 so that `tolerance` applies to every row alike; false if all entries are 0. */
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

/** Eliminates `row[column]`; expects 1 in `pivotRow[column]`. */
function subtract(row: Float64Array, pivotRow: Float64Array, column: number, width: number): void {
  const factor = row[column] ?? 0;
  if (factor === 0) return;
  for (let c = 0; c < width; c++) row[c] = (row[c] ?? 0) - factor * (pivotRow[c] ?? 0);
  row[column] = 0;
}

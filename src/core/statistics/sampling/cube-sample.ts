import type { RandomStream } from '../chance/sfc32.js';
import { shuffle } from '../chance/shuffle.js';
import { nullVector } from './null-vector.js';
import { settle, settleAll, settleLast, takenUnits } from './settle.js';

/**
 * A balanced sample: each unit keeps its probability exactly, and the total of each column estimated from the sample is
 * as near to the true one as whole units allow (Deville & Tillé 2004, Biometrika 91:893; the units a few at a time as in
 * Chauvet & Tillé 2006). Gives the units drawn, ascending; their number is the sum of the probabilities where that is
 * whole, for the size is balanced before all else and given up last.
 *
 * @param columns What to balance, the most important first: one array each, with a number for every unit.
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
  // The column of the size: probability / probability.
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
      // No step keeps all columns, so the last is let go of.
      balanced.pop();
    } else {
      state[first] = settleLast(probabilities, state, first, random);
    }
    window = window.filter((unit) => isOpen(state, unit));
  }
  return takenUnits(state);
}

/** Whether the number stays finite when it is divided by a probability. */
function isUsable(value: number): boolean {
  return Math.abs(value) <= 1e290;
}

function isOpen(state: Float64Array, unit: number): boolean {
  return state[unit] !== 0 && state[unit] !== 1;
}

/** Moves the units along ±direction until one of them is settled; on average none of them moves. */
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

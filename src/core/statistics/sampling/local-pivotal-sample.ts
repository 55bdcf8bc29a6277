import { randomInteger } from '../chance/random-integer.js';
import type { RandomStream } from '../chance/sfc32.js';
import { settle, settleAll, settleLast, takenUnits } from './settle.js';

/**
 * A sample that is spread out: near units are seldom drawn together, and each keeps its probability exactly (Grafström,
 * Lundström & Schelin 2012, Biometrics 68:514, the second local pivotal method). Gives the units drawn, ascending; their
 * number is the sum of the probabilities where that is whole. Time grows with the square of the number of units.
 *
 * @param distance Of two different units; where several are equally near, the lowest index is the nearest.
 */
export function localPivotal(
  probabilities: readonly number[],
  distance: (i: number, j: number) => number,
  random: RandomStream,
): number[] {
  const state = settleAll(probabilities);
  // The unsettled units, kept ascending.
  const open = Int32Array.from(state.keys()).filter((unit) => isOpen(state, unit));
  let count = open.length;
  const removeIfSettled = (place: number) => {
    if (isOpen(state, open[place] ?? 0)) return;
    open.copyWithin(place, place + 1, count);
    count -= 1;
  };
  while (count > 1) {
    const place = randomInteger(count, random);
    const nearest = nearestPlace(open, count, place, distance);
    fight(state, open[place] ?? 0, open[nearest] ?? 0, random);
    // The later place first, so that the earlier one still holds.
    removeIfSettled(Math.max(place, nearest));
    removeIfSettled(Math.min(place, nearest));
  }
  if (count === 1) {
    const last = open[0] ?? 0;
    state[last] = settleLast(probabilities, state, last, random);
  }
  return takenUnits(state);
}

function isOpen(state: Float64Array, unit: number): boolean {
  return state[unit] !== 0 && state[unit] !== 1;
}

function nearestPlace(
  open: Int32Array,
  count: number,
  place: number,
  distance: (i: number, j: number) => number,
): number {
  const unit = open[place] ?? 0;
  let nearest = place === 0 ? 1 : 0;
  let least = Infinity;
  for (let other = 0; other < count; other++) {
    if (other === place) continue;
    const far = distance(unit, open[other] ?? 0);
    if (far < least) {
      least = far;
      nearest = other;
    }
  }
  return nearest;
}

/** Moves probability from one unit to the other until one of the two is settled; on average neither gains. */
function fight(state: Float64Array, i: number, j: number, random: RandomStream): void {
  const pi = state[i] ?? 0;
  const pj = state[j] ?? 0;
  const sum = pi + pj;
  if (sum < 1) {
    const jWins = random.double() * sum < pj;
    state[i] = jWins ? 0 : settle(sum);
    state[j] = jWins ? settle(sum) : 0;
  } else {
    const iWins = random.double() * (2 - sum) < 1 - pj;
    state[i] = iWins ? 1 : settle(sum - 1);
    state[j] = iWins ? settle(sum - 1) : 1;
  }
}

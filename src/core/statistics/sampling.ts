import { type RandomStream, randomInteger } from './random-numbers.js';

/** Probabilities this close to 0 or 1 differ from them only by rounding. */
const dust = 1e-9;

/** Snaps a probability to 0 or 1 if it is within rounding error; the unit is then settled. */
export function settle(probability: number): number {
  if (probability < dust) return 0;
  return probability > 1 - dust ? 1 : probability;
}

/** The initial state of a draw, which changes the probabilities until all are 0 or 1. */
export function settleAll(probabilities: readonly number[]): Float64Array {
  return Float64Array.from(probabilities, settle);
}

/** Settles the last open unit: completes a whole sample size if there is one, otherwise draws at random. */
export function settleLast(
  probabilities: readonly number[],
  state: Float64Array,
  last: number,
  random: RandomStream,
): 0 | 1 {
  const size = probabilities.reduce((sum, probability) => sum + probability, 0);
  if (Math.abs(size - Math.round(size)) > wholeTolerance) return random.double() < (state[last] ?? 0) ? 1 : 0;
  const taken = state.reduce((count, value) => count + (value === 1 ? 1 : 0), 0);
  return taken < Math.round(size) ? 1 : 0;
}

const wholeTolerance = 1e-6;

export function isOpen(state: Float64Array, unit: number): boolean {
  return state[unit] !== 0 && state[unit] !== 1;
}

/** The units with probability 1, in ascending order. */
export function takenUnits(state: Float64Array): number[] {
  const taken: number[] = [];
  state.forEach((value, unit) => {
    if (value === 1) taken.push(unit);
  });
  return taken;
}

/** Inclusion probabilities for n units drawn in proportion to size (Tillé 2006, 2.10). Sizes must be above 0. */
export function inclusionProbabilities(sizes: ArrayLike<number>, n: number): number[] {
  const all = Uint32Array.from({ length: sizes.length }, (_, index) => index);
  const sizeOf = (index: number) => sizes[index] ?? 0;
  const probabilities = new Array<number>(sizes.length).fill(1);
  let open = all;
  let left = n;
  for (;;) {
    const total = open.reduce((sum, index) => sum + sizeOf(index), 0);
    const share = (index: number) => (left * sizeOf(index)) / total;
    const others = open.filter((index) => share(index) < 1);
    const certain = open.length - others.length;
    // If huge units use up all places, the other units keep their tiny shares.
    if (certain === 0 || (certain >= left && others.length > 0)) {
      // Within rounding error of 1, the unit is certain.
      for (const index of open) probabilities[index] = share(index) > 1 - 1e-12 ? 1 : share(index);
      return probabilities;
    }
    left -= certain;
    open = others;
  }
}

/** Rosén's (1997) Pareto rank; the n lowest ranks are drawn. 0 for certain units, ∞ for impossible ones. */
export function paretoRank(u: number, probability: number): number {
  if (probability >= 1) return 0;
  if (probability <= 0) return Infinity;
  return u / (1 - u) / (probability / (1 - probability));
}

/** Positions of a systematic sample: every (size/n)th, with `start` in [0, 1) as offset (Madow & Madow 1944). */
export function systematicPositions(size: number, n: number, start: number): number[] {
  // Computes ⌊(start + k) · size / n⌋ in integers. Dropping the numerator's fraction doesn't change the result, and
  // rounding can't make positions collide or overflow. Even for the largest start below 1, start · size rounds to less
  // than size.
  const offset = Math.floor(start * size);
  return Array.from({ length: n }, (_, k) => Math.floor((k * size + offset) / n));
}

/**
 * Draws a sample that rarely contains neighbours in the given order; each unit keeps its probability (Deville and Tillé
 * 1998; Chauvet 2012). Each unit meets the unit carried so far, and the arriving unit's uniform settles one of the two.
 */
export function orderedPivotal(probabilities: readonly number[], uniforms: readonly number[]): number[] {
  const state = settleAll(probabilities);
  const carried = meetAlong(
    state,
    probabilities.map((_, unit) => unit),
    uniforms,
  );
  // Only rounding error is left if the probabilities sum to a whole number; otherwise the unit's uniform decides.
  if (carried !== undefined) state[carried] = (uniforms[carried] ?? 0) < (state[carried] ?? 0) ? 1 : 0;
  return takenUnits(state);
}

/** Applies the pivotal steps in this order and returns the unit that is still open, if any. */
export function meetAlong(
  state: Float64Array,
  order: readonly number[],
  uniforms: readonly number[],
): number | undefined {
  let carried: number | undefined;
  for (const unit of order) {
    if (!isOpen(state, unit)) continue;
    if (carried === undefined) {
      carried = unit;
      continue;
    }
    meet(state, carried, unit, uniforms[unit] ?? 0);
    carried = isOpen(state, carried) ? carried : isOpen(state, unit) ? unit : undefined;
  }
  return carried;
}

function meet(state: Float64Array, carried: number, arrived: number, uniform: number): void {
  const own = state[arrived] ?? 0;
  const sum = (state[carried] ?? 0) + own;
  if (settle(Math.min(1, sum)) < 1) {
    const arrivedWins = uniform < own / sum;
    state[carried] = arrivedWins ? 0 : sum;
    state[arrived] = arrivedWins ? sum : 0;
    return;
  }
  const left = settle(Math.max(0, sum - 1));
  const carriedWins = uniform < (1 - own) / (2 - sum);
  state[carried] = carriedWins ? 1 : left;
  state[arrived] = carriedWins ? left : 1;
}

/**
 * Draws a spatially spread sample: nearby units are rarely drawn together, and each unit keeps its probability
 * (Grafström, Lundström & Schelin 2012, Biometrics 68:514). Takes time quadratic in the number of units.
 */
export function localPivotal(
  probabilities: readonly number[],
  distance: (i: number, j: number) => number,
  random: RandomStream,
): number[] {
  const state = settleAll(probabilities);
  // The open units, in ascending order.
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
    // Remove the later position first, so that the earlier one stays valid.
    removeIfSettled(Math.max(place, nearest));
    removeIfSettled(Math.min(place, nearest));
  }
  if (count === 1) {
    const last = open[0] ?? 0;
    state[last] = settleLast(probabilities, state, last, random);
  }
  return takenUnits(state);
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

/** Moves probability between two units until one of them is settled; the expected change is 0. */
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

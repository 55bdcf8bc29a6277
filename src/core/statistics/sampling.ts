import { type RandomStream, randomInteger } from './random-numbers.js';

/** A probability this close to 0 or 1 differs from it by rounding alone. */
const dust = 1e-9;

/** The probability in [0, 1], made exactly 0 or 1 where rounding alone keeps it away: its unit is then settled. */
export function settle(probability: number): number {
  if (probability < dust) return 0;
  return probability > 1 - dust ? 1 : probability;
}

/** The probabilities, each settled where it can be; a sample is drawn by changing them until all are 0 or 1. */
export function settleAll(probabilities: readonly number[]): Float64Array {
  if (!probabilities.every((probability) => probability >= 0 && probability <= 1)) {
    throw new RangeError('Every probability must be in [0, 1].');
  }
  return Float64Array.from(probabilities, settle);
}

/** Settles the last open unit: to make up a whole size, else by a draw. */
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

/** Whether a unit's probability is neither 0 nor 1 yet. */
export function isOpen(state: Float64Array, unit: number): boolean {
  return state[unit] !== 0 && state[unit] !== 1;
}

/** The units whose probability became 1, ascending. */
export function takenUnits(state: Float64Array): number[] {
  const taken: number[] = [];
  state.forEach((value, unit) => {
    if (value === 1) taken.push(unit);
  });
  return taken;
}

/** The probability of each unit to be among n drawn in proportion to size (Tillé 2006, 2.10); sizes are above 0. */
export function inclusionProbabilities(sizes: ArrayLike<number>, n: number): number[] {
  const all = Uint32Array.from({ length: sizes.length }, (_, index) => index);
  const sizeOf = (index: number) => sizes[index] ?? 0;
  if (!all.every((index) => sizeOf(index) > 0 && sizeOf(index) < Infinity))
    throw new RangeError('Every size must be above 0.');
  if (!Number.isInteger(n) || n < 0 || n > sizes.length) {
    throw new RangeError(`${n} units cannot be drawn from ${sizes.length}.`);
  }
  const probabilities = new Array<number>(sizes.length).fill(1);
  let open = all;
  let left = n;
  for (;;) {
    const total = open.reduce((sum, index) => sum + sizeOf(index), 0);
    const share = (index: number) => (left * sizeOf(index)) / total;
    const others = open.filter((index) => share(index) < 1);
    const certain = open.length - others.length;
    // Beside a huge unit the others can round to nothing; they then keep the little they have.
    if (certain === 0 || (certain >= left && others.length > 0)) {
      for (const index of open) probabilities[index] = upToDust(share(index));
      return probabilities;
    }
    left -= certain;
    open = others;
  }
}

/** 1 for what rounding alone keeps from it, so that a certain unit is known as one. */
function upToDust(probability: number): number {
  return probability > 1 - 1e-12 ? 1 : probability;
}

/** The rank of a unit in a Pareto sample, whose n lowest are drawn (Rosén 1997); 0 if certain, ∞ if impossible. */
export function paretoRank(u: number, probability: number): number {
  if (probability >= 1) return 0;
  if (probability <= 0) return Infinity;
  return u / (1 - u) / (probability / (1 - probability));
}

/** The positions of a systematic sample of n: every size/n-th from a start in [0, 1) (Madow & Madow 1944). */
export function systematicPositions(size: number, n: number, start: number): number[] {
  if (!Number.isInteger(size) || !Number.isInteger(n) || n < 0 || n > size) {
    throw new RangeError(`${n} positions cannot be drawn from ${size}.`);
  }
  if (!(start >= 0 && start < 1)) throw new RangeError(`The start must be in [0, 1), but is ${start}.`);
  // ⌊(start + k) · size / n⌋ in whole numbers: a fraction below 1 in the numerator never changes the result, and without
  // it no rounding can make two positions equal or one too large. Even for the last number below 1, start · size stays
  // below size when rounded.
  const offset = Math.floor(start * size);
  return Array.from({ length: n }, (_, k) => Math.floor((k * size + offset) / n));
}

/**
 * Draws a sample along an order that seldom contains neighbours; each unit keeps its probability (Deville and Tillé
 * 1998; Chauvet 2012). One unit is carried along and meets each next one, which settles one of the two by the
 * `uniforms` of the arriving unit.
 */
export function orderedPivotal(probabilities: readonly number[], uniforms: readonly number[]): number[] {
  const state = settleAll(probabilities);
  const carried = meetAlong(
    state,
    probabilities.map((_, unit) => unit),
    uniforms,
  );
  // What rounding leaves of the last one; where the sum is not whole its own number decides.
  if (carried !== undefined) state[carried] = (uniforms[carried] ?? 0) < (state[carried] ?? 0) ? 1 : 0;
  return takenUnits(state);
}

/** Walks along the units in this order: each open unit meets the one carried. Returns the one still open at the end. */
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
 * Draws a sample that is spread out: near units are seldom drawn together, and each keeps its probability (Grafström,
 * Lundström & Schelin 2012, Biometrics 68:514). Time grows with the square of the number of units.
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

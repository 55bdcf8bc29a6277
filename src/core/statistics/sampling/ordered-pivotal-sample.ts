import { settle, settleAll, takenUnits } from './settle.js';

/**
 * A sample along an order: of neighbours seldom both are drawn, and each unit keeps its probability exactly (Deville and
 * Tillé 1998; Chauvet 2012 for its likeness to systematic sampling, of which it has none of the few possible samples). One
 * unit is carried along the order; each next one meets it, and one of the two is settled. Gives the units drawn,
 * ascending; their number is the sum of the probabilities where that is whole.
 *
 * @param uniforms A number in [0, 1) for each unit: a meeting uses that of the unit that arrives.
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

/**
 * One walk along the units in this order, which changes the state: each open unit meets the one carried. Gives the one that
 * is still open at the end, if any.
 */
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

function isOpen(state: Float64Array, unit: number): boolean {
  return state[unit] !== 0 && state[unit] !== 1;
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

import type { RandomStream } from '../chance/sfc32.js';

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

/**
 * 0 or 1 for the last unsettled unit. Where the probabilities sum to a whole number it only makes up the size; otherwise
 * it is drawn, and the size is the sum rounded up or down.
 *
 * @param state The probabilities after all else is settled.
 */
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

/** The units whose probability became 1, ascending. */
export function takenUnits(state: Float64Array): number[] {
  const taken: number[] = [];
  state.forEach((value, unit) => {
    if (value === 1) taken.push(unit);
  });
  return taken;
}

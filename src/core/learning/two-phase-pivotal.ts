import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { meetAlong, settleAll, takenUnits } from '../statistics/sampling.js';

/** All that a draw in two phases needs, a value for each task. */
export interface SequentialDraw {
  /** Their sum is whole. */
  readonly probabilities: readonly number[];
  readonly labels: readonly number[];
  /** The indexes of the tasks in the order of the walk. */
  readonly order: readonly number[];
  /** A number in [0, 1) for each task and phase: a duel uses that of the task that arrives. */
  readonly uniforms: readonly [first: readonly number[], second: readonly number[]];
}

/**
 * The tasks drawn, ascending: each label is walked by itself, then what is open in all of them together, so that every
 * label has its expected count rounded up or down, and each task its probability exactly (Chauvet 2012; Grafström,
 * Lundström and Schelin 2012).
 */
export function sequentialPivotal({ probabilities, labels, order, uniforms }: SequentialDraw): number[] {
  const state = settleAll(probabilities);
  const [first, second] = uniforms;
  for (const walk of groupBy(order, (task) => at(labels, task)).values()) meetAlong(state, walk, first);
  const last = meetAlong(state, order, second);
  // The sum is whole, so that rounding alone has left it open.
  if (last !== undefined) state[last] = Math.round(at(state, last));
  return takenUnits(state);
}

import { moveWeight } from '../../../core/score/score-tasks.js';
import { roundTo } from '../../../core/text/round-to.js';

type Weights = ReadonlyMap<string, number>;

/**
 * The weights with one moved and the others rescaled, as they can be written into a plan. When the others weigh nothing
 * they share as they do in the plan as loaded, or evenly: a slider that was pushed to 1 can be pulled back.
 */
export function moveWeights(weights: Weights, loaded: Weights, component: string, to: number): Weights {
  const target = Math.min(1, Math.max(0, roundTo(to, 6)));
  const even = new Map([...weights.keys()].map((name) => [name, 1]));
  return (
    moveWeight(weights, component, target) ??
    moveWeight(loaded, component, target) ??
    moveWeight(even, component, target) ??
    weights
  );
}

import type { ScoreRule } from '../model/plan.js';
import type { ScoredTask } from '../model/task.js';
import { roundTo } from '../text/round-to.js';

/** The score that parts give under weights: summed in the order of the weights, then rounded. */
export function weightedScore(parts: ScoredTask['parts'], weights: ScoreRule['weights'], decimals: number): number {
  let sum = 0;
  for (const [component, weight] of weights) sum += weight * (parts[component] ?? 0);
  return roundTo(sum, decimals);
}

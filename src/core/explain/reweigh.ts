import type { ScoreRule } from '../model/plan.js';
import type { ScoredTask } from '../model/task.js';
import { roundTo } from '../text/round-to.js';

/** The score that a task's parts give under other weights; summed in the order of the weights, like the first time. */
export function reweigh({ parts }: ScoredTask, weights: ScoreRule['weights'], decimals: number): number {
  let sum = 0;
  for (const [component, weight] of weights) sum += weight * (parts[component] ?? 0);
  return roundTo(sum, decimals);
}

import type { ScoredTask } from '../model/task.js';
import { roundTo } from '../text/round-to.js';
import type { Weights } from './weights.js';

/** The tasks with the score that other weights give them; the parts do not change. Summed and rounded as scores are. */
export function reweighTasks(tasks: readonly ScoredTask[], weights: Weights, decimals: number): ScoredTask[] {
  return tasks.map((task) => ({ ...task, score: weightedScore(task, weights, decimals) }));
}

/** A task's score under other weights. */
export function weightedScore({ parts }: ScoredTask, weights: Weights, decimals: number): number {
  let sum = 0;
  for (const [component, weight] of weights) sum += weight * (parts[component] ?? 0);
  return roundTo(sum, decimals);
}

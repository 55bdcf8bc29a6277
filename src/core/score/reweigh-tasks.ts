import { rescored, type ScoredTask } from '../model/task.js';
import { weightedScore } from './weighted-score.js';

/** The tasks with the score that other weights give them; the parts do not change. Summed and rounded as scores are. */
export function reweighTasks(
  tasks: readonly ScoredTask[],
  weights: ReadonlyMap<string, number>,
  decimals: number,
): ScoredTask[] {
  return tasks.map((task) => rescored(task, weightedScore(task.parts, weights, decimals), task.random));
}

import type { ScoredTask } from '../../model/task.js';
import { weightedScore } from '../../score/weighted-score.js';
import type { Weights } from './weights.js';

/** The tasks with the score that other weights give them; the parts do not change. Summed and rounded as scores are. */
export function reweighTasks(tasks: readonly ScoredTask[], weights: Weights, decimals: number): ScoredTask[] {
  return tasks.map((task) => ({ ...task, score: weightedScore(task.parts, weights, decimals) }));
}

import { fieldValue, type ScoredTask } from '../model/task.js';
import type { Sharer } from './share-places.js';

/** Tasks as a sharer of places: those that may be taken, and those that could be if none were excluded. */
export function sharerOf(key: string | undefined, eligible: readonly ScoredTask[], size: number): Sharer {
  const sum = (field: string) => eligible.reduce((total, task) => total + Number(fieldValue(task, field) ?? 0), 0);
  return {
    key,
    eligible: eligible.length,
    size,
    priorResults: sum('prior_results'),
    priorSolved: sum('prior_solved'),
  };
}

import type { GroupCensus } from '../model/pool-census.js';
import type { ShareRule } from '../model/select-rule.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import type { Sharer } from '../shares/share-design.js';
import { shareDesignOf } from '../shares/shares.js';

/**
 * Tasks as a sharer of places: all that could be taken if none were excluded, and how many of them may be. Everything that
 * a share rests on is counted before exclusions.
 */
export function sharerOf(
  key: string | undefined,
  tasks: readonly ScoredTask[],
  { fitting: size, eligible }: GroupCensus,
  rule: ShareRule | undefined,
): Sharer {
  // Few shares look at earlier results, and a large pool is long to add up.
  const isAsked = rule !== undefined && shareDesignOf(rule).learnsFrom(rule) !== undefined;
  if (!isAsked) return { key, eligible, size, priorResults: 0, priorSolved: 0, anticipated: 0 };
  const sum = (field: string) => tasks.reduce((total, task) => total + Number(fieldValue(task, field) ?? 0), 0);
  return {
    key,
    eligible,
    size,
    priorResults: sum('prior_results'),
    priorSolved: sum('prior_solved'),
    anticipated: tasks.reduce((total, task) => total + Math.sqrt(Number(fieldValue(task, 'prior_variance') ?? 0)), 0),
  };
}

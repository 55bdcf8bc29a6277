import { rankingTasks } from '../learning/ranking-tasks.js';
import { at } from '../lists/at.js';
import type { Fault } from '../model/fault.js';
import { quotaLabels } from '../model/quota.js';
import type { QuotaRule } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import type { OrderedTask } from '../order/order-tasks.js';

/**
 * An order in which the first `places` keep a quota: the best of each label up to its floor, then the best whose label has
 * room under its ceiling. Who is in and who is not, each keep their order.
 */
export function withinQuota(
  order: readonly OrderedTask[],
  places: number,
  quota: QuotaRule,
  pinned: readonly ScoredTask[],
  benchmark: string,
): { readonly order: readonly OrderedTask[]; readonly faults: readonly Fault[] } {
  const labels = quotaLabels(
    order.map(({ task }) => task),
    quota,
    pinned,
  );
  // The order itself stands for what it ranks by.
  const rank = order.map((_, i) => -i);
  const chosen = rankingTasks({ variances: rank, tieNumbers: rank, labels }, places);
  if ('broken' in chosen) {
    const { limit, total } = chosen.broken;
    const message = `benchmark "${benchmark}": the ${limit} of the quota sum to ${total}, but ${places} places are to be filled.`;
    const hint = 'Change the quota, or take another number.';
    return { order, faults: [{ code: 'selection/quota', message, hint }] };
  }
  const isIn = new Set(chosen.tasks);
  const others = [...order.keys()].filter((i) => !isIn.has(i));
  return { order: [...chosen.tasks, ...others].map((i) => at(order, i)), faults: [] };
}

import { describeChoice } from '../describe/describe-choice.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import type { PoolCensus } from '../model/pool-census.js';
import type { Group } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { orderTasks } from '../order/order-tasks.js';
import type { Standing } from './explanation.js';

/** Where a task stands in its group; undefined when it is in none. */
export function findStanding(
  { id }: ScoredTask,
  groups: readonly Group[],
  benchmark: BenchmarkPlan,
  fields: Plan['fields'],
  census?: PoolCensus,
): Standing | undefined {
  for (const group of groups) {
    const at = group.ranking.findIndex((task) => task.id === id);
    const task = group.ranking[at];
    if (task === undefined) continue;
    if (group.pinned) return { group, rank: at + 1, words: 'pinned by the plan' };
    // Of candidates alone, the place among them is not that among all.
    const counted = at < group.allocated ? undefined : census?.standings.get(id);
    const neighbours = group.ranking.slice(Math.max(0, at - 1), at + 2);
    const keysNeeded =
      counted?.keysNeeded ??
      orderTasks(neighbours, benchmark.select.prefer).find((each) => each.task === task)?.keysNeeded ??
      1;
    const rank = counted?.rank ?? at + 1;
    const choice = {
      task,
      benchmark,
      group,
      rank,
      keysNeeded,
      probability: undefined,
      balance: undefined,
      ensured: undefined,
    };
    return { group, rank, words: describeChoice(choice, fields) };
  }
  return undefined;
}

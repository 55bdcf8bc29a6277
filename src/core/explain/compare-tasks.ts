import type { Preference } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import { orderTasks } from '../order/order-tasks.js';

/** Whether the order puts the first task ahead of the second; the id ends every tie. */
export function isAhead(task: ScoredTask, other: ScoredTask, prefer: readonly Preference[]): boolean {
  return orderTasks([task, other], prefer)[0]?.task === task;
}

/** Below 0 when the keys put the first task ahead, above 0 when behind, 0 when they do not tell the two apart. */
export function compareByKeys(task: ScoredTask, other: ScoredTask, prefer: readonly Preference[]): number {
  const [first] = orderTasks([task, other], prefer);
  if (first === undefined || first.tiedWithNext) return 0;
  return first.task === task ? -1 : 1;
}

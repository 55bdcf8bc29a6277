import type { Fault } from '../model/errors.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { Preference } from '../model/select-rule.js';
import type { BenchmarkSelection } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { markNeighbours, type OrderedTask, orderTasks, sortKeys } from '../order/order-tasks.js';
import { groupKey } from './group-tasks.js';

/** The id of the task to select instead, by the id of the excluded task. */
export type Replacements = ReadonlyMap<string, string>;

export function replacementsOf({ exclusions }: BenchmarkSelection): Replacements {
  return new Map(
    exclusions.flatMap(({ taskId, replacementId }) => (replacementId === undefined ? [] : [[taskId, replacementId]])),
  );
}

/** The usual case: the next task takes the place. */
export const noReplacements: Replacements = new Map();

/** The order of a group, with each named replacement in the place of the excluded task unless already ahead. */
export function orderWithReplacements(
  group: readonly ScoredTask[],
  replaced: readonly ScoredTask[],
  plan: BenchmarkPlan,
  replacements: Replacements,
): OrderedTask[] {
  const { prefer } = plan.select;
  if (replaced.length === 0) return orderTasks(group, prefer);
  const order = withReplacements(group, replaced, prefer, replacements);
  return markNeighbours(order.map(({ task, keysFrom }) => ({ task, keys: sortKeys(keysFrom, prefer) })));
}

/** The same order, each with the task whose sort keys determine its place. */
export function withReplacements(
  group: readonly ScoredTask[],
  replaced: readonly ScoredTask[],
  prefer: readonly Preference[],
  replacements: Replacements,
): readonly { readonly task: ScoredTask; readonly keysFrom: ScoredTask }[] {
  const byId = new Map(group.map((task) => [task.id, task]));
  const placed = new Set<string>();
  return orderTasks([...group, ...replaced], prefer).flatMap((each) => {
    const id = replacements.get(each.task.id);
    const task = id === undefined ? each.task : byId.get(id);
    if (task === undefined || placed.has(task.id)) return [];
    placed.add(task.id);
    return [{ task, keysFrom: each.task }];
  });
}

/** Errors for replacements that are not eligible or belong to another group. */
export function replacementFaults(
  replaced: readonly ScoredTask[],
  eligible: readonly ScoredTask[],
  plan: BenchmarkPlan,
  replacements: Replacements,
): Fault[] {
  const rule = plan.select.group;
  const by = rule?.by;
  const groupOf = (task: ScoredTask) => (rule === undefined ? undefined : groupKey(task, rule));
  const byId = replaced.length === 0 ? undefined : new Map(eligible.map((task) => [task.id, task]));
  return replaced.flatMap((task) => {
    const replacement = byId?.get(replacements.get(task.id) ?? '');
    if (replacement !== undefined && groupOf(replacement) === groupOf(task)) return [];
    const why =
      replacement === undefined
        ? 'is not eligible'
        : `has ${by} "${String(groupOf(replacement) ?? '')}", not "${String(groupOf(task) ?? '')}"`;
    const message = `benchmark "${plan.name}": the replacement "${replacements.get(task.id)}" for "${task.id}" ${why}.`;
    const hint = 'Name a task of the same group, or leave the replacement out to take the next.';
    return [{ code: 'selection/replacement', message, hint }];
  });
}

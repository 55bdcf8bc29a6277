import { type DiffSide, hashOf } from './diff-side.js';
import { taskKey } from './recount.js';
import type { ChangedTask, Why } from './selection-diff.js';
import { valueDifferences } from './value-differences.js';

/** The tasks that both select, with every field that is not the same. */
export function changedTasks(before: DiffSide, after: DiffSide): ChangedTask[] {
  return [...after.tasks].flatMap(([key, task]) => {
    const old = before.tasks.get(key);
    if (old === undefined) return [];
    const fields = valueDifferences(old, task).map(({ path, found, expected }) => ({
      field: path,
      before: found ?? null,
      after: expected ?? null,
    }));
    const rehashed = hashOf(before, old) !== hashOf(after, task);
    if (fields.length === 0 && !rehashed) return [];
    const why = whyChanged(
      fields.map(({ field }) => field),
      rehashed,
    );
    return [{ task_id: task.task_id, benchmark: task.benchmark, ...why, fields }];
  });
}

/** Whether a task only stands elsewhere in its group, or its group got larger or smaller. */
export function onlyMoved({ fields, reason }: ChangedTask): boolean {
  return reason !== 'pool' && fields.every(({ field }) => standing.has(field));
}

const standing = new Set(['rank', 'last_rank_taken', 'group.size', 'selection_rationale']);

function whyChanged(fields: readonly string[], rehashed: boolean): Why {
  const has = (test: RegExp) => fields.some((field) => test.test(field));
  if (rehashed) return { reason: 'pool', detail: 'its features changed in the pool' };
  if (has(/^mcp_/)) return { reason: 'score', detail: 'it is scored otherwise' };
  if (fields.some((field) => !standing.has(field) && !/^(?:group|selected_by)/.test(field)))
    return { reason: 'plan', detail: 'the plan or its source describes it otherwise' };
  if (has(/^(?:last_rank_taken$|group\.(?:by|value)$)/))
    return { reason: 'allocation', detail: 'its group has other places' };
  return { reason: 'order', detail: 'it stands elsewhere in the order' };
}

/** The tasks of one side that the other does not select. */
export function onlyIn(here: DiffSide, there: DiffSide) {
  return here.manifest.tasks.filter((task) => !there.tasks.has(taskKey(task)));
}

import type { ScoredTask } from '../model/task.js';
import { scoreTasks } from '../score/score-tasks.js';
import { linesWith } from './lines-changed.js';
import type { Rerun } from './rerun.js';

/**
 * The task with another value of one field, what is derived from it, and the score that gives it; undefined when a rule
 * has no place for it.
 */
export function changedTask(
  task: ScoredTask,
  field: string,
  value: number,
  { plan, score }: Rerun,
): ScoredTask | undefined {
  const changed = { ...task, fields: { ...task.fields, [field]: value, ...linesWith(task, field, value) } };
  const { tasks, faults } = scoreTasks([changed], plan, score);
  const [scored] = tasks;
  if (faults.length > 0 || scored === undefined) return undefined;
  // Its random number is its own, whatever its fields are.
  return task.random === undefined ? scored : { ...scored, random: task.random };
}

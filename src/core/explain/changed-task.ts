import { findPhase } from '../classify/find-phase.js';
import type { ScoredTask } from '../model/task.js';
import { scoreTasks } from '../score/score-tasks.js';
import type { Rerun } from './rerun.js';

/** The task with another value of one field, its phase and score worked out anew; undefined when a rule has no place for it. */
export function changedTask(
  task: ScoredTask,
  field: string,
  value: number,
  { plan, score }: Rerun,
): ScoredTask | undefined {
  const changed = { ...task, fields: { ...task.fields, [field]: value } };
  const phase = findPhase(changed, plan.phase);
  if (phase === undefined) return undefined;
  const { tasks, faults } = scoreTasks([{ ...changed, phase }], plan, score);
  return faults.length === 0 ? tasks[0] : undefined;
}

import type { PhaseRule } from '../model/plan.js';
import { fieldValue, type Task } from '../model/task.js';

/** The phase the rule gives a task, or undefined when it gives none. */
export function findPhase(task: Task, rule: PhaseRule): string | undefined {
  if (rule.by === undefined) return rule.otherwise;
  const label = fieldValue(task, rule.by);
  return (label === undefined ? undefined : rule.values.get(String(label))) ?? rule.otherwise;
}

import { fieldWords } from '../describe/field-words.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import type { ExplainedPhase } from './explanation.js';

/** The phase of a task and the label it follows from. */
export function explainPhase(task: ScoredTask, { phase: rule }: BenchmarkPlan, fields: Plan['fields']): ExplainedPhase {
  const name = task.phase;
  if (rule.by === undefined) return { name, why: 'the plan gives it to every task of the benchmark' };
  const words = fieldWords(rule.by, fields);
  const label = fieldValue(task, rule.by);
  if (label === undefined) return { name, why: `it has no ${words}, and the plan gives this phase to any other` };
  const listed = rule.values.has(String(label));
  return {
    name,
    why: `${words} is ${label}${listed ? '' : ', and the plan gives this phase to any that is not listed'}`,
  };
}

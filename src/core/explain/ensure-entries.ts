import type { BenchmarkPlan } from '../model/plan.js';
import type { EnsureRule } from '../model/select-rule.js';
import type { Choice } from '../model/selection.js';
import { fieldValue, type ScoredTask } from '../model/task.js';

/** One value of one `ensure` rule. */
export interface EnsureEntry {
  readonly rule: EnsureRule;
  readonly value: string;
}

/** Every value of every rule, in the order in which they act. */
export function ensureEntries({ select }: BenchmarkPlan): readonly EnsureEntry[] {
  return select.ensure.flatMap((rule) => rule.values.map((value) => ({ rule, value })));
}

/** Whether the task is one that the entry counts and may add. */
export function isOf(task: ScoredTask, { rule, value }: EnsureEntry): boolean {
  return String(fieldValue(task, rule.by) ?? '') === value;
}

/** The tasks that the entry added, in the order in which it did. */
export function addedBy({ rule, value }: EnsureEntry, choices: readonly Choice[]): readonly ScoredTask[] {
  return choices
    .flatMap(({ task, ensured }) => (ensured?.rule === rule && ensured.value === value ? [{ task, ensured }] : []))
    .sort((a, b) => a.ensured.before - b.ensured.before)
    .map(({ task }) => task);
}

import type { FeatureProvenance } from './selection.js';
import { isKnown, type Task } from './task.js';

/** Where a task's value of a field comes from; "defaulted" when it has none and the plan's `unknown` stands in. */
export function provenanceOf(task: Task, field: string): FeatureProvenance {
  if (field !== 'id' && !isKnown(task, field)) return 'defaulted';
  return task.provenance?.[field] ?? 'declared';
}

import type { Fault } from '../model/fault.js';
import type { ClassifiedTask } from '../model/task.js';
import { countOf } from '../text/count-of.js';
import type { ComponentValue, RuleOwner } from './component-kind.js';

/** The key of a rule that says what a task gets whose field is not known. */
export const unknownKey = {
  form: 'ratio',
  says: 'The value for a task that lacks the field.',
  optional: true,
} as const;

/** What stands in for the value of a task that lacks the field. */
export function standIn(unknown: number | undefined): ComponentValue {
  return unknown === undefined ? undefined : { value: unknown, defaulted: true };
}

/** "; 0.6 if unknown", or nothing. */
export function ifUnknown(unknown: number | undefined): string {
  return unknown === undefined ? '' : `; ${unknown} if unknown`;
}

/** The fault of tasks that lack a field for which nothing stands in. */
export function withoutField(field: string, tasks: readonly ClassifiedTask[], owner: RuleOwner): readonly Fault[] {
  const { benchmark, component } = owner;
  const [first] = tasks;
  if (first === undefined) return [];
  return [
    {
      code: 'pool/no-value',
      message: `benchmark "${benchmark}": ${countOf(tasks.length, 'task')} without ${field}, which component "${component}" needs, such as "${first.id}".`,
      hint: `Add "unknown: VALUE" to the rule of ${component}, or give the tasks their ${field}.`,
    },
  ];
}

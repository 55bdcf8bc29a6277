import type { FieldValue } from '../model/field.js';
import type { DeclarationRule } from '../model/plan.js';
import { fieldValue, type Task } from '../model/task.js';

/** The task with the fields that its source does not hold filled in from the plan; what the source holds stays. */
export function declareFields(task: Task, rules: readonly DeclarationRule[]): Task {
  let fields: Record<string, FieldValue> | undefined;
  for (const rule of rules) {
    if ((fields ?? task.fields)[rule.field] !== undefined) continue;
    const value = declaredValue(task, rule);
    if (value === undefined) continue;
    fields ??= { ...task.fields };
    fields[rule.field] = value;
  }
  return fields === undefined ? task : { ...task, fields };
}

function declaredValue(task: Task, rule: DeclarationRule): FieldValue | undefined {
  const key = rule.by === undefined ? undefined : fieldValue(task, rule.by);
  const names = rule.by === 'id' ? [task.id, ...(task.aliases ?? [])] : [String(key ?? '')];
  const listed = names.map((name) => rule.values.get(name)).find((value) => value !== undefined);
  return listed ?? rule.otherwise;
}

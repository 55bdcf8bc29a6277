import { derivedFields, priorFields, randomField, sourceFields } from './field.js';
import type { Plan } from './plan.js';

const shared = new Set([...sourceFields, ...priorFields, ...derivedFields, randomField].map(({ name }) => name));
const known = new WeakMap<Plan['fields'], readonly string[]>();

/** The labels that a plan declares beyond those that every source may fill, in its order. */
export function declaredLabels({ fields }: Pick<Plan, 'fields'>): readonly string[] {
  const found = known.get(fields);
  if (found !== undefined) return found;
  const own = [...fields.values()].filter(({ name, kind }) => kind === 'label' && !shared.has(name));
  const names = own.map(({ name }) => name);
  known.set(fields, names);
  return names;
}

/** The plan as earlier versions saw it: without labels of its own in what is told of a task. */
export function withoutDeclaredLabels<Own extends Pick<Plan, 'fields'>>(plan: Own): Own {
  if (declaredLabels(plan).length === 0) return plan;
  const fields = new Map(plan.fields);
  known.set(fields, []);
  return { ...plan, fields };
}

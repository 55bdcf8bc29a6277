import { derivedFields, priorFields, randomField, sourceFields } from './field.js';
import type { Plan } from './plan.js';

const shared = new Set([...sourceFields, ...priorFields, ...derivedFields, randomField].map(({ name }) => name));

/** The labels that a plan declares beyond those that every source may fill, in its order. */
export function declaredLabels({ fields, hidesLabels }: Pick<Plan, 'fields' | 'hidesLabels'>): readonly string[] {
  if (hidesLabels === true) return [];
  return [...fields.values()].flatMap(({ name, kind }) => (kind === 'label' && !shared.has(name) ? [name] : []));
}

import { derivedFields, type FieldKind, makeField, priorFields, randomField, sourceFields } from '../model/field.js';
import { isRecord } from '../model/record.js';
import { entriesOf } from './loose-record.js';
import type { PlanNames } from './schema/name-schemas.js';

/** Reads the declared names from a plan that may still be wrong elsewhere, so that all faults can be reported together. */
export function planNames(raw: unknown): PlanNames {
  const plan = isRecord(raw) ? raw : {};
  const score = isRecord(plan['score']) ? plan['score'] : {};
  const declared = entriesOf(plan['fields']).map(([name, declaration]) => {
    const record = isRecord(declaration) ? declaration : {};
    const kind: FieldKind = record['kind'] === 'number' ? 'number' : 'label';
    const words = record['words'];
    return makeField(name, kind, typeof words === 'string' ? words : undefined);
  });
  const phases = Array.isArray(plan['phases']) ? plan['phases'] : [];
  const given = new Map([...sourceFields, ...priorFields, ...declared].map((field) => [field.name, field]));
  return {
    phases: [...new Set(phases.filter((phase) => typeof phase === 'string'))],
    components: entriesOf(score['weights']).map(([name]) => name),
    sourceFields: given,
    standard: new Set([...sourceFields, ...priorFields, ...derivedFields, randomField].map((field) => field.name)),
    fields: new Map([...given, ...[...derivedFields, randomField].map((field) => [field.name, field] as const)]),
  };
}

import { derivedFields, fieldKinds, makeField, priorFields, randomField, sourceFields } from '../model/field.js';
import { isRecord } from '../model/record.js';
import { entriesOf } from './loose-record.js';
import type { PlanNames } from './schema/name-schemas.js';

/** Reads the declared names from a plan that may still be wrong elsewhere, so that all faults can be reported together. */
export function planNames(raw: unknown): PlanNames {
  const plan = isRecord(raw) ? raw : {};
  const score = isRecord(plan['score']) ? plan['score'] : {};
  const declared = entriesOf(plan['fields']).map(([name, declaration]) => {
    const record = isRecord(declaration) ? declaration : {};
    const kind = fieldKinds.find((each) => each === record['kind']) ?? 'label';
    const words = record['words'];
    const field = makeField(name, kind, typeof words === 'string' ? words : undefined);
    return record['negative'] === true ? { ...field, negative: true } : field;
  });
  const phases = Array.isArray(plan['phases']) ? plan['phases'] : [];
  const given = new Map([...sourceFields, ...priorFields, ...declared].map((field) => [field.name, field]));
  return {
    phases: [...new Set(phases.filter((phase) => typeof phase === 'string'))],
    components: entriesOf(score['weights']).map(([name]) => name),
    sourceFields: given,
    // A list that every plan has may be declared anew: plans did so before there was one.
    standard: new Set(
      [...sourceFields, ...priorFields, ...derivedFields, randomField]
        .filter(({ kind }) => kind !== 'list')
        .map((field) => field.name),
    ),
    fields: new Map([...given, ...[...derivedFields, randomField].map((field) => [field.name, field] as const)]),
  };
}

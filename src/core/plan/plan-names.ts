import {
  derivedFields,
  type Field,
  type FieldKind,
  makeField,
  priorFields,
  randomField,
  sourceFields,
} from '../model/field.js';
import { entriesOf, isRecord } from './loose-record.js';

/** The names a plan declares for itself and may then use: they decide which other names in it are known. */
export interface PlanNames {
  readonly phases: readonly string[];
  /** The components that have a weight. */
  readonly components: readonly string[];
  /** The fields a source gives: the standard ones and those the plan declares. */
  readonly sourceFields: ReadonlyMap<string, Field>;
  /** The fields every plan has without declaring them. */
  readonly standard: ReadonlySet<string>;
  /** All fields: also the ones Winnow derives. */
  readonly fields: ReadonlyMap<string, Field>;
}

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

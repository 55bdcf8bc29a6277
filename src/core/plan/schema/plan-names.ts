import { entriesOf, isRecord, part, recordOf } from '../../model/record.js';
import {
  derivedFields,
  type Field,
  fieldKinds,
  makeField,
  priorFields,
  randomField,
  sourceFields,
} from '../../model/task.js';

/** The names that a plan declares, which determine the valid names in the rest of the plan. */
export interface PlanNames {
  readonly phases: readonly string[];
  readonly components: readonly string[];
  /** The fields that a source may have: the standard fields and those that the plan declares. */
  readonly sourceFields: ReadonlyMap<string, Field>;
  readonly standard: ReadonlySet<string>;
  /** All fields, including those that Winnow derives. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly writtenAs: (field: string) => string;
}

/**
 * Reads the declared names from a plan that may have errors elsewhere.
 * @param expanded The fields that the short form implies.
 */
export function planNames(
  raw: unknown,
  expanded?: {
    readonly implied: ReadonlySet<string>;
    readonly compared: ReadonlySet<string>;
    readonly columns: ReadonlyMap<string, string>;
  },
): PlanNames {
  const plan = recordOf(raw);
  const declared = entriesOf(plan['fields']).map(([name, declaration]) => {
    const record = recordOf(declaration);
    const kind = fieldKinds.find((each) => each === record['kind']) ?? 'label';
    const words = record['words'];
    const field = makeField(name, kind, typeof words === 'string' ? words : undefined);
    return {
      ...field,
      ...(record['negative'] === true ? { negative: true } : {}),
      ...(expanded?.implied.has(name) ? { isImplied: true } : {}),
      ...(kind === 'number' && expanded?.compared.has(name) ? { isCompared: true } : {}),
    };
  });
  const phases = Array.isArray(plan['phases']) ? plan['phases'] : [];
  // Early versions had no date fields. A plan that names none reads none, so the hash of its pool stays the same.
  const isRead = ({ kind, name }: Field) => kind !== 'date' || mentions(raw, name);
  const given = new Map(
    [...sourceFields.filter(isRead), ...priorFields, ...declared].map((field) => [field.name, field]),
  );
  const own = derivedFields.filter(
    ({ name }) => (name !== 'score' || plan['score'] !== undefined) && (name !== 'phase' || phases.length > 0),
  );
  return {
    phases: [...new Set(phases.filter((phase) => typeof phase === 'string'))],
    components: entriesOf(part(plan, 'score', 'weights')).map(([name]) => name),
    sourceFields: given,
    // Plans may redeclare a standard list or date, because older plans declared it themselves.
    standard: new Set(
      [...sourceFields, ...priorFields, ...derivedFields, randomField]
        .filter(({ kind }) => kind !== 'list' && kind !== 'date')
        .map((field) => field.name),
    ),
    fields: new Map([...given, ...[...own, randomField].map((field) => [field.name, field] as const)]),
    writtenAs: (field) => expanded?.columns.get(field) ?? field,
  };
}

/** Whether a name appears anywhere in a plan: as a key, as a value, or as the field of an order. */
function mentions(data: unknown, name: string): boolean {
  if (typeof data === 'string') return data === name || preferencePattern.exec(data)?.[1] === name;
  if (Array.isArray(data)) return data.some((item) => mentions(item, name));
  return isRecord(data) && Object.entries(data).some(([key, value]) => key === name || mentions(value, name));
}

/** "FIELD asc", "FIELD desc", or "random". */
export const preferencePattern = /^\s*(?:random|([A-Za-z_][A-Za-z0-9_]*)\s+(asc|desc))\s*$/;

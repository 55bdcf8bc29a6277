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
  /** A field as the plan writes it, which may be the name of its column. */
  readonly writtenAs: (field: string) => string;
}

/**
 * Reads the declared names from a plan that may be wrong elsewhere.
 * @param expanded What its short form tells about fields.
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
  // Dates were no fields once. A plan that names none reads none, and the hash of its pool stays what it was.
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
    // A list or a date that every plan has may be declared again: plans did so before there was one.
    standard: new Set(
      [...sourceFields, ...priorFields, ...derivedFields, randomField]
        .filter(({ kind }) => kind !== 'list' && kind !== 'date')
        .map((field) => field.name),
    ),
    fields: new Map([...given, ...[...own, randomField].map((field) => [field.name, field] as const)]),
    writtenAs: (field) => expanded?.columns.get(field) ?? field,
  };
}

/** Whether a plan has a name anywhere: as a key, as a value, or as the field of an order. */
function mentions(data: unknown, name: string): boolean {
  if (typeof data === 'string') return data === name || preferencePattern.exec(data)?.[1] === name;
  if (Array.isArray(data)) return data.some((item) => mentions(item, name));
  return isRecord(data) && Object.entries(data).some(([key, value]) => key === name || mentions(value, name));
}

/** "FIELD asc", "FIELD desc", or "random". */
export const preferencePattern = /^\s*(?:random|([A-Za-z_][A-Za-z0-9_]*)\s+(asc|desc))\s*$/;

import * as z from 'zod/mini';
import { entriesOf, isRecord, part, recordOf } from '../../model/record.js';
import { lookupExample, runFields } from '../../model/select-rule.js';
import {
  derivedFields,
  type Field,
  type FieldKind,
  fieldKinds,
  learnedFields,
  makeField,
  priorFields,
  randomField,
  sourceFields,
} from '../../model/task.js';
import { didYouMean } from '../../text/nearest-name.js';
import { formatCount } from '../../text/words.js';
import { conditionSchema } from './component-schema.js';
import { issueAt } from './forms.js';

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
    readonly sharedName?: string | undefined;
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
      ...(typeof record['day_first'] === 'boolean' ? { dayFirst: record['day_first'] } : {}),
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
  const shared = (field: Field): Field =>
    field.name === 'score' && expanded?.sharedName !== undefined
      ? { ...field, sharedName: expanded.sharedName }
      : field;
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
    fields: new Map([...given, ...[...own.map(shared), randomField].map((field) => [field.name, field] as const)]),
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

/** Schemas for names that a plan declares and then uses; without `names`, as for an editor, any text is valid. */
export function nameSchemas(names: PlanNames | undefined) {
  const read = names && [...names.sourceFields.keys()];
  // A list can only be tested for a word.
  const given = read?.filter((name) => names?.sourceFields.get(name)?.kind !== 'list');
  const lists = read?.filter((name) => names?.sourceFields.get(name)?.kind === 'list') ?? [];
  const prior = new Set(priorFields.map(({ name }) => name));
  // Winnow learns these only from tasks that meet the condition, so conditions can't test them.
  const learned = new Set(learnedFields.map(({ name }) => name));
  // A random number can order tasks, but nothing can group by it or test it.
  const all = names && [...names.fields.keys()].filter((name) => name !== randomField.name && !lists.includes(name));
  const labels = given?.filter((name) => names?.sourceFields.get(name)?.kind === 'label');
  const numbers = given?.filter((name) => names?.sourceFields.get(name)?.kind === 'number');
  const written = names?.writtenAs ?? ((name: string) => name);
  const named = (kind: string, known: readonly string[] | undefined, unfit: readonly string[] = [], all?: PlanNames) =>
    knownName(kind, known, unfit, written, all);
  const kindOf = (field: string) => names?.fields.get(field)?.kind;
  const isImplied = (field: string) => names?.fields.get(field)?.isImplied === true;
  const tested = { kindOf, isImplied, writtenAs: written, phases: names?.phases };
  const condition = (known: readonly string[] | undefined) => conditionSchema(tested, named('field', known));
  return {
    numberField: named('number field', numbers, lists, names),
    countedField: named('field', all && ['benchmark', ...all], lists),
    /** A number that can be summed over tasks, including the score, learned fields and the expected cost of a run. */
    summedField: named('number field', names && summable(names), lists, names),
    /** A number that can be summed, or "tasks" for the number of tasks. */
    goalField: named('number field', names && ['tasks', ...summable(names)], lists, names),
    labelField: named('label field', labels, lists),
    /** A field from the source, except lists. */
    sourceField: named('field', given, lists),
    /** A field from the source, except lists, or the id. */
    taskKey: named('field', given && ['id', ...given], lists),
    anyField: named('field', all, lists),
    /** A field from the source, including lists. */
    readField: named('field', read),
    /** Conditions on the fields that each stage can test. Built once, because a plan has many places for them. */
    condition: {
      inPool: condition(read && ['id', ...read.filter((name) => !prior.has(name))]),
      forScore: condition(given && ['id', ...(names?.fields.has('phase') ? ['phase'] : []), ...given, ...lists]),
      forSelection: condition(all && [...all.filter((name) => !learned.has(name)), ...lists]),
    },
    kindOf,
    phase: named('phase', names?.phases),
    component: named('component', names?.components),
    /** "FIELD asc", "FIELD desc", or "random". */
    preference: knownPreference(all, lists, written),
  };
}

function summable({ fields }: PlanNames): readonly string[] {
  const numbers = [...fields.values()].filter(({ kind, name }) => kind === 'number' && name !== randomField.name);
  return [...numbers.map(({ name }) => name), ...runFields];
}

export type NameSchemas = ReturnType<typeof nameSchemas>;

/** @param numbers All fields, if only a number is valid: a field of another kind gets a specific message. */
function knownName(
  kind: string,
  known: readonly string[] | undefined,
  lists: readonly string[],
  written: (field: string) => string,
  numbers?: PlanNames,
) {
  const names = new Set(known);
  return z.string().check((context) => {
    const { value } = context;
    if (known === undefined || names.has(value)) return;
    const other = numbers?.fields.get(value);
    const unfit = lists.includes(value)
      ? `names "${written(value)}", which is a list; the only test for it is { has: WORD }`
      : other && unfitKinds[other.kind]?.(written(other.name));
    context.issues.push(
      unfit === undefined ? unknownName(kind, written(value), known.map(written)) : issueAt(value, unfit),
    );
  });
}

/** Explains why a field that is not a number can't be summed or scaled, and what to do instead. */
const unfitKinds: Partial<Record<FieldKind, (name: string) => string>> = {
  date: (name) =>
    `names "${name}", a date, but dates can't be added up. Without "rules", "rank: ${name}" works; with them, give days a number in a score: when: [ { if: { ${name}: { below: 2025-01-01 } }, value: 1 } ]`,
  label: (name) => `names "${name}", which is text; give each of its values a number: ${lookupExample(name)}`,
};

function knownPreference(
  known: readonly string[] | undefined,
  lists: readonly string[],
  written: (field: string) => string,
) {
  const names = new Set(known);
  return z
    .string()
    .check(z.regex(preferencePattern, 'must have the form "FIELD asc" or "FIELD desc", or be "random"'), (context) => {
      const field = preferencePattern.exec(context.value)?.[1];
      if (field === undefined || known === undefined || names.has(field)) return;
      const isList = lists.includes(field);
      const unfit = issueAt(context.value, `names "${written(field)}", which is a list and has no order`);
      context.issues.push(isList ? unfit : unknownName('field', written(field), known.map(written)));
    });
}

const mostTold = 200;

export function unknownName(kind: string, name: string, known: readonly string[]) {
  const told = known.slice(0, mostTold);
  const more = known.length > mostTold ? ` and ${formatCount(known.length - mostTold)} more` : '';
  // Guessing from many names would be too slow if there are many errors.
  const guess = more === '' ? didYouMean(name, known) : '';
  const message = `unknown ${kind} "${name}".${guess} Known: ${told.join(', ')}${more}.`;
  return { code: 'custom', input: name, message, params: { isUnknownName: true }, continue: true } as const;
}

/** Whether an issue is about an unknown name, in which case its message is a complete sentence. */
export function isUnknownName(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['isUnknownName'] === true;
}

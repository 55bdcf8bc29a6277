import * as z from 'zod/mini';
import { lookupExample, runFields } from '../../model/select-rule.js';
import { type FieldKind, learnedFields, priorFields, randomField } from '../../model/task.js';
import { didYouMean } from '../../text/nearest-name.js';
import { formatCount } from '../../text/words.js';
import { issueAt } from './forms.js';
import { type PlanNames, preferencePattern } from './plan-names.js';

/** Schemas for the names a plan declares itself and then uses; without `names` any text will do, as for an editor. */
export function nameSchemas(names: PlanNames | undefined) {
  const read = names && [...names.sourceFields.keys()];
  // Of a list one can only ask whether it has a word.
  const given = read?.filter((name) => names?.sourceFields.get(name)?.kind !== 'list');
  const lists = read?.filter((name) => names?.sourceFields.get(name)?.kind === 'list') ?? [];
  const prior = new Set(priorFields.map(({ name }) => name));
  // Learned from the tasks that a condition lets through.
  const learned = new Set(learnedFields.map(({ name }) => name));
  // Chance can order tasks; it is no fact about them to group or test by.
  const all = names && [...names.fields.keys()].filter((name) => name !== randomField.name && !lists.includes(name));
  const labels = given?.filter((name) => names?.sourceFields.get(name)?.kind === 'label');
  const numbers = given?.filter((name) => names?.sourceFields.get(name)?.kind === 'number');
  const written = names?.writtenAs ?? ((name: string) => name);
  const named = (kind: string, known: readonly string[] | undefined, unfit: readonly string[] = [], all?: PlanNames) =>
    knownName(kind, known, unfit, written, all);
  return {
    /** A field that holds a number. */
    numberField: named('number field', numbers, lists, names),
    /** What tasks can be counted by: any field, or the benchmark. */
    countedField: named('field', all && ['benchmark', ...all], lists),
    /** A number that can be summed over tasks: a field, the score, what was learned, or what a run is expected to take. */
    summedField: named('number field', names && summable(names), lists, names),
    /** The same, or "tasks", which counts them. */
    goalField: named('number field', names && ['tasks', ...summable(names)], lists, names),
    /** A field that the source gives and that holds text. */
    labelField: named('label field', labels, lists),
    /** A field that the source gives. */
    sourceField: named('field', given, lists),
    /** A field that the source gives, or the id. */
    taskKey: named('field', given && ['id', ...given], lists),
    /** Any field, derived ones included. */
    anyField: named('field', all, lists),
    /** A field that a source gives, lists included. */
    readField: named('field', read),
    /** The same as conditions may test them, at each point of a task's way. */
    tested: {
      inPool: named('field', read && ['id', ...read.filter((name) => !prior.has(name))]),
      forScore: named('field', given && ['id', ...(names?.fields.has('phase') ? ['phase'] : []), ...given, ...lists]),
      forSelection: named('field', all && [...all.filter((name) => !learned.has(name)), ...lists]),
    },
    /** Whether a field holds text or a number; undefined without names. */
    kindOf: (field: string) => names?.fields.get(field)?.kind,
    writtenAs: written,
    /** Whether the plan uses a field without declaring it, so that its kind follows from the uses. */
    isImplied: (field: string) => names?.fields.get(field)?.isImplied === true,
    phases: names?.phases,
    phase: named('phase', names?.phases),
    component: named('component', names?.components),
    /** "FIELD asc", "FIELD desc", or "random". */
    preference: knownPreference(all, lists, written),
  };
}

/** Numbers of tasks, and the names that stand for what no field holds. */
function summable({ fields }: PlanNames): readonly string[] {
  const numbers = [...fields.values()].filter(({ kind, name }) => kind === 'number' && name !== randomField.name);
  return [...numbers.map(({ name }) => name), ...runFields];
}

/** What `nameSchemas` gives. */
export type NameSchemas = ReturnType<typeof nameSchemas>;

/** @param numbers All fields, where only a number will do: one of another kind is known, but not fit. */
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
      ? `names "${written(value)}", which is a list: it can only be tested for a word, with { has: WORD }`
      : other && unfitKinds[other.kind]?.(written(other.name));
    context.issues.push(
      unfit === undefined ? unknownName(kind, written(value), known.map(written)) : issueAt(value, unfit),
    );
  });
}

/** Why a field that is no number can't be summed or scaled, and what can be done instead. */
const unfitKinds: Partial<Record<FieldKind, (name: string) => string>> = {
  date: (name) =>
    `names "${name}", a date, and dates can't be added up. Without "rules", "rank: ${name}" works; with them, give days a number in a score: when: [ { if: { ${name}: { below: 2025-01-01 } }, value: 1 } ]`,
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

/** Longer lists of known names are cut. */
const mostTold = 200;

/** The issue of a name that is not known, with the nearest that is. */
export function unknownName(kind: string, name: string, known: readonly string[]) {
  const told = known.slice(0, mostTold);
  const more = known.length > mostTold ? ` and ${formatCount(known.length - mostTold)} more` : '';
  // Many faults, each with many names to guess from, would take for ever.
  const guess = more === '' ? didYouMean(name, known) : '';
  const message = `unknown ${kind} "${name}".${guess} Known: ${told.join(', ')}${more}.`;
  return { code: 'custom', input: name, message, params: { isUnknownName: true }, continue: true } as const;
}

/** Whether an issue is that of a name that is not known: its message is then a sentence of its own. */
export function isUnknownName(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['isUnknownName'] === true;
}

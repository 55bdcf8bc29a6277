import * as z from 'zod/mini';
import type { PlainForm, PlanKey, PlanKeys } from '../../components/component-kind.js';
import { componentKinds, firstKey } from '../../components/component-kinds.js';
import { dayPattern } from '../../model/date.js';
import { isRecord } from '../../model/record.js';
import { isTests, lookupExample, plainOrQuoted, type WrittenTest, type WrittenTests } from '../../model/select-rule.js';
import type { FieldKind } from '../../model/task.js';
import { joinWords } from '../../text/words.js';
import { day, distinct, issueAt, list, mapping, optional, ratio, said, text } from './forms.js';
import type { NameSchemas } from './name-schemas.js';

/** A rule for each component; the first key determines the kind of the rule. */
export function componentsSchema(names: NameSchemas) {
  const rule = z.union(componentKinds.map(({ keys }) => keysSchema(keys, names)));
  const sentence = `The rule for the component’s value: ${joinWords(componentKinds.map(firstKey), 'or')}.`;
  return z.record(names.component, said(rule, sentence));
}

function keysSchema(keys: PlanKeys, names: NameSchemas) {
  return z.strictObject(Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, keySchema(key, names)])));
}

function keySchema(key: PlanKey, names: NameSchemas): z.ZodMiniType {
  const form = formSchema(key, names);
  const schema = key.says === undefined ? form : said(form, key.says);
  return key.optional ? z.optional(schema) : schema;
}

function formSchema(key: PlanKey, names: NameSchemas): z.ZodMiniType {
  switch (key.form) {
    case 'by label':
      return z.record(z.string(), keySchema(key.each, names));
    case 'list':
      return list(keysSchema(key.each, names));
    default:
      return plainForms[key.form](names);
  }
}

const plainForms: Readonly<Record<PlainForm, (names: NameSchemas) => z.ZodMiniType>> = {
  ratio,
  'positive number': () => z.number().check(z.positive()),
  'number field': (names) => names.numberField,
  'task field': (names) => names.taskKey,
  condition: (names) => names.condition.forScore,
};

/** What the check of a condition looks up. */
interface TestedNames {
  readonly kindOf: (field: string) => FieldKind | undefined;
  readonly writtenAs: (field: string) => string;
  readonly isImplied: (field: string) => boolean;
  readonly phases: readonly string[] | undefined;
}

/** A condition whose tests must all pass; `field` restricts the fields that it may test. */
export function conditionSchema(names: TestedNames, field: z.ZodMiniString) {
  const limit = () => z.union([z.number(), day('must be a number or a day (YYYY-MM-DD)')]);
  const part = () => z.union([text('A text.'), distinct(text('A text.'))]);
  const tests = z
    .strictObject({
      above: optional(limit(), 'Greater than this number, or after this day.'),
      at_least: optional(limit(), 'At least this number, or this day or later.'),
      below: optional(limit(), 'Less than this number, or before this day.'),
      at_most: optional(limit(), 'At most this number, or this day or earlier.'),
      has: optional(
        z.union([z.string(), distinct(text('A word.'))]),
        'The list contains this word, or one of these words. Text is split at commas.',
      ),
      contains: optional(part(), 'The text contains this string, or one of these strings (case-sensitive).'),
      not: optional(
        z.union([
          z.string(),
          z.number(),
          list(z.union([z.string(), z.number()])),
          z.strictObject({ contains: said(part(), 'The text contains none of these strings.') }),
        ]),
        'The field has none of these values. A task without the field passes.',
      ),
    })
    .check(
      ({ value, issues }) => {
        // Zod already reports an unknown key.
        if (Object.keys(value).length > 0 || issues.length > 0) return;
        issues.push(issueAt(value, 'has no test; add above, at_least, below, at_most, has, contains or not'));
      },
      z.refine((given) => !isEmptyRange(given), 'can never be true, because no value is within its bounds'),
      z.describe('Tests that must all pass.'),
    );
  const blank = 'is empty, but blank values cannot be matched; a task without the field passes only { not: VALUE }';
  const test = z.union([
    said(z.string().check(z.trim(), z.minLength(1, blank)), 'The field has this value.'),
    said(z.number(), 'The field has this value.'),
    said(list(z.union([z.string(), z.number()])), 'The field has one of these values.'),
    tests,
  ]);
  const condition = mapping(field, test, 'name at least one field').check((context) => {
    for (const [name, given] of Object.entries(context.value)) {
      const message = misfit(name, given, names);
      if (message !== undefined) context.issues.push(issueAt(given, message, name));
    }
  });
  const sentence =
    'A condition. Every field listed must pass its test. A task without a field passes only the test `not`.';
  return said(condition, sentence);
}

function isEmptyRange({ above, at_least: atLeast, below, at_most: atMost }: WrittenTests): boolean {
  const lows = [above, atLeast].filter((bound) => bound !== undefined);
  const highs = [below, atMost].filter((bound) => bound !== undefined);
  // A comparison of a day with a number is always false; that mismatch is a separate error.
  return lows.some((low) => highs.some((high) => low > high || (low === high && (low === above || high === below))));
}

const article = { list: 'a list: test it with { has: WORD }', number: 'a number', date: 'a date' } as const;

function misfit(
  field: string,
  test: WrittenTest,
  { kindOf, isImplied, writtenAs, phases }: TestedNames,
): string | undefined {
  const kind = kindOf(field);
  if (kind === undefined) return undefined;
  const { has, not, contains, ...bounds }: WrittenTests = isTests(test) ? test : {};
  const isPart = contains !== undefined || isRecord(not);
  const limits = Object.values(bounds).filter((bound) => bound !== undefined);
  if (kind === 'list' && (!isTests(test) || limits.length > 0)) return 'is a list; test it with { has: WORD }';
  if (kind !== 'list' && has !== undefined) return 'cannot be tested with "has", because it is not a list';
  if (isPart && kind !== 'label') return `cannot be tested with "contains", because it is ${article[kind]}`;
  if (kind === 'label' && limits.length > 0) return 'cannot be tested with bounds, because it contains text';
  const values = [isTests(test) ? (isRecord(not) ? [] : (not ?? [])) : test].flat();
  // A bound that is not a day is already an error.
  const days = limits.filter((limit) => dayPattern.test(String(limit)));
  if (kind === 'number' && [...values, ...days].some((value) => typeof value === 'string')) {
    return isImplied(field)
      ? `is tested as text here, but the plan also ranks, sums or limits it, which requires a number. To rank by text, list its values in order: rank: { ${plainOrQuoted(writtenAs(field))}: [FIRST, SECOND] }. With rules, give each value a number in a score: ${lookupExample(writtenAs(field))}`
      : 'cannot be tested with text, because it contains a number';
  }
  if (kind === 'date' && [...values, ...limits].some((value) => !dayPattern.test(String(value)))) {
    return 'is a date; write days as YYYY-MM-DD';
  }
  const unknown = field === 'phase' ? values.find((value) => phases?.includes(String(value)) === false) : undefined;
  return unknown === undefined
    ? undefined
    : `names an unknown phase "${String(unknown)}"; known: ${phases?.join(', ')}`;
}

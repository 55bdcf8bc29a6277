import * as z from 'zod/mini';
import { draws, findDraw } from '../../draws/draws.js';
import { groupBy } from '../../lists/lists.js';
import { isRecord } from '../../model/record.js';
import { budgetPattern, pointsPattern, runFields } from '../../model/select-rule.js';
import { purposes } from '../../purposes/purposes.js';
import { defaultRounding, roundings } from '../../roundings/roundings.js';
import type { SettingForm, SharerWord } from '../../shares/share-design.js';
import { defaultShare, shares } from '../../shares/shares.js';
import { joinWords } from '../../text/words.js';
import { distinct, formed, issueAt, list, mapping, oneOrMore, optional, said, text, wholeNumber } from './forms.js';
import type { NameSchemas } from './name-schemas.js';

export function selectSchema(names: NameSchemas) {
  const valueOrder = z
    .record(names.anyField, distinct(z.string()))
    .check(
      z.refine((given) => Object.keys(given).length === 1, 'must name only one field; give each field its own entry'),
    );
  const key = z.union([
    said(names.preference, 'A field and a direction, such as "score desc", or "random".'),
    said(valueOrder, 'A field and its values, most preferred first. Values that are not listed come last.'),
  ]);
  const prefer = optional(
    list(key),
    'The order of preference, most important key first. Ties are broken by id, compared as text ("10003" comes before "9999"). If the first key is "random", the selection is a random sample. Default: score desc.',
  );
  const group = z
    .strictObject({
      by: said(
        oneOrMore(names.anyField),
        'The fields to group by: tasks with the same value compete with each other. With several fields, every combination of values is a group, written with " × ".',
      ),
      bands: optional(list(z.number()), 'For a number field: the boundaries between groups, in ascending order.'),
      ...shareKeys('group'),
    })
    .check((context) => {
      const { by, bands } = context.value;
      if (bands === undefined) return;
      const several = typeof by !== 'string' && by.length > 1;
      const other = [by].flat().find((field) => (names.kindOf(field) ?? 'number') !== 'number');
      if (!several && other === undefined) return;
      const message = several
        ? 'can divide only one number field, but several fields are given'
        : `can divide only a number field, but ${other} contains ${names.kindOf(other ?? '') === 'date' ? 'a date' : 'text'}`;
      context.issues.push(issueAt(bands, message, 'bands'));
    });
  const draw = z
    .strictObject({
      method: said(
        z.enum(draws.map(({ name }) => name)),
        'How tasks are drawn within each group. Every task has a known probability.',
      ),
      by: optional(oneOrMore(names.anyField), bySentence()),
    })
    .check((context) => {
      const { method, by } = context.value;
      const message = byFault(method, by, names);
      if (message !== undefined) context.issues.push(issueAt(by, message, 'by'));
    });
  const ensure = z.strictObject({
    by: said(names.anyField, 'The field whose values need a minimum number of tasks.'),
    values: said(distinct(z.string()), 'The values, in the order in which they get their tasks.'),
    at_least: said(wholeNumber(1), 'The minimum number of selected tasks for each value.'),
    prefer,
  });
  const pinRule = z.strictObject({
    where: said(names.condition.forSelection, 'Pins every eligible task that meets this condition.'),
  });
  return z.strictObject({
    take: optional(z.union([z.literal('all'), wholeNumber(1)]), 'The number of tasks, or "all" (the default).'),
    why: z.optional(text('The reason for this strategy, shown in reports, such as "small benchmark".')),
    where: optional(names.condition.forSelection, 'Only tasks that meet this condition are eligible.'),
    pin: optional(
      z.union([distinct(z.union([text('A task (any of its names).'), pinRule])), pinRule]),
      'Tasks that are always selected, by name or by a condition. They count towards `take`.',
    ),
    group: optional(group, 'How tasks are grouped. Default: one group per benchmark.'),
    prefer,
    draw: optional(draw, 'The design of a probability sample, for designs other than "prefer: [random]".'),
    ensure: optional(z.array(ensure), 'Tasks to add beyond `take`, so that every value has enough.'),
    ...purposeKeys(),
    optimise: optional(
      z.strictObject(optimiseKeys(names)),
      'A goal and rules for the selection as a whole. Replaces group, prefer, draw and purpose.',
    ),
    rules: optional(
      list(ruleSchema(names)),
      'Rules that the selection as a whole must satisfy. With an order, which must then be a single number, Winnow selects the tasks with the best sum of that number that satisfy the rules; random numbers break ties. With a random draw, rules can only set floors and caps on one label.',
    ),
    quota: optional(quotaSchema(names), 'With a purpose: the minimum and maximum number of tasks for each label.'),
    keep: optional(
      keepSchema(),
      'If tasks are ranked or optimised: the previous version of the selection, to keep its tasks. Written by `winnow refresh`. Remove it to choose all tasks again.',
    ),
  });
}

function bySentence(): string {
  const looking = draws.flatMap(({ name, by }) => (by.needs === 'nothing' ? [] : [{ name, what: by.what }]));
  const parts = [...groupBy(looking, ({ what }) => what)].map(
    ([what, alike]) => `${joinWords(alike.map(({ name }) => name))}: ${what}`,
  );
  return `${parts.join('; ')}.`;
}

function byFault(method: string, given: string | readonly string[] | undefined, names: NameSchemas) {
  const by = findDraw(method)?.by;
  if (by === undefined) return undefined;
  if (by.needs === 'nothing') return given === undefined ? undefined : `does not work with method "${method}"`;
  if (given === undefined) return `is missing; method "${method}" needs it, such as by: ${by.example}`;
  const label = [given].flat().find((field) => (names.kindOf(field) ?? 'number') !== 'number');
  return by.needs === 'number' && label !== undefined ? `${by.faults.text}, but ${label} contains text` : undefined;
}

export function planOptimiseSchema(names: NameSchemas) {
  return z.strictObject({
    ...optimiseKeys(names),
    take: optional(wholeNumber(1), 'The total number of tasks from all benchmarks. Default: any number.'),
  });
}

function optimiseKeys(names: NameSchemas) {
  const by = oneOrMore(names.countedField);
  const summed = said(
    names.goalField,
    `A number field, summed over the tasks; "tasks" for their number; ${runFields.join(' and ')} for the expected cost and duration of runs.`,
  );
  const labels = z.strictObject({
    labels: said(by, 'The number of labels that at least one selected task has. Several fields count as combinations.'),
  });
  const distance = z.strictObject({
    distance: said(
      by,
      'The distance between the label shares in the selection and in the eligible tasks. Several fields count as combinations.',
    ),
  });
  return {
    maximise: optional(z.union([summed, labels]), 'The total to maximise.'),
    minimise: optional(z.union([summed, labels, distance]), 'The total to minimise.'),
    rules: optional(list(ruleSchema(names)), 'Rules that the selection as a whole must satisfy.'),
  };
}

export function ruleSchema(names: NameSchemas) {
  const where = optional(names.condition.forSelection, 'Counts only tasks that meet this condition.');
  const counts = {
    at_least: optional(
      floor('label'),
      'The minimum number of tasks per label, or all tasks of a label that has fewer. A label listed under `values` must reach its number. "all" selects every task.',
    ),
    at_most: optional(bound(0, 'label'), 'The maximum number of tasks per label.'),
    exactly: optional(bound(0, 'label'), 'Sets `at_least` and `at_most` to the same number.'),
  };
  const whole = {
    at_least: optional(
      z.union([wholeNumber(0), z.literal('all')]),
      'The minimum number of such tasks. "all" selects every one.',
    ),
    at_most: optional(wholeNumber(0), 'The maximum number of such tasks.'),
    exactly: optional(wholeNumber(0), 'Sets `at_least` and `at_most` to the same number.'),
  };
  const sum = {
    at_least: optional(z.number(), 'The minimum of the sum.'),
    at_most: optional(z.number(), 'The maximum of the sum.'),
  };
  const field = oneOrMore(names.countedField);
  const byLabel = z
    .strictObject({
      by: said(
        field,
        'The label to count tasks by. With several fields, every combination of values is counted, written with " × ". With a goal or an order, only a number for "unknown" under `values`, or `at_most: 0`, applies to tasks without the label.',
      ),
      bands: optional(list(z.number()), 'For a number field: the boundaries between bands, in ascending order.'),
      where,
      ...counts,
    })
    .check(hasBound('by'), (context) => {
      const { by, bands } = context.value;
      if (bands === undefined) return;
      const issue = (message: string) => context.issues.push(issueAt(bands, message, 'bands'));
      if (typeof by !== 'string') issue('can divide only one number field, but several fields are given');
      else if ((names.kindOf(by) ?? 'number') !== 'number')
        issue(`can divide only a number field, but ${by} contains text`);
      else if (bands.some((value, i) => i > 0 && value <= (bands[i - 1] ?? value))) issue('must be in ascending order');
    });
  return z.union([
    byLabel,
    z
      .strictObject({
        sum: said(names.summedField, `The number field to sum over the tasks, or ${runFields.join(' or ')}.`),
        where,
        unknown: optional(
          z.number(),
          'The number to use for tasks without the field. Without it, such a task is an error.',
        ),
        ...sum,
      })
      .check(hasBound('sum')),
    z.strictObject({
      budget: said(
        budgetText(),
        'The limit on the total cost or duration of one run per selected task, based on `run`.',
      ),
    }),
    z.strictObject({
      at_most_one_of: said(
        distinct(text('A task (any of its names), or BENCHMARK/ID if several benchmarks have it.')).check(
          z.refine((ids) => ids.length > 1, 'must name at least two tasks'),
        ),
        'Select at most one of these tasks.',
      ),
    }),
    z
      .strictObject({
        where: said(names.condition.forSelection, 'Counts the tasks that meet this condition.'),
        ...whole,
      })
      .check(hasBound('where')),
  ]);
}

function hasBound(key: string) {
  return (context: z.core.ParsePayload<unknown>) => {
    const given = isRecord(context.value) ? context.value : {};
    const keys = ['at_least', 'at_most', 'exactly'].filter((each) => given[each] !== undefined);
    if (keys.length > 0 && !(keys.includes('exactly') && keys.length > 1)) return;
    context.issues.push(issueAt(given, 'needs at_least or at_most (or both), or only exactly', key));
  };
}

function keepSchema() {
  return z.strictObject({
    tasks: said(distinct(text('The id of a task.')), 'The tasks in the previous version.'),
    new_at_most: said(
      wholeNumber(0),
      'The maximum number of new tasks, unless more are needed because tasks have left the pool. 0 without rules or a purpose.',
    ),
  });
}

/** The keys that describe how places are divided among the groups of a benchmark, or among benchmarks. */
export function shareKeys(what: SharerWord) {
  return {
    share: optional(
      z.enum(shares.map(({ name }) => name)),
      `How the selection is divided among ${what}s. Their sizes include excluded tasks. Default: ${defaultShare}.`,
    ),
    ...settingKeys(what),
    at_least: optional(
      floor(what),
      `The minimum number of tasks from each ${what}, or all of a ${what} that has fewer. "all" selects every task. Default: 0.`,
    ),
    at_most: optional(bound(1, what), `The maximum number of tasks from each ${what}.`),
    rounding: optional(
      z.enum(roundings.map(({ name }) => name)),
      `How shares are rounded to whole numbers. Default: ${defaultRounding}.`,
    ),
  };
}

/** The settings of the shares. Each share reads and types its own, so this type has no keys. */
function settingKeys(what: SharerWord): Readonly<Record<never, never>> {
  const settings = shares.flatMap((share) => share.settings);
  return Object.fromEntries(
    settings.map(({ key, form, sentence }) => [key, optional(formSchema(form, what), sentence(what))]),
  );
}

function formSchema(form: SettingForm, what: SharerWord) {
  switch (form.kind) {
    case 'number':
      return z.number().check(z.minimum(form.least), z.maximum(form.most));
    case 'names':
      return distinct(z.string());
    case 'numbers': {
      const number = form.are === 'whole' ? wholeNumber(0) : z.number().check(z.gt(0));
      return mapping(z.string(), number, `name a ${what} and ${form.of}`);
    }
  }
}

function bound(least: number, what: string) {
  return forEach(() => wholeNumber(least), what);
}

function floor(what: string) {
  return forEach(() => z.union([wholeNumber(0), z.literal('all')]), what);
}

function forEach<Schema extends z.ZodMiniType>(number: () => Schema, what: string) {
  return z.union([
    number(),
    z.strictObject({
      values: said(
        mapping(z.string(), number(), `name a ${what} and its number of places`),
        `A number for each ${what} named here.`,
      ),
      otherwise: optional(number(), `The number for every other ${what}.`),
    }),
  ]);
}

function budgetText() {
  return formed(budgetPattern, 'must have the form "$300" or "6 hours"');
}

/** The keys for the purpose and the target size, in a benchmark's `select` and in `total`. */
export function purposeKeys() {
  const points = formed(pointsPattern, 'must have the form "4 points"');
  const aims = purposes.map(({ name, aim }) => `${name}: ${aim}`).join('; ');
  return {
    purpose: optional(z.enum(purposes.map(({ name }) => name)), `The purpose of the results (${aims}). Needs "prior".`),
    precision: optional(
      points,
      'Instead of `take`: the target precision of a level (half its 95% interval), such as "4 points".',
    ),
    detect: optional(
      points,
      'Instead of `take`: the difference between two systems to be detected with 80% power, such as "10 points".',
    ),
    budget: optional(
      budgetText(),
      'Instead of `take`: the limit on the total cost or duration of one run per selected task, based on `run`.',
    ),
  };
}

function quotaSchema(names: NameSchemas) {
  return z.strictObject({
    by: said(
      oneOrMore(names.anyField),
      'The label. With several fields, every combination of values counts as one, written with " × ".',
    ),
    at_least: optional(
      floor('label'),
      'The minimum number of tasks per label, or all tasks of a label that has fewer. "all" selects every task. Default: 0.',
    ),
    at_most: optional(bound(1, 'label'), 'The maximum number of tasks per label.'),
  });
}

import * as z from 'zod/mini';
import { draws, findDraw } from '../../draws/draws.js';
import { groupBy } from '../../lists/lists.js';
import { isRecord } from '../../model/record.js';
import { budgetPattern, runFields } from '../../model/select-rule.js';
import { joinWords } from '../../text/words.js';
import { conditionSchema } from './component-schema.js';
import { distinct, formed, list, optional, said, text, wholeNumber } from './forms.js';
import type { NameSchemas } from './name-schemas.js';
import { bound, floor, purposeKeys, quotaSchema, shareKeys } from './share-schema.js';

/** How tasks are chosen from a benchmark. */
export function selectSchema(names: NameSchemas) {
  const valueOrder = z
    .record(names.anyField, distinct(z.string()))
    .check(z.refine((given) => Object.keys(given).length === 1, 'must name one field: give each field its own entry'));
  const key = z.union([
    said(names.preference, 'A field and a direction: "score desc"; or "random".'),
    said(valueOrder, 'A field and its values, most preferred first; values not listed come last.'),
  ]);
  const prefer = optional(
    list(key),
    'The order, first key first; the id ends every tie. "random" first makes it a random sample. Default: score desc.',
  );
  const group = z
    .strictObject({
      by: said(
        z.union([names.anyField, distinct(names.anyField)]),
        'Tasks with the same value compete with each other; several fields are crossed, their values joined by " × ".',
      ),
      bands: optional(list(z.number()), 'For a number: where one group ends and the next begins, ascending.'),
      ...shareKeys('group'),
    })
    .check((context) => {
      const { by, bands } = context.value;
      if (bands === undefined) return;
      const several = typeof by !== 'string' && by.length > 1;
      const other = [by].flat().find((field) => (names.kindOf(field) ?? 'number') !== 'number');
      if (!several && other === undefined) return;
      const message = several
        ? 'divide one number, but several fields are given'
        : `divide a number, but ${other} holds ${names.kindOf(other ?? '') === 'date' ? 'a date' : 'text'}`;
      context.issues.push({ code: 'custom', input: bands, path: ['bands'], message, continue: true });
    });
  const draw = z
    .strictObject({
      method: said(
        z.enum(draws.map(({ name }) => name)),
        'How tasks are drawn within each group, each with a known chance.',
      ),
      by: optional(z.union([names.anyField, distinct(names.anyField)]), bySentence()),
    })
    .check((context) => {
      const { method, by } = context.value;
      const message = byFault(method, by, names);
      if (message === undefined) return;
      context.issues.push({ code: 'custom', input: by, path: ['by'], message, continue: true });
    });
  const ensure = z.strictObject({
    by: said(names.anyField, 'The field whose values are ensured.'),
    values: said(distinct(z.string()), 'The values, in turn.'),
    at_least: said(wholeNumber(1), 'How many selected tasks each value shall have.'),
    prefer,
  });
  const pinRule = z.strictObject({
    where: said(conditionSchema(names, names.tested.forSelection), 'Every eligible task for which this holds.'),
  });
  return z.strictObject({
    take: optional(z.union([z.literal('all'), wholeNumber(1)]), 'How many tasks, or "all", the default.'),
    why: z.optional(text('The reason for this strategy, for the report: "small benchmark".')),
    where: optional(
      conditionSchema(names, names.tested.forSelection),
      'Only tasks for which this holds may be selected.',
    ),
    pin: optional(
      z.union([distinct(z.union([text('A task, by any of its names.'), pinRule])), pinRule]),
      'Tasks that are in, by name or by a condition; they count towards `take`.',
    ),
    group: optional(group, 'Without it the benchmark is one group.'),
    prefer,
    draw: optional(draw, 'A probability sample of another design than "prefer: [random]".'),
    ensure: optional(z.array(ensure), 'Tasks added on top of `take`, so that each value has enough.'),
    ...purposeKeys(),
    optimise: optional(
      z.strictObject(optimiseKeys(names)),
      'A goal and rules that the tasks together must keep; then no group, order, draw or purpose.',
    ),
    rules: optional(
      list(ruleSchema(names)),
      'What the tasks together must keep. With an order: the best by its first key that keep the rules. With a random draw: floors and ceilings of one label.',
    ),
    quota: optional(quotaSchema(names), 'With a purpose: how many tasks of each label there must be, and may be.'),
    keep: optional(keepSchema(), 'With a purpose that ranks: the former version to stay near to.'),
  });
}

/** What stands under `by` for each draw that looks at anything. */
function bySentence(): string {
  const looking = draws.flatMap(({ name, by }) => (by.needs === 'nothing' ? [] : [{ name, what: by.what }]));
  const parts = [...groupBy(looking, ({ what }) => what)].map(
    ([what, alike]) => `${joinWords(alike.map(({ name }) => name))}: ${what}`,
  );
  return `${parts.join('; ')}.`;
}

/** What is wrong with the fields that a draw is to look at. */
function byFault(method: string, given: string | readonly string[] | undefined, names: NameSchemas) {
  const by = findDraw(method)?.by;
  if (by === undefined) return undefined;
  if (by.needs === 'nothing') return given === undefined ? undefined : `does not work with method "${method}"`;
  if (given === undefined) return `is missing: method "${method}" needs it, such as by: ${by.example}`;
  const label = [given].flat().find((field) => (names.kindOf(field) ?? 'number') !== 'number');
  return by.needs === 'number' && label !== undefined ? `${by.faults.text}, but ${label} holds text` : undefined;
}

/** A goal and rules for the tasks of all benchmarks together. */
export function planOptimiseSchema(names: NameSchemas) {
  return z.strictObject({
    ...optimiseKeys(names),
    take: optional(wholeNumber(1), 'How many tasks all benchmarks give together. Default: any number.'),
  });
}

function optimiseKeys(names: NameSchemas) {
  const by = z.union([names.countedField, distinct(names.countedField)]);
  const summed = said(
    names.goalField,
    `A number field, whose values are summed; "tasks" counts them; ${runFields.join(' and ')} are what the plan expects of runs.`,
  );
  const labels = z.strictObject({
    labels: said(by, 'Counts the labels that at least one task has; several are crossed.'),
  });
  const distance = z.strictObject({
    distance: said(
      by,
      'How far the shares of the labels are from those among the eligible tasks; several are crossed.',
    ),
  });
  return {
    maximise: optional(
      z.union([summed, labels]),
      'What the selected tasks should have as much of as possible, in total.',
    ),
    minimise: optional(
      z.union([summed, labels, distance]),
      'What the selected tasks should have as little of as possible, in total.',
    ),
    rules: optional(list(ruleSchema(names)), 'What the tasks together must keep.'),
  };
}

/** A rule that the selected tasks together must keep. */
export function ruleSchema(names: NameSchemas) {
  const where = optional(conditionSchema(names, names.tested.forSelection), 'Only tasks for which this holds count.');
  const counts = {
    at_least: optional(
      floor('label'),
      'The fewest tasks of each label, as far as it has that many; for named labels without exception. "all" takes all.',
    ),
    at_most: optional(bound(0, 'label'), 'Tasks that no label exceeds.'),
    exactly: optional(bound(0, 'label'), 'Both.'),
  };
  const whole = {
    at_least: optional(z.union([wholeNumber(0), z.literal('all')]), 'How many there must be; "all" takes all of them.'),
    at_most: optional(wholeNumber(0), 'How many there may be.'),
    exactly: optional(wholeNumber(0), 'Both.'),
  };
  const sum = {
    at_least: optional(z.number(), 'What the sum must reach.'),
    at_most: optional(z.number(), 'What the sum must not exceed.'),
  };
  const field = z.union([names.countedField, distinct(names.countedField)]);
  const byLabel = z
    .strictObject({
      by: said(field, 'Counts the tasks of each label; several are crossed into one, their values joined by " × ".'),
      bands: optional(list(z.number()), 'For one number: where one band ends and the next begins, ascending.'),
      where,
      ...counts,
    })
    .check(hasBound('by'), (context) => {
      const { by, bands } = context.value;
      if (bands === undefined) return;
      const issue = (message: string) =>
        context.issues.push({ code: 'custom', input: bands, path: ['bands'], message, continue: true });
      if (typeof by !== 'string') issue('divide one number, but several fields are given');
      else if ((names.kindOf(by) ?? 'number') !== 'number') issue(`divide a number, but ${by} holds text`);
      else if (bands.some((value, i) => i > 0 && value <= (bands[i - 1] ?? value))) issue('must be in ascending order');
    });
  return z.union([
    byLabel,
    z
      .strictObject({
        sum: said(names.summedField, `Sums a number field, or ${runFields.join(' or ')}, over the tasks.`),
        where,
        unknown: optional(
          z.number(),
          'What a task without the field counts as. Without this, such a task is an error.',
        ),
        ...sum,
      })
      .check(hasBound('sum')),
    z.strictObject({
      budget: said(
        formed(budgetPattern, 'must have the form "$300" or "6 hours"'),
        'What one run of every task may cost or last, by `run`.',
      ),
    }),
    z.strictObject({
      at_most_one_of: said(
        distinct(text('A task, by any of its names; BENCHMARK/ID where several have it.')).check(
          z.refine((ids) => ids.length > 1, 'must name at least two tasks'),
        ),
        'Tasks that are not taken together.',
      ),
    }),
    z
      .strictObject({
        where: said(conditionSchema(names, names.tested.forSelection), 'Counts the tasks for which this holds.'),
        ...whole,
      })
      .check(hasBound('where')),
  ]);
}

/** That a rule has a bound; `key` is the one that its fault names. */
function hasBound(key: string) {
  return (context: z.core.ParsePayload<unknown>) => {
    const given = isRecord(context.value) ? context.value : {};
    const keys = ['at_least', 'at_most', 'exactly'].filter((each) => given[each] !== undefined);
    if (keys.length > 0 && !(keys.includes('exactly') && keys.length > 1)) return;
    const message = 'needs at_least or at_most, or exactly alone';
    context.issues.push({ code: 'custom', input: given, path: [key], message, continue: true });
  };
}

/** The previous version of a ranked selection. */
function keepSchema() {
  return z.strictObject({
    tasks: said(distinct(text('A task, by its id.')), 'The tasks of the former version.'),
    new_at_most: said(wholeNumber(0), 'How many tasks may be new, as long as the others are there.'),
  });
}

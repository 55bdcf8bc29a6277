import * as z from 'zod/mini';
import { draws, findDraw } from '../../draws/draws.js';
import { groupBy } from '../../lists/group-by.js';
import { joinWords } from '../../text/join-words.js';
import { conditionSchema } from './condition-schema.js';
import { distinct, list, optional, said, text, wholeNumber } from './forms.js';
import type { NameSchemas } from './name-schemas.js';
import { optimiseSchema } from './optimise-schema.js';
import { purposeKeys, quotaSchema } from './purpose-schema.js';
import { shareKeys } from './share-schema.js';
import { keepSchema } from './version-schemas.js';

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
      by: said(names.anyField, 'Tasks with the same value compete with each other.'),
      bands: optional(list(z.number()), 'For a number: where one group ends and the next begins, ascending.'),
      ...shareKeys('group'),
    })
    .check((context) => {
      const { by, bands } = context.value;
      if (bands === undefined || names.kindOf(by) !== 'label') return;
      const message = `divide a number, but ${by} holds text`;
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
  return z.strictObject({
    take: optional(z.union([z.literal('all'), wholeNumber(1)]), 'How many tasks, or "all", the default.'),
    where: optional(
      conditionSchema(names, names.tested.forSelection),
      'Only tasks for which this holds may be selected.',
    ),
    pin: optional(distinct(text('A task, by any of its names.')), 'Tasks that are in; they count towards `take`.'),
    group: optional(group, 'Without it the benchmark is one group.'),
    prefer,
    draw: optional(draw, 'A probability sample of another design than "prefer: [random]".'),
    ensure: optional(z.array(ensure), 'Tasks added on top of `take`, so that each value has enough.'),
    ...purposeKeys(),
    optimise: optional(
      optimiseSchema(names),
      'A goal and rules that the tasks together must keep; then no group, order, draw or purpose.',
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
  if (by.needs === 'nothing') return given === undefined ? undefined : `has no meaning with method "${method}"`;
  if (given === undefined) return `is missing: method "${method}" needs it, such as by: ${by.example}`;
  const label = [given].flat().find((field) => names.kindOf(field) === 'label');
  return by.needs === 'number' && label !== undefined ? `${by.faults.text}, but ${label} holds text` : undefined;
}

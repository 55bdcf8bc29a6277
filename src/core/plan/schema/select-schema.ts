import * as z from 'zod/mini';
import { roundings, shares } from '../../model/plan.js';
import { conditionSchema } from './condition-schema.js';
import { distinct, list, optional, said, wholeNumber } from './forms.js';
import type { NameSchemas } from './name-schemas.js';

/** How tasks are chosen from a benchmark. */
export function selectSchema(names: NameSchemas) {
  const valueOrder = z
    .record(names.anyField, distinct(z.string()))
    .check(z.refine((given) => Object.keys(given).length === 1, 'must name one field: give each field its own entry'));
  const key = z.union([
    said(names.preference, 'A field and a direction: "score desc".'),
    said(valueOrder, 'A field and its values, most preferred first; values not listed come last.'),
  ]);
  const prefer = optional(list(key), 'The order, first key first; the id ends every tie. Default: score desc.');
  const group = z.strictObject({
    by: said(names.anyField, 'Tasks with the same value compete with each other.'),
    share: optional(z.enum(shares), 'How the places are shared among the groups. Default proportional.'),
    order: optional(distinct(z.string()), 'With share in-order: the groups to fill first.'),
    at_least: optional(wholeNumber(0), 'Places every group gets, as far as it has tasks. Default 0.'),
    at_most: optional(wholeNumber(1), 'Places no group exceeds.'),
    rounding: optional(z.enum(roundings), 'How shares become whole numbers. Default webster.'),
  });
  const ensure = z.strictObject({
    by: said(names.anyField, 'The field whose values are ensured.'),
    values: said(distinct(z.string()), 'The values, in turn.'),
    at_least: said(wholeNumber(1), 'How many selected tasks each value shall have.'),
    prefer,
  });
  return z.strictObject({
    take: optional(z.union([z.literal('all'), wholeNumber(1)]), 'How many tasks, or "all", the default.'),
    where: optional(conditionSchema(names, names.anyField), 'Only tasks for which this holds may be selected.'),
    group: optional(group, 'Without it the benchmark is one group.'),
    prefer,
    ensure: optional(z.array(ensure), 'Tasks added on top of `take`, so that each value has enough.'),
  });
}

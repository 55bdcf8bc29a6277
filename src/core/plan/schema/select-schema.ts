import * as z from 'zod';
import { roundings, shares } from '../../model/plan.js';
import { conditionSchema } from './condition-schema.js';
import type { NameSchemas } from './name-schemas.js';

/** How tasks are chosen from a benchmark. */
export function selectSchema(names: NameSchemas) {
  const order = z
    .record(names.anyField, z.array(z.string()).min(1))
    .refine((given) => Object.keys(given).length === 1, 'must name one field: give each field its own entry')
    .describe('A field and its values, most preferred first; values not listed come last.');
  const prefer = z
    .array(z.union([names.preference, order]).describe('One key of the order.'))
    .min(1)
    .describe('The order, first key first; the id ends every tie. Default: score desc.');
  const group = z.strictObject({
    by: names.anyField.describe('Tasks with the same value compete with each other.'),
    share: z.enum(shares).describe('How the places are shared among the groups. Default proportional.').optional(),
    order: z.array(z.string()).min(1).describe('With share in-order: the groups to fill first.').optional(),
    at_least: z.int().min(0).describe('Places every group gets, as far as it has tasks. Default 0.').optional(),
    at_most: z.int().positive().describe('Places no group exceeds.').optional(),
    rounding: z.enum(roundings).describe('How shares become whole numbers. Default webster.').optional(),
  });
  const ensure = z.strictObject({
    by: names.anyField.describe('The field whose values are ensured.'),
    values: z.array(z.string()).min(1).describe('The values, in turn.'),
    at_least: z.int().positive().describe('How many selected tasks each value shall have.'),
    prefer: prefer.optional(),
  });
  return z
    .strictObject({
      take: z.union([z.literal('all'), z.int().positive()]).describe('How many tasks, or "all", the default.').optional(),
      where: conditionSchema(names).describe('Only tasks for which this holds may be selected.').optional(),
      group: group.describe('Without it the benchmark is one group.').optional(),
      prefer: prefer.optional(),
      ensure: z.array(ensure).describe('Tasks added on top of `take`, so that each value has enough.').optional(),
    })
    .describe('Eligible tasks → groups → allocation → order → ensure.');
}

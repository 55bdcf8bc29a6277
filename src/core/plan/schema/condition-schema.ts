import * as z from 'zod';
import { type NameSchemas, text } from './name-schemas.js';

/** Tests on fields, all of which must hold. */
export function conditionSchema({ anyField }: NameSchemas) {
  const bounds = z
    .strictObject({
      above: z.number().describe('Greater than.').optional(),
      at_least: z.number().describe('Greater or equal.').optional(),
      below: z.number().describe('Less than.').optional(),
      at_most: z.number().describe('Less or equal.').optional(),
    })
    .refine((given) => Object.keys(given).length > 0, 'names no bound: give above, at_least, below or at_most')
    .describe('The field is a number within these bounds.');
  const test = z.union([
    text('The field has this value.'),
    z.number().describe('The field has this value.'),
    z.array(z.union([z.string(), z.number()])).min(1).describe('The field has one of these values.'),
    bounds,
  ]);
  return z
    .record(anyField, test)
    .refine((tests) => Object.keys(tests).length > 0, 'is empty: name at least one field')
    .describe('Holds when every listed field passes its test; a task that lacks the field does not.');
}

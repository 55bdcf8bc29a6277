import * as z from 'zod/mini';
import { list, mapping, optional, said, text } from './forms.js';
import type { NameSchemas } from './name-schemas.js';

/** Tests on fields, all of which must hold. */
export function conditionSchema({ anyField }: NameSchemas) {
  const bounds = z
    .strictObject({
      above: optional(z.number(), 'Greater than.'),
      at_least: optional(z.number(), 'Greater or equal.'),
      below: optional(z.number(), 'Less than.'),
      at_most: optional(z.number(), 'Less or equal.'),
    })
    .check(
      z.refine((given) => Object.keys(given).length > 0, 'names no bound: give above, at_least, below or at_most'),
      z.describe('The field is a number within these bounds.'),
    );
  const test = z.union([
    text('The field has this value.'),
    said(z.number(), 'The field has this value.'),
    said(list(z.union([z.string(), z.number()])), 'The field has one of these values.'),
    bounds,
  ]);
  return said(
    mapping(anyField, test, 'name at least one field'),
    'Holds when every listed field passes its test; a task that lacks the field does not.',
  );
}

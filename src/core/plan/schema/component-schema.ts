import * as z from 'zod/mini';
import { conditionSchema } from './condition-schema.js';
import { list, ratio, said } from './forms.js';
import type { NameSchemas } from './name-schemas.js';

/** A rule for each component: a ramp, a lookup, a constant or conditions, told apart by their first key. */
export function componentsSchema(names: NameSchemas) {
  const unknown = z.optional(ratio('The value for a task that lacks the field.'));
  const ramp = z.strictObject({
    ramp: said(names.numberField, 'The number that drives the value.'),
    full: said(z.number().check(z.positive()), 'Where the ramp reaches its end.'),
    from: z.optional(ratio('The value at zero. Default 0.')),
    to: z.optional(ratio('The value at `full` and beyond. Default 1.')),
    floor: z.optional(ratio('The value is never below this. Default 0.')),
    unknown,
  });
  const lookup = z.strictObject({
    lookup: said(names.taskKey, 'The label that decides the value.'),
    values: z.record(z.string(), ratio('The value for this label.')),
    otherwise: z.optional(ratio('The value for a label that is not listed.')),
    unknown,
  });
  const constant = z.strictObject({ constant: ratio('The same value for every task.') });
  const oneCase = z.strictObject({
    if: conditionSchema(names, names.scoringField),
    value: ratio('The value when the condition holds.'),
  });
  const conditions = z.strictObject({
    when: said(list(oneCase), 'Cases, tried in order.'),
    otherwise: ratio('The value when no case holds.'),
    unknown,
  });
  const rule = z.union([ramp, lookup, constant, conditions]);
  return z.record(names.component, said(rule, 'How the component gets its value: ramp, lookup, constant or when.'));
}

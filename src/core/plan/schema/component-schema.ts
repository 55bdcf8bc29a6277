import * as z from 'zod';
import { conditionSchema } from './condition-schema.js';
import { type NameSchemas, ratio } from './name-schemas.js';

/** A rule for each component: a ramp, a lookup, a constant or conditions, told apart by their first key. */
export function componentsSchema(names: NameSchemas) {
  const unknown = ratio('The value for a task that lacks the field.').optional();
  const ramp = z.strictObject({
    ramp: names.numberField.describe('The number that drives the value.'),
    full: z.number().positive().describe('Where the ramp reaches its end.'),
    from: ratio('The value at zero. Default 0.').optional(),
    to: ratio('The value at `full` and beyond. Default 1.').optional(),
    floor: ratio('The value is never below this. Default 0.').optional(),
    unknown,
  });
  const lookup = z.strictObject({
    lookup: names.taskKey.describe('The label that decides the value.'),
    values: z.record(z.string(), ratio('The value for this label.')),
    otherwise: ratio('The value for a label that is not listed.').optional(),
    unknown,
  });
  const constant = z.strictObject({ constant: ratio('The same value for every task.') });
  const oneCase = z.strictObject({ if: conditionSchema(names), value: ratio('The value when the condition holds.') });
  const conditions = z.strictObject({
    when: z.array(oneCase).min(1).describe('Cases, tried in order.'),
    otherwise: ratio('The value when no case holds.'),
    unknown,
  });
  const rule = z
    .union([ramp, lookup, constant, conditions])
    .describe('How the component gets its value: ramp, lookup, constant or when.');
  return z.record(names.component, rule).describe('A rule for each component.');
}

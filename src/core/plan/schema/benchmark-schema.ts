import * as z from 'zod';
import { componentsSchema } from './component-schema.js';
import { type NameSchemas, text } from './name-schemas.js';
import { selectSchema } from './select-schema.js';

/** All that a plan says about one benchmark. */
export function benchmarkSchema(names: NameSchemas) {
  const source = z.union([
    z.strictObject({ embedded: text('The name of a pool that ships with Winnow.') }),
    z.strictObject({ path: text('A file of tasks, relative to this plan: JSON lines, one task a line.') }),
  ]);
  const correction = z.strictObject({
    by: names.taskKey.describe('The field that tells which tasks are meant.'),
    values: z.record(z.string(), text('The right label.')).describe('The right label for each value of that field.'),
  });
  const exclusion = z.strictObject({ id: text('The task.'), reason: text('Why.') });
  return z.strictObject({
    title: text('The name a reader knows it by. Default: the key.').optional(),
    source: source.describe('Where the tasks come from.'),
    expect: z.int().positive().describe('How many tasks the source must give; another count stops the run.').optional(),
    notes: z.array(text('A sentence.')).describe('What a reader of the figures must know.').optional(),
    correct: z.record(names.sourceField, correction).describe('Labels that are wrong at the source.').optional(),
    phase: phaseSchema(names).optional(),
    components: componentsSchema(names).describe('Rules that stand in for the shared ones.').optional(),
    select: selectSchema(names).optional(),
    exclude: z.array(exclusion).describe('Tasks that stay in the count but may not be selected.').optional(),
  });
}

/** How a task gets its phase. */
export function phaseSchema(names: NameSchemas) {
  const byLabel = z.strictObject({
    by: names.taskKey.describe('The label that decides the phase.'),
    values: z.record(z.string(), names.phase),
    otherwise: names.phase.describe('The phase for a label that is not listed.').optional(),
  });
  return z
    .union([names.phase.describe('Every task has this phase.'), byLabel])
    .describe('How a task gets its phase.');
}

import * as z from 'zod/mini';
import { componentsSchema } from './component-schema.js';
import { optional, said, text, wholeNumber } from './forms.js';
import type { NameSchemas } from './name-schemas.js';
import { selectSchema } from './select-schema.js';

/** All that a plan says about one benchmark. */
export function benchmarkSchema(names: NameSchemas) {
  const source = z.union([
    z.strictObject({ embedded: text('The name of a pool that ships with Winnow.') }),
    z.strictObject({ path: text('A file of tasks, relative to this plan: JSON lines, one task a line.') }),
  ]);
  const correction = z.strictObject({
    by: said(names.taskKey, 'The field that tells which tasks are meant.'),
    values: said(z.record(z.string(), text('The right label.')), 'The right label for each value of that field.'),
  });
  const exclusion = z.strictObject({ id: text('The task.'), reason: text('Why.') });
  return z.strictObject({
    title: z.optional(text('The name a reader knows it by. Default: the key.')),
    source: said(source, 'Where the tasks come from.'),
    expect: optional(wholeNumber(1), 'How many tasks the source must give; another count stops the run.'),
    notes: optional(z.array(text('A sentence.')), 'What a reader of the figures must know.'),
    correct: optional(z.record(names.sourceField, correction), 'Labels that are wrong at the source.'),
    phase: optional(phaseSchema(names), 'How a task gets its phase.'),
    components: optional(componentsSchema(names), 'Rules that stand in for the shared ones.'),
    select: optional(selectSchema(names), 'Eligible tasks → groups → allocation → order → ensure.'),
    exclude: optional(z.array(exclusion), 'Tasks that stay in the count but may not be selected.'),
  });
}

/** How a task gets its phase. */
export function phaseSchema(names: NameSchemas) {
  const byLabel = z.strictObject({
    by: said(names.taskKey, 'The label that decides the phase.'),
    values: z.record(z.string(), names.phase),
    otherwise: optional(names.phase, 'The phase for a label that is not listed.'),
  });
  return z.union([said(names.phase, 'Every task has this phase.'), byLabel]);
}

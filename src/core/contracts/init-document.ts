import * as z from 'zod/mini';
import { type DataOf, entry, type Form, figure, flag, list, maybe, number, orNull, text } from '../documents/forms.js';

/** What `init --json` prints. */
export function initSchema() {
  return entry({
    plan: text('The file that was written, or would be.'),
    text: maybe(text(), 'The plan itself, where nothing is written (--dry-run).'),
    total: maybe(number(), 'Tasks that the benchmarks give together.'),
    rank: maybe(text(), 'The column or field that tasks are ranked by; missing if they are drawn.'),
    columns: maybe(list(text()), 'Columns that the plan could rank or group by; earlier programs did not write it.'),
    benchmarks: list(
      entry({
        name: text(),
        tasks: number(),
        format: text(),
        take: maybe(numberOrAll(), 'Missing where a total is shared.'),
        open: list(text(), 'What only a person can decide.'),
      }),
    ),
    purpose: maybe(
      entry({ name: text(), benchmarks: list(learnedForm()) }),
      'What the results should show; missing if the plan has no purpose.',
    ),
    leftOut: list(text(), 'What the plan leaves out, and why.'),
    divisions: maybe(list(text()), 'How paths with folders in them were cut into benchmarks.'),
  });
}

export type InitDocument = DataOf<typeof initSchema>;

function numberOrAll(): Form<number | 'all'> {
  return z.union([z.number(), z.literal('all')], 'a number or "all"') as Form<number | 'all'>;
}

function learnedForm() {
  return entry({
    benchmark: text(),
    systems: number('Earlier systems with results on its tasks.'),
    take: number('Tasks that the plan takes.'),
    forecast: list(text(), 'The forecast, in sentences.'),
    designs: list(
      entry({
        design: text(),
        tasks: number('As many as the plan takes, or as the design needs to reach the target.'),
        halfWidth: orNull(figure('Half of the 95% interval of a level.')),
        detectable: orNull(figure('The smallest difference of two systems found with 80% power.')),
        tau: orNull(figure("Kendall's τ with the order on all tasks.")),
        equivalentRandomTasks: orNull(figure('As many random tasks know as much of a level.')),
        recommended: flag(),
      }),
    ),
    recommendation: text(),
  });
}

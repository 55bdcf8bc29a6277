import * as z from 'zod/mini';
import { type DataOf, entry, flag, list, maybe, number, numberOrNull, record, text } from '../manifest/json-forms.js';

/** What `init --json` prints. */
export function initSchema() {
  return entry({
    plan: text('The file that was written, or would be.'),
    text: maybe(text(), 'The plan itself, where nothing is written (--dry-run).'),
    total: maybe(number(), 'Tasks that the benchmarks give together.'),
    phases: list(text()),
    weights: record(number(), 'What each component weighs.'),
    benchmarks: list(
      entry({
        name: text(),
        tasks: number(),
        format: text(),
        take: maybe(z.union([z.number(), z.literal('all')], 'a number or "all"'), 'Missing where a total is shared.'),
        open: list(text(), 'What only a person can decide.'),
      }),
    ),
    purpose: maybe(
      entry({
        name: text(),
        benchmarks: list(
          entry({
            benchmark: text(),
            systems: number('Earlier systems with results on its tasks.'),
            take: number('Tasks that the plan takes.'),
            forecast: list(text(), 'What is to be expected, in sentences.'),
            designs: list(
              entry({
                design: text(),
                tasks: number('As many as the plan takes, or as the design needs to reach the target.'),
                half_width: numberOrNull('Half of the 95% interval of a level.'),
                detectable: numberOrNull('The smallest difference of two systems found with 80% power.'),
                tau: numberOrNull("Kendall's τ with the order on all tasks."),
                equivalent_random_tasks: numberOrNull('As many random tasks know as much of a level.'),
                recommended: flag(),
              }),
            ),
            recommendation: text(),
          }),
        ),
      }),
      'What results are to tell; missing where the plan has no purpose.',
    ),
    left_out: list(text(), 'What the plan does not speak of, and why.'),
    divisions: maybe(list(text()), 'How paths with folders in them were cut into benchmarks.'),
  });
}

export type InitDocument = DataOf<typeof initSchema>;

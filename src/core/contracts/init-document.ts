import * as z from 'zod/mini';
import { type DataOf, entry, list, maybe, number, record, text } from '../manifest/json-forms.js';

/** What `init --json` prints. */
export function initSchema() {
  return entry({
    plan: text('The file that was written.'),
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
    left_out: list(text(), 'What the plan does not speak of, and why.'),
  });
}

export type InitDocument = DataOf<typeof initSchema>;

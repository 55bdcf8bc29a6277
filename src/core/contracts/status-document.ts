import { type DataOf, entry, list, maybe, number, numberOrNull, orNull, text } from '../manifest/json-forms.js';
import { exportSchema } from './export-document.js';

/** What `status --json` prints. */
export function statusSchema() {
  const forecast = orNull(
    entry({
      spent: numberOrNull(
        'What the runs so far came to, of those with a figure; null when runs were made and none has one.',
      ),
      expected: numberOrNull(),
      low: numberOrNull(),
      high: numberOrNull(),
      runs: number('How many runs with a figure it rests on.'),
      runs_made: maybe(number('How many runs were made, with a figure or without.')),
      unknown_runs: number(),
      parts: list(entry({ benchmark: text(), runs_left: number(), per_run: numberOrNull(), from: text() })),
    }),
    'What the rest will come to; null when nothing is known.',
  );
  const budget = entry({
    budget_usd: number(),
    tasks: number(),
    runs: number(),
    surely: numberOrNull(),
    unknown_tasks: number(),
  });
  const configuration = entry({
    name: text(),
    done: number(),
    short: number(),
    errored: number(),
    missing: number(),
    runs_left: number(),
    retried: maybe(number('Attempts without a score that were made again until there was one.')),
    cost_usd: forecast,
    duration_ms: forecast,
    budget: orNull(budget, 'What of the rest the budget pays for.'),
    open: list(
      entry({ benchmark: text(), task_id: text(), state: text(), scored: number(), lacking: number() }),
      'The tasks that are not done, in the order in which to run them.',
    ),
  });
  return entry({
    plan: text(),
    selected: number(),
    repeat: number('How often each task is to be run.'),
    level: number('The level of the intervals.'),
    configurations: list(configuration),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
    export: orNull(exportSchema(), 'What was exported with --missing.'),
  });
}

export type StatusDocument = DataOf<typeof statusSchema>;

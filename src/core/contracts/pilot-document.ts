import {
  type DataOf,
  entry,
  flag,
  list,
  number,
  numberOrNull,
  orNull,
  text,
  textOrNull,
  word,
} from '../manifest/json-forms.js';

/** What `pilot --json` prints. */
export function pilotSchema() {
  const row = {
    repeats: number('Runs of each task in each arm.'),
    tasks: number(),
    runs: number('Of both arms.'),
    half_width: number('Half of the expected 95% interval of the mean uplift.'),
    reliability: number('Of a task’s uplift, from 0 to 1.'),
    found: numberOrNull(
      'Tasks expected to be listed as benefiting at the false-discovery rate; null where results would have no per-task list: without repeats, or with fewer than 20 tasks.',
    ),
    top_quarter: numberOrNull(
      'The true uplift to expect of the quarter of tasks with the largest measured one; null as above.',
    ),
  };
  return entry({
    plan: text('The name of the plan of the pilot.'),
    goal: text(),
    budget: entry({ text: text(), unit: word(['usd', 'seconds', 'runs']), most: number(), used: number() }),
    false_discovery_rate: number(),
    design: entry(row),
    noise: entry({
      from: word(['results', 'published']),
      pairs: number('Earlier pairs that were given.'),
      with: textOrNull(),
      without: textOrNull(),
      run_variance_without: number(),
      run_variance_with: number(),
      variance_of_uplift: number(),
      mean_uplift: number('What the figures assume.'),
    }),
    rows: list(entry({ ...row, chosen: flag() }), 'What each number of repeats would buy.'),
    benchmarks: list(
      entry({ name: text(), eligible: number(), tasks: number(), strata: textOrNull('The label that divides it.') }),
    ),
    written: orNull(list(text()), 'The files; null with --dry-run.'),
    warnings: list(entry({ code: text(), message: text() })),
    pool_notes: list(entry({ code: text(), message: text() }), 'On the pool and its scores, whatever is drawn.'),
  });
}

export type PilotDocument = DataOf<typeof pilotSchema>;

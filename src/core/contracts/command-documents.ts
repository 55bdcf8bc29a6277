import {
  type DataOf,
  type DocumentOf,
  entry,
  figure,
  flag,
  list,
  maybe,
  number,
  numberOrAll,
  orNull,
  text,
} from '../documents/forms.js';

export type ErrorDocument = DocumentOf<typeof errorSchema>;
export type ExcludeDocument = DocumentOf<typeof excludeSchema>;
export type ServeDocument = DocumentOf<typeof serveSchema>;
export type ReportDocument = DocumentOf<typeof reportSchema>;

/** Printed by every command with `--json` at exit code 2 or 3. */
export function errorSchema() {
  const place = entry({
    file: maybe(text()),
    line: maybe(number('From 1.')),
    column: maybe(number('From 1.')),
    path: maybe(text(), 'The path of keys to the value.'),
  });
  return entry({
    error: entry({
      kind: text('The kind of error, such as `PlanError`.'),
      faults: list(entry({ code: text(), message: text(), place: maybe(place), hint: maybe(text()) })),
    }),
  });
}

/** Tasks are named BENCHMARK/ID. */
export function excludeSchema() {
  return entry({
    excluded: text('The excluded task; if there are several, the first.'),
    reason: text(),
    file: text('The file that contains the exclusion.'),
    written: flag('Whether the file was changed; false with --dry-run.'),
    wasSelected: flag(),
    tasks: maybe(list(entry({ task: text(), wasSelected: flag() }), 'All tasks that this command excluded.')),
    alreadyExcluded: maybe(list(text(), 'The tasks that were already excluded.')),
    in: list(text(), 'The tasks that are now selected.'),
    out: list(text(), 'The tasks that are no longer selected.'),
  });
}

const plan = () =>
  maybe(text('The plan on the page: its path, or the name of a built-in plan. Earlier versions did not write it.'));

export function serveSchema() {
  return entry({ url: text('The address of the page on this machine.'), plan: plan() });
}

export function reportSchema() {
  const warning = entry({ code: text(), message: text(), benchmark: maybe(text()) });
  return entry({
    file: text('The path of the page.'),
    bytes: number(),
    tasks: number(),
    plan: plan(),
    warnings: maybe(list(warning, 'Warnings about the results.')),
  });
}

export function poolSchema() {
  return entry({
    file: text('The path of the table.'),
    format: text('The format: jsonl, csv or parquet.'),
    rows: number('The number of rows, one per task.'),
    bytes: number(),
    sha256: text('The SHA-256 of the file.'),
    plan: text('The plan that the tasks come from: its path, or the name of a built-in plan.'),
    benchmarks: list(
      entry({
        name: text(),
        tasks: number(),
        outside: maybe(number('The number of tasks in the source that `source.where` leaves out.')),
        problems: number('The number of problems in the source: unread, skipped or odd entries. The table lists each.'),
      }),
    ),
  });
}

export type PoolDocument = DataOf<typeof poolSchema>;

export function suitesSchema() {
  return entry({
    suites: list(
      entry({
        name: text('The name to use in commands.'),
        title: text(),
        version: number('1 until the suite is refreshed.'),
        purpose: maybe(text('What results on it show; missing for a purposive selection.')),
        tasks: number('The number of tasks in the pool.'),
        tiers: list(
          entry({
            name: maybe(text('The tier’s name; missing for the full selection.')),
            tasks: number(),
            error: maybe(
              figure('The mean error of a level, in points, for later systems that the suite did not learn from.', 2),
            ),
            errorAtRandom: maybe(figure('The same for an equal number of random tasks.', 2)),
            tau: maybe(
              figure(
                'For a ranking: Kendall’s τ between the order of those systems on these tasks and on all tasks.',
                3,
              ),
            ),
            tauAtRandom: maybe(figure('The same for an equal number of random tasks.', 3)),
            halfWidth: maybe(figure('Half the width of the 95% interval for a level of those systems, in points.', 2)),
          }),
          'Smallest first.',
        ),
        systems: number('The number of earlier systems that the suite learned from.'),
        from: maybe(text('The date of the earliest of these systems.')),
        to: maybe(text('The date of the latest of these systems.')),
      }),
    ),
  });
}

export type SuitesDocument = DataOf<typeof suitesSchema>;

export function initSchema() {
  return entry({
    plan: text('The path of the plan; with --dry-run, nothing is written.'),
    text: maybe(text(), 'The text of the plan; only with --dry-run.'),
    total: maybe(number(), 'The total number of tasks to select, if the benchmarks share it.'),
    rank: maybe(text(), 'The column or field that tasks are ranked by; missing if they are drawn at random.'),
    columns: maybe(list(text()), 'Columns that the plan could rank or group by. Earlier versions did not write it.'),
    benchmarks: list(
      entry({
        name: text(),
        tasks: number(),
        format: text(),
        take: maybe(numberOrAll(), 'The number of tasks to select; missing if the benchmarks share a total.'),
        open: list(text(), 'Questions for a person to decide.'),
      }),
    ),
    purpose: maybe(
      entry({ name: text(), benchmarks: list(learnedForm()) }),
      'The purpose of the results; missing if the plan has none.',
    ),
    leftOut: list(text(), 'The parts that the plan leaves out, with reasons.'),
    divisions: maybe(list(text()), 'How paths with subfolders were divided into benchmarks.'),
  });
}

export type InitDocument = DataOf<typeof initSchema>;

function learnedForm() {
  return entry({
    benchmark: text(),
    systems: number('The number of earlier systems with results on these tasks.'),
    take: number('The number of tasks that the plan selects.'),
    forecast: list(text(), 'The forecast, in sentences.'),
    designs: list(
      entry({
        design: text(),
        tasks: number('The number of tasks in the plan, or the number that the design needs to reach the target.'),
        halfWidth: orNull(figure('Half the width of the 95% interval for a level.')),
        detectable: orNull(figure('The smallest difference between two systems that is detected with 80% power.')),
        tau: orNull(figure("Kendall's τ between the order on these tasks and the order on all tasks.")),
        equivalentRandomTasks: orNull(figure('The number of random tasks that would estimate a level as precisely.')),
        recommended: flag(),
      }),
    ),
    recommendation: text(),
  });
}

export function exportSchema() {
  return entry({
    runner: text(),
    runnerVersion: orNull(text(), 'The version that the commands are for; null if they do not depend on it.'),
    folder: text('The folder of the files.'),
    runId: text(),
    repeat: number('How many times to run each task.'),
    tasks: list(entry({ benchmark: text(), taskId: text(), exportedAs: text() })),
    leftOut: list(leftOutForm()),
    commands: list(entry({ title: text(), command: text() })),
    check: maybe(
      text(
        'The command that asks the installed runner which tasks it would run; missing if the runner cannot be asked.',
      ),
    ),
    notes: list(text()),
    files: list(text(), 'The names of the files in the folder.'),
    tiers: tiersForm(),
  });
}

export function exportsSchema() {
  return entry({
    folder: text('The folder that contains the exports.'),
    exports: list(exportSchema(), 'One export per runner, each in its own folder.'),
    skipped: list(
      entry({ runner: text(), reason: text() }),
      'With `--to all`: the runners that could not get an export.',
    ),
    uncovered: list(leftOutForm(), 'Selected tasks that are in none of the exports.'),
    files: list(text(), 'Their names in the folder.'),
    tiers: tiersForm(),
  });
}

export type ExportDocument = DataOf<typeof exportSchema>;
export type ExportsDocument = DataOf<typeof exportsSchema>;

function tiersForm() {
  return maybe(
    list(entry({ tier: text(), folder: text(), tasks: number() })),
    'The tiers of the selection, each exported to a sibling folder; missing if it has no tiers.',
  );
}

function leftOutForm() {
  return entry({ benchmark: text(), taskId: text(), reason: text() });
}

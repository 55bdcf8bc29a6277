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
    path: maybe(text(), 'The keys that lead to the value.'),
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
    excluded: text('The task; if there are several, the first.'),
    reason: text(),
    file: text('The file that contains the exclusion.'),
    written: flag('False with --dry-run.'),
    wasSelected: flag(),
    tasks: maybe(list(entry({ task: text(), wasSelected: flag() }), 'All tasks that are excluded now.')),
    alreadyExcluded: maybe(list(text(), 'The tasks that were already excluded.')),
    in: list(text(), 'The added tasks.'),
    out: list(text(), 'The removed tasks.'),
  });
}

const plan = () =>
  maybe(text('The plan it shows: its path, or the name of a built-in plan. Earlier versions did not write it.'));

export function serveSchema() {
  return entry({ url: text('The address of the page on this machine.'), plan: plan() });
}

export function reportSchema() {
  const warning = entry({ code: text(), message: text(), benchmark: maybe(text()) });
  return entry({
    file: text('The page that was written.'),
    bytes: number(),
    tasks: number(),
    plan: plan(),
    warnings: maybe(list(warning, 'Warnings about the results.')),
  });
}

export function poolSchema() {
  return entry({
    file: text('The table that was written.'),
    format: text('Its kind: jsonl, csv or parquet.'),
    rows: number('The number of rows, one for each task.'),
    bytes: number(),
    sha256: text('Of the file.'),
    plan: text('The plan whose tasks it contains: its path, or the name of a built-in plan.'),
    benchmarks: list(
      entry({
        name: text(),
        tasks: number(),
        outside: maybe(number('The number of tasks of the source that `source.where` leaves out.')),
        problems: number('Problems at the source: unread, skipped or odd entries; the table lists each.'),
      }),
    ),
  });
}

export type PoolDocument = DataOf<typeof poolSchema>;

export function suitesSchema() {
  return entry({
    suites: list(
      entry({
        name: text('Its name in commands.'),
        title: text(),
        version: number('1 until the suite is refreshed.'),
        purpose: maybe(text('The purpose of its results; missing for a purposive selection.')),
        tasks: number('Tasks of the pool.'),
        tiers: list(
          entry({
            name: maybe(text('Missing for the whole selection.')),
            tasks: number(),
            error: maybe(
              figure('The mean error of a level, in points, on later systems that the suite had not seen.', 2),
            ),
            errorAtRandom: maybe(figure('The same figure for as many random tasks.', 2)),
            tau: maybe(
              figure('For a ranking: Kendall’s τ of the order of those systems with their order on all tasks.', 3),
            ),
            tauAtRandom: maybe(figure('The same figure for as many random tasks.', 3)),
            halfWidth: maybe(figure('Half of the 95% interval of a level on those systems, in points.', 2)),
          }),
          'The smallest first.',
        ),
        systems: number('Earlier systems whose results it was learned from.'),
        from: maybe(text('The date of the earliest of them.')),
        to: maybe(text('The date of the latest of them.')),
      }),
    ),
  });
}

export type SuitesDocument = DataOf<typeof suitesSchema>;

export function initSchema() {
  return entry({
    plan: text('The file that was written, or would be.'),
    text: maybe(text(), 'The plan itself, if nothing is written (--dry-run).'),
    total: maybe(number(), 'Tasks that the benchmarks give together.'),
    rank: maybe(text(), 'The column or field that tasks are ranked by; missing if they are drawn.'),
    columns: maybe(list(text()), 'Columns that the plan could rank or group by; earlier versions did not write it.'),
    benchmarks: list(
      entry({
        name: text(),
        tasks: number(),
        format: text(),
        take: maybe(numberOrAll(), 'Missing if a total is shared.'),
        open: list(text(), 'Questions that only a person can decide.'),
      }),
    ),
    purpose: maybe(
      entry({ name: text(), benchmarks: list(learnedForm()) }),
      'What the results should show; missing if the plan has no purpose.',
    ),
    leftOut: list(text(), 'The parts that the plan leaves out, with reasons.'),
    divisions: maybe(list(text()), 'How paths with subfolders were split into benchmarks.'),
  });
}

export type InitDocument = DataOf<typeof initSchema>;

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
        equivalentRandomTasks: orNull(figure('The number of random tasks that give a level as precisely.')),
        recommended: flag(),
      }),
    ),
    recommendation: text(),
  });
}

export function exportSchema() {
  return entry({
    runner: text(),
    runnerVersion: orNull(text(), 'Null if its commands do not differ by version.'),
    folder: text('Where the files were written.'),
    runId: text(),
    repeat: number('How often to run each task.'),
    tasks: list(entry({ benchmark: text(), taskId: text(), exportedAs: text() })),
    leftOut: list(leftOutForm()),
    commands: list(entry({ title: text(), command: text() })),
    check: maybe(text('Asks the installed runner which tasks it would run; missing if there is none to ask.')),
    notes: list(text()),
    files: list(text(), 'Their names in the folder.'),
    tiers: tiersForm(),
  });
}

export function exportsSchema() {
  return entry({
    folder: text('Where the folders of the exports were written.'),
    exports: list(exportSchema(), 'One for each runner, each in a separate folder.'),
    skipped: list(entry({ runner: text(), reason: text() }), 'With `--to all`: the runners without an export.'),
    uncovered: list(leftOutForm(), 'Selected tasks that none of the exports has.'),
    files: list(text(), 'Their names in the folder.'),
    tiers: tiersForm(),
  });
}

export type ExportDocument = DataOf<typeof exportSchema>;
export type ExportsDocument = DataOf<typeof exportsSchema>;

function tiersForm() {
  return maybe(
    list(entry({ tier: text(), folder: text(), tasks: number() })),
    'The tiers of the selection, each exported into a sibling folder; missing if it has none.',
  );
}

function leftOutForm() {
  return entry({ benchmark: text(), taskId: text(), reason: text() });
}

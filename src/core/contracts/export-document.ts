import { type DataOf, entry, list, maybe, number, orNull, text } from '../documents/forms.js';

/** What `export --json` prints. */
export function exportSchema() {
  return entry({
    runner: text(),
    runnerVersion: orNull(text(), 'Null where its calls do not differ by version.'),
    folder: text('Where the files were written.'),
    runId: text(),
    repeat: number('How often to run each task.'),
    tasks: list(entry({ benchmark: text(), taskId: text(), exportedAs: text() })),
    leftOut: list(leftOutForm()),
    commands: list(entry({ title: text(), command: text() })),
    check: maybe(text('Asks the installed runner which tasks it would run; missing where there is none to ask.')),
    notes: list(text()),
    files: list(text(), 'Their names in the folder.'),
    tiers: tiersForm(),
  });
}

/** What `export --to a,b --json` prints. */
export function exportsSchema() {
  return entry({
    folder: text('Where the folders of the exports were written.'),
    exports: list(exportSchema(), 'One for each runner, each in a separate folder.'),
    skipped: list(
      entry({ runner: text(), reason: text() }),
      'With `--to all`: the runners that there is no export for.',
    ),
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
    'The tiers of the selection, each exported into a folder beside; missing if it has none.',
  );
}

function leftOutForm() {
  return entry({ benchmark: text(), taskId: text(), reason: text() });
}

import { type DataOf, entry, list, maybe, number, text, textOrNull } from '../manifest/json-forms.js';

/** What `export --json` prints. */
export function exportSchema() {
  return entry({
    runner: text(),
    runner_version: textOrNull('Null where its calls do not differ by version.'),
    folder: text('Where the files were written.'),
    run_id: text(),
    repeat: number('How often each task is to be run.'),
    tasks: list(entry({ benchmark: text(), task_id: text(), exported_as: text() })),
    left_out: list(entry({ benchmark: text(), task_id: text(), reason: text() })),
    commands: list(entry({ title: text(), command: text() })),
    check: maybe(text('Asks the installed runner which tasks it would run; missing where there is none to ask.')),
    notes: list(text()),
    files: list(text(), 'Their names in the folder.'),
  });
}

export type ExportDocument = DataOf<typeof exportSchema>;

import { type DataOf, entry, list, text } from '../manifest/json-forms.js';
import { exportSchema } from './export-document.js';

/** What `export --to a,b --json` prints. */
export function exportsSchema() {
  return entry({
    folder: text('Where the folders of the exports were written.'),
    exports: list(exportSchema(), 'One for each runner, in a folder of its own.'),
    skipped: list(
      entry({ runner: text(), reason: text() }),
      'With `--to all`: the runners that there is no export for.',
    ),
    uncovered: list(
      entry({ benchmark: text(), task_id: text(), reason: text() }),
      'Selected tasks that none of the exports has.',
    ),
    files: list(text(), 'Their names in the folder.'),
  });
}

export type ExportsDocument = DataOf<typeof exportsSchema>;

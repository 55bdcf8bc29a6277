import { type DataOf, entry, flag, list, text } from '../manifest/json-forms.js';

/** What `exclude --json` prints; a task is named BENCHMARK/ID. */
export function excludeSchema() {
  return entry({
    excluded: text('The task.'),
    reason: text(),
    file: text('The file that the exclusion stands in.'),
    written: flag('False with --dry-run.'),
    was_selected: flag(),
    in: list(text(), 'The tasks that come in.'),
    out: list(text(), 'The tasks that go out.'),
  });
}

export type ExcludeDocument = DataOf<typeof excludeSchema>;

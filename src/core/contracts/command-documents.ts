import { type DocumentOf, entry, flag, list, maybe, number, text } from '../documents/forms.js';

export type ErrorDocument = DocumentOf<typeof errorSchema>;
export type ExcludeDocument = DocumentOf<typeof excludeSchema>;
export type ServeDocument = DocumentOf<typeof serveSchema>;
export type ReportDocument = DocumentOf<typeof reportSchema>;

/** The document of every command with `--json` at exit code 2 or 3. */
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

/** The document of `exclude --json`; a task is named BENCHMARK/ID. */
export function excludeSchema() {
  return entry({
    excluded: text('The task; of several the first.'),
    reason: text(),
    file: text('The file that contains the exclusion.'),
    written: flag('False with --dry-run.'),
    wasSelected: flag(),
    tasks: maybe(list(entry({ task: text(), wasSelected: flag() }), 'All tasks that are excluded now.')),
    alreadyExcluded: maybe(list(text(), 'The tasks that were excluded before, and stay so.')),
    in: list(text(), 'The tasks that come in.'),
    out: list(text(), 'The tasks that go out.'),
  });
}

const plan = () =>
  maybe(text('The plan it shows: its path, or the name of one that ships. Earlier programs did not write it.'));

/** The document of `serve --json`. */
export function serveSchema() {
  return entry({ url: text('The address of the page on this machine.'), plan: plan() });
}

/** The document of `report --json`. */
export function reportSchema() {
  return entry({ file: text('The page that was written.'), bytes: number(), tasks: number(), plan: plan() });
}

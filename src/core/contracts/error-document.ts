import { type DataOf, entry, list, maybe, number, text } from '../manifest/json-forms.js';

/** What every command prints with `--json` at exit code 2 or 3. */
export function errorSchema() {
  const place = entry({
    file: maybe(text()),
    line: maybe(number('From 1.')),
    column: maybe(number('From 1.')),
    path: maybe(text(), 'The keys that lead to the value.'),
  });
  return entry({
    error: entry({
      kind: text('The kind of fault, such as `PlanError`.'),
      faults: list(entry({ code: text(), message: text(), place: maybe(place), hint: maybe(text()) })),
    }),
  });
}

export type ErrorDocument = DataOf<typeof errorSchema>;

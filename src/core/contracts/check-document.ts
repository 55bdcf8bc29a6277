import { type DataOf, entry, flag, list, maybe, text } from '../manifest/json-forms.js';

/** What `check --json` prints. */
export function checkSchema() {
  const difference = entry({ code: text(), message: text(), path: maybe(text(), 'The keys that lead to the value.') });
  const part = entry({ code: text(), message: text() });
  return entry({
    ok: flag(
      'Whether the selection is what the plan and the pool give, or was made so; with --without-pool: whether nothing that was verified differs.',
    ),
    plan: maybe(text(), 'The plan: its path, or the name of one that ships; missing where none is known.'),
    mended: maybe(flag(), 'With --fix: whether the files were rewritten.'),
    differences: list(difference, 'Each of them is a failure.'),
    notes: list(difference, 'What is no failure by itself.'),
    verified: maybe(list(part), 'With --without-pool: what was looked at.'),
    not_verified: maybe(list(part), 'With --without-pool: what was not, because it takes the pool or the very plan.'),
  });
}

export type CheckDocument = DataOf<typeof checkSchema>;

import { type DataOf, entry, flag, list, maybe, text } from '../manifest/json-forms.js';

/** What `check --json` prints. */
export function checkSchema() {
  const difference = entry({ code: text(), message: text(), path: maybe(text(), 'The keys that lead to the value.') });
  return entry({
    ok: flag('Whether the selection is what the plan and the pool give, or was made so.'),
    mended: maybe(flag(), 'With --fix: whether the files were rewritten.'),
    differences: list(difference, 'Each of them is a failure.'),
    notes: list(difference, 'What is no failure by itself.'),
  });
}

export type CheckDocument = DataOf<typeof checkSchema>;

import * as z from 'zod/mini';
import { entry, list, number, orNull, text, word } from '../manifest/json-forms.js';

/** What `assess --json` prints: the answer of a part is what `assess PART --json` prints. */
export function cardSchema() {
  return entry({
    plan: text(),
    kind: word(['focus', 'representative']),
    selected: number(),
    available: number(),
    parts: list(
      entry({
        part: text(),
        grade: text('good, look or unknown.'),
        verdict: text('One sentence to act on.'),
        answer: orNull(z.record(z.string(), z.unknown()), 'Null where results are needed and none were given.'),
      }),
    ),
  });
}

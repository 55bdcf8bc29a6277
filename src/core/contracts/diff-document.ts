import * as z from 'zod/mini';
import { schemaOf } from '../documents/document-of.js';
import { type DataOf, entry, flag, list, maybe, number, text, textOrNull } from '../manifest/json-forms.js';
import { historySchema } from '../manifest/manifest.js';

/** What `diff --json` prints. */
export function diffSchema() {
  const plan = entry({ name: text(), sha256: text() });
  const numbers = { before: number(), after: number() };
  const task = { task_id: text(), benchmark: text(), reason: text(), detail: text('The figures behind the reason.') };
  // Whatever a task has may have changed.
  const changed = entry({ ...task, fields: list(entry({ field: text(), before: z.unknown(), after: z.unknown() })) });
  const coverage = list(entry({ name: text(), ...numbers }));
  return entry({
    related: flag('False when the plans have neither name nor benchmark nor task in common.'),
    same: flag('Whether plan, pools and tasks are all the same.'),
    plan: entry({ before: plan, after: plan, equal: flag() }),
    pools: list(
      entry({
        benchmark: text(),
        benchmark_before: maybe(text(), 'Its name before, where it was renamed.'),
        before: textOrNull(),
        after: textOrNull(),
        equal: flag(),
      }),
    ),
    history: maybe(
      list(schemaOf(historySchema())),
      'The versions that B has gone through since A; missing where it has none.',
    ),
    notes: maybe(
      list(entry({ code: text(), message: text() })),
      'What the comparison does not cover, such as files that were not hashed; missing where it covers everything.',
    ),
    tasks: entry({
      added: list(entry(task)),
      removed: list(entry(task)),
      changed: list(changed),
      moved: list(changed, 'Those of which only the rank, or the size or the places of the group changed.'),
      relocated: maybe(
        list(entry({ ...task, benchmark_before: text() })),
        'Those in another benchmark than before: the same id and content. What else changed of them is in the lists above. Earlier programs called them removed and added.',
      ),
    }),
    coverage: entry({ phase: coverage, benchmark: coverage, language: coverage }),
    selected: entry(numbers),
    available: entry(numbers),
    average_score: entry({
      name: text(),
      name_before: maybe(text(), 'Where the earlier score has another name: the two cannot be compared.'),
      decimals: number(),
      ...numbers,
    }),
  });
}

export type DiffDocument = DataOf<typeof diffSchema>;

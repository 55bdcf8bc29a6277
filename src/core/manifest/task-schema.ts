import type * as z from 'zod/mini';
import type { ColumnKinds } from './csv-column.js';
import { manifestColumns, type TaskEntry } from './csv-columns.js';
import {
  entry,
  list,
  maybe,
  number,
  numberOrNull,
  orNull,
  record,
  text,
  textOrNull,
  valueOrNull,
} from './json-forms.js';

/** The schema of each kind of column. */
const columnForms = {
  text,
  textOrNull,
  maybeText: (sentence: string) => maybe(text(), sentence),
  texts: (sentence: string) => list(text(), sentence),
  number,
  numberByName: (sentence: string) => record(number(), sentence),
  label: valueOrNull,
  labelByName: (sentence: string) => record(valueOrNull(), sentence),
  declaredLabels: (sentence: string) => maybe(record(valueOrNull()), sentence),
  textByName: (sentence: string) => record(text(), sentence),
  group: (sentence: string) => entry({ by: textOrNull(), value: textOrNull(), size: number() }, sentence),
  design: (sentence: string) =>
    orNull(
      entry({
        inclusion_probability: number(),
        design_weight: number('1 / probability: how many tasks of the pool it represents.'),
        stratum: text(),
        stratum_size: number(),
        stratum_sampled: number(),
        random_number: numberOrNull('Its permanent random number, where one was used.'),
        balance: orNull(record(number()), 'What a balanced draw looked at.'),
        ease: maybe(number(), 'How easy it was for earlier systems, in log odds; missing where that was not learned.'),
      }),
      sentence,
    ),
} satisfies { readonly [Kind in keyof ColumnKinds]: (sentence: string) => z.ZodMiniType<ColumnKinds[Kind]> };

/** The schema of one task of a manifest. */
export function taskSchema(): z.ZodMiniType<TaskEntry> {
  const keys = Object.fromEntries(manifestColumns.map(({ key, kind, meaning }) => [key, columnForms[kind](meaning)]));
  // Its keys are those of the list, each of the kind that the list says, which the compiler does not see through the loop.
  return entry(keys) as z.ZodMiniType as z.ZodMiniType<TaskEntry>;
}

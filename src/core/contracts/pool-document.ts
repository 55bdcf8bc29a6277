import { type DataOf, entry, list, maybe, number, text } from '../documents/forms.js';

/** What `pool --json` prints. */
export function poolSchema() {
  return entry({
    file: text('The table that was written.'),
    format: text('Its kind: jsonl, csv or parquet.'),
    rows: number('One for each task.'),
    bytes: number(),
    sha256: text('Of the file.'),
    plan: text('The plan whose tasks it holds: its path, or the name of one that ships.'),
    benchmarks: list(
      entry({
        name: text(),
        tasks: number(),
        outside: maybe(number('How many tasks of the source source.where leaves out.')),
        problems: number('What could not be read, was skipped or is odd at the source; the table holds each.'),
      }),
    ),
  });
}

export type PoolDocument = DataOf<typeof poolSchema>;

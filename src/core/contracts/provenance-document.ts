import * as z from 'zod/mini';
import {
  type DataOf,
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
} from '../manifest/json-forms.js';
import { provenanceFormat } from '../model/export-marker.js';

/** What `provenance.json` holds, which marks a folder as an export and says what it was made from. */
export function provenanceSchema() {
  const rowFile = orNull(entry({ file: text(), sha256: text(), rows: number() }));
  return entry({
    ...markerKeys(),
    generated_by: text(),
    runner_version: textOrNull(),
    run_id: text(),
    plan: entry({ name: text(), sha256: text() }),
    selection_sha256: text('Of `selection.json` as Winnow writes it.'),
    pools: record(text(), 'The SHA-256 of each benchmark’s tasks.'),
    seed: valueOrNull(),
    schedule: entry({ algorithm: text(), seed: text(), key: text() }),
    selected: number(),
    not_in_export: number(),
    part: orNull(
      entry({ reason: text(), configuration: textOrNull(), results: list(text()), budget_usd: numberOrNull() }),
      'Why it holds only some tasks, where that is neither a limit nor a shard.',
    ),
    shard: textOrNull(),
    limit: numberOrNull(),
    repeat: number(),
    settings: record(z.unknown(), 'What the runner was told.'),
    dataset: rowFile,
    predictions: rowFile,
    tasks: list(
      entry({
        benchmark: text(),
        task_id: text(),
        exported_as: text(),
        sha256_12: textOrNull(),
        digest: maybe(text(), 'What the runner knows its content by, where it has such a thing.'),
      }),
    ),
    left_out: list(entry({ benchmark: text(), task_id: text(), reason: text() })),
  });
}

export type ProvenanceDocument = DataOf<typeof provenanceSchema>;

/** Whose export a folder holds, and its files with their SHA-256; undefined when the text is no provenance of Winnow's. */
export function exportMarkerOf(text: string): { runner: string; files: ReadonlyMap<string, string> } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = z.safeParse(entry(markerKeys()), value);
  return data === undefined ? undefined : { runner: data.runner, files: new Map(Object.entries(data.files)) };
}

/** What is read back before a folder is written again. */
function markerKeys() {
  return {
    format: z.literal(provenanceFormat),
    runner: text(),
    files: record(text(), 'The SHA-256 of each file.'),
  };
}

import * as z from 'zod/mini';
import {
  anything,
  type DocumentOf,
  entry,
  label,
  list,
  maybe,
  number,
  orNull,
  plain,
  record,
  schemaOf,
  text,
} from '../documents/forms.js';
import { provenanceFormat } from '../model/export-marker.js';

/** `provenance.json`, which marks a folder as an export and records all its inputs. */
export function provenanceSchema() {
  const rowFile = orNull(entry({ file: text(), sha256: text(), rows: number() }));
  return entry({
    ...markerKeys(),
    generatedBy: text(),
    runnerVersion: orNull(text()),
    runId: text(),
    plan: entry({ name: text(), sha256: text() }),
    selectionSha256: text('The SHA-256 of `selection.json` as Winnow writes it.'),
    pools: record(text(), 'The SHA-256 of each benchmark’s tasks.'),
    seed: orNull(label()),
    schedule: entry({ algorithm: text(), seed: text(), key: text() }),
    selected: number(),
    notInExport: number(),
    part: orNull(
      entry({ reason: text(), configuration: orNull(text()), results: list(text()), budgetUsd: orNull(number()) }),
      'The reason why the export contains only some tasks, apart from a limit or a shard.',
    ),
    shard: orNull(text()),
    limit: orNull(number()),
    repeat: number(),
    settings: record(anything(), 'The runner’s settings.'),
    dataset: rowFile,
    predictions: rowFile,
    tasks: list(
      entry({
        benchmark: text(),
        taskId: text(),
        exportedAs: text(),
        sha256_12: orNull(text()),
        digest: maybe(text(), 'The runner’s own digest of the task’s content, if it has one.'),
      }),
    ),
    leftOut: list(entry({ benchmark: text(), taskId: text(), reason: text() })),
  });
}

export type ProvenanceDocument = DocumentOf<typeof provenanceSchema>;

/** The parts of an export's marker that are read before its folder is overwritten; undefined for any other text. */
export function exportMarkerOf(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { success } = z.safeParse(schemaOf(markerSchema()), value);
  if (!success) return undefined;
  const { runner, files, part } = value as DocumentOf<typeof markerSchema> & { part?: ProvenanceDocument['part'] };
  // An export with the remaining tasks of one system may have exports for other systems beside it.
  return { runner, files: new Map(Object.entries(files)), isOfSystem: typeof part?.configuration === 'string' };
}

const markerSchema = () => entry(markerKeys());

function markerKeys() {
  return {
    format: plain<typeof provenanceFormat>(undefined, () => z.literal(provenanceFormat)),
    runner: text(),
    files: record(text(), 'The SHA-256 of each file.'),
  };
}

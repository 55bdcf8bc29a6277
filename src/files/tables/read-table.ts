import { isRecord } from '../../core/model/record.js';
import { unpackedStream, unpackedText } from '../packed/unpacked.js';
import type { Packing } from '../packed/unpacked-budget.js';
import { readSafely } from '../task-folder.js';
import type { TableKind } from './content-kind.js';
import type { CsvOptions } from './read-csv.js';
import { readJsonLines, readJsonLinesFrom } from './read-json-lines.js';

/**
 * The rows of a file or, if `unfold` recognises a JSON document, the records in it. `csv` sets how a CSV file is read.
 */
export async function* readTable(
  file: string,
  kind: TableKind,
  unfold: (document: unknown) => Iterable<unknown> | undefined,
  csv: CsvOptions = {},
): AsyncGenerator<TableRow> {
  switch (kind.kind) {
    case 'json-lines':
      if (kind.packing === undefined) yield* lineRows(readJsonLines(file), unfold);
      else
        for await (const row of readJsonLinesFrom(unpackedStream(file, kind.packing))) yield* lineRows([row], unfold);
      return;
    case 'json':
      yield* documentRows(JSON.parse(await textOf(file, kind)), unfold);
      return;
    // Loaded on demand: most runs need neither.
    case 'csv': {
      const { readCsv } = await import('./read-csv.js');
      yield* readCsv(file, kind, csv);
      return;
    }
    case 'parquet': {
      const { readParquet } = await import('./read-parquet.js');
      yield* readParquet(file);
    }
  }
}

/** The whole text of a file, which may be compressed; at most 64 MiB. */
export async function textOf(file: string, { packing }: { readonly packing?: Packing | undefined }): Promise<string> {
  return packing === undefined ? readSafely(file) : await unpackedText(file, packing);
}

/** A document of one long line looks like the first of many. */
function* lineRows(
  rows: Iterable<TableRow>,
  unfold: (document: unknown) => Iterable<unknown> | undefined,
): Generator<TableRow> {
  for (const row of rows) {
    const unfolded = row.number === 1 ? unfold(row.data) : undefined;
    if (unfolded === undefined) yield row;
    else yield* numbered(unfolded);
  }
}

function* numbered(rows: Iterable<unknown>): Generator<TableRow> {
  let number = 0;
  for (const data of rows) yield { number: ++number, data };
}

function* documentRows(
  document: unknown,
  unfold: (document: unknown) => Iterable<unknown> | undefined,
): Generator<TableRow> {
  const unfolded = unfold(document);
  const list = isRecord(document) ? document['tasks'] : undefined;
  const rows = unfolded ?? (Array.isArray(document) ? document : Array.isArray(list) ? list : [document]);
  yield* numbered(rows);
}

/** One row of a table or one record of a document. */
export interface TableRow {
  /** The line of a text file, the row of a Parquet file or the position in a list, from 1. */
  readonly number: number;
  /** The row's data; an Error if it can't be read. */
  readonly data: unknown;
}

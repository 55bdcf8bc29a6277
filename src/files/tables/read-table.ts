import { isRecord } from '../../core/model/record.js';
import { readSafely } from '../task-folder.js';
import type { TableKind } from './content-kind.js';
import { readJsonLines } from './read-json-lines.js';
import type { TableRow } from './table-row.js';

/** The rows of a file that holds records. A JSON document that `unfold` knows gives what it finds in it. */
export async function* readTable(
  file: string,
  kind: TableKind,
  unfold: (document: unknown) => Iterable<unknown> | undefined,
): AsyncGenerator<TableRow> {
  switch (kind.kind) {
    case 'json-lines':
      yield* lineRows(file, unfold);
      return;
    case 'json':
      yield* documentRows(JSON.parse(readSafely(file)), unfold);
      return;
    // Loaded when needed: most runs meet neither.
    case 'csv': {
      const { readCsv } = await import('./read-csv.js');
      yield* readCsv(file, kind.delimiter);
      return;
    }
    case 'parquet': {
      const { readParquet } = await import('./read-parquet.js');
      yield* readParquet(file);
    }
  }
}

/** A document of one long line looks like the first of many. */
function* lineRows(file: string, unfold: (document: unknown) => Iterable<unknown> | undefined): Generator<TableRow> {
  for (const row of readJsonLines(file)) {
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

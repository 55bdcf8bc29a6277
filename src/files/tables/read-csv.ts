import { Readable } from 'node:stream';
import { TextDecoderStream } from 'node:stream/web';
import { type CsvError, parse } from 'csv-parse';
import { visibleText } from '../../core/text/visible-text.js';
import { createReadStream } from '../../disk/file-access.js';
import { unpackedStream } from '../packed/unpacked.js';
import type { CsvKind } from './content-kind.js';
import { isPlainCsv, plainLines } from './read-plain-csv.js';
import type { TableRow } from './table-row.js';

const longestRecordChars = 64 * 1024 * 1024;

/** The rows of a CSV or TSV file with a header, as objects of text; a column without a name is called `Unnamed: INDEX`, a row that does not fit the header is an Error in its place. */
export async function* readCsv(
  file: string,
  { delimiter, packing }: CsvKind,
  longestChars = longestRecordChars,
): AsyncGenerator<TableRow> {
  if (packing === undefined && isPlainCsv(file, longestChars)) {
    yield* plainRows(file, delimiter);
    return;
  }
  const skipped: TableRow[] = [];
  const parser = parse({
    columns: columnNames,
    bom: true,
    delimiter,
    skip_empty_lines: true,
    info: true,
    max_record_size: longestChars,
    skip_records_with_error: true,
    on_skip: (error) => {
      // What follows a record without end cannot be told from it: every further piece of it would be the same error again.
      if (error?.code === 'CSV_MAX_RECORD_SIZE') parser.destroy(new Error(tooLong(error, longestChars)));
      else if (error !== undefined)
        skipped.push({ number: Number(error['lines'] ?? 0), data: new Error(reasonFor(error)) });
    },
  });
  const stream = textOf(packing === undefined ? createReadStream(file) : unpackedStream(file, packing));
  stream.on('error', (error) => parser.destroy(error));
  for await (const row of stream.pipe(parser) as AsyncIterable<{ record: unknown; info: { lines: number } }>) {
    yield* skipped.splice(0);
    yield { number: row.info.lines, data: row.record };
  }
  yield* skipped.splice(0);
}

/** The rows of a table that needs no parser, which would take most of the time. */
function* plainRows(file: string, delimiter: string): Generator<TableRow> {
  let header: readonly string[] | undefined;
  for (const { number, cells } of plainLines(file, delimiter)) {
    if (header === undefined) header = columnNames(cells);
    else if (cells.length !== header.length) yield { number, data: new Error(misfit(cells, header)) };
    else yield { number, data: rowOf(header, cells) };
  }
}

function rowOf(header: readonly string[], cells: readonly string[]): Record<string, string> {
  // Makes own keys of every name; a hundred thousand rows have none that needs it.
  if (header.includes('__proto__')) return Object.fromEntries(header.map((name, i) => [name, cells[i] ?? '']));
  const row: Record<string, string> = {};
  for (let i = 0; i < header.length; i++) row[header[i] ?? ''] = cells[i] ?? '';
  return row;
}

/** Bytes as text; those that are not UTF-8 are an error, wherever they stand. */
function textOf(bytes: Readable): Readable {
  const decoder = new TextDecoderStream('utf-8', { fatal: true });
  return Readable.fromWeb(Readable.toWeb(bytes).pipeThrough(decoder as never) as never, { objectMode: false });
}

function tooLong(error: CsvError, longestChars: number): string {
  return `line ${Number(error['lines'] ?? 0)} is in a row of more than ${longestChars} characters; a quote may be left open`;
}

/** The names of the columns; one without a name, such as the index of a data frame, gets the name that pandas gives it. */
function columnNames(cells: string[]): string[] {
  const header = cells.map((name, index) => (name.trim() === '' ? `Unnamed: ${index}` : name));
  const twice = [...new Set(header.filter((name, i) => header.indexOf(name) !== i))];
  if (twice.length > 0) {
    const names = twice.map((name) => `"${visibleText(name, 60)}"`).join(', ');
    throw new Error(`the header names ${twice.length === 1 ? 'the column' : 'the columns'} ${names} twice; rename one`);
  }
  return header;
}

function reasonFor(error: CsvError): string {
  const { code, record, columns } = error as CsvError & { record?: unknown; columns?: unknown };
  if (code !== 'CSV_RECORD_INCONSISTENT_COLUMNS' || !Array.isArray(record))
    return `the row cannot be read: ${error.message}`;
  return misfit(record, Array.isArray(columns) ? columns : undefined);
}

function misfit(cells: readonly unknown[], header: readonly unknown[] | undefined): string {
  return `the row has ${cells.length} cells${header === undefined ? '' : `; the header has ${header.length}`}`;
}

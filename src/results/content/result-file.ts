import { basename, dirname, join } from 'node:path';
import type { Place } from '../../core/model/errors.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { closeSync, existsSync, readSync } from '../../disk/file-access.js';
import { openRegular } from '../../disk/open-regular.js';
import { unpackedStream } from '../../files/packed/unpacked.js';
import type { Packing } from '../../files/packed/unpacked-budget.js';
import { type CsvKind, contentKind, type HeaderRule } from '../../files/tables/content-kind.js';
import { refuseUnclearCsv } from '../../files/tables/csv-notes.js';
import { readJsonLines, readJsonLinesFrom } from '../../files/tables/read-json-lines.js';
import type { TableRow } from '../../files/tables/read-table.js';
import { textOf } from '../../files/tables/read-table.js';
import { ZipArchive } from '../../files/zip/zip-archive.js';
import { parseJson } from './parse-json.js';
import { columnName, knownColumns } from './table-columns.js';

/** The content of a file, before its format is known. */
export type Content =
  | { readonly kind: 'empty' }
  | { readonly kind: 'document'; readonly data: unknown }
  /** `isUnended`: its last line has no line break, so that its last cell may be cut off. */
  | { readonly kind: 'table'; readonly table: ResultTable; readonly isUnended?: boolean }
  | { readonly kind: 'archive'; readonly archive: ZipArchive }
  /** An evaluation that was started and left no report. */
  | { readonly kind: 'unreported' }
  | { readonly kind: 'other' };

/** A file that may contain results. */
export interface ResultFile {
  /** As the user would write it. */
  readonly path: string;
  readonly content: Content;
}

/** Reads a file by its bytes, not its name. @throws Error if it can't be read, is cut off, or is too large. */
export async function openResultFile(path: string): Promise<Content> {
  // The log isn't needed: that its report is missing is enough.
  if (basename(path) === 'run_instance.log' && !existsSync(join(dirname(path), 'report.json'))) {
    return { kind: 'unreported' };
  }
  const content = contentKind(path, resultHeaders);
  switch (content.kind) {
    case 'zip':
      return { kind: 'archive', archive: ZipArchive.open(path) };
    case 'parquet':
      return { kind: 'table', table: await parquetTable(path) };
    case 'json':
      return jsonContent(await textOf(path, content));
    case 'json-lines':
      return await linesContent(path, content);
    case 'csv':
      return { kind: 'table', table: await csvTable(path, content), isUnended: !(await endsLine(path, content)) };
    case 'empty':
    case 'other':
      return { kind: content.kind };
  }
}

async function jsonContent(text: string): Promise<Content> {
  let data: unknown;
  try {
    data = parseJson(text);
  } catch (cause) {
    const lines = textLines(text);
    if (lines === undefined) throw cause;
    return { kind: 'table', table: await linesTable(() => lines) };
  }
  if (!Array.isArray(data) || data.length === 0 || !data.every(isRecord)) return { kind: 'document', data };
  const rows = data.map((row, i) => ({ data: row, place: { path: `row ${i + 1}` } }));
  return { kind: 'table', table: tableOfRows(rows) };
}

/** Several lines are read one by one; a single line is a document. */
async function linesContent(path: string, kind: Packed): Promise<Content> {
  const { packing } = kind;
  const read = () =>
    packing === undefined
      ? readJsonLines(path, undefined, parseJson)
      : readJsonLinesFrom(unpackedStream(path, packing), parseJson);
  const start: unknown[] = [];
  for await (const { data } of read()) if (start.push(data) === 2) break;
  const [first] = start;
  if (!isRecord(first) || first instanceof Error) return jsonContent(await textOf(path, kind));
  if (start.length === 1) return { kind: 'document', data: first };
  return { kind: 'table', table: await linesTable(read) };
}

interface Packed {
  readonly packing?: Packing | undefined;
}

/** Whether the last line of a text has its line break. */
async function endsLine(path: string, { packing, encoding }: CsvKind): Promise<boolean> {
  let last: number | undefined;
  if (encoding !== undefined) return true;
  if (packing === undefined) {
    const { handle, bytes } = openRegular(path);
    try {
      const end = Buffer.alloc(1);
      if (readSync(handle, end, 0, 1, bytes - 1) === 1) last = end[0];
    } finally {
      closeSync(handle);
    }
  } else {
    for await (const part of unpackedStream(path, packing)) last = part.at(-1) ?? last;
  }
  return last === 0x0a || last === 0x0d;
}

/** A row and its place in the file. */
export interface ResultRow {
  readonly data: UnknownRecord;
  readonly place: Place;
}

/** A table of results, read again from the start for each use; its rows are never all in memory. */
export interface ResultTable {
  /** Every column as it is spelt; rows of JSON need not all have the same. */
  readonly columns: readonly string[];
  /** Columns one level deep in rows of JSON: `metadata.instance_id`. */
  readonly inner: readonly string[];
  /** The first row; undefined if there is none. */
  readonly first: ResultRow | undefined;
  /** @throws Error, during reading, if a row can't be read. */
  rows(): AsyncIterable<ResultRow> | Iterable<ResultRow>;
}

const mostReasons = 5;
const mostInner = 200;

/** Signs that the first line of a text is a header of results: the task column, or else only names. */
const resultHeaders: readonly HeaderRule[] = [
  (cells) => cells.some((cell) => knownColumns.task.includes(columnName(unquoted(cell)))),
  (cells) => cells.every(isName),
  // promptfoo writes `[PROVIDER] PROMPT`, and a prompt may contain commas and line breaks.
  (cells) => cells.some((cell) => /^"?\[[^\]]+\] /.test(cell)),
  // Data frames leave the name of their index out.
  ([first = '', ...others]) => unquoted(first) === '' && others.length > 0 && others.every(isName),
];

/** The table of a CSV or TSV file. */
async function csvTable(path: string, kind: CsvKind): Promise<ResultTable> {
  // Loaded on demand: most results are JSON.
  const { readCsv } = await import('../../files/tables/read-csv.js');
  return headedTable(() => checked(readCsv(path, kind, { onEnd: refuseUnclearCsv }), (line) => ({ line })));
}

/** The table of a Parquet file. */
async function parquetTable(path: string): Promise<ResultTable> {
  const { readParquet } = await import('../../files/tables/read-parquet.js');
  return headedTable(() => checked(readParquet(path), (number) => ({ path: `row ${number}` })));
}

/** A table whose rows are all in memory. */
export function tableOfRows(rows: readonly ResultRow[]): ResultTable {
  const survey = new Survey();
  for (const row of rows) survey.add(row.data);
  return { ...survey.result(), first: rows[0], rows: () => rows };
}

/** The table of JSON lines; all are scanned first, because each may have other columns. */
async function linesTable(read: () => AsyncIterable<TableRow> | Iterable<TableRow>): Promise<ResultTable> {
  const rows = () => checked(read(), (line) => ({ line }));
  const survey = new Survey();
  let first: ResultRow | undefined;
  for await (const row of rows()) {
    first ??= row;
    survey.add(row.data);
  }
  return { ...survey.result(), first, rows };
}

/** The rows of a text of JSON lines; undefined if its first line is not an object. */
function textLines(text: string): readonly TableRow[] | undefined {
  const rows: TableRow[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const data = parsed(line);
    if (rows.length === 0 && (!isRecord(data) || data instanceof Error)) return undefined;
    rows.push({ number: i + 1, data });
  }
  return rows;
}

/** The rows of a source, in its order; then throws an error that lists unreadable rows. */
async function* checked(
  source: AsyncIterable<TableRow> | Iterable<TableRow>,
  placeOf: (number: number) => Place,
): AsyncGenerator<ResultRow> {
  const reasons: string[] = [];
  let bad = 0;
  for await (const { number, data } of source) {
    if (isRecord(data) && !(data instanceof Error)) yield { data, place: placeOf(number) };
    else {
      bad += 1;
      if (reasons.length < mostReasons) {
        reasons.push(`line ${number}: ${data instanceof Error ? data.message : 'not an object'}`);
      }
    }
  }
  // The rows around an unreadable row are not used, because an incomplete table gives different figures.
  if (bad > 0)
    throw new Error(`${reasons.join('; ')}${bad > mostReasons ? `; and ${bad - mostReasons} more rows` : ''}`);
}

/** A table whose first row has all the columns. */
async function headedTable(rows: () => AsyncIterable<ResultRow>): Promise<ResultTable> {
  for await (const first of rows()) return { columns: Object.keys(first.data), inner: [], first, rows };
  return { columns: [], inner: [], first: undefined, rows };
}

/** Collects the columns of rows. */
class Survey {
  readonly #columns = new Set<string>();
  readonly #inner = new Set<string>();

  add(data: UnknownRecord): void {
    for (const [column, value] of Object.entries(data)) {
      this.#columns.add(column);
      if (this.#inner.size >= mostInner || !isRecord(value)) continue;
      for (const key of Object.keys(value).slice(0, mostInner)) this.#inner.add(`${column}.${key}`);
    }
  }

  result() {
    return { columns: [...this.#columns], inner: [...this.#inner] };
  }
}

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch (cause) {
    return cause;
  }
}

function isName(cell: string): boolean {
  return /^\[?[\p{L}_][^\n]{0,60}$/u.test(unquoted(cell));
}

function unquoted(cell: string): string {
  return cell.replace(/^"(.*)"$/, '$1');
}

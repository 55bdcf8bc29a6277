import type { Place } from '../../core/model/fault.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import type { CsvKind, HeaderRule } from '../../files/tables/content-kind.js';
import type { TableRow } from '../../files/tables/table-row.js';
import { parseJson } from './parse-json.js';
import { columnName, taskColumns } from './table-columns.js';

/** A row and where it stands in its file. */
export interface ResultRow {
  readonly data: UnknownRecord;
  readonly place: Place;
}

/** The rows of a table, all of them readable. */
export interface ResultTable {
  readonly rows: readonly ResultRow[];
}

const mostRows = 5_000_000;
const mostReasons = 5;

/** What makes the first line of a text the header of results: the task's column, or else names alone, of any signs. */
export const resultHeaders: readonly HeaderRule[] = [
  (cells) => cells.some((cell) => taskColumns.includes(columnName(unquoted(cell)))),
  (cells) => cells.every((cell) => /^[\p{L}_][^\n]{0,60}$/u.test(unquoted(cell))),
];

/** The rows of a CSV or TSV file. */
export async function readCsvTable(path: string, kind: CsvKind): Promise<ResultTable> {
  // Loaded when needed: most results are JSON.
  const { readCsv } = await import('../../files/tables/read-csv.js');
  return collected(readCsv(path, kind), (line) => ({ line }));
}

/** The rows of a Parquet file. */
export async function readParquetTable(path: string): Promise<ResultTable> {
  const { readParquet } = await import('../../files/tables/read-parquet.js');
  return collected(readParquet(path), (number) => ({ path: `row ${number}` }));
}

/** The rows of a text of JSON lines; undefined when its first line is no object, so that it is no such text. */
export function readJsonTable(text: string): ResultTable | undefined {
  const lines = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [{ line, number: i + 1 }]));
  const rows: ResultRow[] = [];
  const reasons: string[] = [];
  for (const { line, number } of lines) {
    const data = parsed(line);
    // An Error is an object, too.
    if (isRecord(data) && !(data instanceof Error)) rows.push({ data, place: { line: number } });
    else if (number === lines[0]?.number) return undefined;
    else reasons.push(`line ${number}: ${data instanceof Error ? data.message : 'it is not an object'}`);
  }
  refuse(reasons);
  return { rows };
}

async function collected(source: AsyncIterable<TableRow>, placeOf: (number: number) => Place): Promise<ResultTable> {
  const rows: ResultRow[] = [];
  const reasons: string[] = [];
  for await (const { number, data } of source) {
    if (data instanceof Error) reasons.push(`line ${number}: ${data.message}`);
    else if (isRecord(data)) rows.push({ data, place: placeOf(number) });
    if (rows.length > mostRows) throw new Error(`it has more than ${mostRows} rows`);
  }
  refuse(reasons);
  return { rows };
}

/** Rows around one that cannot be read are not used: a table with a hole gives other figures than a whole one. */
function refuse(reasons: readonly string[]): void {
  if (reasons.length === 0) return;
  const more = reasons.length > mostReasons ? `; and ${reasons.length - mostReasons} more rows` : '';
  throw new Error(`${reasons.slice(0, mostReasons).join('; ')}${more}`);
}

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch (cause) {
    return cause;
  }
}

function unquoted(cell: string): string {
  return cell.replace(/^"(.*)"$/, '$1');
}

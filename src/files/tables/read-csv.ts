import { TextDecoder } from 'node:util';
import { countOf } from '../../core/text/words.js';
import { blocksOf } from '../../disk/open-regular.js';
import { unpackedStream } from '../packed/unpacked.js';
import type { CsvKind } from './content-kind.js';
import { type CsvFindings, type CsvHeader, csvHeader } from './csv-notes.js';
import { type CsvRecord, CsvRecords, longestRecordBytes } from './csv-records.js';
import type { TableRow } from './read-table.js';

type Row = Readonly<Record<string, string | readonly string[]>>;

/** How to read a CSV file. */
export interface CsvOptions {
  /** Default 64 MiB; a longer row ends the reading. */
  readonly longestBytes?: number | undefined;
  readonly onEnd?: ((findings: CsvFindings) => void) | undefined;
  /** Whether columns with the same name keep equal values, so that they can be written again. Default: each value once. */
  readonly keepsEqual?: boolean | undefined;
}

/**
 * The rows of a CSV or TSV file with a header, as objects of text. A row that can't be read, or doesn't fit the
 * header, is returned as an Error. Columns with the same name form one list, or one text if no row has values in two
 * of them.
 * @throws Error if the header can't be read, or a row is too long.
 */
export async function* readCsv(file: string, kind: CsvKind, options: CsvOptions = {}): AsyncGenerator<TableRow> {
  const longestBytes = options.longestBytes ?? longestRecordBytes;
  const lines = new CsvRecords(kind.delimiter, longestBytes);
  let header: CsvHeader | undefined;
  let lists: ReadonlySet<string> = new Set();
  const valuesOf = options.keepsEqual === true ? valuesIn : distinctIn;
  for await (const records of recordsIn(file, kind, lines)) {
    for (const record of records) {
      if (header !== undefined) yield { number: record.line, data: rowOf(header, lists, record, valuesOf) };
      else {
        const { line, cells, error } = record;
        if (error !== undefined) throw new Error(`the header in line ${line} cannot be read: ${error}`);
        header = csvHeader(cells);
        if (header.repeated.size > 0)
          lists = await listsIn(header, recordsIn(file, kind, new CsvRecords(kind.delimiter, longestBytes)), valuesOf);
      }
    }
  }
  if (header !== undefined) options.onEnd?.({ header, lists, lines });
}

/** An unreadable row of several lines, some of which may be rows. */
export class LostLines extends Error {
  override readonly name = 'LostLines';
}

/** The records of a file, the header first, as many at a time as end in a block. */
async function* recordsIn(file: string, kind: CsvKind, lines: CsvRecords): AsyncGenerator<readonly CsvRecord[]> {
  let skips = kind.skipsLine === true;
  const found = (records: readonly CsvRecord[]) => {
    if (!skips || records.length === 0) return records;
    skips = false;
    return records.slice(1);
  };
  const blocks = kind.packing === undefined ? blocksOf(file) : unpackedStream(file, kind.packing);
  const texts = kind.encoding === undefined ? blocks : inUtf8(blocks, kind.encoding);
  for await (const block of texts) yield found(lines.push(block));
  yield found(lines.end());
}

/** The names of which a row has values in several columns. */
async function listsIn(
  { repeated }: CsvHeader,
  blocks: AsyncIterable<readonly CsvRecord[]>,
  valuesOf: typeof valuesIn,
): Promise<ReadonlySet<string>> {
  const lists = new Set<string>();
  let isHeader = true;
  for await (const records of blocks) {
    for (const { cells } of isHeader ? records.slice(1) : records)
      for (const [name, columns] of repeated) if (valuesOf(cells, columns).length > 1) lists.add(name);
    isHeader &&= records.length === 0;
    if (lists.size === repeated.size) break;
  }
  return lists;
}

/** The values of a row in columns of the same name. */
function valuesIn(cells: readonly string[], columns: readonly number[]): string[] {
  return columns.map((column) => cells[column] ?? '').filter((cell) => cell.trim() !== '');
}

function distinctIn(cells: readonly string[], columns: readonly number[]): string[] {
  return [...new Set(valuesIn(cells, columns))];
}

function rowOf(
  { names, repeated }: CsvHeader,
  lists: ReadonlySet<string>,
  { line, lastLine, cells, error }: CsvRecord,
  valuesOf: typeof valuesIn,
): Row | Error {
  const wrong =
    error !== undefined
      ? `the row cannot be read: ${error}`
      : cells.length !== names.length
        ? `the row has ${countOf(cells.length, 'cell')}, but the header has ${names.length}`
        : undefined;
  if (wrong !== undefined)
    return lastLine === undefined
      ? new Error(wrong)
      : new LostLines(`${wrong}; lines ${line} to ${lastLine} were read as one row, so a closing quote may be missing`);
  const joined = [...repeated].map(([name, columns]): [string, string | string[]] => {
    const values = valuesOf(cells, columns);
    return [name, lists.has(name) && values.length > 0 ? values : (values[0] ?? '')];
  });
  // Makes every name an own key; few tables need it.
  if (names.includes('__proto__'))
    return Object.fromEntries([...names.map((name, i) => [name, cells[i] ?? ''] as const), ...joined]);
  const row: Record<string, string | string[]> = {};
  for (let i = 0; i < names.length; i++) row[names[i] ?? ''] = cells[i] ?? '';
  for (const [name, value] of joined) row[name] = value;
  return row;
}

async function* inUtf8(blocks: Iterable<Buffer> | AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const block of blocks) yield Buffer.from(decoder.decode(block, { stream: true }));
    yield Buffer.from(decoder.decode());
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new Error('the file starts as UTF-16 but contains other bytes', { cause });
  }
}

import { at } from '../core/lists/lists.js';
import type { TableRules } from '../core/model/plan.js';
import { reasonOf } from '../disk/reason-of.js';
import type { CsvKind } from '../files/tables/content-kind.js';
import { type CsvHeader, csvHeader, csvNotes } from '../files/tables/csv-notes.js';
import { type CsvRecord, CsvRecords, longestRecordBytes } from '../files/tables/csv-records.js';
import { quoted } from '../files/tables/duckdb.js';
import { idKeys } from '../sources/formats/table.js';
import { NotExpressible, OddRows } from './engine.js';
import type { Database, FileRow, Scan } from './scan.js';
import { named, quotedText } from './sql.js';
import { numberedLines, textBlocks, textPlace } from './text-rows.js';

/**
 * Scans CSV files with DuckDB, if all readers agree on their contents. The cells that the plan needs are loaded once.
 * @throws NotExpressible if the files must be read row by row.
 */
export async function scanCsv(
  files: readonly string[],
  kind: CsvKind,
  columns: TableRules['columns'],
  open: () => Promise<Database>,
): Promise<Scan> {
  const checked: StrictCsv[] = [];
  for (const file of files) checked.push(await checkCsv(file, kind, columns.get('id')));
  const { header } = at(checked, 0);
  const notes = checked.flatMap((each, i) => each.notes.map((reason) => ({ path: at(files, i), reason })));
  if (files.length > 1 && notes.length > 0) throw new NotExpressible('one of the files has an unusual layout');
  const records = checked.reduce((sum, each) => sum + each.records, 0);
  if (checked.some((each) => each.header.join('\0') !== header.join('\0')))
    throw new NotExpressible('the files have different columns');
  if (new Set(header.map((name) => name.toLowerCase())).size < header.length)
    throw new NotExpressible('column names differ only in letter case');
  const db = await open();
  const types = header.map((name) => `${quoted(name)}: 'VARCHAR'`).join(', ');
  const relation =
    `read_csv(${db.file}, auto_detect = false, header = true, delim = ${quoted(kind.delimiter)}, quote = '"', escape = '"', ` +
    `nullstr = '', new_line = '\\n', strict_mode = true, compression = '${kind.packing ?? 'none'}', columns = {${types}})`;
  const numbered = `(select *, filename as "winnow file", ${textPlace(db)} as "winnow place" from ${relation})`;
  const thousands = kind.delimiter === ';' ? { mayHaveThousands: true as const } : {};
  return {
    db,
    notes,
    rows: async () => records,
    table: () => {
      idColumn();
      return { relation, columns: header.map((name) => ({ name, type: 'cell' as const, ...thousands })) };
    },
    load: async (rows, name) => {
      const kept = await db.keep(rows, name);
      const [[loaded] = []] = await db.ask(`select count(*) from ${kept.duckDb}`);
      refuseOtherCount(Number(loaded));
      return kept;
    },
    keySets: async () => [header],
    rowScan: async () => ({
      keySets: [header],
      relation: (_, isNumbered) => (isNumbered ? numbered : relation),
      place: '"winnow place"',
      // An empty cell is an empty text.
      cell: (key) => ({ sql: named(key), plain: (value) => value ?? '' }),
      check: refuseOtherCount,
      numbered: (found) => numberedLines(found, (file) => linesOf(at(files, file), kind)),
    }),
    async *rowsAt(places) {
      if (places.length === 0) return;
      const isNumbered = typeof places[0] === 'number';
      const from = isNumbered ? numbered : `(select *, filename as "winnow file" from ${relation})`;
      const where = isNumbered
        ? `"winnow place" in (${places.join(', ')})`
        : `${named(idColumn())} in (${places.map((place) => quotedText(String(place))).join(', ')})`;
      const rows = await db.ask(`select "winnow file", ${header.map(named).join(', ')} from ${from} where ${where}`);
      yield rows.map(([name, ...cells]): FileRow => {
        const data = Object.fromEntries(header.map((key, i) => [key, cells[i] ?? '']));
        return { path: at(files, db.places.get(String(name)) ?? 0), number: 0, data };
      });
    },
  };

  function idColumn(): string {
    const id = columns.get('id') ?? idKeys.find((key) => header.includes(key));
    if (id === undefined || !header.includes(id)) throw new OddRows('there is no id column');
    return id;
  }

  function refuseOtherCount(rows: number): void {
    if (rows !== records) throw new NotExpressible('DuckDB finds a different number of rows');
  }
}

/** A CSV file on whose contents all readers agree. */
export interface StrictCsv {
  readonly header: readonly string[];
  /** Without the header and empty lines. */
  readonly records: number;
  /** Notes about the file, in the words of the row reader. */
  readonly notes: readonly string[];
}

/**
 * Searches a CSV file for anything that readers treat differently: other line endings, quotes within a cell that does
 * not start with one, text after a closing quote, bytes that are not UTF-8.
 * @param idColumn The column that the plan names for the id.
 * @throws NotExpressible if there is any.
 */
export async function checkCsv(file: string, kind: CsvKind, idColumn?: string): Promise<StrictCsv> {
  if (kind.encoding !== undefined) throw new NotExpressible('the file is UTF-16');
  if (kind.skipsLine === true) throw new NotExpressible('the first line is not the header');
  const lines = new CsvRecords(kind.delimiter, longestRecordBytes, { onlyHeader: true });
  let header: CsvHeader | undefined;
  let records = -1;
  try {
    for await (const found of recordsOf(file, kind, lines)) {
      const [first] = found;
      if (first !== undefined) header ??= csvHeader(first.cells);
      records += found.length;
      const wrong = found.find(({ error }) => error !== undefined)?.error;
      if (wrong !== undefined) throw new NotExpressible(wrong);
      if (lines.hasMark) throw new NotExpressible('the file starts with a byte order mark');
      if (lines.hasInnerQuotes) throw new NotExpressible('a cell contains a quote');
      if (lines.notUtf8 > 0) throw new NotExpressible('the file is not UTF-8');
    }
  } catch (cause) {
    throw cause instanceof NotExpressible ? cause : new NotExpressible(reasonOf(cause), { cause });
  }
  if (header === undefined) throw new NotExpressible('the file has no rows');
  if (lines.rowsInCell !== undefined) throw new NotExpressible('a cell contains lines that look like rows');
  if (header.repeated.size > 0) throw new NotExpressible('several columns have the same name');
  return { header: header.names, records, notes: csvNotes({ header, lists: new Set(), lines }, idColumn) };
}

async function* recordsOf(file: string, kind: CsvKind, lines: CsvRecords): AsyncGenerator<readonly CsvRecord[]> {
  for await (const block of textBlocks(file, kind.packing)) {
    if (block.includes('\r')) throw new NotExpressible('the file has a carriage return');
    yield lines.push(block);
  }
  yield lines.end();
}

/** The line of each row; the first record is the header. */
async function linesOf(file: string, kind: CsvKind): Promise<readonly number[]> {
  const lines: number[] = [];
  const parser = new CsvRecords(kind.delimiter, longestRecordBytes, { onlyHeader: true });
  for await (const found of recordsOf(file, kind, parser)) for (const { line } of found) lines.push(line);
  return lines.slice(1);
}

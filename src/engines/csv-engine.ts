import type { TableRules } from '../core/model/source-plan.js';
import { blocksOf } from '../disk/open-regular.js';
import { reasonOf } from '../disk/reason-of.js';
import type { CsvKind } from '../files/tables/content-kind.js';
import { type CsvHeader, csvHeader, csvNotes } from '../files/tables/csv-notes.js';
import { CsvRecords, longestRecordBytes } from '../files/tables/csv-records.js';
import { openEngine, quoted } from '../files/tables/duckdb.js';
import { idKeys } from '../sources/formats/table.js';
import { duckDbQueries } from './duckdb-engine.js';
import { type Engine, NotExpressible, type RowsAsTasks } from './engine.js';
import { named, quotedText } from './print-sql.js';

/**
 * DuckDB on a file of cells that every reader reads alike. The cells that the plan needs are loaded once.
 * @throws NotExpressible when the file must be read row by row.
 */
export async function openCsv(
  file: string,
  kind: CsvKind,
  { columns }: TableRules,
  asTasks: RowsAsTasks,
): Promise<Engine> {
  const { header, records, notes } = scanCsv(file, kind, columns.get('id'));
  if (new Set(header.map((name) => name.toLowerCase())).size < header.length)
    throw new NotExpressible('names of columns differ in case only');
  const id = columns.get('id') ?? idKeys.find((key) => header.includes(key));
  if (id === undefined || !header.includes(id)) throw new NotExpressible('no column holds the id');
  const db = await openEngine(file, 'count');
  const { ask, keep, ...queries } = duckDbQueries(db);
  const types = header.map((name) => `${quoted(name)}: 'VARCHAR'`).join(', ');
  const relation =
    `read_csv(${db.file}, auto_detect = false, header = true, delim = ${quoted(kind.delimiter)}, quote = '"', escape = '"', ` +
    `nullstr = '', new_line = '\\n', strict_mode = true, compression = 'none', columns = {${types}})`;
  return {
    ...queries,
    rows: async () => records,
    table: { relation, columns: header.map((name) => ({ name, type: 'cell' })) },
    load: async (rows) => {
      const kept = await keep(rows);
      const [[loaded] = []] = await ask(`select count(*) from ${kept.sql}`);
      if (Number(loaded) !== records) throw new NotExpressible('the rows are parted in another way');
      return kept;
    },
    tasksAt: async (places) => {
      const ids = places.map((place) => quotedText(String(place))).join(', ');
      const rows = await ask(`select ${header.map(named).join(', ')} from ${relation} where ${named(id)} in (${ids})`);
      // An empty cell is an empty text.
      const data = rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
      return asTasks(
        data.map((each) => ({ number: 0, data: each })),
        notes,
      );
    },
  };
}

/** What a file of cells holds that every reader reads alike. */
export interface StrictCsv {
  readonly header: readonly string[];
  /** Without the header and empty lines. */
  readonly records: number;
  /** Oddities of the file, in the words of the reader of rows. */
  readonly notes: readonly string[];
}

/**
 * Searches a file of cells for everything that readers take in different ways: other ends of lines, quotes within a cell
 * that does not start with one, text after a closing quote, bytes that are not UTF-8.
 * @param idColumn The column that the plan names for the id.
 * @throws NotExpressible when there is any.
 */
export function scanCsv(file: string, kind: CsvKind, idColumn?: string): StrictCsv {
  if (kind.encoding !== undefined) throw new NotExpressible('the file is UTF-16');
  if (kind.skipsLine === true) throw new NotExpressible('the first line is not the header');
  const lines = new CsvRecords(kind.delimiter, longestRecordBytes, { onlyHeader: true });
  let header: CsvHeader | undefined;
  let records = -1;
  const take = (found: ReturnType<CsvRecords['push']>) => {
    const [first] = found;
    if (first !== undefined) header ??= csvHeader(first.cells);
    records += found.length;
    const wrong = found.find(({ error }) => error !== undefined)?.error;
    if (wrong !== undefined) throw new NotExpressible(wrong);
    if (lines.hasMark) throw new NotExpressible('the file starts with a byte order mark');
    if (lines.hasInnerQuotes) throw new NotExpressible('a quote is within a cell');
    if (lines.notUtf8 > 0) throw new NotExpressible('the file is not UTF-8');
  };
  try {
    for (const block of blocksOf(file)) {
      if (block.includes('\r')) throw new NotExpressible('the file has a carriage return');
      take(lines.push(block));
    }
    take(lines.end());
  } catch (cause) {
    throw cause instanceof NotExpressible ? cause : new NotExpressible(reasonOf(cause), { cause });
  }
  if (header === undefined) throw new NotExpressible('the file has no rows');
  return { header: header.names, records, notes: csvNotes({ header, lines }, idColumn) };
}

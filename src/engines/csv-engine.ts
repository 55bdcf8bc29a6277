import { isUtf8 } from 'node:buffer';
import type { TableRules } from '../core/model/source-plan.js';
import { reasonOf } from '../disk/reason-of.js';
import type { CsvKind } from '../files/tables/content-kind.js';
import { type CsvHeader, csvHeader, csvNotes } from '../files/tables/csv-notes.js';
import { CsvRecords } from '../files/tables/csv-records.js';
import { openEngine, quoted } from '../files/tables/duckdb.js';
import { idKeys } from '../sources/formats/table.js';
import { named, text } from './dialect.js';
import { duckdbDialect } from './duckdb-dialect.js';
import { forEachBlock, streamRows } from './duckdb-engine.js';
import { type Engine, NotExpressible } from './engine.js';
import type { RowsAsTasks } from './parquet-engine.js';

/**
 * DuckDB on a file of cells that every reader reads alike: what the plan takes of each row is loaded once.
 *
 * @throws NotExpressible when the file must be read row by row.
 */
export async function openCsv(
  file: string,
  kind: CsvKind,
  { columns }: TableRules,
  asTasks: RowsAsTasks,
): Promise<Engine> {
  const { delimiter } = kind;
  const { header, records, notes } = scanCsv(file, kind, columns.get('id'));
  if (new Set(header.map((name) => name.toLowerCase())).size < header.length)
    throw new NotExpressible('names of columns differ in case only');
  const id = columns.get('id') ?? idKeys.find((key) => header.includes(key));
  if (id === undefined || !header.includes(id)) throw new NotExpressible('no column holds the id');
  const db = await openEngine(file, 'count');
  const types = header.map((name) => `${quoted(name)}: 'VARCHAR'`).join(', ');
  const relation =
    `read_csv(${db.file}, auto_detect = false, header = true, delim = ${quoted(delimiter)}, quote = '"', escape = '"', ` +
    `nullstr = '', new_line = '\\n', strict_mode = true, compression = 'none', columns = {${types}})`;
  const ask = async (sql: string) => {
    try {
      return (await db.connection.runAndReadAll(sql)).getRowsJS();
    } catch (cause) {
      throw new NotExpressible(String(cause), { cause });
    }
  };
  return {
    dialect: duckdbDialect,
    rows: async () => records,
    table: { relation, columns: header.map((name) => ({ name, type: 'cell' })) },
    load: async (rows) => {
      await ask(`create or replace temp table tasks as select * from ${rows}`);
      const [[loaded] = []] = await ask('select count(*) from tasks');
      if (Number(loaded) !== records) throw new NotExpressible('the rows are parted in another way');
      return 'tasks as t';
    },
    query: ask,
    each: (sql, take) => streamRows(db.connection, sql, take),
    tasksAt: async (places) => {
      const ids = places.map((place) => text(String(place))).join(', ');
      const rows = await ask(`select ${header.map(named).join(', ')} from ${relation} where ${named(id)} in (${ids})`);
      // An empty cell is an empty text.
      const cells = rows.map((row) => header.map((name, i) => [name, row[i] ?? ''] as const));
      return asTasks(
        cells.map((each) => ({ number: 0, data: Object.fromEntries(each) })),
        notes,
      );
    },
    close: () => db.close(),
  };
}

const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22];

/** What a file of cells holds that every reader reads alike. */
export interface StrictCsv {
  readonly header: readonly string[];
  /** Without the header and empty lines. */
  readonly records: number;
  /** Oddities of the file, as the reader of rows puts them. */
  readonly notes: readonly string[];
}

/**
 * Looks through a file of cells for all that readers take in different ways: other ends of lines, quotes within a cell
 * that does not start with one, text after a closing quote, bytes that are not UTF-8.
 *
 * @param idColumn The column that the plan names for the id.
 * @throws NotExpressible when there is any.
 */
export function scanCsv(file: string, kind: CsvKind, idColumn?: string): StrictCsv {
  const { delimiter } = kind;
  if (kind.encoding !== undefined) throw new NotExpressible('the file is UTF-16');
  if (kind.skipsLine === true) throw new NotExpressible('the first line is not the header');
  const part = delimiter.charCodeAt(0);
  let header: CsvHeader | undefined;
  let isEnded = true;
  let records = -1;
  let isQuoted = false;
  const take = (lines: Buffer) => {
    if (lines.includes(carriageReturn)) throw new NotExpressible('the file has a carriage return');
    if (!isUtf8(lines)) throw new NotExpressible('the file is not UTF-8');
    let nextQuote = lines.indexOf(quote);
    let start = 0;
    for (let at = 0; at < lines.length; ) {
      if (isQuoted) {
        const end = lines.indexOf(quote, at);
        if (end === -1) return;
        const next = lines[end + 1];
        at = next === quote ? end + 2 : end + 1;
        if (next === quote) continue;
        if (next !== part && next !== lineFeed) throw new NotExpressible('text follows a closing quote');
        isQuoted = false;
        nextQuote = lines.indexOf(quote, at);
        continue;
      }
      const end = lines.indexOf(lineFeed, at);
      if (nextQuote !== -1 && nextQuote < end) {
        const before = nextQuote === 0 ? lineFeed : lines[nextQuote - 1];
        if (before !== part && before !== lineFeed) throw new NotExpressible('a quote stands within a cell');
        isQuoted = true;
        at = nextQuote + 1;
        continue;
      }
      const isEmpty = end === 0 || lines[end - 1] === lineFeed;
      if (!isEmpty) {
        header ??= headerIn(lines.subarray(start, end), delimiter);
        records += 1;
      }
      at = end + 1;
      start = at;
    }
  };
  forEachBlock(file, take, () => {
    isEnded = false;
  });
  if (isQuoted || header === undefined) throw new NotExpressible('the file has no rows, or a quote without end');
  const lines = { notUtf8: 0, lineEnds: new Set(['LF'] as const), isEnded };
  return { header: header.names, records, notes: csvNotes({ header, lines }, idColumn) };
}

function headerIn(line: Buffer, delimiter: string): CsvHeader {
  if (line.toString('utf8', 0, 3) === '\ufeff') throw new NotExpressible('the file starts with a byte order mark');
  const records = new CsvRecords(delimiter, line.length);
  const [first] = [...records.push(line), ...records.end()];
  try {
    return csvHeader(first?.cells ?? []);
  } catch (cause) {
    throw new NotExpressible(reasonOf(cause), { cause });
  }
}

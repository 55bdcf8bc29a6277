import type { TableRules } from '../core/model/source-plan.js';
import type { CsvKind } from '../files/tables/content-kind.js';
import { openEngine, quoted } from '../files/tables/duckdb.js';
import { idKeys } from '../sources/formats/table.js';
import { named, text } from './dialect.js';
import { duckdbDialect } from './duckdb-dialect.js';
import type { Engine } from './engine.js';
import { NotExpressible } from './not-expressible.js';
import type { RowsAsTasks } from './parquet-engine.js';
import { streamRows } from './stream-rows.js';
import { scanCsv } from './strict-csv.js';

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

import { closeSync, readSync } from 'node:fs';
import type { Plan, TableReading } from '../core/model/plan.js';
import { openRegular } from '../disk/open-regular.js';
import { openEngine, quoted } from '../files/tables/duckdb.js';
import type { TableRow } from '../files/tables/table-row.js';
import { idKeys } from '../sources/formats/table.js';
import { duckdbDialect } from './duckdb-dialect.js';
import type { Engine } from './engine.js';
import { NotExpressible } from './not-expressible.js';
import type { RowsAsTasks } from './parquet-engine.js';

/** What the general table looks at besides the fields of a plan. */
const furtherKeys = ['benchmark', 'task_dir', 'shipped_score', 'metadata', 'task'];
const longestLineBytes = 64 * 1024 * 1024;
const blockBytes = 4 * 1024 * 1024;
const [lineFeed, space] = [0x0a, 0x20];

/**
 * DuckDB on a file of JSON lines: what the plan takes of each is loaded once, in the order of the lines. A line that is not
 * JSON, or that names a key twice, ends it.
 *
 * @throws NotExpressible when the file must be read line by line.
 */
export async function openJsonLines(
  file: string,
  plan: Plan,
  reading: TableReading,
  asTasks: RowsAsTasks,
): Promise<Engine> {
  const db = await openEngine(file, 'load');
  const { connection } = db;
  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS();
  try {
    const own = reading.columns.get('id');
    const keys = [
      ...(own === undefined ? idKeys : [own]),
      ...furtherKeys,
      ...plan.fields.keys(),
      ...reading.columns.values(),
    ];
    const names = [...new Set(keys)];
    const lower = new Set(names.map((name) => name.toLowerCase()));
    if (lower.size < names.length) throw new NotExpressible('names of columns differ in case only');
    const columns = names.map((name) => `${quoted(name)}: 'VARCHAR'`).join(', ');
    await connection.run(
      `create temp table tasks as select * from read_json(${db.file}, format = 'newline_delimited', compression = 'uncompressed', ` +
        `maximum_object_size = ${longestLineBytes}, columns = {${columns}})`,
    );
    const [[rows, ...counts] = []] = await ask(
      `select count(*), ${names.map((name) => `count(${quoted(name, '"')})`).join(', ')} from tasks`,
    );
    const present = names.filter((_, i) => Number(counts[i]) > 0);
    if (own === undefined && idKeys.filter((key) => present.includes(key)).length !== 1)
      throw new NotExpressible('the id stands under several names');
    return {
      dialect: duckdbDialect,
      rows: Number(rows),
      table: { relation: 'tasks', place: 'rowid', columns: present.map((name) => ({ name, type: 'loose' })) },
      query: (sql) => refusing(ask(sql)),
      tasksAt: async (places) => asTasks(rowsAt(file, new Set(places.map(Number)))),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error instanceof NotExpressible ? error : new NotExpressible(String(error), { cause: error });
  }
}

async function refusing<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((cause: unknown) => {
    throw new NotExpressible(String(cause), { cause });
  });
}

/** The lines at these places, counted from 0, empty ones left out; all others are passed over as bytes. */
function rowsAt(file: string, places: ReadonlySet<number>): readonly TableRow[] {
  const rows: TableRow[] = [];
  const { handle } = openRegular(file);
  let kept = Buffer.alloc(0);
  let [number, place] = [0, 0];
  const take = (line: Buffer) => {
    number += 1;
    if (line.every((byte) => byte <= space)) return;
    if (places.has(place)) rows.push({ number, data: JSON.parse(line.toString('utf8').replace(/^\ufeff/, '')) });
    place += 1;
  };
  try {
    for (;;) {
      const block = Buffer.allocUnsafe(blockBytes);
      const bytes = readSync(handle, block, 0, blockBytes, null);
      const part = kept.length === 0 ? block.subarray(0, bytes) : Buffer.concat([kept, block.subarray(0, bytes)]);
      let start = 0;
      for (let end = part.indexOf(lineFeed); end !== -1; end = part.indexOf(lineFeed, start)) {
        take(part.subarray(start, end));
        start = end + 1;
      }
      kept = part.subarray(start);
      if (bytes === 0) break;
    }
    if (kept.length > 0) take(kept);
    return rows;
  } finally {
    closeSync(handle);
  }
}

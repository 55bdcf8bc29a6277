import type { DuckDBResult } from '@duckdb/node-api';
import { isLargePool } from '../core/model/large-pool.js';
import { statSync } from '../disk/file-access.js';
import { type Engine as DuckDb, openEngine } from '../files/tables/duckdb.js';
import { columnsOf, holdsTooMany, topNames } from '../files/tables/read-parquet.js';
import type { TableRow } from '../files/tables/table-row.js';
import { duckdbDialect } from './duckdb-dialect.js';
import type { Engine } from './engine.js';
import { NotExpressible } from './not-expressible.js';
import { streamRows } from './stream-rows.js';
import type { TableColumn } from './table-fields.js';

/** Makes tasks of rows; notes on the whole table become problems of the pool. */
export type RowsAsTasks = (rows: readonly TableRow[], notes?: readonly string[]) => ReturnType<Engine['tasksAt']>;

/**
 * DuckDB on one Parquet file.
 *
 * @throws NotExpressible when the file is small or damaged.
 */
export async function openParquet(file: string, asTasks: RowsAsTasks): Promise<Engine> {
  const db = await openEngine(file, 'count');
  try {
    const ask = async (sql: string) => (await db.connection.runAndReadAll(sql)).getRowsJS();
    const [[rows] = []] = await ask(`select num_rows from parquet_file_metadata(${db.file})`);
    if (!isLargePool(Number(rows))) throw new NotExpressible('the file is small');
    if (holdsTooMany(Number(rows), statSync(file).size)) throw new NotExpressible('the file claims too much');
    const names = topNames(await ask(`select name, num_children from parquet_schema(${db.file})`));
    const relation = relationOf(db);
    const described = await db.connection.run(`select * exclude (file_row_number) from ${relation} limit 0`);
    const columns = columnsFrom(db, described);
    if (columns.some(({ name }, i) => name !== names[i]))
      throw new NotExpressible('names of columns differ in case only');
    return {
      dialect: duckdbDialect,
      rows: async () => Number(rows),
      table: { relation: `${relation} as t`, place: 'file_row_number', columns },
      query: (sql) => refusing(ask(sql)),
      each: (sql, take) => streamRows(db.connection, sql, take),
      tasksAt: async (places) => asTasks(await refusing(rowsAt(file, names, places))),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error instanceof NotExpressible ? error : new NotExpressible(String(error), { cause: error });
  }
}

function relationOf({ file }: DuckDb): string {
  return `read_parquet(${file}, hive_partitioning = false, filename = false, file_row_number = true)`;
}

/** What DuckDB cannot do, the reader of rows tells better. */
async function refusing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new NotExpressible(String(cause), { cause });
  }
}

function columnsFrom({ duckdb }: DuckDb, result: DuckDBResult): readonly TableColumn[] {
  const { DuckDBTypeId: ids } = duckdb;
  const whole: readonly number[] = [
    ids.TINYINT,
    ids.SMALLINT,
    ids.INTEGER,
    ids.BIGINT,
    ids.UTINYINT,
    ids.USMALLINT,
    ids.UINTEGER,
    ids.UBIGINT,
  ];
  const types = result.columnTypes();
  return result.columnNames().map((name, i) => {
    const id = types[i]?.typeId ?? 0;
    if (id === ids.VARCHAR) return { name, type: 'text' };
    if (whole.includes(id)) return { name, type: 'whole' };
    if (id === ids.DOUBLE || id === ids.FLOAT) return { name, type: 'float' };
    return { name, type: id === ids.BOOLEAN ? 'truth' : 'other' };
  });
}

async function rowsAt(
  file: string,
  names: readonly string[],
  places: readonly (number | string)[],
): Promise<readonly TableRow[]> {
  if (places.length === 0) return [];
  const db = await openEngine(file, 'pick');
  try {
    return await pickRows(db, names, places);
  } finally {
    db.close();
  }
}

async function pickRows(db: DuckDb, names: readonly string[], places: readonly (number | string)[]) {
  const relation = relationOf(db);
  const described = await db.connection.run(`select * exclude (file_row_number) from ${relation} limit 0`);
  const columns = columnsOf(db, names, described);
  const result = await db.connection.stream(
    `select ${columns.selected}, file_row_number from ${relation} where file_row_number in (${places.join(', ')})`,
  );
  const rows: TableRow[] = [];
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const numbers = chunk.getColumnValues(chunk.columnCount - 1);
    for (const [i, data] of columns.rowsOf(chunk).entries()) rows.push({ number: Number(numbers[i]) + 1, data });
  }
  return rows.sort((a, b) => a.number - b.number);
}

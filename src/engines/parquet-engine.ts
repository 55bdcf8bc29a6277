import type { DuckDBResult } from '@duckdb/node-api';
import { isLargePool } from '../core/model/pool-census.js';
import { UnpackedBudget } from '../files/packed/unpacked-budget.js';
import { type Engine as DuckDb, openEngine, quoted } from '../files/tables/duckdb.js';
import { type ParquetFooter, readParquetFooter } from '../files/tables/parquet-footer.js';
import { placeName, RowReader, rowsOfFile } from '../files/tables/parquet-rows.js';
import { bytesOf } from '../files/tables/parquet-values.js';
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
  const footer = footerOf(file);
  if (!isLargePool(footer.rows)) throw new NotExpressible('the file is small');
  const db = await openEngine(file, 'count');
  try {
    const ask = async (sql: string) => (await db.connection.runAndReadAll(sql)).getRowsJS();
    const relation = rowsOfFile(db.file, footer.names);
    const described = await db.connection.run(`select * exclude (${placeName}) from ${relation} limit 0`);
    const columns = columnsFrom(db, described);
    if (columns.some(({ name }, i) => name !== footer.names[i]))
      throw new NotExpressible('names of columns differ in case only');
    await refuseBomb(db, footer, described, ask);
    return {
      dialect: duckdbDialect,
      rows: async () => footer.rows,
      table: { relation: `${relation} as t`, place: placeName, columns },
      query: (sql) => refusing(ask(sql)),
      each: (sql, take) => streamRows(db.connection, sql, take),
      tasksAt: async (places) => asTasks(await refusing(rowsAt(file, footer, places))),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error instanceof NotExpressible ? error : new NotExpressible(String(error), { cause: error });
  }
}

function footerOf(file: string): ParquetFooter {
  try {
    return readParquetFooter(file);
  } catch (cause) {
    throw new NotExpressible(String(cause), { cause });
  }
}

/** Adds up texts that may stand for many rows each, which takes no time: SQL that looks at every text would take hours. */
async function refuseBomb(
  { duckdb, file }: DuckDb,
  { bytes, names, repeating }: ParquetFooter,
  described: DuckDBResult,
  ask: (sql: string) => Promise<readonly (readonly unknown[])[]>,
): Promise<void> {
  const terms = repeating.flatMap((i) =>
    bytesOf(duckdb, described.columnType(i), quoted(described.columnName(i), '"')),
  );
  if (terms.length === 0) return;
  const [[sum] = []] = await ask(`select sum(${terms.join(' + ')}) from ${rowsOfFile(file, names)}`);
  new UnpackedBudget(bytes).take(Number(sum));
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
  footer: ParquetFooter,
  places: readonly (number | string)[],
): Promise<readonly TableRow[]> {
  if (places.length === 0) return [];
  const db = await openEngine(file, 'pick');
  try {
    return await pickRows(db, footer, places);
  } finally {
    db.close();
  }
}

async function pickRows(db: DuckDb, footer: ParquetFooter, places: readonly (number | string)[]) {
  const described = await db.connection.run(`select * from ${rowsOfFile(db.file, footer.names)} limit 0`);
  const rows: TableRow[] = [];
  const reader = new RowReader(db, footer, described);
  for await (const portion of reader.read(`${placeName} in (${places.join(', ')})`)) {
    for (const { place, data } of portion) rows.push({ number: place + 1, data });
  }
  return rows.sort((a, b) => a.number - b.number);
}

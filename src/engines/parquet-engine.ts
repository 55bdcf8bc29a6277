import type { DuckDBResult } from '@duckdb/node-api';
import { isLargePool } from '../core/model/pool-census.js';
import { UnpackedBudget } from '../files/packed/unpacked-budget.js';
import { type Engine as DuckDb, openEngine, quoted } from '../files/tables/duckdb.js';
import { type ParquetFooter, readParquetFooter } from '../files/tables/parquet-footer.js';
import { bytesOf, placeColumn, RowReader, rowsOfFile } from '../files/tables/parquet-rows.js';
import type { TableRow } from '../files/tables/read-table.js';
import { type DuckDbQueries, duckDbQueries } from './duckdb-engine.js';
import { type Engine, NotExpressible, orNotExpressible, type Place, type RowsAsTasks } from './engine.js';
import { column } from './sql.js';
import type { TableColumn } from './table-fields.js';

/** DuckDB on one Parquet file. @throws NotExpressible when the file is small or damaged. */
export async function openParquet(file: string, asTasks: RowsAsTasks): Promise<Engine> {
  const footer = await orNotExpressible(() => readParquetFooter(file));
  if (!isLargePool(footer.rows)) throw new NotExpressible('the file is small');
  const db = await openEngine(file, 'count');
  const { ask, keep: _, ...queries } = duckDbQueries(db);
  try {
    return await orNotExpressible(async () => {
      const relation = rowsOfFile(db.file, footer.names);
      const described = await db.connection.run(
        `select * exclude (${quoted(placeColumn, '"')}) from ${relation} limit 0`,
      );
      const columns = columnsFrom(db, described);
      if (columns.some(({ name }, i) => name !== footer.names[i]))
        throw new NotExpressible('names of columns differ in case only');
      await refuseBomb(db, footer, described, ask);
      return {
        ...queries,
        rows: async () => footer.rows,
        table: { relation: `${relation} as t`, place: column(placeColumn), columns },
        tasksAt: async (places) => asTasks(await orNotExpressible(() => rowsAt(file, footer, places))),
      };
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Adds up texts that may each repeat in many rows, which is quick; a query that reads every text would take hours. */
async function refuseBomb(
  { duckdb, file }: DuckDb,
  { bytes, names, repeating }: ParquetFooter,
  described: DuckDBResult,
  ask: DuckDbQueries['ask'],
): Promise<void> {
  const terms = repeating.flatMap((i) =>
    bytesOf(duckdb, described.columnType(i), quoted(described.columnName(i), '"')),
  );
  if (terms.length === 0) return;
  const [[sum] = []] = await ask(`select sum(${terms.join(' + ')}) from ${rowsOfFile(file, names)}`);
  new UnpackedBudget(bytes).take(Number(sum));
}

function columnsFrom({ duckdb }: DuckDb, result: DuckDBResult): readonly TableColumn[] {
  const { DuckDBTypeId: ids } = duckdb;
  const types = new Map<number, TableColumn['type']>([
    [ids.VARCHAR, 'text'],
    [ids.BOOLEAN, 'truth'],
    ...[ids.DOUBLE, ids.FLOAT].map((id) => [id, 'float'] as const),
    ...[ids.TINYINT, ids.SMALLINT, ids.INTEGER, ids.BIGINT].map((id) => [id, 'whole'] as const),
    ...[ids.UTINYINT, ids.USMALLINT, ids.UINTEGER, ids.UBIGINT].map((id) => [id, 'whole'] as const),
  ]);
  const found = result.columnTypes();
  return result.columnNames().map((name, i) => ({ name, type: types.get(found[i]?.typeId ?? 0) ?? 'other' }));
}

async function rowsAt(file: string, footer: ParquetFooter, places: readonly Place[]): Promise<readonly TableRow[]> {
  if (places.length === 0) return [];
  const db = await openEngine(file, 'pick');
  try {
    const described = await db.connection.run(`select * from ${rowsOfFile(db.file, footer.names)} limit 0`);
    const rows: TableRow[] = [];
    const reader = new RowReader(db, footer, described);
    for await (const portion of reader.read(`${quoted(placeColumn, '"')} in (${places.join(', ')})`))
      for (const { place, data } of portion) rows.push({ number: place + 1, data });
    return rows.sort((a, b) => a.number - b.number);
  } finally {
    db.close();
  }
}

import type { DuckDBResult } from '@duckdb/node-api';
import { at } from '../core/lists/at.js';
import { UnpackedBudget } from '../files/packed/unpacked-budget.js';
import { type Engine as DuckDb, openEngine, quoted } from '../files/tables/duckdb.js';
import { type ParquetFooter, readParquetFooter } from '../files/tables/parquet-footer.js';
import {
  bytesOf,
  parquetValues,
  placeColumn,
  RowReader,
  rowsOfFile,
  rowsPerFile,
} from '../files/tables/parquet-rows.js';
import { type DuckDbQueries, duckDbQueries } from './duckdb-engine.js';
import { NotExpressible, orNotExpressible, type Place } from './engine.js';
import type { FileRow, OpenFiles, Scan } from './scan.js';
import { column } from './sql.js';
import type { TableColumn } from './table-fields.js';

/** DuckDB on Parquet files with the same columns. @throws NotExpressible when they differ or are damaged. */
export async function scanParquet(files: readonly string[], open: OpenFiles): Promise<Scan> {
  const footer = await orNotExpressible(() => commonFooter(files));
  const several = files.length > 1;
  if (several && footer.names.some((name) => name.toLowerCase() === 'file_row_number'))
    throw new NotExpressible('a column is called file_row_number');
  const db = await open();
  const queries = duckDbQueries(db);
  try {
    return await orNotExpressible(async () => {
      const relation = rowsOfFile(db.file, footer.names);
      const described = await db.connection.run(
        `select * exclude (${quoted(placeColumn, '"')}) from ${relation} limit 0`,
      );
      const columns = columnsFrom(db, described);
      if (columns.some(({ name }, i) => name !== footer.names[i]))
        throw new NotExpressible('names of columns differ in case only');
      await refuseBomb(db, footer, described, queries.ask);
      const { duckdb } = db;
      const plain = parquetValues(duckdb);
      const types = described.columnTypes();
      return {
        db,
        queries,
        notes: [],
        rows: async () => footer.rows,
        table: { relation: `${relation} as t`, place: column(placeColumn), columns },
        keySets: async () => [footer.names],
        rowScan: async () => ({
          relation: () => relation,
          place: quoted(placeColumn, '"'),
          keySets: [footer.names],
          cell: (key) => {
            const [type, name] = [types[footer.names.indexOf(key)] ?? duckdb.SQLNULL, quoted(key, '"')];
            return type.typeId === duckdb.DuckDBTypeId.VARCHAR
              ? { sql: name, type: 'text', plain: (value) => value }
              : { sql: name, type, plain };
          },
          where: (place) => ({
            path: at(files, Math.floor(place / rowsPerFile)),
            number: (place % rowsPerFile) + 1,
          }),
        }),
        rowsAt: (places) => orNotExpressible(() => rowsAt(files, footer, places)),
        close: () => db.close(),
      };
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What the footers of files say together. @throws NotExpressible when their columns differ. */
function commonFooter(files: readonly string[]): ParquetFooter {
  const footers = files.map(readParquetFooter);
  const first = at(footers, 0);
  const union = (of: (footer: ParquetFooter) => readonly number[]) => [...new Set(footers.flatMap(of))];
  if (footers.some(({ schema }) => schema !== first.schema))
    throw new NotExpressible('the files have different columns');
  return {
    ...first,
    rows: footers.reduce((sum, { rows }) => sum + rows, 0),
    bytes: footers.reduce((sum, { bytes }) => sum + bytes, 0),
    large: union(({ large }) => large),
    repeating: union(({ repeating }) => repeating),
  };
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
  return result.columnNames().map((name, i) => {
    const type = found[i];
    const areWords = type instanceof duckdb.DuckDBListType && type.valueType.typeId === ids.VARCHAR;
    return { name, type: areWords ? 'words' : (types.get(type?.typeId ?? 0) ?? 'other') };
  });
}

/** Rows of files, whole, in the order of their places; files that hold none of them are not opened. */
async function rowsAt(
  files: readonly string[],
  footer: ParquetFooter,
  places: readonly Place[],
): Promise<readonly FileRow[]> {
  if (places.length === 0) return [];
  const numbers = places.map(Number);
  const used = [...new Set(numbers.map((place) => Math.floor(place / rowsPerFile)))].sort((a, b) => a - b);
  const indexes = new Map(used.map((file, i) => [file, i]));
  const own = used.map((file) => at(files, file));
  const moved = numbers.map(
    (place) => (indexes.get(Math.floor(place / rowsPerFile)) ?? 0) * rowsPerFile + (place % rowsPerFile),
  );
  const db = await openEngine(files.length > 1 ? own : at(own, 0), 'pick');
  try {
    const described = await db.connection.run(`select * from ${rowsOfFile(db.file, footer.names)} limit 0`);
    const rows: { readonly place: number; readonly row: FileRow }[] = [];
    const reader = new RowReader(db, footer, described);
    for await (const portion of reader.read(`${quoted(placeColumn, '"')} in (${moved.join(', ')})`))
      for (const { place, data } of portion) {
        const path = at(own, Math.floor(place / rowsPerFile));
        rows.push({ place, row: { path, number: (place % rowsPerFile) + 1, data } });
      }
    return rows.sort((a, b) => a.place - b.place).map(({ row }) => row);
  } finally {
    db.close();
  }
}

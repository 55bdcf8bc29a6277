import type { DuckDBResult } from '@duckdb/node-api';
import { at } from '../core/lists/lists.js';
import { UnpackedBudget } from '../files/packed/unpacked-budget.js';
import { type Engine as DuckDb, openEngine, quoted } from '../files/tables/duckdb.js';
import { type ParquetFooter, readParquetFooter } from '../files/tables/parquet-footer.js';
import {
  bytesOf,
  parquetValues,
  placeColumn,
  rowReader,
  rowsOfFile,
  rowsPerFile,
  sumOfTerms,
} from '../files/tables/parquet-rows.js';
import type { Partitions } from '../files/tables/partitions.js';
import { NotExpressible, notExpressible, orNotExpressible, type Place } from './engine.js';
import type { Database, FileRow, Scan } from './scan.js';
import { column, quotedText } from './sql.js';
import type { SourceColumn } from './table-fields.js';

/** Scans Parquet files with DuckDB. @throws NotExpressible if their columns differ, or they are damaged. */
export async function scanParquet(
  files: readonly string[],
  open: () => Promise<Database>,
  given: readonly Partitions[] = [],
): Promise<Scan> {
  const footer = await orNotExpressible(() => commonFooter(files));
  const several = files.length > 1;
  const partitions = await orNotExpressible(() => commonPartitions(given, footer));
  const names = [...footer.names, ...partitions.keys()];
  if (several && footer.names.some((name) => name.toLowerCase() === 'file_row_number'))
    throw new NotExpressible('a column is called file_row_number');
  const db = await open();
  try {
    return await orNotExpressible(async () => {
      const relation = withPartitions(rowsOfFile(db.file, footer.names), partitions);
      const described = await db.connection.run(
        `select * exclude (${quoted(placeColumn, '"')}) from ${relation} limit 0`,
      );
      const columns = columnsFrom(db, described, partitions);
      if (columns.some(({ name }, i) => name !== names[i]))
        throw new NotExpressible('column names differ only in letter case');
      await refuseBomb(db, footer, described);
      const { duckdb } = db;
      const plain = parquetValues(duckdb);
      const types = described.columnTypes();
      return {
        db,
        notes: [],
        rows: async () => footer.rows,
        table: () => ({ relation: `${relation} as t`, place: column(placeColumn), columns }),
        keySets: async () => [names],
        rowScan: async () => ({
          relation: () => relation,
          place: quoted(placeColumn, '"'),
          keySets: [names],
          cell: (key) => {
            const [type, name] = [types[names.indexOf(key)] ?? duckdb.SQLNULL, quoted(key, '"')];
            return type.typeId === duckdb.DuckDBTypeId.VARCHAR
              ? { sql: name, plain: (value) => value }
              : { sql: name, type, plain };
          },
        }),
        rowsAt: (places) => rowsAt(files, footer, partitions, places),
      };
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The combined footers of files. @throws NotExpressible if their columns differ. */
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

/** Refuses files in which long texts repeat in so many rows that reading them would take hours. */
async function refuseBomb(
  { duckdb, file, ask }: Database,
  { bytes, names, repeating }: ParquetFooter,
  described: DuckDBResult,
): Promise<void> {
  const terms = repeating.flatMap((i) =>
    bytesOf(duckdb, described.columnType(i), quoted(described.columnName(i), '"')),
  );
  if (terms.length === 0) return;
  const [[sum] = []] = await ask(`select sum(${sumOfTerms(terms)}) from ${rowsOfFile(file, names)}`);
  new UnpackedBudget(bytes).take(Number(sum));
}

/** The value for each file, by key. */
type PartitionColumns = ReadonlyMap<string, readonly (string | null)[]>;

/** The columns that rows get from folders. @throws NotExpressible if they differ. */
function commonPartitions(all: readonly Partitions[], { names }: ParquetFooter): PartitionColumns {
  const keys = [...(all[0]?.keys() ?? [])];
  if (all.some((each) => [...each.keys()].join('\0') !== keys.join('\0')))
    throw new NotExpressible('the folders of the files have different partitions');
  return new Map(
    keys.filter((key) => !names.includes(key)).map((key) => [key, all.map((each) => each.get(key) ?? null)]),
  );
}

/** Adds the columns from folders to the rows; the place is last. */
function withPartitions(rows: string, partitions: PartitionColumns): string {
  if (partitions.size === 0) return rows;
  const place = quoted(placeColumn, '"');
  const columns = [...partitions].map(([key, values]) => {
    const texts = values.map((value) => (value === null ? 'null' : quotedText(value))).join(', ');
    return `([${texts}]::varchar[])[(${place} // ${rowsPerFile} + 1)::bigint] as ${quoted(key, '"')}`;
  });
  return `(select * exclude (${place}), ${columns.join(', ')}, ${place} from ${rows})`;
}

function columnsFrom({ duckdb }: DuckDb, result: DuckDBResult, partitions: PartitionColumns): readonly SourceColumn[] {
  const { DuckDBTypeId: ids } = duckdb;
  const types = new Map<number, SourceColumn['type']>([
    [ids.VARCHAR, 'text'],
    [ids.BOOLEAN, 'truth'],
    ...[ids.DOUBLE, ids.FLOAT].map((id) => [id, 'float'] as const),
    ...[ids.TINYINT, ids.SMALLINT, ids.INTEGER, ids.BIGINT].map((id) => [id, 'whole'] as const),
    ...[ids.UTINYINT, ids.USMALLINT, ids.UINTEGER, ids.UBIGINT].map((id) => [id, 'whole'] as const),
  ]);
  const found = result.columnTypes();
  return result.columnNames().map((name, i) => {
    const type = found[i];
    if (partitions.has(name)) return { name, type: 'cell' };
    const areWords = type instanceof duckdb.DuckDBListType && type.valueType.typeId === ids.VARCHAR;
    return { name, type: areWords ? 'words' : (types.get(type?.typeId ?? 0) ?? 'other') };
  });
}

/** Complete rows of files; files without any of them are not opened. */
async function* rowsAt(
  files: readonly string[],
  footer: ParquetFooter,
  partitions: PartitionColumns,
  places: readonly Place[],
): AsyncGenerator<readonly FileRow[]> {
  if (places.length === 0) return;
  const numbers = places.map(Number);
  const used = [...new Set(numbers.map((place) => Math.floor(place / rowsPerFile)))].sort((a, b) => a - b);
  const indexes = new Map(used.map((file, i) => [file, i]));
  const own = used.map((file) => at(files, file));
  const db = await openEngine(files.length > 1 ? own : at(own, 0), 'pick');
  try {
    await keepPlaces(
      db,
      numbers.map((place) => (indexes.get(Math.floor(place / rowsPerFile)) ?? 0) * rowsPerFile + (place % rowsPerFile)),
    );
    const described = await db.connection.run(`select * from ${rowsOfFile(db.file, footer.names)} limit 0`);
    const read = rowReader(db, footer, described);
    for await (const portion of read(`${quoted(placeColumn, '"')} in (from picked)`)) {
      const rows: FileRow[] = [];
      for (const { place, data } of portion) {
        const path = at(own, Math.floor(place / rowsPerFile));
        const file = at(used, Math.floor(place / rowsPerFile));
        for (const [key, values] of partitions) data[key] = at(values, file);
        rows.push({ path, number: (place % rowsPerFile) + 1, data });
      }
      yield rows;
    }
  } catch (cause) {
    throw notExpressible(cause);
  } finally {
    db.close();
  }
}

/** Stores places as the table `picked`, which is much faster than a long list in a query. */
async function keepPlaces({ connection }: DuckDb, places: readonly number[]): Promise<void> {
  await connection.run('create temp table picked (place bigint)');
  const rows = await connection.createAppender('picked');
  for (const place of places) {
    rows.appendBigInt(BigInt(place));
    rows.endRow();
  }
  rows.closeSync();
}

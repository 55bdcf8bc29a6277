import type { Engine as DuckDb } from '../files/tables/duckdb.js';
import type { TableRow } from '../files/tables/read-table.js';
import { type AnswerRow, type Engine, type EngineTable, orNotExpressible, type Place } from './engine.js';
import type { RowScan } from './read-rows.js';
import { type Sql, verbatim } from './sql.js';

/** DuckDB on the files of one table. A query that it cannot answer is not expressible. */
export interface Database extends DuckDb, Pick<Engine, 'query' | 'each'> {
  /** Asks in DuckDB's own SQL. */
  ask(sql: string): Promise<readonly AnswerRow[]>;
  /** Keeps the rows of a query as a table, "tasks" unless it has another name, and gives the text after `from`. */
  keep(rows: Sql, name?: string): Promise<Sql>;
}

/** A table in files. */
export interface ScanTable extends Pick<EngineTable, 'relation' | 'place' | 'columns'> {
  /** Whether a row has more than these columns, if not every row was searched for them. */
  readonly hasOthers?: Sql;
}

/** Files that DuckDB scans as one table. */
export interface Scan extends Pick<Engine, 'rows'> {
  readonly db: Database;
  /** @throws OddRows if SQL can't read the columns. */
  table(): ScanTable;
  /**
   * Keeps the rows of a query as a table, for files that are slow to scan; undefined if they turn out to have other
   * columns: `table` now lists them.
   */
  load?(rows: Sql, name?: string): Promise<Sql | undefined>;
  /** Oddities of the table, in the words of the reader of rows. */
  readonly notes: readonly { readonly path: string; readonly reason: string }[];
  /** The keys of the rows; each row has those of one set. */
  keySets(): Promise<readonly (readonly string[])[]>;
  /** The rows for the reader of rows. */
  rowScan(): Promise<RowScan>;
  /** Rows, whole, by the places of `table`, or those of `rowScan` once it was made; some at a time, in any order. */
  rowsAt(places: readonly Place[]): AsyncIterable<readonly FileRow[]>;
}

/** A row with the file it is from. */
export interface FileRow extends TableRow {
  readonly path: string;
}

/** DuckDB with the queries that all scans share. */
export function databaseOn(db: DuckDb): Database {
  const ask = (sql: string) => orNotExpressible(async () => (await db.connection.runAndReadAll(sql)).getRowsJS());
  return {
    ...db,
    ask,
    keep: async (rows, name = 'tasks') => {
      await ask(`create or replace temp table ${name} as ${rows.duckDb}`);
      return verbatim(`${name} as t`);
    },
    query: ({ duckDb }) => ask(duckDb),
    each: ({ duckDb }, take) =>
      orNotExpressible(async () => {
        const result = await db.connection.stream(duckDb);
        const isList = result.columnTypes().map((type) => type instanceof db.duckdb.DuckDBListType);
        const itemsOf = (value: unknown) => (value instanceof db.duckdb.DuckDBListValue ? value.items : value);
        for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
          const columns = chunk.getColumns().map((values, i) => (isList[i] ? values.map(itemsOf) : values));
          // Asked for once: the engine is called for it.
          const { rowCount } = chunk;
          for (let row = 0; row < rowCount; row++) take(columns.map((column) => column[row]));
          chunk = await result.fetchChunk();
        }
      }),
  };
}

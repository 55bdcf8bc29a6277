import type { Engine as DuckDb } from '../files/tables/duckdb.js';
import type { TableRow } from '../files/tables/read-table.js';
import { type AnswerRow, type Engine, type EngineTable, orNotExpressible, type Place } from './engine.js';
import type { RowScan } from './read-rows.js';
import { type Sql, verbatim } from './sql.js';

/** DuckDB on the files of one table. A query that it cannot answer is not expressible. */
export interface Database extends DuckDb, Pick<Engine, 'query' | 'each'> {
  /** Runs a query in DuckDB's SQL. */
  ask(sql: string): Promise<readonly AnswerRow[]>;
  /** Stores the result of a query as a table, called "tasks" by default, and returns the text after `from`. */
  keep(rows: Sql, name?: string): Promise<Sql>;
}

/** A table in files. */
export interface ScanTable extends Pick<EngineTable, 'relation' | 'place' | 'columns'> {
  /** SQL for whether a row has other columns; undefined if it is known that none has. */
  readonly hasOthers?: Sql;
}

/** Files that DuckDB scans as one table. */
export interface Scan extends Pick<Engine, 'rows'> {
  readonly db: Database;
  /** @throws OddRows if SQL can't read the columns. */
  table(): ScanTable;
  /**
   * Stores the result of a query as a table, for files that are slow to scan. Returns undefined if rows turn out to have
   * other columns, which `table` then lists.
   */
  load?(rows: Sql, name?: string): Promise<Sql | undefined>;
  /** Notes about the files, in the words of the row reader. */
  readonly notes: readonly { readonly path: string; readonly reason: string }[];
  /** The sets of keys that rows have. */
  keySets(): Promise<readonly (readonly string[])[]>;
  /** The rows, for the row reader. */
  rowScan(): Promise<RowScan>;
  /** Complete rows by their places in `table` or `rowScan`, in portions and in any order. */
  rowsAt(places: readonly Place[]): AsyncIterable<readonly FileRow[]>;
}

/** A row and its file. */
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
          // Reading it is a call to DuckDB.
          const { rowCount } = chunk;
          for (let row = 0; row < rowCount; row++) take(columns.map((column) => column[row]));
          chunk = await result.fetchChunk();
        }
      }),
  };
}

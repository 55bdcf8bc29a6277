import type { Engine as DuckDb } from '../files/tables/duckdb.js';
import type { TableRow } from '../files/tables/read-table.js';
import type { DuckDbQueries } from './duckdb-engine.js';
import type { Engine, EngineTable, Place } from './engine.js';
import type { RowScan } from './read-rows.js';

/** Opens DuckDB on the files of a scan. */
export type OpenFiles = () => Promise<DuckDb>;

/** Files that DuckDB scans as one table. */
export interface Scan extends Pick<Engine, 'load' | 'rows' | 'close'> {
  readonly db: DuckDb;
  readonly queries: DuckDbQueries;
  /** The table for SQL. @throws OddRows where SQL does not read the columns. */
  readonly table: EngineTable;
  /** What the table has to say of itself, in the words of the reader of rows. */
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

import type { Pool } from '../core/model/task.js';
import type { Dialect } from './dialect.js';
import type { EngineTable } from './plan-sql.js';

/** A database that holds the tasks of one benchmark. */
export interface Engine {
  readonly dialect: Dialect;
  readonly table: EngineTable;
  /** How many rows the table has. */
  readonly rows: number;
  /** The rows that a query gives. */
  query(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** The tasks at these places, read whole and as if every row had been read. */
  tasksAt(places: readonly (number | string)[]): Promise<Pool>;
  close(): void;
}

import type { Pool } from '../core/model/task.js';
import type { Dialect } from './dialect.js';
import type { EngineTable } from './plan-sql.js';

/** A database that holds the tasks of one benchmark. */
export interface Engine {
  readonly dialect: Dialect;
  readonly table: EngineTable;
  /** How many rows the table has. */
  rows(): Promise<number>;
  /**
   * Works a relation out once, for all further questions, and gives what stands after `from` then; undefined when the
   * table has other columns than it said: `table` now says them.
   */
  load?(relation: string): Promise<string | undefined>;
  /** The rows that a query gives. */
  query(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** The tasks at these places, read whole and as if every row had been read. */
  tasksAt(places: readonly (number | string)[]): Promise<Pool>;
  close(): void;
}

import type { Pool } from '../core/model/task.js';
import type { Dialect } from './dialect.js';
import type { TableColumn } from './table-fields.js';

/** A table to select from. */
export interface EngineTable {
  /** What stands after `from`. */
  readonly relation: string;
  /** An expression that names one row, where its id does not. */
  readonly place?: string;
  readonly columns: readonly TableColumn[];
  /** Whether a row has more than these columns, where not every row was looked at for them. */
  readonly hasOthers?: string;
}

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
  /** Gives the rows of a query one by one, for one that gives many; without it they all come at once. */
  each?(sql: string, take: (row: readonly unknown[]) => void): Promise<void>;
  /** The tasks at these places, read whole and as if every row had been read. */
  tasksAt(places: readonly (number | string)[]): Promise<Pool>;
  close(): void;
}

/** Gives the rows of a query one by one. */
export async function eachRow(engine: Engine, sql: string, take: (row: readonly unknown[]) => void): Promise<void> {
  if (engine.each !== undefined) return engine.each(sql, take);
  for (const row of await engine.query(sql)) take(row);
}

/** Something of a plan or a table that is not said in SQL exactly; the tasks are then read into memory instead. */
export class NotExpressible extends Error {
  override readonly name = 'NotExpressible';
}

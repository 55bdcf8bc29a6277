import type { Pool } from '../core/model/task.js';
import type { TableRow } from '../files/tables/read-table.js';
import type { Query, Relation, Select, Sql } from './sql.js';
import type { TableColumn } from './table-fields.js';

/** A table to select from. */
export interface EngineTable {
  /** The text after `from`. */
  readonly relation: string;
  /** An expression that names one row, where its id does not. */
  readonly place?: Sql;
  readonly columns: readonly TableColumn[];
  /** Whether a row has more than these columns, if not every row was searched for them. */
  readonly hasOthers?: Sql;
}

/** The values of one row of an answer, in the order of the columns. */
export type AnswerRow = readonly unknown[];

/** A database that holds the tasks of one benchmark. */
export interface Engine {
  readonly table: EngineTable;
  rows(): Promise<number>;
  /**
   * Computes rows once, for all further queries, and gives the relation that holds them; undefined when the table turned
   * out to have other columns: `table` now lists them.
   */
  load?(rows: Select): Promise<Relation | undefined>;
  query(query: Query): Promise<readonly AnswerRow[]>;
  /** Gives the rows of an answer one by one, for a query that gives many. */
  each(query: Query, take: (row: AnswerRow) => void): Promise<void>;
  /** The tasks at these places, read whole and as if every row had been read. */
  tasksAt(places: readonly Place[]): Promise<Pool>;
  close(): void;
}

/** What names a row: its number or its id. */
export type Place = number | string;

/** Makes tasks of rows; notes on the whole table become problems of the pool. */
export type RowsAsTasks = (rows: readonly TableRow[], notes?: readonly string[]) => Promise<Pool>;

/** A plan or a table that SQL does not express exactly; the tasks are then read into memory instead. */
export class NotExpressible extends Error {
  override readonly name = 'NotExpressible';
}

/** The result of work. @throws NotExpressible when it fails. */
export async function orNotExpressible<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof NotExpressible ? cause : new NotExpressible(String(cause), { cause });
  }
}

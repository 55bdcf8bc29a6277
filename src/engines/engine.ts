import type { LabelConflictCount } from '../core/model/selection.js';
import type { PoolProblem, Task } from '../core/model/task.js';
import type { PriorResults } from './prior-results.js';
import type { Sql } from './sql.js';
import type { SourceColumn, TableFields } from './table-fields.js';

/** A table to select from. */
export interface EngineTable {
  /** The text after `from`. */
  readonly relation: string;
  /** An expression that identifies a row; undefined if its id does. */
  readonly place?: Sql;
  readonly columns: readonly SourceColumn[];
  /** The plan's fields; undefined if they are to be found in the columns. */
  readonly fields?: TableFields;
  /** The row reader's findings, if it had to read the rows. The relation then has only tasks of the pool. */
  readonly facts?: Facts;
  /** The task folder of a row; undefined if tasks have none. */
  readonly dirAt?: (place: Place) => string;
  /** Problems with the table as a whole. */
  readonly notes?: readonly PoolProblem[];
}

/** The row reader's findings over all rows of a table. */
export interface Facts {
  /** The rows that `source.where` leaves out. */
  readonly outside: number;
  readonly problems: readonly PoolProblem[];
  readonly conflicts: readonly LabelConflictCount[];
}

/** The values of one row of an answer, in the order of the columns. */
export type AnswerRow = readonly unknown[];

/** A database with the tasks of one benchmark. */
export interface Engine {
  /** The table for SQL, loaded first if it is slow to scan. @throws OddRows if only `readRows` can read it. */
  table(): Promise<EngineTable>;
  rows(): Promise<number>;
  /** Problems with joined tables, found in the rows of a plan. @throws OddRows if no id matches. */
  joinNotes?(rows: Sql): Promise<readonly PoolProblem[]>;
  /** Reads earlier results, if the benchmark has any, and adds them to `table`. */
  readPrior?(): Promise<PriorResults>;
  /** Stores numbers for the tasks that `readPrior` counted as a table of this name, with their places as `n`. */
  keepNumbers?(
    table: string,
    names: readonly string[],
    numbersOf: (place: number) => readonly number[] | undefined,
  ): Promise<void>;
  /** Reads every row with the row reader; afterwards, `table` has its findings. */
  readRows?(): Promise<void>;
  query(query: Sql): Promise<readonly AnswerRow[]>;
  /** Calls back with each row of an answer, which may be large. */
  each(query: Sql, take: (row: AnswerRow) => void): Promise<void>;
  /** The complete tasks at these places. */
  tasksAt(places: readonly Place[]): Promise<readonly Task[]>;
  close(): void;
}

/** The identifier of a row: its number or its id. */
export type Place = number | string;

/** SQL can't express the plan or read the table exactly, so the tasks must be read into memory. */
export class NotExpressible extends Error {
  override readonly name: string = 'NotExpressible';
}

/** SQL would read some rows differently, so the row reader must read them. */
export class OddRows extends NotExpressible {
  override readonly name = 'OddRows';
}

/** The pool is small, so it is read into memory. */
export class SmallPool extends NotExpressible {
  override readonly name = 'SmallPool';
}

/** The result of work. @throws NotExpressible if the work fails in any way. */
export async function orNotExpressible<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw notExpressible(cause);
  }
}

/** Converts an error of a database, so that Winnow reads the tasks into memory. */
export function notExpressible(cause: unknown): NotExpressible {
  return cause instanceof NotExpressible ? cause : new NotExpressible(String(cause), { cause });
}

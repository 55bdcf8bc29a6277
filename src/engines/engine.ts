import type { LabelConflictCount } from '../core/model/selection.js';
import type { PoolProblem, Task } from '../core/model/task.js';
import type { PriorResults } from './prior-results.js';
import type { Sql } from './sql.js';
import type { SourceColumn, TableFields } from './table-fields.js';

/** A table to select from. */
export interface EngineTable {
  /** The text after `from`. */
  readonly relation: string;
  /** An expression that names a row, if its id doesn't. */
  readonly place?: Sql;
  readonly columns: readonly SourceColumn[];
  /** The fields of the plan; undefined: they are those of the columns. */
  readonly fields?: TableFields;
  /** The row reader's findings, if SQL can't read the rows: the relation then has tasks of the pool. */
  readonly facts?: Facts;
  /** The folder of the row at a place, as tasks have it; undefined if they have none. */
  readonly dirAt?: (place: Place) => string;
  /** Oddities of the table as a whole. */
  readonly notes?: readonly PoolProblem[];
}

/** The findings of the row reader in all rows of a table. */
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
  /** The table for SQL; slow values are loaded first. @throws OddRows if only `readRows` can read them. */
  table(): Promise<EngineTable>;
  rows(): Promise<number>;
  /** Oddities of joined tables, by the rows of a plan. @throws OddRows if no id matches. */
  joinNotes?(rows: Sql): Promise<readonly PoolProblem[]>;
  /** Reads earlier results on the tasks, for a benchmark that has any; from then on `table` has them. */
  readPrior?(): Promise<PriorResults>;
  /** Keeps numbers for the tasks that `readPrior` counted, by their places, as a table of that name with the places as `n`. */
  keepNumbers?(
    table: string,
    names: readonly string[],
    numbersOf: (place: number) => readonly number[] | undefined,
  ): Promise<void>;
  /** Reads every row with the row reader; from then on `table` has its findings. */
  readRows?(): Promise<void>;
  query(query: Sql): Promise<readonly AnswerRow[]>;
  /** Returns the rows of an answer one by one, for large answers. */
  each(query: Sql, take: (row: AnswerRow) => void): Promise<void>;
  /** The tasks at these places, read whole. */
  tasksAt(places: readonly Place[]): Promise<readonly Task[]>;
  close(): void;
}

/** The identifier of a row: its number or its id. */
export type Place = number | string;

/** A plan or a table that SQL cannot express exactly, so the tasks are read into memory instead. */
export class NotExpressible extends Error {
  override readonly name: string = 'NotExpressible';
}

/** Rows that SQL would read differently from memory, so the row reader reads them. */
export class OddRows extends NotExpressible {
  override readonly name = 'OddRows';
}

/** A pool that is read into memory because it is small. */
export class SmallPool extends NotExpressible {
  override readonly name = 'SmallPool';
}

/** The result of work. @throws NotExpressible if it fails. */
export async function orNotExpressible<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw notExpressible(cause);
  }
}

/** Turns an error of an engine into one that makes Winnow read the tasks into memory. */
export function notExpressible(cause: unknown): NotExpressible {
  return cause instanceof NotExpressible ? cause : new NotExpressible(String(cause), { cause });
}

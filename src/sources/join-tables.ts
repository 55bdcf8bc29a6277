import { hash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { at } from '../core/lists/lists.js';
import { type Fault, PoolError } from '../core/model/errors.js';
import type { BenchmarkPlan, JoinPlan, Plan } from '../core/model/plan.js';
import { isRecord, type UnknownRecord } from '../core/model/record.js';
import type { TaskContents } from '../core/model/task.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { compareText, countOf, formatCount } from '../core/text/words.js';
import { assertAllowed, existsSync } from '../disk/file-access.js';
import { reasonOf } from '../disk/reason-of.js';
import { shortHash } from '../files/folder-contents.js';
import { tableKind } from '../files/tables/content-kind.js';
import { refuseUnclearCsv } from '../files/tables/csv-notes.js';
import { readTable, type TableRow } from '../files/tables/read-table.js';
import type { TaskFacts } from './facts/task-facts.js';
import { idColumnsOf, idNames, rowId } from './formats/table.js';
import { columnReadings, readByColumn } from './number-doubts.js';
import { type OwnFacts, OwnFields } from './own-fields.js';
import { poolError } from './pool-error.js';

/** The rows of a side table by id, as values of the plan's fields; 'several' if rows of an id differ. */
interface SideTable {
  readonly path: string;
  readonly rows: ReadonlyMap<string, OwnFacts | 'several'>;
  /** The number of rows that repeat an id. */
  readonly repeated: number;
}

/** Side tables, which add fields to each task; counts rows and tasks without a match. */
export class JoinedTables {
  readonly #tables: readonly SideTable[];
  readonly #counts: readonly {
    readonly matched: Set<string>;
    readonly without: string[];
    readonly ambiguous: string[];
  }[];
  /** Tasks of one kind share the list of their parts. */
  readonly #names = new WeakMap<readonly string[], readonly string[]>();
  /** The id of the first task. */
  #example: string | undefined;

  constructor(tables: readonly SideTable[]) {
    this.#tables = tables;
    this.#counts = tables.map(() => ({ matched: new Set<string>(), without: [], ambiguous: [] }));
  }

  /** The same tables, with no task joined yet. */
  again(): JoinedTables {
    return new JoinedTables(this.#tables);
  }

  /** A task's facts with those in its rows, which take precedence over the task's own files. */
  join(facts: TaskFacts): TaskFacts {
    this.#example ??= facts.id;
    let joined = facts;
    for (const [i, table] of this.#tables.entries()) {
      const { matched } = at(this.#counts, i);
      for (const name of namesOf(facts)) if (table.rows.has(name)) matched.add(name);
      const row = rowOf(table, facts);
      if (row !== undefined && row !== 'several') joined = withRow(joined, row);
    }
    return joined;
  }

  /** Counts a task that belongs to the pool after filtering. */
  count(facts: TaskFacts): void {
    for (const [i, table] of this.#tables.entries()) {
      const row = rowOf(table, facts);
      if (row === undefined) at(this.#counts, i).without.push(facts.id);
      else if (row === 'several') at(this.#counts, i).ambiguous.push(facts.id);
    }
  }

  /** A task's contents, with its row in each table as another part. */
  contents(facts: TaskFacts, contents: TaskContents): TaskContents {
    return this.#tables.reduce(({ names, marks, ...rest }, table) => {
      const row = rowOf(table, facts);
      const own = `join ${table.path}`;
      const known = this.#names.get(names) ?? [...names, own].sort(compareText);
      this.#names.set(names, known);
      const mark = row === undefined ? '' : shortHash(hash('sha256', JSON.stringify(row), 'hex'));
      return { ...rest, names: known, marks: marks.split('\n').toSpliced(known.indexOf(own), 0, mark).join('\n') };
    }, contents);
  }

  /** Warnings about missing matches, once all tasks are joined. @throws PoolError if a table has no row for any task. */
  problems({ name }: BenchmarkPlan): readonly Fault[] {
    const example = this.#example;
    // If no task was read at all, something else is wrong.
    const faults = this.#tables.flatMap(({ path, rows }, i): Fault[] => {
      if (example === undefined || at(this.#counts, i).matched.size > 0) return [];
      const [id = ''] = rows.keys();
      const message = `benchmark "${name}": none of the ${countOf(rows.size, 'id')} in the joined table match a task. The table has ids such as "${id}"; the tasks have ids such as "${example}".`;
      return [{ code: 'pool/join', message, place: { file: path }, hint: namingHint }];
    });
    if (faults.length > 0) throw new PoolError(faults);
    const some = (ids: readonly string[]) => ({
      count: ids.length,
      first: ids.toSorted(compareText).slice(0, mostExamples),
    });
    return this.#tables.flatMap(({ path, rows, repeated }, i) => {
      const { matched, without, ambiguous } = at(this.#counts, i);
      const unmatched = [...rows.keys()].filter((id) => !matched.has(id));
      return joinProblems(path, {
        unmatched: some(unmatched),
        without: some(without),
        ambiguous: some(ambiguous),
        repeated,
      });
    });
  }
}

const namingHint = 'Set "id" to the column with the task ids.';

function namesOf({ id, aliases }: TaskFacts): readonly string[] {
  return aliases.length === 0 ? [id] : [id, ...aliases];
}

/** The row with the first of a task's names that the table has. */
function rowOf({ rows }: SideTable, facts: TaskFacts): OwnFacts | 'several' | undefined {
  const name = namesOf(facts).find((each) => rows.has(each));
  return name === undefined ? undefined : rows.get(name);
}

function withRow(facts: TaskFacts, row: OwnFacts): TaskFacts {
  return {
    ...facts,
    labels: [...row.labels, ...facts.labels],
    numbers: [...row.numbers, ...facts.numbers],
    lists: [...row.lists, ...(facts.lists ?? [])],
    remarks: [...facts.remarks, ...row.remarks],
    ...(row.odd.length === 0 ? {} : { odd: [...(facts.odd ?? []), ...row.odd] }),
  };
}

/**
 * Reads the side tables of a source.
 * @throws PoolError with every error, if a table does not exist, cannot be read or lacks a column.
 */
export async function readJoins(
  joins: readonly JoinPlan[],
  plan: Plan,
  { name }: BenchmarkPlan,
): Promise<JoinedTables> {
  const faults: Fault[] = [];
  const tables: SideTable[] = [];
  for (const join of joins) {
    const file = resolve(dirname(plan.file), join.path);
    try {
      tables.push(await readJoin(join, file, plan));
    } catch (cause) {
      const place = { file: join.path };
      if (cause instanceof PoolError) for (const fault of cause.faults) faults.push({ ...fault, place });
      else
        faults.push({
          code: 'pool/join',
          message: `benchmark "${name}": the table cannot be joined: ${reasonOf(cause)}.`,
          place,
        });
    }
  }
  if (faults.length > 0) throw new PoolError(faults);
  return new JoinedTables(tables);
}

async function readJoin(join: JoinPlan, file: string, plan: Plan): Promise<SideTable> {
  assertAllowed([file]);
  if (!existsSync(file)) throw refused('there is no such file', 'Relative paths start at the folder of the plan.');
  const kind = tableKind(file);
  if (kind === undefined) throw refused('the file is not a table; expected CSV, JSON lines, JSON or Parquet');
  const side = new SideRows(join, plan, kind.kind === 'csv' && kind.delimiter === ';');
  for await (const row of readTable(file, kind, () => undefined, { onEnd: refuseUnclearCsv })) side.add(row);
  return side.table();
}

/** Side tables from rows that were already read, in the order of the joins, for some tasks. */
export function joinedRows(
  joins: readonly JoinPlan[],
  rows: readonly (readonly TableRow[])[],
  plan: Plan,
): JoinedTables {
  return new JoinedTables(
    joins.map((join, i) => {
      const side = new SideRows(join, plan);
      for (const row of rows[i] ?? []) side.add(row);
      return side.joined();
    }),
  );
}

/** The rows of a side table, by id. */
class SideRows {
  readonly #join: JoinPlan;
  readonly #columns: OwnFields;
  readonly #rows = new Map<string, OwnFacts | 'several'>();
  #repeated = 0;
  #firstKeys: readonly string[] = [];

  constructor(join: JoinPlan, { fields }: Plan, hasSemicolons = false) {
    this.#join = join;
    this.#columns = new OwnFields({ ...join, fields });
    this.#columns.hasSemicolons = hasSemicolons;
  }

  add({ number, data }: TableRow): void {
    if (data instanceof Error) throw refused(`row ${formatCount(number)}: ${data.message}`);
    if (!isRecord(data)) throw refused(`row ${formatCount(number)} is not an object`);
    if (this.#firstKeys.length === 0) this.#firstKeys = Object.keys(data);
    this.#columns.see(data);
    const id = idOf(data, this.#join.id, this.#firstKeys);
    const reading = this.#columns.read(data, 'joined table', true);
    const before = this.#rows.get(id);
    if (before !== undefined) this.#repeated += 1;
    this.#rows.set(id, before === undefined || isAlike(before, reading) ? reading : 'several');
  }

  joined(): SideTable {
    return { path: this.#join.path, rows: this.#rows, repeated: this.#repeated };
  }

  /** The table after all rows were added. @throws PoolError if no value can be used. */
  table(): SideTable {
    const rows = this.#rows;
    if (rows.size === 0) throw refused('the file has no rows');
    if (this.#join.columns.size === 0 && ![...rows.values()].some((row) => row === 'several' || hasAny(row))) {
      const hint = 'Name the columns to use: columns: { FIELD: COLUMN }.';
      const found = this.#firstKeys.slice(0, 20).join(', ');
      throw refused(`none of its columns is a field of the plan; the columns are ${found}`, hint);
    }
    const { missing, known } = this.#columns.missing();
    if (missing.length > 0) throw new PoolError(missing.map((column) => noColumn(column, known)));
    const ways = columnReadings([...rows.values()].filter((row) => row !== 'several'));
    for (const [id, row] of rows) if (row !== 'several') rows.set(id, readByColumn(row, ways));
    return this.joined();
  }
}

function idOf(record: UnknownRecord, column: string | undefined, keys: readonly string[]): string {
  const [key, ...others] = column === undefined ? idColumnsOf(record) : [column];
  if (others.length > 0) throw refused(`the ids could be in ${[key, ...others].join(' or ')}`, namingHint);
  if (key === undefined) {
    throw refused(`there is no ${idNames} column; the columns are ${keys.slice(0, 20).join(', ')}`, namingHint);
  }
  if (!keys.includes(key)) throw new PoolError([noColumn(key, keys)]);
  return rowId(record[key]) ?? '';
}

function hasAny({ labels, numbers, lists }: OwnFacts): boolean {
  return labels.length + numbers.length + lists.length > 0;
}

function isAlike(before: OwnFacts | 'several', reading: OwnFacts): boolean {
  return before !== 'several' && JSON.stringify(before) === JSON.stringify(reading);
}

/** The number of ids shown as examples. */
export const mostExamples = 3;

/** The number of some ids, and the first few of them in order. */
interface SomeIds {
  readonly count: number;
  readonly first: readonly string[];
}

/** The rows and tasks without a match, once all tasks are joined. */
export interface JoinCounts {
  /** Ids in the side table that no task has. */
  readonly unmatched: SomeIds;
  /** Tasks of the pool without a row. */
  readonly without: SomeIds;
  /** Tasks of the pool with conflicting rows. */
  readonly ambiguous: SomeIds;
  /** Rows in the side table that repeat an id. */
  readonly repeated: number;
}

/** Warnings about missing matches. */
export function joinProblems(path: string, { unmatched, without, ambiguous, repeated }: JoinCounts): Fault[] {
  const disagreeing = 'conflicting rows in the joined table, which were ignored';
  return [
    ...mismatch(
      unmatched,
      'id in the joined table does not match any task',
      'ids in the joined table do not match any task',
    ),
    ...mismatch(without, 'task has no row in the joined table', 'tasks have no row in the joined table'),
    ...mismatch(ambiguous, `task has ${disagreeing}`, `tasks have ${disagreeing}`),
    ...(repeated === 0
      ? []
      : [`${countOf(repeated, 'row')} in the joined table ${repeated === 1 ? 'repeats' : 'repeat'} an earlier id`]),
  ].map((what) => ({ code: 'pool/join', message: `${what}.`, place: { file: path } }));
}

function mismatch({ count, first }: SomeIds, one: string, several: string): readonly string[] {
  if (count === 0) return [];
  const examples = first.map((id) => `"${id}"`).join(', ');
  return [`${formatCount(count)} ${count === 1 ? `${one}:` : `${several}, such as`} ${examples}`];
}

function refused(reason: string, hint?: string): PoolError {
  return poolError('pool/join', `the table cannot be joined: ${reason}.`, hint);
}

function noColumn(column: string, known: readonly string[]): Fault {
  const message = `the joined table has no column "${column}".${didYouMean(column, known)} ${columnsText(known)}`;
  return { code: 'pool/no-column', message };
}

const mostListed = 60;

/** The columns of a table in a sentence. */
export function columnsText(known: readonly string[]): string {
  const more = known.length > mostListed ? ` and ${formatCount(known.length - mostListed)} more` : '';
  return `The columns are: ${known.slice(0, mostListed).join(', ')}${more}.`;
}

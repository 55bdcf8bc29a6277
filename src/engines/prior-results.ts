import { at } from '../core/lists/lists.js';
import { type CodedResults, resultAt } from '../core/model/learned.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import { isLargePool } from '../core/model/pool-census.js';
import type { UnknownRecord } from '../core/model/record.js';
import { readingOptions } from '../core/model/result-settings.js';
import { looseNames } from '../core/text/nearest-name.js';
import { compareText } from '../core/text/words.js';
import { lstatSync } from '../disk/file-access.js';
import type { Engine as DuckDb } from '../files/tables/duckdb.js';
import { type CodedResult, type CodedTable, codedResults, codedTable } from '../results/coded-results.js';
import { priorFieldsOf } from '../sources/add-prior-results.js';
import { type EngineTable, NotExpressible, orNotExpressible, SmallPool } from './engine.js';
import type { PlanSql } from './plan-sql.js';
import type { RowCell } from './read-rows.js';
import type { Database, Scan } from './scan.js';
import { column, named, type Sql, sql, verbatim } from './sql.js';
import type { TableFields } from './table-fields.js';
import { type TableFiles, tablesAt } from './table-files.js';

/** Earlier results on every task of a table, with the systems in order of name. */
export interface PriorResults {
  readonly systems: readonly string[];
  /** For each system, with the tasks in order of id. */
  readonly results: readonly CodedResults[];
  /** The number of ids. */
  readonly length: number;
}

/** An open file of earlier results. */
export interface PriorScan {
  readonly file: string;
  readonly scan: Scan;
}

/** The DuckDB table of earlier results. Each task has a row with its place in the order of ids, and its fields. */
export const priorTable = 'winnow_prior';
export const priorPlace = column('prior place');
const priorFieldNames = ['prior_results', 'prior_solved', 'prior_rate'] as const;

/**
 * Joins earlier results, which count as measured, to the rows of a query with these fields, and keeps them as a table.
 * @throws NotExpressible if the rows already have such fields.
 */
export async function joinPrior(
  { keep }: Database,
  rows: Sql,
  fields: TableFields,
): Promise<Required<Pick<EngineTable, 'relation' | 'fields'>>> {
  const known = priorFieldNames.find((name) => fields.values.has(name));
  if (known !== undefined) throw new NotExpressible(`both the table and the earlier results have a column "${known}"`);
  const columns = priorFieldNames.map(
    (name) => `p.${name} as "given ${name}", (p.${name} is not null) as "measured ${name}"`,
  );
  const kept = await keep(
    sql`select t.*, p.n as "prior place", ${verbatim(columns.join(', '))} from (${rows}) as t left join ${verbatim(priorTable)} as p on (p.id = t.id)`,
    'known',
  );
  const added = (prefix: string) => priorFieldNames.map((name) => [name, column(`${prefix} ${name}`)] as const);
  return {
    relation: kept.duckDb,
    fields: {
      ...fields,
      values: new Map([...fields.values, ...added('given')]),
      measured: new Map([...fields.measured, ...added('measured')]),
      further: new Map([...fields.further, ['prior place', priorPlace]]),
    },
  };
}

/** The table without the fields added by `joinPrior`, for tasks that get them later. */
export function withoutPrior(view: PlanSql, { prior }: BenchmarkPlan): PlanSql {
  const names: ReadonlySet<string> = new Set(prior === undefined ? [] : priorFieldNames);
  const others = (terms: ReadonlyMap<string, Sql>) => new Map([...terms].filter(([name]) => !names.has(name)));
  return { ...view, own: { ...view.own, values: others(view.own.values), measured: others(view.own.measured) } };
}

/** The files of earlier results if DuckDB can scan them all; otherwise undefined. */
export function priorFiles(plan: Plan, { prior }: BenchmarkPlan): readonly TableFiles[] | undefined {
  if (prior === undefined || prior.paths.length === 0) return undefined;
  const found = tablesAt([...new Set(prior.paths)].sort(compareText), plan);
  // A system may be named after the target of a link.
  return found?.some(({ files }) => lstatSync(at(files, 0)).isSymbolicLink()) ? undefined : found;
}

/** With more combinations of system and result than this, rows are read one by one. */
const mostKinds = 60_000;
/** Each result is coded as one byte; 0 is no result. */
const mostValues = 256;

/**
 * Reads earlier results on the tasks of a table with SQL, and keeps them as `priorTable`. The results reader reads
 * rows, once for each combination of system and result.
 * @throws NotExpressible if they must be read row by row, or the table is small.
 */
export async function readPriorResults(
  scans: readonly PriorScan[],
  { id, isTask }: Pick<TableFields, 'id' | 'isTask'>,
  table: EngineTable,
  { prior, name }: BenchmarkPlan,
): Promise<PriorResults> {
  if (prior === undefined || prior.embedded !== undefined || prior.uplift !== undefined)
    throw new NotExpressible('the plan uses earlier results that ship with Winnow, or their uplift');
  const options = readingOptions(prior.results);
  const { db } = at(scans, 0).scan;
  const where = isTask === undefined ? '' : ` where ${isTask.duckDb}`;
  const all = `select ${id.duckDb} as id from ${table.relation}${where}`;
  await db.ask(
    `create or replace temp table winnow_ids as select id, (row_number() over (order by id) - 1)::integer as n from (${all})`,
  );
  const [[count, distinct, unknown] = []] = await db.ask(
    'select count(*), count(distinct id), count(*) filter (where id is null) from winnow_ids',
  );
  if (!isLargePool(Number(count))) throw new SmallPool('the pool is not large');
  if (count !== distinct || Number(unknown) > 0)
    throw new NotExpressible('ids of the table are missing or occur twice');
  const files: PriorFile[] = [];
  for (const [i, { file, scan }] of scans.entries()) files.push(await openPrior(file, scan, i, options));
  const found = await codedResults(
    files.map(({ path, table: own, kinds }) => ({ path, table: own, rows: kinds.map(({ data }) => data) })),
    options,
  );
  if (found === undefined) throw new NotExpressible('the earlier results have errors');
  const counted = new Set(prior.configurations);
  const isUsed = ({ system }: CodedResult) => counted.size === 0 || counted.has(system);
  const names = [...new Set(found.flat().flatMap((each) => (each !== undefined && isUsed(each) ? [each.system] : [])))];
  if ([...counted].some((each) => !names.includes(each)))
    throw new NotExpressible('the earlier results lack a system that the plan names');
  const systems = new Map(names.sort(compareText).map((system) => [system, newResults(Number(count))]));
  for (const [i, { kinds }] of files.entries())
    for (const [k, { tasks }] of kinds.entries()) {
      const result = at(found, i)[k];
      const own = systems.get(result?.system ?? '');
      if (result !== undefined && own !== undefined) putResult(own, result.reward, tasks);
    }
  if (files.some(({ hasUnmatched }) => hasUnmatched)) await refuseLooseNames(db, files, name);
  if ([...systems.values()].some(({ isRepeated }) => isRepeated))
    throw new NotExpressible('a system has several results on a task');
  const kept = [...systems].filter(([, { codes }]) => codes.some((code) => code !== 0));
  if (kept.length === 0) throw new NotExpressible('the earlier results match no task');
  const results = kept.map(([, { codes, values }]): CodedResults => ({ length: codes.length, codes, values }));
  await keepFields(db, results);
  return { systems: kept.map(([system]) => system), results, length: Number(count) };
}

/** The results of one system: a code for each task, and the reward for each code. Code 0 is no result. */
function newResults(length: number) {
  return { codes: new Uint8Array(length), values: [Number.NaN], known: new Map<number, number>(), isRepeated: false };
}

/** Records a result for the tasks at these places; −1 is no task. A reward of NaN is a result without a score. */
function putResult(results: ReturnType<typeof newResults>, reward: number, tasks: Int32Array): void {
  const { codes, values, known } = results;
  const code = known.get(reward) ?? values.length;
  if (code === mostValues) throw new NotExpressible('a system has many different rewards');
  if (code === values.length) values.push(reward);
  known.set(reward, code);
  for (const task of tasks) {
    if (task < 0) continue;
    if (codes[task] !== 0) results.isRepeated = true;
    codes[task] = code;
  }
}

interface PriorFile {
  readonly path: string;
  readonly table: CodedTable;
  /** SQL for the task names that are not in the table. */
  readonly unmatched: string;
  readonly kinds: readonly PriorKind[];
  /** Whether a row has a task that is not in the table. */
  readonly hasUnmatched: boolean;
}

async function openPrior(
  path: string,
  scan: Scan,
  number: number,
  options: ReturnType<typeof readingOptions>,
): Promise<PriorFile> {
  const { db } = scan;
  const rows = await scan.rowScan();
  const [keys, ...others] = rows.keySets;
  if (keys === undefined || others.length > 0)
    throw new NotExpressible('rows of the earlier results have different keys');
  const [first] = await readGroups(
    db,
    `select ${keys.map((key, i) => rows.cell(key, i).sql).join(', ')} from ${rows.relation(keys, false)} limit 1`,
    keys,
    keys.map((key, i) => rows.cell(key, i)),
  );
  const table = first && codedTable(path, keys, first.data, options);
  if (table === undefined)
    throw new NotExpressible('the earlier results are not a plain table of tasks, systems and results');
  const { task, parts, format } = table;
  const asked = [task, ...parts];
  const cells = asked.map((key, i) => rows.cell(key, i));
  const relation = `(select ${cells.map(({ sql }, i) => `${sql} as c${i}`).join(', ')} from ${rows.relation(asked, false)})`;
  const name = taskName(at(cells, 0), first?.data[task]);
  const columns = parts.map((_, i) => `c${i + 1}`);
  // The place of the task, or -1 if it is not in the table, and the parts. A subquery, because for a join DuckDB would
  // keep all rows of a text file in memory, not knowing how many there are.
  const place = `(select n from (select ${name.ofId} as name, n from winnow_ids) as i where i.name = r.name)`;
  const named = `(select ${name.given} as name, * from ${relation}) as r`;
  const placed = `select ${[`coalesce(${place}, -1) as n`, ...columns].join(', ')} from ${named}`;
  const isLong = format.name === 'table';
  const loaded = `winnow_rows${number}`;
  // A table with a column for each system is scanned once, and then grouped by each column in turn.
  if (!isLong) await db.ask(`create or replace temp table ${loaded} as ${placed}`);
  const most = isLong ? mostKinds : mostValues;
  const kinds: PriorKind[] = [];
  let hasUnmatched = false;
  for (const group of isLong ? [parts.map((_, i) => i)] : parts.map((_, i) => [i])) {
    const by = group.map((i) => at(columns, i)).join(', ');
    const found = await readGroups(
      db,
      `select ${by}${by && ', '}list(n) from ${isLong ? `(${placed})` : loaded} ${by && `group by ${by}`} limit ${most + 1}`,
      group.map((i) => at(parts, i)),
      group.map((i) => at(cells, i + 1)),
    );
    if (found.length > most) throw new NotExpressible('the earlier results have many different rewards');
    rows.check?.(found.reduce((sum, { tasks }) => sum + tasks.length, 0));
    hasUnmatched ||= found.some(({ tasks }) => tasks.includes(-1));
    // In a system's column, an empty cell is no result.
    kinds.push(...found.filter(({ isEmpty }) => isLong || !isEmpty));
  }
  if (!isLong) await db.ask(`drop table ${loaded}`);
  return {
    path,
    table,
    unmatched: `select distinct ${name.text} as task from ${named} where ${place} is null`,
    kinds,
    hasUnmatched,
  };
}

/** Rows that differ only in their tasks. */
interface PriorKind {
  /** In the form that the row reader expects. */
  readonly data: UnknownRecord;
  /** Whether all values are missing. */
  readonly isEmpty: boolean;
  /** The places of their tasks; −1 if a task is not in the table. */
  readonly tasks: Int32Array;
}

/** Reads rows with these keys, optionally followed by a column with lists of places. */
async function readGroups(
  { duckdb, connection }: DuckDb,
  sql: string,
  keys: readonly string[],
  cells: readonly RowCell[],
): Promise<readonly PriorKind[]> {
  const chunks = await orNotExpressible(async () => (await connection.run(sql)).fetchAllChunks());
  return chunks.flatMap((chunk) => {
    const columns = keys.map((_, i) => chunk.getColumnVector(i));
    const lists = chunk.columnCount > keys.length ? chunk.getColumnVector(keys.length) : undefined;
    return Array.from({ length: chunk.rowCount }, (_, row): PriorKind => {
      const values = columns.map((column) => column.getItem(row) ?? null);
      const places = lists instanceof duckdb.DuckDBListVector ? lists.getItemVector(row) : null;
      return {
        data: Object.fromEntries(keys.map((key, i) => [key, at(cells, i).plain(at(values, i))])),
        isEmpty: values.every((value) => value === null),
        tasks: Int32Array.from({ length: places?.itemCount ?? 0 }, (__, i) => places?.getItem(i) as number),
      };
    });
  });
}

/** SQL for a task's name as written, for an id in that form, and for the name as text. @throws NotExpressible */
function taskName(cell: RowCell, first: unknown) {
  if (typeof first !== 'string') throw new NotExpressible('the earlier results identify tasks by number');
  if (cell.type !== undefined)
    throw new NotExpressible('the earlier results identify tasks by something other than text');
  // In JSON, texts have quotes.
  return cell.plain('"a"') === 'a'
    ? {
        given: 'c0::varchar',
        ofId: 'to_json(id)::varchar',
        text: `(case when json_type(c0) = 'VARCHAR' then c0 ->> '$' end)`,
      }
    : { given: 'c0', ofId: 'id', text: 'c0' };
}

/** Refuses unknown names that may be ids in another letter case, or with parts added by harnesses. */
async function refuseLooseNames(db: DuckDb, files: readonly PriorFile[], benchmark: string): Promise<void> {
  const unmatched = new Set<string>();
  for (const { unmatched: names } of files) {
    const found = await db.connection.runAndReadAll(`${names} limit ${mostUnmatched + 1}`);
    for (const [name] of found.getRows()) {
      if (name === null || String(name).trim() === '')
        throw new NotExpressible('a row of the earlier results has no task');
      for (const loose of looseNames(String(name).replace(`${benchmark}/`, ''))) unmatched.add(loose);
    }
  }
  if (unmatched.size === 0) return;
  if (unmatched.size > mostUnmatched)
    throw new NotExpressible('the earlier results include many tasks that are not in the table');
  let isLoose = false;
  const all = await db.connection.stream('select id from winnow_ids');
  for (let chunk = await all.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await all.fetchChunk())
    for (const id of chunk.getColumnValues(0))
      if (looseNames(String(id)).some((name) => unmatched.has(name))) isLoose = true;
  if (isLoose) throw new NotExpressible('the earlier results spell tasks differently from the table');
}

const mostUnmatched = 1_000_000;

/** Stores each task's earlier results for SQL. */
async function keepFields(db: DuckDb, results: readonly CodedResults[]): Promise<void> {
  await keepNumbers(db, priorTable, 'select id, n from winnow_ids', priorFieldNames, (task) => {
    const fields = priorFieldsOf(meansOf(results, task));
    return fields && priorFieldNames.map((name) => fields[name]);
  });
  await db.connection.run('drop table winnow_ids');
}

/** The results on a task, of all systems that have one. */
export function meansOf(results: readonly CodedResults[], task: number): readonly number[] {
  const means: number[] = [];
  for (const column of results) {
    const result = resultAt(column, task);
    if (!Number.isNaN(result)) means.push(result);
  }
  return means;
}

/** Creates a table from rows with an `n`, and adds the numbers for each n; NaN becomes null. */
export async function keepNumbers(
  db: DuckDb,
  table: string,
  rows: string,
  names: readonly string[],
  numbersOf: (n: number) => readonly number[] | undefined,
): Promise<void> {
  const { duckdb, connection } = db;
  const name = `${table}_numbers`;
  connection.registerScalarFunction(
    duckdb.DuckDBScalarFunction.create({
      name,
      volatile: true,
      returnType: duckdb.STRUCT(Object.fromEntries(names.map((each) => [each, duckdb.DOUBLE]))),
      parameterTypes: [duckdb.INTEGER],
      mainFunction: (_, input, output) => {
        const { rowCount } = input;
        const places = input.getColumnVector(0);
        const columns = names.map((__, i) =>
          (output as import('@duckdb/node-api').DuckDBStructVector).entryVectorAt(i),
        );
        for (let row = 0; row < rowCount; row++) {
          const numbers = numbersOf(places.getItem(row) as number);
          for (let i = 0; i < columns.length; i++) at(columns, i).setItem(row, numbers?.[i] ?? Number.NaN);
        }
        output.flush();
      },
    }),
  );
  const columns = names.map((each) => `nullif(numbers.${named(each)}, 'nan'::double) as ${named(each)}`);
  await connection.run(
    `create or replace temp table ${table} as select * exclude (numbers), ${columns.join(', ')} from (select *, ${name}(n) as numbers from (${rows}))`,
  );
}

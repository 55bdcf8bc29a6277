import { dirname, resolve } from 'node:path';
import type { DuckDBDataChunk, DuckDBType, DuckDBValue, DuckDBVector } from '@duckdb/node-api';
import { at } from '../core/lists/lists.js';
import { type CodedResults, resultAt } from '../core/model/learned.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { UnknownRecord } from '../core/model/record.js';
import { readingOptions } from '../core/model/result-settings.js';
import { bareName } from '../core/text/nearest-name.js';
import { compareText } from '../core/text/words.js';
import { assertAllowed, existsSync, lstatSync, statSync } from '../disk/file-access.js';
import { tableKind } from '../files/tables/content-kind.js';
import type { Engine as DuckDb } from '../files/tables/duckdb.js';
import { type CodedResult, type CodedTable, codedResults, codedTable } from '../results/coded-results.js';
import { priorFieldsOf } from '../sources/add-prior-results.js';
import { type EngineTable, NotExpressible } from './engine.js';
import { named, printDuckDb, quotedText } from './print-sql.js';
import type { RowScan } from './read-rows.js';
import type { Scan } from './scan.js';
import { column, type Sql } from './sql.js';
import type { TableFields } from './table-fields.js';
import type { TableFiles } from './table-files.js';

/** Earlier results on every task of a table, by systems in order of name. */
export interface PriorResults {
  readonly systems: readonly string[];
  /** In the order of the ids. */
  readonly results: readonly CodedResults[];
  /** How many ids the table has. */
  readonly length: number;
}

/** The DuckDB table of earlier results, with a row for each task: its place in the order of the ids, and the fields. */
export const priorTable = 'winnow_prior';
export const priorPlace = column('prior place');
export const priorFieldNames = ['prior_results', 'prior_solved', 'prior_rate'] as const;

/** The columns of `priorTable`, under names that no other table has. */
export const priorRelation = `(select id as "prior id", n as "prior place", ${priorFieldNames.map((name) => `${name} as "earlier ${name}"`).join(', ')} from ${priorTable}) as earlier`;
export const priorId = column('prior id');

/** The column of one of the fields from earlier results. */
export function priorColumn(name: string): Sql {
  return column(`earlier ${name}`);
}

/** The files of earlier results if each is a table that DuckDB scans; undefined if they must be read in another way. */
export function priorFiles(plan: Plan, { prior }: BenchmarkPlan): readonly TableFiles[] | undefined {
  if (prior === undefined || prior.paths.length === 0) return undefined;
  const found: TableFiles[] = [];
  for (const path of [...new Set(prior.paths)].sort(compareText)) {
    const file = resolve(dirname(plan.file), path);
    assertAllowed([file]);
    if (!existsSync(file) || lstatSync(file).isSymbolicLink() || statSync(file).isDirectory()) return undefined;
    const kind = tableKind(file);
    if (kind === undefined || kind.kind === 'json') return undefined;
    found.push({ files: [file], kind });
  }
  return found;
}

/** More different rows than these, without their tasks, are read one by one. */
const mostKinds = 60_000;
/** A byte for each result: no result, and all others. */
const mostValues = 256;

/**
 * Reads earlier results on the tasks of a table with SQL, and keeps them as `priorTable`. The results reader reads
 * rows, once for each combination of system and result.
 * @throws NotExpressible if they must be read row by row.
 */
export async function readPriorResults(
  scans: readonly { readonly file: string; readonly scan: Scan }[],
  { id, isTask }: Pick<TableFields, 'id' | 'isTask'>,
  table: EngineTable,
  { prior, name }: BenchmarkPlan,
): Promise<PriorResults> {
  if (prior === undefined || prior.embedded !== undefined || prior.uplift !== undefined)
    throw new NotExpressible('the plan uses earlier results that ship with Winnow, or their uplift');
  const options = readingOptions(prior.results);
  const { db, queries } = at(scans, 0).scan;
  const { ask } = queries;
  const ids = {
    kind: 'select',
    columns: [{ term: id, as: 'id' }],
    from: { kind: 'table', sql: table.relation },
  } as const;
  const all = printDuckDb(isTask === undefined ? ids : { ...ids, where: isTask });
  await ask(
    `create or replace temp table winnow_ids as select id, (row_number() over (order by id) - 1)::integer as n from (${all})`,
  );
  const [[count, distinct, unknown] = []] = await ask(
    'select count(*), count(distinct id), count(*) filter (where id is null) from winnow_ids',
  );
  if (count !== distinct || Number(unknown) > 0)
    throw new NotExpressible('ids of the table are missing or occur twice');
  const files: PriorFile[] = [];
  for (const [i, { file, scan }] of scans.entries()) files.push(await openPrior(file, scan, i, options));
  const rows: (readonly UnknownRecord[])[] = [];
  for (const each of files) rows.push(await each.kinds());
  const found = await codedResults(
    files.map(({ path, table: own }, i) => ({ path, table: own, rows: at(rows, i) })),
    options,
  );
  if (found === undefined) throw new NotExpressible('the earlier results have errors');
  const counted = new Set(prior.configurations);
  const isUsed = ({ system }: CodedResult) => counted.size === 0 || counted.has(system);
  const names = [...new Set(found.flat().flatMap((each) => (each !== undefined && isUsed(each) ? [each.system] : [])))];
  if ([...counted].some((each) => !names.includes(each)))
    throw new NotExpressible('the earlier results lack a system that the plan names');
  const systems = names.sort(compareText);
  const cells = new ResultCells(systems, Number(count));
  for (const [i, file] of files.entries())
    await file.put(
      cells,
      at(found, i).map((each) => (each && isUsed(each) ? each : undefined)),
    );
  if (cells.hasUnmatched) await refuseLooseNames(db, files, name);
  if (cells.isRepeated) throw new NotExpressible('a system has several results on a task');
  const kept = systems.flatMap((system, j) => (cells.isMet(j) ? [{ system, results: cells.column(j) }] : []));
  if (kept.length === 0) throw new NotExpressible('the earlier results match no task');
  await keepFields(
    db,
    kept.map(({ results }) => results),
  );
  return {
    systems: kept.map(({ system }) => system),
    results: kept.map(({ results }) => results),
    length: Number(count),
  };
}

/** The results of systems on tasks, a byte each. */
class ResultCells {
  /** Whether a system has more than one result on a task. */
  isRepeated = false;
  /** Whether a row names a task that the table lacks. */
  hasUnmatched = false;
  readonly #places: ReadonlyMap<string, number>;
  readonly #codes: readonly Uint8Array[];
  /** By system, the rewards in the order of their codes; the first is that of a task without a result. */
  readonly #values: readonly number[][];
  /** By system, the code of a result without a score, which is not none. */
  readonly #unscored: (number | undefined)[] = [];

  constructor(systems: readonly string[], length: number) {
    this.#places = new Map(systems.map((system, j) => [system, j]));
    this.#codes = systems.map(() => new Uint8Array(length));
    this.#values = systems.map(() => [Number.NaN]);
  }

  /** The system and the code of a result; the first is −1 for none. */
  coded(result: CodedResult | undefined): readonly [system: number, code: number] {
    const system = result === undefined ? -1 : (this.#places.get(result.system) ?? -1);
    if (result === undefined || system < 0) return [-1, 0];
    const values = at(this.#values, system);
    if (Number.isNaN(result.reward)) {
      const known = this.#unscored[system];
      if (known !== undefined) return [system, known];
      this.#unscored[system] = values.length;
    } else {
      const known = values.indexOf(result.reward);
      if (known > 0) return [system, known];
    }
    if (values.length === mostValues) throw new NotExpressible('a system has many different rewards');
    return [system, values.push(result.reward) - 1];
  }

  put(system: number, task: number, code: number): void {
    const codes = this.#codes[system] as Uint8Array;
    if (codes[task] !== 0) this.isRepeated = true;
    codes[task] = code;
  }

  isMet(system: number): boolean {
    return at(this.#codes, system).some((code) => code !== 0);
  }

  column(system: number): CodedResults {
    const codes = at(this.#codes, system);
    return { length: codes.length, codes, values: at(this.#values, system) };
  }
}

const noCell = [-1, 0] as const;

/** A file of earlier results. */
interface PriorFile {
  readonly path: string;
  readonly table: CodedTable;
  /** SQL for the names of its tasks, as `task`. */
  readonly names: string;
  /** Its different rows, without their tasks. */
  kinds(): Promise<readonly UnknownRecord[]>;
  /** Puts the results on tasks into their cells, by what the different rows come to. */
  put(cells: ResultCells, results: readonly (CodedResult | undefined)[]): Promise<void>;
}

async function openPrior(
  path: string,
  scan: Scan,
  number: number,
  options: ReturnType<typeof readingOptions>,
): Promise<PriorFile> {
  const { db, queries } = scan;
  const rows = await scan.rowScan();
  const [keys, ...others] = rows.keySets;
  if (keys === undefined || others.length > 0) throw new NotExpressible('rows of earlier results have different keys');
  const read = readerOf(db, rows);
  const [first] = await read(
    `select ${keys.map((key, i) => rows.cell(key, i).sql).join(', ')} from ${rows.relation(keys)} limit 1`,
    keys,
  );
  const table = first && codedTable(path, keys, first, options);
  if (table === undefined)
    throw new NotExpressible('the earlier results are not a plain table of tasks, systems and results');
  const { task, parts, format } = table;
  const asked = [task, ...parts];
  const cells = asked.map((key, i) => rows.cell(key, i));
  const relation = `(select ${cells.map(({ sql }, i) => `${sql} as c${i}`).join(', ')} from ${rows.relation(asked)})`;
  const text = taskText(at(cells, 0), first?.[task]);
  const names = `select ${text} as task from ${relation}`;
  const columns = parts.map((_, i) => `c${i + 1}`);
  const isLong = format.name === 'table';
  // Scanned once: the place of the task, or -1 for one that the table lacks, and the parts.
  const loaded = `winnow_rows${number}`;
  await queries.ask(
    `create or replace temp table ${loaded} as select ${['coalesce(i.n, -1) as n', ...columns].join(', ')} from (select ${text} as task, * from ${relation}) as r left join winnow_ids as i on i.id = r.task`,
  );
  await rows.check?.(loaded);
  const kindTable = `winnow_kinds${number}`;
  /** For a table with a column for each system: by kind, the column and its value. */
  let values: readonly { readonly column: number; readonly sql: string }[] = [];
  return {
    path,
    table,
    names,
    kinds: async () => {
      if (isLong) {
        await queries.ask(
          `create or replace temp table ${kindTable} as select (row_number() over () - 1)::integer as k, * from (select distinct ${columns.join(', ') || "''"} from ${loaded} limit ${mostKinds + 1})`,
        );
        const found = await read(`select ${columns.join(', ')} from ${kindTable} order by k`, parts);
        if (found.length > mostKinds) throw new NotExpressible('the earlier results have many different rewards');
        return found;
      }
      const found: UnknownRecord[] = [];
      const met: { column: number; sql: string }[] = [];
      for (const [i, key] of parts.entries()) {
        const own = `c${i + 1}`;
        const distinct = await read(
          `select distinct ${own}, ${own}::varchar from ${loaded} where ${own} is not null limit ${mostValues}`,
          [key, ''],
          [at(cells, i + 1), { sql: '', type: 'text', plain: (value) => value }],
        );
        if (distinct.length === mostValues) throw new NotExpressible('a system has many different rewards');
        for (const { '': text, ...row } of distinct) {
          found.push(row);
          met.push({ column: i + 1, sql: quotedText(String(text)) });
        }
      }
      values = met;
      return found;
    },
    put: async (into, results) => {
      const coded = results.map((result) => into.coded(result));
      if (isLong) await putLong(coded, into);
      else await putWide(coded, into);
      await queries.ask(`drop table ${loaded}`);
    },
  };

  async function putLong(coded: readonly (readonly [number, number])[], into: ResultCells): Promise<void> {
    const { duckdb } = db;
    const take = `winnow_put${number}`;
    register(db, take, [duckdb.INTEGER, duckdb.INTEGER], (input, rowCount) => {
      const [tasks, kinds] = [input.getColumnVector(0), input.getColumnVector(1)];
      for (let row = 0; row < rowCount; row++) {
        const [system, code] = coded[kinds.getItem(row) as number] ?? noCell;
        const task = tasks.getItem(row) as number;
        if (task < 0) into.hasUnmatched = true;
        else if (system >= 0) into.put(system, task, code);
      }
    });
    const same = columns.map((name) => `k.${name} is not distinct from r.${name}`).join(' and ') || 'true';
    await queries.ask(`select count(${take}(r.n, k.k)) from ${loaded} as r join ${kindTable} as k on ${same}`);
  }

  async function putWide(coded: readonly (readonly [number, number])[], into: ResultCells): Promise<void> {
    const { duckdb } = db;
    const used = parts
      .map((_, i) => values.flatMap((value, k) => (value.column === i + 1 && at(coded, k)[0] >= 0 ? [k] : [])))
      .filter(({ length }) => length > 0);
    const take = `winnow_put${number}`;
    const systems = used.map((kinds) => at(coded, at(kinds, 0))[0]);
    register(db, take, [duckdb.INTEGER, ...used.map(() => duckdb.UTINYINT)], (input, rowCount) => {
      const tasks = input.getColumnVector(0);
      const codes = used.map((_, i) => input.getColumnVector(i + 1));
      for (let row = 0; row < rowCount; row++) {
        const task = tasks.getItem(row) as number;
        if (task < 0) {
          into.hasUnmatched = true;
          continue;
        }
        for (let j = 0; j < codes.length; j++) {
          const code = at(codes, j).getItem(row) as number;
          if (code !== 0) into.put(at(systems, j), task, code);
        }
      }
    });
    const cases = used.map((kinds) => {
      const { column: own } = at(values, at(kinds, 0));
      const each = kinds.map((k) => `when ${at(values, k).sql} then ${at(coded, k)[1]}`);
      return `(case c${own} ${each.join(' ')} else 0 end)::utinyint`;
    });
    await queries.ask(`select count(${take}(n, ${cases.join(', ')})) from ${loaded}`);
  }
}

type Cell = ReturnType<RowScan['cell']>;

/** Reads rows of these keys, as the reader of rows sees them. */
function readerOf(db: DuckDb, rows: RowScan) {
  return async (
    sql: string,
    keys: readonly string[],
    cells: readonly Cell[] = keys.map((key, i) => rows.cell(key, i)),
  ) => {
    const found = (await db.connection.runAndReadAll(sql)).getRows();
    return found.map(
      (row): UnknownRecord =>
        Object.fromEntries(
          keys.map((key, i) => {
            const cell = at(cells, i);
            const value = row[i] ?? null;
            return [key, cell.type === 'text' ? cell.plain(value as string | null) : cell.plain(value as DuckDBValue)];
          }),
        ),
    );
  };
}

/** SQL for the name of a task, as text. @throws NotExpressible where it is not one. */
function taskText(cell: Cell, first: unknown): string {
  if (typeof first !== 'string') throw new NotExpressible('the earlier results name tasks by numbers');
  if (cell.type !== 'text') throw new NotExpressible('the earlier results name tasks by something other than text');
  // JSON: a text in quotes.
  return cell.plain('"a"') === 'a' ? `(case when json_type(c0) = 'VARCHAR' then c0 ->> '$' end)` : 'c0';
}

/** A function of SQL that looks at rows and gives nothing. */
function register(
  db: DuckDb,
  name: string,
  types: readonly DuckDBType[],
  look: (input: DuckDBDataChunk, rowCount: number) => void,
): void {
  const { duckdb } = db;
  db.connection.registerScalarFunction(
    duckdb.DuckDBScalarFunction.create({
      name,
      volatile: true,
      returnType: duckdb.INTEGER,
      parameterTypes: [...types],
      mainFunction: (_, input, output) => {
        const { rowCount } = input;
        look(input, rowCount);
        for (let row = 0; row < rowCount; row++) (output as DuckDBVector).setItem(row, 0);
        output.flush();
      },
    }),
  );
}

/** Names that no task has may be those of tasks in other letters, or with what harnesses put around ids. */
async function refuseLooseNames(db: DuckDb, files: readonly PriorFile[], benchmark: string): Promise<void> {
  const unmatched = new Set<string>();
  for (const { names } of files) {
    const found = await db.connection.runAndReadAll(
      `select distinct task from (${names}) as r where not exists (from winnow_ids as i where i.id = r.task) limit ${mostUnmatched + 1}`,
    );
    for (const [name] of found.getRows()) {
      if (name === null || String(name).trim() === '')
        throw new NotExpressible('a row of the earlier results names no task');
      unmatched.add(bareName(String(name).replace(`${benchmark}/`, '')));
    }
  }
  if (unmatched.size === 0) return;
  if (unmatched.size > mostUnmatched)
    throw new NotExpressible('the earlier results name many tasks that the table lacks');
  let isLoose = false;
  const all = await db.connection.stream('select id from winnow_ids');
  for (let chunk = await all.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await all.fetchChunk())
    for (const id of chunk.getColumnValues(0)) if (unmatched.has(bareName(String(id)))) isLoose = true;
  if (isLoose) throw new NotExpressible('the earlier results spell tasks differently from the table');
}

const mostUnmatched = 1_000_000;

/** Keeps what earlier results say of each task, for SQL. */
async function keepFields(db: DuckDb, results: readonly CodedResults[]): Promise<void> {
  await keepNumbers(db, priorTable, 'select id, n from winnow_ids', priorFieldNames, (task) => {
    const fields = priorFieldsOf(meansOf(results, task));
    return fields && priorFieldNames.map((name) => fields[name]);
  });
  await db.connection.run('drop table winnow_ids');
}

/** The results of the systems that have one on a task. */
export function meansOf(results: readonly CodedResults[], task: number): readonly number[] {
  const means: number[] = [];
  for (const column of results) {
    const result = resultAt(column, task);
    if (!Number.isNaN(result)) means.push(result);
  }
  return means;
}

/** Makes a table from rows with `n` and the numbers of each n; NaN means no number. */
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

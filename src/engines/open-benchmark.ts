import { dirname, resolve } from 'node:path';
import { EngineError, PoolError, WinnowError } from '../core/model/errors.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import { isLargePool } from '../core/model/pool-census.js';
import { isRecord } from '../core/model/record.js';
import { type PathSource, type TableRules, type TrinoSource, trinoName } from '../core/model/source-plan.js';
import type { Pool } from '../core/model/task.js';
import { formatCount } from '../core/text/numbers.js';
import { lstatSync, realpathSync } from '../disk/file-access.js';
import { recordContents } from '../files/folder-contents.js';
import { tableKind } from '../files/tables/content-kind.js';
import type { TableRow } from '../files/tables/read-table.js';
import { textCells } from '../sources/facts/cells.js';
import { table, tableWithIdColumn } from '../sources/formats/table.js';
import type { Format } from '../sources/formats/task-format.js';
import { formatsAndPool } from '../sources/formats/task-formats.js';
import { type Found, readRecord } from '../sources/found.js';
import { OwnFields, withOwnFields } from '../sources/own-fields.js';
import { poolOf } from '../sources/pool-of.js';
import { openCsv } from './csv-engine.js';
import { type Engine, NotExpressible } from './engine.js';
import { openJsonLines } from './json-lines-engine.js';
import { largeFile } from './large-table.js';
import { openParquet } from './parquet-engine.js';
import { TrinoClient, type TrinoOptions } from './trino-client.js';
import { openTrino, trinoRelation } from './trino-engine.js';

/** How a cluster is asked. */
export type ClusterOptions = Omit<TrinoOptions, 'server'>;

/** A table that was opened, and what is said where every task of it is needed and cannot be read. */
export interface OpenTable {
  readonly engine: Engine;
  readonly benchmark: BenchmarkPlan;
  readonly source: PathSource | TrinoSource;
  readonly isFile: boolean;
  readonly refusal: (benchmark: BenchmarkPlan, reason: string, rows: number, most: number) => PoolError;
}

/** The table of a benchmark, or all tasks of a small table of a cluster; undefined where its files are to be read. */
export async function openBenchmark(
  plan: Plan,
  benchmark: BenchmarkPlan,
  options: ClusterOptions,
): Promise<OpenTable | Pool | undefined> {
  const { source } = benchmark;
  if (source.kind === 'trino') return openCluster(plan, benchmark, source, options);
  return source.kind === 'path' ? openFile(plan, benchmark, source) : undefined;
}

/**
 * What a database does with a table; undefined where it is to be read in another way, which takes so many rows.
 * @throws PoolError when it has more, EngineError when the answers of a cluster do not fit what it was asked.
 */
export async function orRefused<Result>(
  { engine, benchmark, isFile, refusal }: OpenTable,
  most: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await (isFile ? work() : fitting(benchmark, work));
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    const rows = await engine.rows();
    if (rows > most) throw refusal(benchmark, error.message, rows, most);
    return undefined;
  }
}

/** What the answers of a cluster give. @throws EngineError when they cannot be read as answers to what was asked. */
async function fitting<Result>({ name }: BenchmarkPlan, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof WinnowError || cause instanceof NotExpressible) throw cause;
    const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
    const message = `benchmark "${name}": the answers of the cluster do not fit what it was asked (${reason}).`;
    const hint = 'Check "server" in the plan. If it is a Trino cluster, this is an error in Winnow: please report it.';
    throw new EngineError([{ code: 'engine/trino', message, hint }], { cause });
  }
}

async function openFile(plan: Plan, benchmark: BenchmarkPlan, source: PathSource): Promise<OpenTable | undefined> {
  try {
    const engine = await openTable(plan, benchmark, source);
    return engine && { engine, benchmark, source, isFile: true, refusal: tooLarge };
  } catch (error) {
    if (error instanceof NotExpressible) return undefined;
    throw error;
  }
}

function tooLarge({ name }: BenchmarkPlan, reason: string, rows: number, most: number): PoolError {
  const message = `benchmark "${name}": the table has ${formatCount(rows)} rows, more than the ${formatCount(most)} that are read into memory, and a database cannot count it for this plan: ${reason}.`;
  const hint = 'Change what is named, or write the rows that the plan needs to a separate file.';
  return new PoolError([{ code: 'pool/too-large', message, hint }]);
}

/** A table of a cluster; one that is small is read whole. @throws PoolError when no database can read it. */
async function openCluster(
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: TrinoSource,
  options: ClusterOptions,
): Promise<OpenTable | Pool> {
  const client = new TrinoClient({ server: source.table.server, ...options });
  const from = { path: trinoName(source.table), base: '', inFolders: false };
  const asTasks = async (rows: readonly TableRow[]) => tasksOfRows(rows, plan, benchmark, source, from);
  try {
    const engine = await openTrino(client, trinoRelation(source.table), source.columns.get('id'), asTasks);
    if (!isLargePool(await engine.rows())) return await fitting(benchmark, async () => asTasks(await engine.allRows()));
    return { engine, benchmark, source, isFile: false, refusal: inCluster };
  } catch (error) {
    throw error instanceof NotExpressible ? inCluster(benchmark, error.message) : error;
  }
}

function inCluster({ name }: BenchmarkPlan, reason: string): PoolError {
  const message = `benchmark "${name}" is a table of a cluster, of which only counts and candidates are read: ${reason}, so that every task is needed.`;
  const hint = 'Change what is named, or write the table to a Parquet file and name that as the path.';
  return new PoolError([{ code: 'pool/cluster', message, hint }]);
}

/** Fewer lines than a large pool has are quickly read. */
const fewestTextBytes = 20_000_000;

/**
 * The large file that a benchmark lies in, as a table; undefined where it lies in none that a database reads.
 * @throws NotExpressible when the file is small, or must be read row by row.
 */
async function openTable(plan: Plan, benchmark: BenchmarkPlan, source: PathSource): Promise<Engine | undefined> {
  const base = resolve(dirname(plan.file));
  const large = largeFile(source, base);
  if (large === undefined) return undefined;
  const { path, bytes } = large;
  const file = lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  const kind = tableKind(file);
  const from = { path: file, base, inFolders: true };
  const asTasks = async (rows: readonly TableRow[], notes: readonly string[] = []) =>
    tasksOfRows(rows, plan, benchmark, source, from, notes);
  if (kind?.kind === 'json-lines' || kind?.kind === 'csv') {
    // Which format lines have, only all of them tell; so the plan must say that they are a table.
    if (kind.packing !== undefined || source.format !== table.name || bytes < fewestTextBytes) return undefined;
    return kind.kind === 'csv' ? openCsv(file, kind, source, asTasks) : openJsonLines(file, plan, source, asTasks);
  }
  if (kind?.kind !== 'parquet') return undefined;
  const engine = await openParquet(file, asTasks);
  if (isGeneralTable(source, engine.table.columns)) return engine;
  engine.close();
  return undefined;
}

/** Where rows of a general table come from. */
export interface RowsFrom {
  readonly path: string;
  readonly base: string;
  readonly inFolders: boolean;
}

/** Makes tasks of rows of a general table, as the sources do; `notes` are about the table as a whole. */
export function tasksOfRows(
  rows: readonly TableRow[],
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
  { path, base, inFolders }: RowsFrom,
  notes: readonly string[] = [],
): Pool {
  const own = new OwnFields({ fields: plan.fields, columns: reading.columns, measured: reading.measured }, textCells);
  const format = withOwnFields(reading.columns.has('id') ? tableWithIdColumn : table, own);
  const contentsOf = recordContents();
  const found = rows.flatMap((row): Found[] => {
    const each = readRecord(row, path, [format]);
    if (each === undefined) return [];
    return [each.kind === 'task' && isRecord(row.data) ? { ...each, contents: contentsOf(row.data) } : each];
  });
  // Where the sources have them, too: after the rows.
  for (const reason of notes) found.push({ kind: 'passed-over', path, reason });
  const { where } = reading;
  return poolOf({ found, base, trust: new Map(), inFolders, derivations: [], where }, benchmark, plan);
}

/** Whether every row with these columns is one of a general table, whatever it holds. */
function isGeneralTable({ format }: PathSource, columns: readonly { readonly name: string }[]): boolean {
  if (format !== undefined) return format === table.name;
  const names = new Set(columns.map(({ name }) => name));
  return formatsAndPool.every((each) => each.kind === 'folder' || neverMatches(each, names));
}

/** Whether a format knows no row, whatever its columns hold: it asks for none of them. */
function neverMatches(format: Extract<Format, { kind: 'record' }>, names: ReadonlySet<string>): boolean {
  let asked = false;
  const ask = (key: string | symbol) => {
    if (typeof key !== 'string' || names.has(key)) asked = true;
    return undefined;
  };
  const row = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, key) => ask(key),
      has: (_, key) => ask(key) !== undefined,
      getOwnPropertyDescriptor: (_, key) => ask(key),
      ownKeys: () => {
        asked = true;
        return [];
      },
    },
  );
  return !format.matches(row) && !asked;
}

import { dirname } from 'node:path';
import { EngineError, PoolError, WinnowError } from '../core/model/errors.js';
import {
  type BenchmarkPlan,
  type PathSource,
  type Plan,
  type TableRules,
  type TrinoSource,
  trinoName,
} from '../core/model/plan.js';
import { isLargePool } from '../core/model/pool-census.js';
import { isRecord } from '../core/model/record.js';
import type { Pool } from '../core/model/task.js';
import { formatCount } from '../core/text/words.js';
import { recordContents } from '../files/folder-contents.js';
import type { TableRow } from '../files/tables/read-table.js';
import { textCells } from '../sources/facts/cells.js';
import { table, tableWithIdColumn } from '../sources/formats/table.js';
import { type Found, readRecord } from '../sources/found.js';
import { OwnFields, withOwnFields } from '../sources/own-fields.js';
import { poolOf } from '../sources/pool-of.js';
import { type Engine, NotExpressible, SmallPool } from './engine.js';
import { openFiles } from './file-engine.js';
import { tableFiles } from './table-files.js';
import { TrinoClient, type TrinoOptions } from './trino-client.js';
import { openTrino, trinoRelation } from './trino-engine.js';

/** How to query a cluster, and a callback for the reason if a large table is read row by row. */
export interface ClusterOptions extends Omit<TrinoOptions, 'server'> {
  readonly onRows?: ((benchmark: string, reason: string) => void) | undefined;
}

/** An open table, with the error to report if a plan needs more of it than can be read. */
export interface OpenTable {
  readonly engine: Engine;
  readonly benchmark: BenchmarkPlan;
  readonly source: PathSource | TrinoSource;
  readonly isFile: boolean;
  readonly refusal: (benchmark: BenchmarkPlan, reason: string, rows: number, most: number) => PoolError;
}

/** The table of a benchmark, or all tasks of a small cluster table; undefined if its files should be read instead. */
export async function openBenchmark(
  plan: Plan,
  benchmark: BenchmarkPlan,
  options: ClusterOptions,
): Promise<OpenTable | Pool | undefined> {
  const { source } = benchmark;
  if (source.kind === 'trino') return openCluster(plan, benchmark, source, options);
  return source.kind === 'path' ? openFile(plan, benchmark, source, options) : undefined;
}

/**
 * The result of reading a table by SQL; undefined if SQL can't, and the table must be read in another way.
 * @param most The number of rows up to which the other way works.
 * @throws PoolError if the table has more, EngineError if a cluster's answers do not match the query.
 */
export async function orRefused<Result>(
  { engine, benchmark, isFile, refusal }: OpenTable,
  most: number,
  work: () => Promise<Result>,
  onRows?: ClusterOptions['onRows'],
): Promise<Result | undefined> {
  try {
    return await (isFile ? work() : fitting(benchmark, work));
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    const rows = await engine.rows();
    if (rows > most) throw refusal(benchmark, error.message, rows, most);
    if (!(error instanceof SmallPool)) onRows?.(benchmark.name, error.message);
    return undefined;
  }
}

/** The result of work on a cluster's answers. @throws EngineError if they don't match the query. */
async function fitting<Result>({ name }: BenchmarkPlan, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof WinnowError || cause instanceof NotExpressible) throw cause;
    const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
    const message = `benchmark "${name}": the cluster's answers do not match the query (${reason}).`;
    const hint = 'Check "server" in the plan. If it is a Trino cluster, this is a bug in Winnow. Please report it.';
    throw new EngineError([{ code: 'engine/trino', message, hint }], { cause });
  }
}

async function openFile(
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: PathSource,
  { onRows }: ClusterOptions,
): Promise<OpenTable | undefined> {
  try {
    const files = tableFiles(source, dirname(plan.file));
    if (files === undefined) return undefined;
    const engine = await openFiles(files, plan, benchmark, source);
    return { engine, benchmark, source, isFile: true, refusal: tooLarge };
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    if (!(error instanceof SmallPool)) onRows?.(benchmark.name, error.message);
    return undefined;
  }
}

function tooLarge({ name }: BenchmarkPlan, reason: string, rows: number, most: number): PoolError {
  const message = `benchmark "${name}": this plan needs every row (${reason}), but the table has ${formatCount(rows)} rows and Winnow can read at most ${formatCount(most)} into memory.`;
  const hint = 'Change that part of the plan, or copy the rows you need to a separate file.';
  return new PoolError([{ code: 'pool/too-large', message, hint }]);
}

/** A cluster's table, or all tasks if it is small. @throws PoolError if SQL can't read it. */
async function openCluster(
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: TrinoSource,
  options: ClusterOptions,
): Promise<OpenTable | Pool> {
  const client = new TrinoClient({ server: source.table.server, ...options });
  const from = { path: trinoName(source.table), base: '', inFolders: false };
  const asPool = (rows: readonly TableRow[]) => tasksOfRows(rows, plan, benchmark, source, from);
  try {
    const engine = await openTrino(client, trinoRelation(source.table), source.columns.get('id'), asPool);
    if (!isLargePool(await engine.rows())) return await fitting(benchmark, engine.wholePool);
    return { engine, benchmark, source, isFile: false, refusal: inCluster };
  } catch (error) {
    throw error instanceof NotExpressible ? inCluster(benchmark, error.message) : error;
  }
}

function inCluster({ name }: BenchmarkPlan, reason: string): PoolError {
  const message = `benchmark "${name}" is a table on a cluster, and this plan needs more than Winnow can read from one (${reason}).`;
  const hint = 'Change that part of the plan, or export the table to a Parquet file and use its path.';
  return new PoolError([{ code: 'pool/cluster', message, hint }]);
}

/** The origin of rows from a cluster. */
export interface RowsFrom {
  readonly path: string;
  readonly base: string;
  readonly inFolders: boolean;
}

/** Turns rows of a general table into tasks, as the sources do. */
export function tasksOfRows(
  rows: readonly TableRow[],
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
  { path, base, inFolders }: RowsFrom,
): Pool {
  const own = new OwnFields({ fields: plan.fields, columns: reading.columns, measured: reading.measured }, textCells);
  const format = withOwnFields(reading.columns.has('id') ? tableWithIdColumn : table, own);
  const contentsOf = recordContents();
  const found = rows.flatMap((row): Found[] => {
    const each = readRecord(row, path, [format]);
    if (each === undefined) return [];
    return [each.kind === 'task' && isRecord(row.data) ? { ...each, contents: contentsOf(row.data) } : each];
  });
  const { where } = reading;
  return poolOf({ found, base, trust: new Map(), inFolders, derivations: [], where }, benchmark, plan);
}

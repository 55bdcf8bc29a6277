import { lstatSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PoolError } from '../core/model/errors.js';
import { isLargePool } from '../core/model/large-pool.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import { type PathSource, type TrinoSource, trinoName } from '../core/model/source-plan.js';
import type { Pool, Pools } from '../core/model/task.js';
import { formatCount } from '../core/text/count-of.js';
import { tableKind } from '../files/tables/content-kind.js';
import type { TableRow } from '../files/tables/table-row.js';
import { table } from '../sources/formats/table.js';
import { mostInMemory } from '../sources/most-in-memory.js';
import { openCsv } from './csv-engine.js';
import type { Engine } from './engine.js';
import { openJsonLines } from './json-lines-engine.js';
import { largeFile } from './large-table.js';
import { NotExpressible } from './not-expressible.js';
import { openParquet } from './parquet-engine.js';
import { prunePool, type Wanted } from './prune-pool.js';
import { isGeneralTable, tasksOfRows } from './table-rows.js';
import { TrinoClient, type TrinoOptions } from './trino-client.js';
import { openTrino, trinoRelation } from './trino-engine.js';

/**
 * By benchmark, the candidates where the tasks are a large table, with what was counted over all of them. A benchmark is
 * left out where its tasks must all be read: the table is small, or something of the plan needs every task.
 */
export async function prunePlan(plan: Plan, options: PruneOptions): Promise<Pools> {
  const pools = new Map<string, Pool>();
  for (const benchmark of plan.benchmarks) {
    const { source } = benchmark;
    if (source.kind === 'embedded') continue;
    const pool =
      source.kind === 'trino'
        ? await poolInCluster(plan, benchmark, source, options)
        : await poolInFile(plan, benchmark, source, options);
    if (pool !== undefined) pools.set(benchmark.name, pool);
  }
  return pools;
}

async function poolInFile(
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: PathSource,
  { ids }: PruneOptions,
): Promise<Pool | undefined> {
  let engine: Engine | undefined;
  try {
    engine = await openTable(plan, benchmark, source);
    return engine === undefined ? undefined : await prunePool(engine, plan, benchmark, source, { ids });
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    const rows = (await engine?.rows()) ?? 0;
    if (rows > mostInMemory) throw tooLarge(benchmark, rows, error.message);
    return undefined;
  } finally {
    engine?.close();
  }
}

function tooLarge({ name }: BenchmarkPlan, rows: number, reason: string): PoolError {
  const message = `benchmark "${name}": the table has ${formatCount(rows)} rows, more than the ${formatCount(mostInMemory)} that are read into memory, and a database cannot count it for this plan: ${reason}.`;
  const hint = 'Change what is named, or write the rows that the plan needs to a file of their own.';
  return new PoolError([{ code: 'pool/too-large', message, hint }]);
}

/** How a cluster is asked, and for what. */
export interface PruneOptions extends Omit<TrinoOptions, 'server'>, Wanted {}

/** A table of a cluster: read whole where it is small, else counted there. @throws PoolError when every task is needed. */
async function poolInCluster(
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: TrinoSource,
  { ids, ...options }: PruneOptions,
): Promise<Pool> {
  const client = new TrinoClient({ server: source.table.server, ...options });
  const from = { path: trinoName(source.table), base: '', inFolders: false };
  const asTasks = async (rows: readonly TableRow[]) => tasksOfRows(rows, plan, benchmark, source, from);
  try {
    const relation = trinoRelation(source.table);
    const engine = await openTrino(client, relation, source.columns.get('id'), asTasks);
    if (!isLargePool(await engine.rows())) return await asTasks(await engine.allRows());
    return await prunePool(engine, plan, benchmark, source, { ids });
  } catch (error) {
    throw error instanceof NotExpressible ? refused(benchmark, error.message) : error;
  }
}

function refused({ name }: BenchmarkPlan, reason: string): PoolError {
  const message = `benchmark "${name}" is a table of a cluster, of which only counts and candidates are read: ${reason}, so that every task is needed.`;
  const hint = 'Change what is named, or write the table to a Parquet file and name that as the path.';
  return new PoolError([{ code: 'pool/cluster', message, hint }]);
}

/** Fewer lines than a large pool has are quickly read. */
const fewestTextBytes = 20_000_000;

async function openTable(plan: Plan, benchmark: BenchmarkPlan, source: PathSource): Promise<Engine | undefined> {
  const base = resolve(dirname(plan.file));
  const large = largeFile(source, base);
  if (large === undefined) return undefined;
  const { path, bytes } = large;
  const file = lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  const kind = tableKind(file);
  const from = { path: file, base, inFolders: true };
  const asTasks = async (rows: readonly TableRow[]) => tasksOfRows(rows, plan, benchmark, source, from);
  if (kind?.kind === 'json-lines' || kind?.kind === 'csv') {
    // Which format lines have, only all of them tell; so the plan must say that they are a table.
    if (kind.packing !== undefined || source.format !== table.name || bytes < fewestTextBytes) return undefined;
    return kind.kind === 'csv'
      ? openCsv(file, kind.delimiter, source, asTasks)
      : openJsonLines(file, plan, source, asTasks);
  }
  if (kind?.kind !== 'parquet') return undefined;
  const engine = await openParquet(file, asTasks);
  if (isGeneralTable(source, engine.table.columns)) return engine;
  engine.close();
  return undefined;
}

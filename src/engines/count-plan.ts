import { PoolError } from '../core/model/errors.js';
import { isLargePool } from '../core/model/large-pool.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import { type PathSource, type TrinoSource, trinoName } from '../core/model/source-plan.js';
import type { Pool, Pools } from '../core/model/task.js';
import { formatCount } from '../core/text/count-of.js';
import type { TableRow } from '../files/tables/table-row.js';
import { mostInMemory } from '../sources/most-in-memory.js';
import { type CountedTable, countTable } from './count-table.js';
import type { Engine } from './engine.js';
import { type IdColumn, refuseSharedIds } from './ids-in-common.js';
import { NotExpressible } from './not-expressible.js';
import { openTable } from './open-table.js';
import { pruneTable } from './prune-pool.js';
import { tasksOfRows } from './table-rows.js';
import { takesOf } from './takes-of.js';
import { TrinoClient, type TrinoOptions } from './trino-client.js';
import { openTrino, trinoRelation } from './trino-engine.js';

/** How tables are counted, and for what. */
export interface CountOptions extends Omit<TrinoOptions, 'server'> {
  /** Ids of tasks that are to be among the candidates, with where they stand; those that there are not are left out. */
  readonly ids?: readonly string[] | undefined;
  /** Files are counted only where they have more rows than memory holds tasks, all of them together. */
  readonly onlyBeyondMemory?: boolean;
}

/** The tables of a plan that a database counted. */
export interface PlanCount {
  /** The benchmarks whose tasks need not be read. */
  readonly names: ReadonlySet<string>;
  /** Whether one of them has more tasks than are read into memory. */
  readonly isBeyondMemory: boolean;
  /**
   * By benchmark, the candidates with what was counted over all tasks; a table of a cluster that is small has all of them.
   * A benchmark is left out where, after all, its tasks must be read.
   *
   * @param others The pools of all other benchmarks.
   */
  candidates(others: Pools): Promise<Pools>;
  close(): void;
}

/**
 * Counts the large tables of a plan. A benchmark is left out where its tasks must all be read: the table is small, or
 * something of the plan needs every task.
 *
 * @throws PoolError when it would have to be read and is too large for it.
 */
export async function countPlan(plan: Plan, { ids, onlyBeyondMemory, ...options }: CountOptions): Promise<PlanCount> {
  const opened: OpenTable[] = [];
  const close = () => {
    for (const { engine } of opened) engine.close();
  };
  try {
    const whole = new Map<string, Pool>();
    for (const benchmark of plan.benchmarks) {
      const { source } = benchmark;
      const found =
        source.kind === 'trino'
          ? await openCluster(plan, benchmark, source, options)
          : source.kind === 'path'
            ? await openFile(plan, benchmark, source)
            : undefined;
      if (found !== undefined && 'engine' in found) opened.push(found);
      else if (found !== undefined) whole.set(benchmark.name, found);
    }
    const files = opened.filter(({ refuse }) => refuse === tooLarge);
    const rows = onlyBeyondMemory === true ? await rowsOf(files) : Number.POSITIVE_INFINITY;
    const tables: (OpenTable & CountedTable)[] = [];
    for (const each of opened) {
      if (rows <= mostInMemory && files.includes(each)) continue;
      const { engine, benchmark, source } = each;
      const table = await orRefused(each, () => countTable(engine, plan, benchmark, source));
      if (table !== undefined) tables.push({ ...each, ...table });
    }
    return {
      names: new Set([...whole.keys(), ...tables.map(({ benchmark }) => benchmark.name)]),
      isBeyondMemory: tables.some(({ counted }) => counted.available > mostInMemory),
      candidates: async (others) => {
        const pools = new Map(whole);
        const takes = takesOf(plan, tables, new Map([...others, ...whole]));
        const known: IdColumn[] = [...others, ...whole].map(([name, pool]) => ({ name, pool }));
        for (const table of tables) {
          const { name } = table.benchmark;
          const pool = await orRefused(table, async () => {
            await refuseSharedIds(table, tables, known);
            return pruneTable(table, { ids, take: takes.get(name) });
          });
          if (pool !== undefined) pools.set(name, pool);
        }
        return pools;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** A table that was opened, and what is said where every task of it is needed and cannot be read. */
interface OpenTable {
  readonly engine: Engine;
  readonly benchmark: BenchmarkPlan;
  readonly source: PathSource | TrinoSource;
  readonly refuse: (benchmark: BenchmarkPlan, reason: string, rows: number) => PoolError | undefined;
}

async function rowsOf(tables: readonly OpenTable[]): Promise<number> {
  let sum = 0;
  for (const { engine } of tables) sum += await engine.rows();
  return sum;
}

/** What a database does with a table; undefined where every task is to be read. @throws PoolError where that cannot be. */
async function orRefused<Result>(
  { engine, benchmark, refuse }: OpenTable,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    const refusal = refuse(benchmark, error.message, await engine.rows());
    if (refusal !== undefined) throw refusal;
    return undefined;
  }
}

async function openFile(plan: Plan, benchmark: BenchmarkPlan, source: PathSource): Promise<OpenTable | undefined> {
  try {
    const engine = await openTable(plan, benchmark, source);
    return engine && { engine, benchmark, source, refuse: tooLarge };
  } catch (error) {
    if (error instanceof NotExpressible) return undefined;
    throw error;
  }
}

function tooLarge({ name }: BenchmarkPlan, reason: string, rows: number): PoolError | undefined {
  if (rows <= mostInMemory) return undefined;
  const message = `benchmark "${name}": the table has ${formatCount(rows)} rows, more than the ${formatCount(mostInMemory)} that are read into memory, and a database cannot count it for this plan: ${reason}.`;
  const hint = 'Change what is named, or write the rows that the plan needs to a file of their own.';
  return new PoolError([{ code: 'pool/too-large', message, hint }]);
}

/** A table of a cluster; one that is small is read whole. @throws PoolError when no database can read it. */
async function openCluster(
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: TrinoSource,
  options: Omit<TrinoOptions, 'server'>,
): Promise<OpenTable | Pool> {
  const client = new TrinoClient({ server: source.table.server, ...options });
  const from = { path: trinoName(source.table), base: '', inFolders: false };
  const asTasks = async (rows: readonly TableRow[]) => tasksOfRows(rows, plan, benchmark, source, from);
  try {
    const engine = await openTrino(client, trinoRelation(source.table), source.columns.get('id'), asTasks);
    if (!isLargePool(await engine.rows())) return await asTasks(await engine.allRows());
    return { engine, benchmark, source, refuse: inCluster };
  } catch (error) {
    throw error instanceof NotExpressible ? inCluster(benchmark, error.message) : error;
  }
}

function inCluster({ name }: BenchmarkPlan, reason: string): PoolError {
  const message = `benchmark "${name}" is a table of a cluster, of which only counts and candidates are read: ${reason}, so that every task is needed.`;
  const hint = 'Change what is named, or write the table to a Parquet file and name that as the path.';
  return new PoolError([{ code: 'pool/cluster', message, hint }]);
}

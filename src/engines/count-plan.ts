import type { Plan } from '../core/model/plan.js';
import type { Pool, Pools } from '../core/model/task.js';
import { mostInMemory } from '../sources/most-in-memory.js';
import { type CountedTable, countTable } from './count-table.js';
import { type IdColumn, refuseSharedIds } from './ids-in-common.js';
import { type ClusterOptions, type OpenTable, openBenchmark, orRefused } from './open-benchmark.js';
import { pruneTable } from './prune-pool.js';
import { mostByColumns } from './read-columns.js';
import { takesOf } from './takes-of.js';

/** How tables are counted, and for what. */
export interface CountOptions extends ClusterOptions {
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
      const found = await openBenchmark(plan, benchmark, options);
      if (found !== undefined && 'engine' in found) opened.push(found);
      else if (found !== undefined) whole.set(benchmark.name, found);
    }
    const files = opened.filter(({ isFile }) => isFile);
    const rows = onlyBeyondMemory === true ? await rowsOf(files) : Number.POSITIVE_INFINITY;
    const tables: (OpenTable & CountedTable)[] = [];
    for (const each of opened) {
      if (rows <= mostInMemory && files.includes(each)) continue;
      const { engine, benchmark, source } = each;
      const table = await orRefused(each, mostByColumns, () => countTable(engine, plan, benchmark, source));
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
          const pool = await orRefused(table, mostByColumns, async () => {
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

async function rowsOf(tables: readonly OpenTable[]): Promise<number> {
  let sum = 0;
  for (const { engine } of tables) sum += await engine.rows();
  return sum;
}

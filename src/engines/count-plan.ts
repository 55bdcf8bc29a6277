import type { Plan } from '../core/model/plan.js';
import type { Pool, Pools } from '../core/model/task.js';
import type { Prepared } from '../core/prepare-benchmark.js';
import { permanentRandomNumber } from '../core/random/seeded-numbers.js';
import { mostInMemory } from '../sources/pool-of.js';
import { type CountedTable, countTable, takesOf } from './count-table.js';
import { NotExpressible } from './engine.js';
import { type ClusterOptions, type OpenTable, openBenchmark, orRefused } from './open-benchmark.js';
import { inside, randomNumber } from './plan-sql.js';
import { pruneTable } from './prune-pool.js';
import { mostByColumns } from './read-tables.js';
import { sql } from './sql.js';

/** How to count tables, and for which purpose. */
export interface CountOptions extends ClusterOptions {
  /** Ids of tasks to include among the candidates with their ranks; unknown ids are left out. */
  readonly ids?: readonly string[] | undefined;
  /** Files are counted only if together they have more rows than fit in memory as tasks. */
  readonly onlyBeyondMemory?: boolean;
}

/** The tables of a plan that a database has counted. */
export interface PlanCount {
  /** The benchmarks whose tasks need not be read. */
  readonly names: ReadonlySet<string>;
  /** Whether one of them has more tasks than are read into memory. */
  readonly isBeyondMemory: boolean;
  /**
   * By benchmark, the candidates with what was counted over all tasks; a table of a cluster that is small has all of them.
   * A benchmark is left out if its tasks must be read after all. Some were prepared with the plan.
   * @param others The pools of all other benchmarks.
   */
  candidates(others: Pools): Promise<{ readonly pools: Pools; readonly prepared: ReadonlyMap<string, Prepared> }>;
  close(): void;
}

/**
 * Counts the large tables of a plan. A benchmark is left out if all of its tasks must be read: its table is small, or
 * a part of the plan needs every task.
 * @throws PoolError if it must be read and is too large.
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
        const prepared = new Map<string, Prepared>();
        const known = new Map([...others, ...whole]);
        const takes = takesOf(plan, tables, known);
        const numbers = new Map<string, Float64Array>();
        for (const table of tables) {
          const { name } = table.benchmark;
          const found = await orRefused(table, mostByColumns, async () => {
            await refuseSharedIds(table, tables, known, numbers);
            return pruneTable(table, { ids, take: takes.get(name) });
          });
          if (found !== undefined) pools.set(name, found.pool);
          if (found?.prepared !== undefined) prepared.set(name, found.prepared);
        }
        return { pools, prepared };
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

/** The numbers of ids are made from this key, in every database and here. */
const key = 'ids';

/**
 * Refuses a table that has ids in common with another benchmark: selections state their number, which takes all
 * tasks.
 * @param numbers The numbers of the tables that were asked for, by benchmark.
 */
async function refuseSharedIds(
  table: CountedTable,
  tables: readonly CountedTable[],
  read: Pools,
  numbers: Map<string, Float64Array>,
): Promise<void> {
  const { plan, benchmark } = table;
  const others = plan.benchmarks.filter(({ name, distinct }) => !distinct && name !== benchmark.name);
  if (benchmark.distinct) return;
  for (const { name } of others) {
    const [counted, pool] = [tables.find((each) => each.benchmark.name === name), read.get(name)];
    if (counted === undefined && pool === undefined) continue;
    const own = await numbersOf(table, numbers);
    const ofPool = (pool?.tasks ?? []).map(({ id: each }) => permanentRandomNumber('', key, each));
    refuseIfShared(
      name,
      own,
      counted === undefined ? Float64Array.from(ofPool).sort() : await numbersOf(counted, numbers),
    );
  }
}

function refuseIfShared(name: string, own: Float64Array, others: Float64Array): void {
  // Two different ids with one number are so rare that reading all tasks for them does no harm.
  for (let i = 0, j = 0; i < own.length && j < others.length; ) {
    const [a = 0, b = 0] = [own[i], others[j]];
    if (a === b)
      throw new NotExpressible(
        `some of its ids are also in "${name}"; if these are different tasks, add "distinct: true"`,
      );
    if (a < b) i += 1;
    else j += 1;
  }
}

/** A number for each id of a table, ascending; eight bytes each, so that two tables fit into memory. */
async function numbersOf(table: CountedTable, numbers: Map<string, Float64Array>): Promise<Float64Array> {
  const { engine, view, counted, benchmark } = table;
  const known = numbers.get(benchmark.name);
  if (known !== undefined) return known;
  const found = new Float64Array(counted.available);
  let next = 0;
  await engine.each(sql`select ${randomNumber('', key)} from ${view.rows} where ${inside}`, ([value]) => {
    found[next] = Number(value);
    next += 1;
  });
  numbers.set(benchmark.name, found.sort());
  return found;
}

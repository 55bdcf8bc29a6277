import { at } from '../core/lists/lists.js';
import { PoolError } from '../core/model/errors.js';
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
import { mostByColumns, readColumns } from './read-tables.js';
import { sql } from './sql.js';

/** What a command needs from the pools of a plan, and how to read those that are not large tables. */
export interface LargeOptions extends ClusterOptions {
  /**
   * Candidates are the tasks that may be selected, with counts of all tasks; "only candidates" reads nothing if no
   * table has any. Fields are those that the plan uses, for every task.
   */
  readonly need: 'candidates' | 'only candidates' | 'fields';
  /** Ids of tasks to include among the candidates with their ranks; unknown ids are left out. */
  readonly ids?: readonly string[] | undefined;
  /** Files have candidates only if together they have more rows than fit in memory as tasks. */
  readonly onlyBeyondMemory?: boolean | undefined;
  /** Reads the pools of a plan row by row, except those given, and adds earlier results to all of them. */
  readonly readRows: (plan: Plan, given: Pools) => Promise<Pools>;
  /** Shows progress during a query. */
  readonly counting?: <Part>(part: () => Promise<Part>) => Promise<Part>;
}

/** The pools of a plan, each read as far as needed. */
export interface LargePools {
  readonly pools: Pools;
  /** Pools with candidates that are already prepared with the plan. */
  readonly prepared: ReadonlyMap<string, Prepared>;
  /** Whether every task can be read instead of the candidates, to find all errors. */
  readonly canReadAll: boolean;
}

/**
 * Reads each pool of a plan in the first of three ways that is enough: candidates and counts by SQL; the fields of
 * every task by SQL; every row by the readers of files.
 * @throws PoolError if a table is too large for the way that the plan needs.
 */
export async function readLarge(plan: Plan, options: LargeOptions): Promise<LargePools> {
  const { need, ids, onRows, readRows, counting = (part) => part() } = options;
  const opened: OpenTable[] = [];
  const whole = new Map<string, Pool>();
  const pools = new Map<string, Pool>();
  const prepared = new Map<string, Prepared>();
  const isCluster = plan.benchmarks.some(({ source }) => source.kind === 'trino');
  // The readers of files can't read a cluster.
  const isIdle = need === 'only candidates' && !isCluster;
  try {
    const tables = await counting(async () => {
      for (const benchmark of plan.benchmarks) {
        const found = await openBenchmark(plan, benchmark, options);
        if (found !== undefined && 'engine' in found) opened.push(found);
        else if (found !== undefined) whole.set(benchmark.name, found);
      }
      return need === 'fields' ? [] : countTables(plan, opened, options);
    });
    const canReadAll = !isCluster && tables.every(({ counted }) => counted.available <= mostInMemory);
    if (tables.length === 0 && isIdle) return { pools, prepared, canReadAll };
    await readAllBut(tables);
    const takes = takesOrNone(plan, tables, pools, canReadAll);
    const most = canReadAll ? Number.POSITIVE_INFINITY : mostByColumns;
    const numbers = new Map<string, Float64Array>();
    const found = new Map<string, Pool>();
    for (const table of takes === undefined ? [] : tables) {
      const { name } = table.benchmark;
      const prune = async () => {
        await refuseSharedIds(table, tables, pools, numbers);
        return pruneTable(table, { ids, take: takes?.get(name) });
      };
      const candidates = await counting(() => orRefused(table, most, prune));
      if (candidates !== undefined) found.set(name, candidates.pool);
      if (candidates?.prepared !== undefined) prepared.set(name, candidates.prepared);
    }
    if (found.size === 0 && isIdle) return { pools: found, prepared, canReadAll };
    for (const [name, pool] of found) pools.set(name, pool);
    await readAllBut([]);
    return { pools: new Map([...found, ...pools]), prepared, canReadAll };
  } finally {
    for (const { engine } of opened) engine.close();
  }

  /** Reads every task of the pools that are not known yet, except those of these tables. */
  async function readAllBut(tables: readonly CountedTable[]): Promise<void> {
    const except = new Set([...pools.keys(), ...tables.map(({ benchmark }) => benchmark.name)]);
    const benchmarks = plan.benchmarks.filter(({ name }) => !except.has(name));
    if (benchmarks.length === 0) return;
    const given = new Map(whole);
    for (const table of opened.filter(({ benchmark: { name } }) => !except.has(name))) {
      const { engine, benchmark, source, isFile } = table;
      // A table of a cluster has no rows that other readers could read.
      const most = isFile ? mostInMemory : 0;
      const read = () => readColumns(engine, plan, benchmark, source);
      const pool = await counting(() => orRefused(table, most, read, onRows));
      if (pool !== undefined) given.set(benchmark.name, { ...pool, lacksContents: true });
      engine.close();
    }
    for (const [name, pool] of await readRows({ ...plan, benchmarks }, given)) pools.set(name, pool);
  }
}

/** Counts those tables of a plan that may have candidates. */
async function countTables(plan: Plan, opened: readonly OpenTable[], { onlyBeyondMemory }: LargeOptions) {
  const files = opened.filter(({ isFile }) => isFile);
  let rows = 0;
  if (onlyBeyondMemory === true) for (const { engine } of files) rows += await engine.rows();
  const areFew = onlyBeyondMemory === true && rows <= mostInMemory;
  const tables: (OpenTable & CountedTable)[] = [];
  for (const each of opened) {
    if (areFew && each.isFile) continue;
    const { engine, benchmark, source } = each;
    const table = await orRefused(each, mostByColumns, () => countTable(engine, plan, benchmark, source));
    if (table !== undefined) tables.push({ ...each, ...table });
  }
  return tables;
}

/** The benchmarks' parts of a total; undefined if there is an error and reading every task shows all of them. */
function takesOrNone(plan: Plan, tables: readonly CountedTable[], others: Pools, canReadAll: boolean) {
  try {
    return takesOf(plan, tables, others);
  } catch (error) {
    if (error instanceof PoolError && canReadAll) return undefined;
    throw error;
  }
}

/**
 * Refuses a table that has ids in common with another benchmark: selections state their number, which takes all
 * tasks. Ids are compared by numbers, of which two tables fit into memory.
 * @param numbers The numbers of the tables read so far, by benchmark.
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
    const other = tables.find((each) => each.benchmark.name === name) ?? read.get(name);
    if (other === undefined) continue;
    const [own, theirs] = [await idNumbers(table, numbers), await idNumbers(other, numbers)];
    // Two different ids with one number are so rare that reading all tasks for them does no harm.
    for (let i = 0, j = 0; i < own.length && j < theirs.length; ) {
      const order = at(own, i) - at(theirs, j);
      if (order === 0)
        throw new NotExpressible(
          `some of its ids are also in "${name}"; if these are different tasks, add "distinct: true"`,
        );
      if (order < 0) i += 1;
      else j += 1;
    }
  }
}

/** A number for each id, ascending, the same from every database and from here. */
async function idNumbers(pool: CountedTable | Pool, numbers: Map<string, Float64Array>): Promise<Float64Array> {
  const key = 'ids';
  if ('tasks' in pool) return Float64Array.from(pool.tasks, ({ id }) => permanentRandomNumber('', key, id)).sort();
  const { engine, view, counted, benchmark } = pool;
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

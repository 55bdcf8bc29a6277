import { PoolError } from '../core/model/errors.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { LateContents, Pool, Pools, TaskContents } from '../core/model/task.js';
import { mostInMemory } from '../sources/most-in-memory.js';
import type { Engine } from './engine.js';
import { type ClusterOptions, openBenchmark, orRefused } from './open-benchmark.js';
import { planSql } from './plan-sql.js';
import { placesOfIds } from './prune-pool.js';
import { readColumns } from './read-columns.js';

/**
 * By benchmark, every task of the large tables of a plan, made of the columns that the plan looks at. A benchmark is left
 * out where its files are to be read.
 *
 * @throws PoolError when it would have to be read row by row and is too large for it.
 */
export async function readTables(plan: Plan, options: ClusterOptions): Promise<Pools> {
  const pools = new Map<string, Pool>();
  for (const benchmark of plan.benchmarks) {
    const found = await openBenchmark(plan, benchmark, options);
    if (found === undefined) continue;
    if (!('engine' in found)) {
      pools.set(benchmark.name, found);
      continue;
    }
    try {
      // Row by row, a table of a cluster is not read at all.
      const most = found.isFile ? mostInMemory : 0;
      const pool = await orRefused(found, most, () => readColumns(found.engine, plan, benchmark, found.source));
      if (pool !== undefined)
        pools.set(benchmark.name, { ...pool, late: lateContents(plan, benchmark, found.source, options) });
    } finally {
      found.engine.close();
    }
  }
  return pools;
}

/** So many rows are read whole at once. */
const rowsAtOnce = 50_000;

/** The table is opened again: until it is known which tasks are selected, it takes no memory. */
function lateContents(
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: Parameters<typeof planSql>[2],
  options: ClusterOptions,
): LateContents {
  const known = new Map<string, TaskContents | undefined>();
  return {
    of: ({ id }) => known.get(id),
    read: async (all) => {
      const ids = all.filter((id) => !known.has(id));
      const found = ids.length === 0 ? undefined : await openBenchmark(plan, benchmark, options);
      if (found === undefined || !('engine' in found)) return;
      try {
        for (let at = 0; at < ids.length; at += rowsAtOnce) {
          const some = ids.slice(at, at + rowsAtOnce);
          for (const { id, contents } of await tasksOfIds(found.engine, some)) known.set(id, contents);
        }
      } finally {
        found.engine.close();
      }
      if (ids.some((id) => !known.has(id))) throw changed(benchmark);
    },
  };

  async function tasksOfIds(engine: Engine, ids: readonly string[]): Promise<Pool['tasks']> {
    const { place } = engine.table;
    if (place === undefined) return (await engine.tasksAt(ids)).tasks;
    const sql = planSql(plan, benchmark, source, engine.table, engine.dialect);
    return (await engine.tasksAt(await placesOfIds(engine, sql, ids))).tasks;
  }
}

function changed({ name }: BenchmarkPlan): PoolError {
  const message = `benchmark "${name}": its table changed while it was read.`;
  return new PoolError([{ code: 'pool/changed', message, hint: 'Run the command again.' }]);
}

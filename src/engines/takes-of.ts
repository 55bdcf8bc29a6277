import { PoolError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import type { Pools } from '../core/model/task.js';
import { sizePlan } from '../core/pipeline.js';
import { prepareBenchmark } from '../core/prepare-benchmark.js';
import { uncounted } from './count-pool.js';
import type { CountedTable } from './count-table.js';

/**
 * By benchmark, how many tasks it is to give where the plan shares a total: the core's own answer, which rests on counts.
 *
 * @param others The benchmarks that were read whole.
 * @throws PoolError when the total cannot be shared.
 */
export function takesOf(plan: Plan, tables: readonly CountedTable[], others: Pools): ReadonlyMap<string, number> {
  const isShared = plan.total?.take !== undefined && tables.some(({ benchmark }) => benchmark.select.takesShare);
  if (!isShared) return new Map();
  const pools = new Map(others);
  for (const { benchmark, counted } of tables)
    pools.set(benchmark.name, { tasks: [], problems: [], census: { ...counted, ...uncounted } });
  const prepared = plan.benchmarks.flatMap((benchmark) => {
    const pool = pools.get(benchmark.name);
    const found = pool && prepareBenchmark(benchmark, pool, plan, undefined);
    return found !== undefined && 'scored' in found ? [found] : [];
  });
  const { takes, faults } = sizePlan(plan, prepared);
  if (faults.length > 0) throw new PoolError(faults);
  return takes;
}

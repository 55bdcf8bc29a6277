import { expect } from 'vitest';
import type { BenchmarkPlan, Plan, TableRules } from '../../src/core/model/plan.js';
import type { Pool } from '../../src/core/model/task.js';
import { prepareBenchmark } from '../../src/core/prepare-benchmark.js';
import { countTable, takesOf } from '../../src/engines/count-table.js';
import type { Engine } from '../../src/engines/engine.js';
import { pruneTable, type Wanted } from '../../src/engines/prune-pool.js';

/** The candidates of the only table of a plan; what was prepared of them is what the core would prepare. */
export async function pruneOne(
  engine: Engine,
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
  wanted: Wanted = {},
): Promise<Pool> {
  const table = await countTable(engine, plan, benchmark, reading);
  const take = takesOf(plan, [table], new Map()).get(benchmark.name);
  const { pool, prepared } = await pruneTable(table, { ...wanted, take });
  if (prepared !== undefined) expect(prepared).toEqual(prepareBenchmark(benchmark, pool, plan, undefined));
  return pool;
}

import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { BenchmarkPlan, PathSource, Plan } from '../core/model/plan.js';
import type { Pools } from '../core/model/task.js';
import { tableKind } from '../files/tables/content-kind.js';
import type { Engine } from './engine.js';
import { NotExpressible } from './not-expressible.js';
import { openParquet } from './parquet-engine.js';
import { prunePool } from './prune-pool.js';
import { isGeneralTable, tasksOfRows } from './table-rows.js';

/**
 * The candidates of a plan whose tasks are a large table, with what was counted over all of them; undefined where the
 * tasks must all be read: the table is small, or something of the plan needs every task.
 */
export async function prunePlan(plan: Plan): Promise<Pools | undefined> {
  const [benchmark, ...others] = plan.benchmarks;
  if (benchmark === undefined || others.length > 0 || benchmark.source.kind !== 'path') return undefined;
  const { source } = benchmark;
  let engine: Engine | undefined;
  try {
    engine = await openTable(plan, benchmark, source);
    if (engine === undefined) return undefined;
    return new Map([[benchmark.name, await prunePool(engine, plan, benchmark, source)]]);
  } catch (error) {
    if (error instanceof NotExpressible) return undefined;
    throw error;
  } finally {
    engine?.close();
  }
}

/** A smaller file holds no large pool. */
const fewestBytes = 100_000;

async function openTable(plan: Plan, benchmark: BenchmarkPlan, source: PathSource): Promise<Engine | undefined> {
  const [given, ...more] = source.paths;
  if (given === undefined || more.length + source.joins.length + source.derivations.length + source.ranges.length > 0)
    return undefined;
  const base = resolve(dirname(plan.file));
  const path = resolve(base, given);
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined || !status.isFile() || status.size < fewestBytes) return undefined;
  const file = lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  if (tableKind(file)?.kind !== 'parquet') return undefined;
  const from = { path: file, base, inFolders: true };
  const engine = await openParquet(file, async (rows) => tasksOfRows(rows, plan, benchmark, source, from));
  if (isGeneralTable(source, engine.table.columns)) return engine;
  engine.close();
  return undefined;
}

import type { Plan } from '../../core/model/plan.js';
import type { Selection } from '../../core/model/selection.js';
import type { Pools } from '../../core/model/task.js';
import { type RunOptions, runPlan } from '../../core/pipeline.js';
import { cacheFolder } from '../../disk/cache-folder.js';
import { readPools } from '../../sources/read-pools.js';
import { ProgressBar } from '../terminal/progress-bar.js';
import { withTicker } from '../terminal/ticker.js';

/** How the pools of a plan are read, as a command is told. */
export interface PoolFlags {
  readonly benchmarks?: string;
  readonly pool?: string;
  /** False with --no-cache. */
  readonly cache?: boolean;
}

/** The flag and help of `--no-cache`, for every command that reads task folders. */
export const noCache = ['--no-cache', 'read task folders without the cache (as WINNOW_CACHE=off does)'] as const;

/** The flag and help of `--pool`, for every command that reads the tasks of a plan. */
export const fromTable = [
  '--pool <file>',
  'read the tasks from this table of "winnow pool" instead of the plan’s sources',
] as const;

/** The files and folders that flags name to be read instead of the plan's sources. */
export function placesRead({ benchmarks, pool }: PoolFlags): readonly string[] {
  return [benchmarks, pool].filter((place) => place !== undefined);
}

/** The user's folder for caches, unless a flag says not to use it. */
export function cacheOf({ cache }: PoolFlags): string | undefined {
  return cache === false ? undefined : cacheFolder(process.env, process.platform);
}

/** Reads the pools of a plan as the flags say, and shows how far that has come. */
export async function readPlanPools(plan: Plan, flags: PoolFlags): Promise<Pools> {
  const bar = new ProgressBar(process.stderr);
  const onProgress = (found: number) => bar.update({ found, share: undefined });
  const options = { benchmarks: flags.benchmarks, pool: flags.pool, cache: cacheOf(flags), onProgress };
  return readPools(plan, options).finally(() => bar.end());
}

/** How a plan is run, as flags say. */
export function runOptions(flags: { readonly allowShortfall?: true; readonly tier?: string }): RunOptions {
  return { allowShortfall: flags.allowShortfall === true, tier: flags.tier };
}

/** Fewer tasks than this are selected from before a line could appear. */
const manyTasks = 20_000;

/** Selects from pools, and shows that it does where that takes long. */
export async function selectFromPools(plan: Plan, pools: Pools, options: RunOptions): Promise<Selection> {
  const tasks = [...pools.values()].reduce((sum, pool) => sum + pool.tasks.length, 0);
  return tasks < manyTasks
    ? runPlan(plan, pools, options)
    : withTicker('selecting', () => runPlan(plan, pools, options));
}

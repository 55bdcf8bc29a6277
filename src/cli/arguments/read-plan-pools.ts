import { InvalidArgumentError } from 'commander';
import { WinnowError } from '../../core/model/errors.js';
import type { Plan } from '../../core/model/plan.js';
import type { Selection } from '../../core/model/selection.js';
import type { Pools } from '../../core/model/task.js';
import { type RunOptions, runPlan } from '../../core/pipeline.js';
import { cacheFolder } from '../../disk/cache-folder.js';
import { isConfined } from '../../disk/file-access.js';
import type { CountOptions } from '../../engines/count-plan.js';
import { mayBeCounted } from '../../engines/large-table.js';
import { readPools } from '../../sources/read-pools.js';
import { ProgressBar } from '../terminal/progress-bar.js';
import { withTicker } from '../terminal/ticker.js';
import { numberFrom } from './number-from.js';

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
export function pathsRead({ benchmarks, pool }: PoolFlags): readonly string[] {
  return [benchmarks, pool].filter((place) => place !== undefined);
}

/** The user's folder for caches, unless a flag says not to use it or the process is confined. */
export function cacheOf({ cache }: PoolFlags): string | undefined {
  return cache === false || isConfined() ? undefined : cacheFolder(process.env, process.platform);
}

/** Reads the pools of a plan as the flags say, and shows how far that has come. */
export async function readPlanPools(plan: Plan, flags: PoolFlags, given?: Pools): Promise<Pools> {
  const bar = new ProgressBar(process.stderr);
  const onProgress = (found: number) => bar.update({ found, share: undefined });
  const options = { benchmarks: flags.benchmarks, pool: flags.pool, cache: cacheOf(flags), given, onProgress };
  return readPools(plan, options).finally(() => bar.end());
}

/**
 * The same with the plan's fields alone, where tasks lie in a large table: its columns are quicker read, and take less
 * memory, than whole rows. `withContents` reads what else the selected tasks hold.
 */
export async function readPlanFields(plan: Plan, flags: PoolFlags): Promise<Pools> {
  if (isElsewhere(flags) || !mayBeCounted(plan)) return readPlanPools(plan, flags);
  const given = await whileCounting(hasCluster(plan), async (hooks, counting) => {
    // Loaded when needed, as below.
    const { readTables } = await import('../../engines/read-tables.js');
    return counting(() => readTables(plan, { environment: process.env, ...hooks }));
  });
  return readPlanPools(plan, flags, given);
}

/** Whether flags say that the tasks lie elsewhere than the plan says. */
function isElsewhere({ benchmarks, pool }: PoolFlags): boolean {
  return benchmarks !== undefined || pool !== undefined;
}

function hasCluster({ benchmarks }: Plan): boolean {
  return benchmarks.some(({ source }) => source.kind === 'trino');
}

/** Fewer tasks than this are selected from before a line could appear. */
const manyTasks = 20_000;

/** How a plan is run, as a command is told. */
export interface SelectOptions extends RunOptions {
  /** Seconds after which the best selection found for a goal is taken. */
  readonly timeLimit?: number | undefined;
}

/** How a plan is run, as flags say. */
export function runOptions(flags: {
  readonly allowShortfall?: true;
  readonly tier?: string;
  readonly timeLimit?: number;
}): SelectOptions {
  return { allowShortfall: flags.allowShortfall === true, tier: flags.tier, timeLimit: flags.timeLimit };
}

/** The flag and help of `--time-limit`, for every command that runs plans. */
export const timeLimit = [
  '--time-limit <seconds>',
  'for a plan with a goal: take the best selection found by then, which another run may not find again',
  secondsFrom,
] as const;

/** Options with a solver, where the plan has a goal; it is loaded only then. */
export async function withOptimiser(plan: Plan, options: SelectOptions): Promise<RunOptions> {
  const hasGoal = plan.benchmarks.some(({ select }) => select.optimise !== undefined);
  if (!hasGoal || options.optimiser !== undefined) return options;
  const { loadOptimiser } = await import('../../solver/load-optimiser.js');
  return { ...options, optimiser: await loadOptimiser({ timeLimit: options.timeLimit }) };
}

/** Selects from pools, and shows that it does where that takes long. */
export async function selectFromPools(plan: Plan, pools: Pools, given: SelectOptions): Promise<Selection> {
  const options = await withOptimiser(plan, given);
  const tasks = [...pools.values()].reduce((sum, pool) => sum + pool.tasks.length, 0);
  return tasks < manyTasks && options.optimiser === undefined
    ? runPlan(plan, pools, options)
    : withTicker('selecting', () => runPlan(plan, pools, options));
}

/** The selection with the contents of its tasks, if only their fields were read: a manifest has the hash of each. */
export async function withContents(selection: Selection, pools: Pools): Promise<Selection> {
  const benchmarks = await Promise.all(
    selection.benchmarks.map(async (benchmark) => {
      const late = pools.get(benchmark.plan.name)?.late;
      if (late === undefined) return benchmark;
      const chosen = new Set(benchmark.choices.map(({ task }) => task.id));
      await late.read([...chosen]);
      const sourceTasks = benchmark.sourceTasks.map((task) =>
        chosen.has(task.id) ? { ...task, contents: late.of(task) } : task,
      );
      return { ...benchmark, sourceTasks };
    }),
  );
  return { ...selection, benchmarks };
}

/**
 * Selects by a plan, for a manifest to be made, as the flags say where its tasks are. Of a large table a database counts and keeps the candidates;
 * the result is the same as from all tasks in memory, which is the way for all else.
 */
export async function selectByPlan(plan: Plan, flags: PoolFlags, options: SelectOptions): Promise<Selection> {
  const counted = await selectCounted(plan, flags, options);
  const pools = counted?.pools ?? (await readPlanFields(plan, flags));
  return withContents(counted?.selection ?? (await selectFromPools(plan, pools, options)), pools);
}

/** A selection, and the pools that it was made from. */
export interface Counted {
  readonly selection: Selection;
  /** Some of them with a census. */
  readonly pools: Pools;
}

/**
 * Selects with the help of a database; undefined where every task is to be read.
 *
 * @param options With the ids of tasks that are to be at hand, whether they could be selected or not, and whether a file is
 * only counted where memory does not hold its tasks.
 */
export async function selectCounted(
  plan: Plan,
  flags: PoolFlags,
  { ids, onlyBeyondMemory, ...options }: SelectOptions & Pick<CountOptions, 'ids' | 'onlyBeyondMemory'>,
): Promise<Counted | undefined> {
  if (isElsewhere(flags) || !mayBeCounted(plan)) return undefined;
  const isCluster = hasCluster(plan);
  return whileCounting(isCluster, async (hooks, counting) => {
    // Loaded when needed: the plan that ships reads no table.
    const { countPlan } = await import('../../engines/count-plan.js');
    const asked = { environment: process.env, ...hooks, ids, onlyBeyondMemory: onlyBeyondMemory === true };
    const count = await counting(() => countPlan(plan, asked));
    try {
      if (count.names.size === 0) return undefined;
      const others = await readOthers(plan, flags, count.names);
      const found = await counting(() => count.candidates(others));
      if (found.size === 0) return undefined;
      const read = new Map([...found, ...others]);
      const pools = new Map([...read, ...(await readOthers(plan, flags, new Set(read.keys())))]);
      return { selection: await selectFromPools(plan, pools, options), pools };
    } catch (error) {
      // What is wrong is told by whoever sees every task, where somebody can.
      if (error instanceof WinnowError && !isCluster && !count.isBeyondMemory) return undefined;
      throw error;
    } finally {
      count.close();
    }
  });
}

async function readOthers(plan: Plan, flags: PoolFlags, known: ReadonlySet<string>): Promise<Pools> {
  const others = plan.benchmarks.filter(({ name }) => !known.has(name));
  return others.length === 0 ? new Map() : readPlanFields({ ...plan, benchmarks: others }, flags);
}

type Hooks = Pick<CountOptions, 'onProgress' | 'signal'>;

/** Shows that a large table is counted; Ctrl+C ends the query of a cluster before the program. */
async function whileCounting<Result>(
  isCluster: boolean,
  work: (hooks: Hooks, counting: <Part>(part: () => Promise<Part>) => Promise<Part>) => Promise<Result>,
): Promise<Result> {
  const bar = new ProgressBar(process.stderr);
  const controller = new AbortController();
  const stop = () => controller.abort();
  if (isCluster) process.once('SIGINT', stop);
  try {
    const hooks = { onProgress: bar.update, signal: controller.signal };
    return await work(hooks, (part) => (isCluster ? part() : withTicker('counting', part)));
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    process.off('SIGINT', stop);
    process.kill(process.pid, 'SIGINT');
    throw error;
  } finally {
    process.off('SIGINT', stop);
    bar.end();
  }
}

function secondsFrom(text: string): number {
  const seconds = numberFrom(text);
  if (seconds > 0 && seconds <= mostSeconds) return seconds;
  throw new InvalidArgumentError(`Expected a number of seconds, above 0 and at most ${mostSeconds}.`);
}

/** A day. */
const mostSeconds = 86_400;

import * as z from 'zod/mini';
import { PoolError, WinnowError } from '../../core/model/errors.js';
import type { Plan } from '../../core/model/plan.js';
import type { BenchmarkSelection, Selection } from '../../core/model/selection.js';
import type { Pools, Task } from '../../core/model/task.js';
import { type RunOptions, runPlan } from '../../core/pipeline.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { cacheFolder } from '../../disk/cache-file.js';
import { isConfined } from '../../disk/file-access.js';
import type { CountOptions } from '../../engines/count-plan.js';
import { readPools } from '../../sources/read-pools.js';
import { type InputOf, numberFrom, option, optionKinds, type Ports } from '../declare/operation.js';

const reading = optionKinds({ notForAgents: true, group: 'Reading tasks' });

export const poolOptions = {
  benchmarks: reading.text('dir', 'read the benchmarks from this folder', {
    short: 'b',
    path: 'read',
  }),
  pool: reading.text('file', 'read the tasks from a table written by "winnow pool", not from the plan’s sources', {
    path: 'read',
  }),
  pools: option.of(
    z.optional(z.record(z.string(), z.array(z.looseObject({ id: z.string() })))),
    'tasks in memory, by benchmark: an id and the fields that the plan uses',
    { libraryOnly: true },
  ),
  cache: reading.flag('do not use the cache of task folders (same as WINNOW_CACHE=off)', { negated: true }),
};

export const runPlanOptions = {
  ...poolOptions,
  allowShortfall: reading.flag('continue if the pool has fewer tasks than the plan asks for'),
};

const mostSeconds = 86_400;

/** The option of operations that may solve a plan with a goal. */
export const timeLimitOption = reading.of(
  z.optional(z.number().check(z.positive(), z.maximum(mostSeconds))),
  'for a plan with a goal: stop after this time and use the best selection found so far, which may differ between runs',
  { value: 'seconds', fromText: secondsFrom },
);

/** Other places to read the tasks from, instead of the sources in the plan. */
export type PoolInput = Partial<InputOf<typeof poolOptions>>;
type MemoryTask = NonNullable<PoolInput['pools']>[string][number];

/** How to run a plan that is given instead of a selection. */
export type RunInput = PoolInput & {
  readonly allowShortfall?: boolean | undefined;
  readonly allowChangedPlan?: boolean | undefined;
  readonly tier?: string | undefined;
  readonly timeLimit?: number | undefined;
  /** Whether a built-in suite has a look after each of its tiers, if its plan has no looks. */
  readonly looksAfterTiers?: boolean | undefined;
};

/** The files and folders that flags give instead of the sources in the plan. */
export function pathsRead({ benchmarks, pool }: PoolInput): readonly string[] {
  return [benchmarks, pool].filter((place) => place !== undefined);
}

/** The cache folder of the user, unless a flag turns it off or the process is confined. */
export function cacheOf({ cache }: PoolInput, { environment }: Ports): string | undefined {
  return cache === false || isConfined() ? undefined : cacheFolder(environment, process.platform);
}

export async function readPlanPools(
  plan: Plan,
  flags: PoolInput,
  ports: Ports,
  given?: Pools,
  { audit = false }: { readonly audit?: boolean } = {},
): Promise<Pools> {
  const { benchmarks, pool } = flags;
  return ports.reading((onProgress) =>
    readPools(plan, {
      benchmarks,
      pool,
      cache: cacheOf(flags, ports),
      audit,
      given: new Map([...(given ?? []), ...memoryPools(plan, flags)]),
      onProgress: (found) => onProgress({ found, share: undefined }),
    }),
  );
}

/** Reads only the fields that the plan uses, which is faster for a large table; `readContents` reads the rest. */
export async function readPlanFields(plan: Plan, flags: PoolInput, ports: Ports): Promise<Pools> {
  if (isElsewhere(flags) || !(await mayBeCounted(plan))) return readPlanPools(plan, flags, ports);
  const given = await whileCounting(hasCluster(plan), ports, async (hooks, counting) => {
    // Loaded when needed, as below.
    const { readTables } = await import('../../engines/read-tables.js');
    const onRows = (benchmark: string, reason: string) =>
      ports.note(
        `benchmark "${benchmark}": Winnow has to read every row in full, which is slow for a large table (${reason}).`,
      );
    return counting(() => readTables(plan, { environment: ports.environment, ...hooks, onRows }));
  });
  return readPlanPools(plan, flags, ports, given);
}

/** The pools of tasks in memory. @throws PoolError if the plan lacks one of the benchmarks. */
function memoryPools(plan: Plan, { pools = {} }: PoolInput): Pools {
  const names = plan.benchmarks.map(({ name }) => name);
  return new Map(
    Object.entries(pools).map(([benchmark, rows]) => {
      if (!names.includes(benchmark)) {
        const message = `the plan has no benchmark "${benchmark}" for these tasks.${didYouMean(benchmark, names)}`;
        throw new PoolError([{ code: 'pool/benchmark', message, hint: `Its benchmarks: ${names.join(', ')}.` }]);
      }
      return [benchmark, { tasks: rows.map((row) => memoryTask(benchmark, row, plan)), problems: [] }] as const;
    }),
  );
}

function memoryTask(benchmark: string, { id, ...row }: MemoryTask, { fields: known }: Plan): Task {
  const values = Object.entries(row).filter(([name]) => known.has(name));
  const isList = ([, value]: readonly [string, unknown]) => Array.isArray(value);
  const plain = values.flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
  );
  const lists = values.filter(isList).map(([name, value]) => [name, (value as unknown[]).map(String)] as const);
  return {
    benchmark,
    id,
    fields: Object.fromEntries(plain),
    ...(lists.length === 0 ? {} : { lists: Object.fromEntries(lists) }),
  };
}

function isElsewhere({ benchmarks, pool, pools }: PoolInput): boolean {
  return benchmarks !== undefined || pool !== undefined || pools !== undefined;
}

/** Whether a database may count the tasks. The check is loaded on demand, because the built-in plan reads no table. */
export async function mayBeCounted(plan: Plan): Promise<boolean> {
  if (plan.benchmarks.every(({ source }) => source.kind === 'embedded')) return false;
  const engines = await import('../../engines/table-files.js');
  return engines.mayBeCounted(plan);
}

function hasCluster({ benchmarks }: Plan): boolean {
  return benchmarks.some(({ source }) => source.kind === 'trino');
}

/** Selecting from fewer tasks ends before a progress line would appear. */
const manyTasks = 20_000;

export interface SelectOptions extends RunOptions {
  readonly timeLimit?: number | undefined;
}

export function runOptions({ allowShortfall, tier, timeLimit }: RunInput): SelectOptions {
  return { allowShortfall: allowShortfall === true, tier, timeLimit };
}

/** Adds a solver to the options if the plan has a goal; it is loaded only then. */
export async function withOptimiser(plan: Plan, options: SelectOptions): Promise<RunOptions> {
  const hasGoal = plan.benchmarks.some(({ select }) => select.optimise !== undefined);
  if (!hasGoal || options.optimiser !== undefined) return options;
  const { loadOptimiser } = await import('../../solver/load-optimiser.js');
  return { ...options, optimiser: await loadOptimiser({ timeLimit: options.timeLimit }) };
}

export async function selectFromPools(
  plan: Plan,
  pools: Pools,
  given: SelectOptions,
  ports: Ports,
): Promise<Selection> {
  const options = await withOptimiser(plan, given);
  const tasks = [...pools.values()].reduce((sum, pool) => sum + pool.tasks.length, 0);
  return tasks < manyTasks && options.optimiser === undefined
    ? runPlan(plan, pools, options)
    : ports.working('selecting', () => runPlan(plan, pools, options));
}

/** Adds the contents of the selected tasks, if only fields were read: a manifest has the hash of each. */
export async function readContents(selection: Selection, pools: Pools, { environment }: Ports): Promise<Selection> {
  const { plan } = selection;
  const benchmarks: BenchmarkSelection[] = [];
  for (const each of selection.benchmarks) {
    const pool = pools.get(each.plan.name);
    if (pool?.lacksContents !== true) {
      benchmarks.push(each);
      continue;
    }
    const { readSelected } = await import('../../engines/read-tables.js');
    const ids = new Set(each.choices.map(({ task }) => task.id));
    const tasks = await readSelected(plan, each.plan, pool, ids, { environment });
    const read = new Map(tasks.map((task) => [task.id, task]));
    benchmarks.push({ ...each, sourceTasks: each.sourceTasks.map((task) => read.get(task.id) ?? task) });
  }
  return { ...selection, benchmarks };
}

/** Selects with a plan. A database counts a large table; the result is the same as with all tasks in memory. */
export async function selectByPlan(
  plan: Plan,
  flags: PoolInput,
  options: SelectOptions,
  ports: Ports,
): Promise<Selection> {
  const { selection, pools } = await selectAndKeep(plan, flags, options, ports);
  return readContents(selection, pools, ports);
}

/** What a page selects from a large table with: without progress, because the page shows its own. */
export function largeSelector(flags: PoolInput, ports: Ports) {
  const quiet: Ports = { ...ports, working: async (_, work) => work(), reading: (work) => work(() => undefined) };
  return async (plan: Plan, options: RunOptions): Promise<Counted | undefined> => {
    const counted = await selectCounted(plan, flags, options, quiet);
    return counted && { ...counted, selection: await readContents(counted.selection, counted.pools, quiet) };
  };
}

async function selectAndKeep(plan: Plan, flags: PoolInput, options: SelectOptions, ports: Ports): Promise<Counted> {
  const counted = await selectCounted(plan, flags, options, ports);
  if (counted !== undefined) return counted;
  const pools = await readPlanFields(plan, flags, ports);
  return { selection: await selectFromPools(plan, pools, options, ports), pools };
}

export interface TieredSelection {
  readonly selection: Selection;
  readonly tiers: ReadonlyMap<string, Selection>;
}

export async function selectWithTiers(
  plan: Plan,
  flags: PoolInput,
  options: SelectOptions,
  ports: Ports,
): Promise<TieredSelection> {
  const { selection, pools } = await selectAndKeep(plan, flags, options, ports);
  return {
    selection: await readContents(selection, pools, ports),
    tiers: await selectTiers(plan, pools, options, ports),
  };
}

/** The selections of the tiers; none if a single tier was named. */
export async function selectTiers(plan: Plan, pools: Pools, options: SelectOptions, ports: Ports) {
  const tiers = new Map<string, Selection>();
  if (options.tier !== undefined) return tiers;
  for (const tier of plan.tiers?.keys() ?? []) {
    const selection = await selectFromPools(plan, pools, { ...options, tier }, ports);
    tiers.set(tier, await readContents(selection, pools, ports));
  }
  return tiers;
}

export interface Counted {
  readonly selection: Selection;
  readonly pools: Pools;
}

/**
 * Selects with the help of a database; undefined if every task must be read.
 * @param options With the ids of tasks to keep, whether eligible or not, and whether a file is counted only if it is
 * too large for memory.
 */
export async function selectCounted(
  plan: Plan,
  flags: PoolInput,
  { ids, onlyBeyondMemory, ...options }: SelectOptions & Pick<CountOptions, 'ids' | 'onlyBeyondMemory'>,
  ports: Ports,
): Promise<Counted | undefined> {
  if (isElsewhere(flags) || !(await mayBeCounted(plan))) return undefined;
  const isCluster = hasCluster(plan);
  return whileCounting(isCluster, ports, async (hooks, counting) => {
    // Loaded when needed, because the built-in plans read no tables.
    const { countPlan } = await import('../../engines/count-plan.js');
    const asked = { environment: ports.environment, ...hooks, ids, onlyBeyondMemory: onlyBeyondMemory === true };
    const count = await counting(() => countPlan(plan, asked));
    let pools: Pools = new Map();
    try {
      if (count.names.size === 0) return undefined;
      const others = await readOthers(plan, flags, count.names, ports);
      const { pools: found, prepared } = await counting(() => count.candidates(others));
      if (found.size === 0) return undefined;
      const read = new Map([...found, ...others]);
      pools = new Map([...read, ...(await readOthers(plan, flags, new Set(read.keys()), ports))]);
      return { selection: await selectFromPools(plan, pools, { ...options, prepared }, ports), pools };
    } catch (error) {
      // If every task can be read, reading them all gives better errors.
      const isKnown = [...pools.values()].some(({ census }) => census?.isFaulty === true);
      if (error instanceof WinnowError && !isCluster && !isKnown && !count.isBeyondMemory) return undefined;
      throw error;
    } finally {
      count.close();
    }
  });
}

async function readOthers(plan: Plan, flags: PoolInput, known: ReadonlySet<string>, ports: Ports): Promise<Pools> {
  const others = plan.benchmarks.filter(({ name }) => !known.has(name));
  return others.length === 0 ? new Map() : readPlanFields({ ...plan, benchmarks: others }, flags, ports);
}

type Hooks = Pick<CountOptions, 'onProgress' | 'signal'>;

/** Shows progress while a large table is counted; an interrupt ends the query of a cluster first. */
async function whileCounting<Result>(
  isCluster: boolean,
  { reading, stoppable, working }: Ports,
  work: (hooks: Hooks, counting: <Part>(part: () => Promise<Part>) => Promise<Part>) => Promise<Result>,
): Promise<Result> {
  if (!isCluster) return reading((onProgress) => work({ onProgress }, (part) => working('counting', part)));
  return stoppable((signal) => reading((onProgress) => work({ onProgress, signal }, (part) => part())));
}

function secondsFrom(text: string): number {
  const seconds = numberFrom(text);
  if (seconds > 0 && seconds <= mostSeconds) return seconds;
  throw new Error(`Expected a number of seconds, above 0 and at most ${mostSeconds}.`);
}

import * as z from 'zod/mini';
import { PoolError, WinnowError } from '../../core/model/errors.js';
import type { Plan } from '../../core/model/plan.js';
import type { BenchmarkSelection, Selection } from '../../core/model/selection.js';
import type { Pools, Task } from '../../core/model/task.js';
import { type RunOptions, runPlan } from '../../core/pipeline.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { cacheFolder } from '../../disk/cache-file.js';
import { isConfined } from '../../disk/file-access.js';
import type { LargeOptions, LargePools } from '../../engines/large-tables.js';
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
  const { pools } = await readLargePools(plan, flags, { need: 'fields' }, ports);
  return pools;
}

/** Reads the pools of a plan, those of large tables by SQL. */
async function readLargePools(
  plan: Plan,
  flags: PoolInput,
  need: Pick<LargeOptions, 'need' | 'ids' | 'onlyBeyondMemory'>,
  ports: Ports,
): Promise<LargePools> {
  const readRows = (part: Plan, given?: Pools) => readPlanPools(part, flags, ports, given);
  const isElsewhere = [flags.benchmarks, flags.pool, flags.pools].some((place) => place !== undefined);
  if (isElsewhere || !(await mayBeCounted(plan))) {
    const pools = need.need === 'only candidates' ? new Map() : await readRows(plan);
    return { pools, prepared: new Map(), canReadAll: true };
  }
  // Loaded when needed: the built-in plans read no table.
  const { readLarge } = await import('../../engines/large-tables.js');
  const onRows = (benchmark: string, reason: string) =>
    ports.note(
      `benchmark "${benchmark}": Winnow reads every row in full, which is slow for a large table (${reason}).`,
    );
  const options = { environment: ports.environment, ...need, readRows, onRows };
  // An interrupt ends the query of a cluster first.
  if (plan.benchmarks.some(({ source }) => source.kind === 'trino'))
    return ports.stoppable((signal) =>
      ports.reading((onProgress) => readLarge(plan, { ...options, onProgress, signal })),
    );
  const counting = <Part>(part: () => Promise<Part>) => ports.working('counting', part);
  return ports.reading((onProgress) => readLarge(plan, { ...options, onProgress, counting }));
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

/** Whether a database may count the tasks. The check is loaded on demand, because the built-in plan reads no table. */
export async function mayBeCounted(plan: Plan): Promise<boolean> {
  if (plan.benchmarks.every(({ source }) => source.kind === 'embedded')) return false;
  const engines = await import('../../engines/table-files.js');
  return engines.mayBeCounted(plan);
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
  return async (plan: Plan, options: RunOptions): Promise<Selected | undefined> => {
    const { pools, selection } = await readToSelect(plan, flags, { ...options, need: 'only candidates' }, quiet);
    if (pools.size === 0) return undefined;
    const selected = selection ?? (await selectFromPools(plan, pools, options, quiet));
    return { pools, selection: await readContents(selected, pools, quiet) };
  };
}

export async function selectAndKeep(
  plan: Plan,
  flags: PoolInput,
  options: ReadingOptions,
  ports: Ports,
): Promise<Selected> {
  const { pools, selection } = await readToSelect(plan, flags, options, ports);
  return { pools, selection: selection ?? (await selectFromPools(plan, pools, options, ports)) };
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

export interface Selected {
  readonly selection: Selection;
  readonly pools: Pools;
}

/** How to select, and which tasks of large tables to keep; see `LargeOptions`. */
type ReadingOptions = SelectOptions & Partial<Pick<LargeOptions, 'need' | 'ids' | 'onlyBeyondMemory'>>;

/**
 * Reads what a plan selects from. Where only candidates of a large table were read, the selection is known, too;
 * otherwise every task is read.
 */
export async function readToSelect(
  plan: Plan,
  flags: PoolInput,
  { need = 'candidates', ids, onlyBeyondMemory, ...options }: ReadingOptions,
  ports: Ports,
): Promise<Pick<Selected, 'pools'> & Partial<Selected>> {
  const { pools, prepared, canReadAll } = await readLargePools(plan, flags, { need, ids, onlyBeyondMemory }, ports);
  const censuses = [...pools.values()].flatMap(({ census }) => census ?? []);
  if (censuses.length === 0) return { pools };
  try {
    return { pools, selection: await selectFromPools(plan, pools, { ...options, prepared }, ports) };
  } catch (error) {
    // From every task, all errors are found together.
    const isKnown = censuses.some(({ isFaulty }) => isFaulty === true);
    if (!(error instanceof WinnowError) || isKnown || !canReadAll) throw error;
    return need === 'candidates' ? { pools: await readPlanFields(plan, flags, ports) } : { pools: new Map() };
  }
}

function secondsFrom(text: string): number {
  const seconds = numberFrom(text);
  if (seconds > 0 && seconds <= mostSeconds) return seconds;
  throw new Error(`Expected a number of seconds, above 0 and at most ${mostSeconds}.`);
}

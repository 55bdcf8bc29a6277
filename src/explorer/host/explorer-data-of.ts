import { basename, dirname, join } from 'node:path';
import { ResultsError, WinnowError } from '../../core/model/errors.js';
import type { RecalledOptimum } from '../../core/model/optimum.js';
import type { Outcomes } from '../../core/model/outcome.js';
import type { Plan } from '../../core/model/plan.js';
import { mergedSettings, type ResultSettings, readingOptions } from '../../core/model/result-settings.js';
import type { Selection } from '../../core/model/selection.js';
import type { Pools, Task } from '../../core/model/task.js';
import { asPasses } from '../../core/outcomes/outcome-lists.js';
import { askedAbout, poolNames } from '../../core/outcomes/task-index.js';
import { ofOneVersion } from '../../core/outcomes/task-versions.js';
import { runPlan } from '../../core/pipeline.js';
import { loadPlanFiles } from '../../disk/load-plan.js';
import { generatorName } from '../../disk/own-package.js';
import { readOutcomeList } from '../../results/read-outcomes.js';
import { readPools } from '../../sources/read-pools.js';
import { type ExplorerData, packPools } from '../explorer-data.js';
import { packSelection } from '../packed/packed-selection.js';

/** What the explorer shows, as a caller names it. */
export interface ExplorerOptions {
  /** A path, or the name of a plan that ships with Winnow. */
  readonly plan: string;
  /** Files or folders of results. */
  readonly results?: readonly string[] | undefined;
  /** What the configurations at paths of results are called. */
  readonly systems?: ReadonlyMap<string, string> | undefined;
  /** How the results are read; these settings come before those of the plan. */
  readonly reading?: ResultSettings | undefined;
  /** A folder of benchmarks to read instead of the plan's sources. */
  readonly benchmarks?: string | undefined;
  /** A table of `winnow pool` to read instead of the plan's sources. */
  readonly pool?: string | undefined;
  /** A folder in which what was made of task folders is kept; undefined: nothing is. */
  readonly cache?: string | undefined;
  readonly allowShortfall?: boolean | undefined;
}

/** A plan with the data that a page shows it from. */
export interface LoadedExplorer {
  readonly plan: Plan;
  readonly data: ExplorerData;
  readonly selection: Selection;
  /** How many tasks are in the pools. */
  readonly tasks: number;
}

/**
 * Reads all that the page needs, and runs the plan once, so that what cannot be selected is told here.
 *
 * @throws WinnowError with the faults of the plan, the pools or the results.
 */
export async function explorerDataOf(options: ExplorerOptions): Promise<LoadedExplorer> {
  const allowShortfall = options.allowShortfall === true;
  const [selected] = await Promise.allSettled([poolsOf(options, allowShortfall)]);
  // Results are read all the same, so that the faults of both are told at once.
  const [read] = await Promise.allSettled([
    resultsOf(options, selected.status === 'fulfilled' ? selected.value : undefined),
  ]);
  if (selected.status === 'rejected')
    throw read.status === 'rejected' ? both(selected.reason, read.reason) : selected.reason;
  if (read.status === 'rejected') throw read.reason;
  const { plan, texts, pools, optima, selection } = selected.value;
  const results = read.value;
  const exclusions = plan.exclusionsFile === undefined ? undefined : join(dirname(plan.file), plan.exclusionsFile);
  // A page that is mailed or published does not tell where things lie on this machine.
  const planFile = basename(plan.file);
  const data = {
    planText: texts.get(plan.file) ?? '',
    planFile,
    exclusionsText: exclusions === undefined ? undefined : texts.get(exclusions),
    pools: packPools(pools),
    selection: packSelection({ ...selection, plan: { ...selection.plan, file: planFile } }, pools),
    allowShortfall,
    optima,
    results,
    generator: generatorName(),
  };
  return { plan, data, selection, tasks: data.pools.reduce((sum, [, { tasks }]) => sum + tasks.length, 0) };
}

async function poolsOf({ plan: name, benchmarks, pool, cache }: ExplorerOptions, allowShortfall: boolean) {
  const { plan, texts } = await loadPlanFiles(name);
  const pools = await readPools(plan, { benchmarks, pool, cache, statements: true });
  const run = await runOnce(plan, pools, allowShortfall);
  return { plan, texts, pools: withinReach(pools, run.selection), ...run };
}

/** All statements together may take so many characters of the page. */
const mostStatementChars = 2_000_000;

/** The pools with as many statements as a page can carry: where there are too many, those of the selected tasks alone. */
function withinReach(pools: Pools, { choices }: Selection): Pools {
  const chars = (tasks: Iterable<Task>) => [...tasks].reduce((sum, { statement = '' }) => sum + statement.length, 0);
  if (chars([...pools.values()].flatMap(({ tasks }) => tasks)) <= mostStatementChars) return pools;
  const isFew = chars(choices.map(({ task }) => task)) <= mostStatementChars;
  const kept = new Set(isFew ? choices.map(({ task }) => `${task.benchmark}/${task.id}`) : []);
  const without = (task: Task): Task => {
    if (task.statement === undefined || kept.has(`${task.benchmark}/${task.id}`)) return task;
    const { statement: _, ...rest } = task;
    return rest;
  };
  return new Map([...pools].map(([name, pool]) => [name, { ...pool, tasks: pool.tasks.map(without) }]));
}

/** Runs the plan; what was found for its goals is kept, because the page cannot solve them. */
async function runOnce(plan: Plan, pools: Pools, allowShortfall: boolean) {
  if (plan.benchmarks.every(({ select }) => select.optimise === undefined)) {
    return { selection: runPlan(plan, pools, { allowShortfall, expectUplift: false }), optima: undefined };
  }
  const [{ loadOptimiser }, { recordingOptimiser }] = await Promise.all([
    import('../../solver/load-optimiser.js'),
    import('../../core/optimise/recalled-optimiser.js'),
  ]);
  const optima: RecalledOptimum[] = [];
  const optimiser = recordingOptimiser(await loadOptimiser(), optima);
  return { selection: runPlan(plan, pools, { allowShortfall, optimiser, expectUplift: false }), optima };
}

/** The results; of very long ones those of the pool's tasks alone, as `assess` reads them. */
export async function resultsOf(
  { results, systems, reading }: ExplorerOptions,
  about:
    | {
        readonly plan: Plan;
        readonly pools: Parameters<typeof poolNames>[0];
      }
    | undefined,
): Promise<Outcomes | undefined> {
  if (results === undefined) return undefined;
  const tasks = about === undefined ? undefined : poolNames(about.pools);
  const options = readingOptions(mergedSettings(about?.plan.results, reading ?? {}));
  const isWanted = tasks === undefined ? undefined : askedAbout(tasks);
  const read = await readOutcomeList(results, { ...options, isWanted, ...(systems === undefined ? {} : { systems }) });
  const own = ofOneVersion(read, tasks, options);
  const { outcomes, ...rest } = options.passAt === undefined ? own : asPasses(own);
  if (rest.faults.length > 0) throw new ResultsError(rest.faults);
  return { ...rest, outcomes: [...outcomes] };
}

/** The faults of two errors as one; a fault of the program comes before any of the input. */
function both(first: unknown, second: unknown): unknown {
  if (!(first instanceof WinnowError)) return first;
  return second instanceof WinnowError ? new WinnowError([...first.faults, ...second.faults]) : second;
}

import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { emptyRecord, type LooksDocument } from '../../core/looks/look-record.js';
import { lookPaths } from '../../core/looks/next-document.js';
import { makeManifest } from '../../core/manifest/manifest.js';
import { ResultsError, type Warning, WinnowError } from '../../core/model/errors.js';
import type { RecalledOptimum } from '../../core/model/optimum.js';
import type { Outcomes } from '../../core/model/outcome.js';
import type { Plan } from '../../core/model/plan.js';
import { isLargePool } from '../../core/model/pool-census.js';
import { mergedSettings, type ResultSettings, readingOptions } from '../../core/model/result-settings.js';
import type { Selection } from '../../core/model/selection.js';
import type { Pools, Task } from '../../core/model/task.js';
import { matchOutcomes, matchWarnings, noneSelected } from '../../core/outcomes/match-outcomes.js';
import { aboutTasks, type NamedTask, poolNames, type RunPart } from '../../core/outcomes/task-index.js';
import { aboutPassing, asPasses } from '../../core/outcomes/task-result.js';
import { ofOneVersion } from '../../core/outcomes/task-versions.js';
import { withoutRetries } from '../../core/outcomes/without-retries.js';
import { type RunOptions, runPlan } from '../../core/pipeline.js';
import { hasTiersToRun, selectedParts } from '../../core/suites/covered-tier.js';
import { countOf } from '../../core/text/words.js';
import { lstatSync, statSync } from '../../disk/file-access.js';
import { loadPlanFiles } from '../../disk/load-plan.js';
import { looksFileOfPlan, readLooks } from '../../disk/looks-file.js';
import { generatorName } from '../../disk/own-package.js';
import { walkFolder } from '../../disk/walk-folder.js';
import { readOutcomeList } from '../../results/read-outcomes.js';
import { earlierNotes } from '../../sources/embedded-data.js';
import { embeddedOf, resultsOfOthers, withoutOthers } from '../../sources/other-benchmarks.js';
import { readPools } from '../../sources/read-pools.js';
import { type ExplorerData, type NewResults, packPools } from '../explorer-data.js';
import { selectionPacker } from '../packed/selection-columns.js';
import { type LeftOut, withoutParts } from './left-out.js';

export interface ExplorerOptions {
  /** A path, or the name of a built-in plan. */
  readonly plan: string;
  readonly results?: readonly string[] | undefined;
  /** The names of systems, by the paths of their results. */
  readonly systems?: ReadonlyMap<string, string> | undefined;
  /** How to read the results; overrides the plan's settings. */
  readonly reading?: ResultSettings | undefined;
  /** A folder of benchmarks to read instead of the plan's sources. */
  readonly benchmarks?: string | undefined;
  /** A table of `winnow pool` to read instead of the plan's sources. */
  readonly pool?: string | undefined;
  /** A folder for the cache of task folders; undefined: no cache. */
  readonly cache?: string | undefined;
  readonly allowShortfall?: boolean | undefined;
  readonly without?: readonly LeftOut[] | undefined;
  /** The record of looks at the results; undefined: the one `winnow next` writes. */
  readonly looks?: string | undefined;
  /** Selects from a large table by reading only the candidates; returns undefined if all tasks must be read. */
  readonly selectLarge?:
    | ((plan: Plan, options: RunOptions) => Promise<{ selection: Selection; pools: Pools } | undefined>)
    | undefined;
}

export type LoadedExplorer = Awaited<ReturnType<typeof explorerDataOf>>;

/**
 * Reads the data of the page and runs the plan.
 *
 * @throws WinnowError with the errors of the plan, the pools and the results.
 */
export async function explorerDataOf(options: ExplorerOptions) {
  const allowShortfall = options.allowShortfall === true;
  const [selected] = await Promise.allSettled([poolsOf(options, allowShortfall)]);
  // Results are read even if that failed, to report all errors at once.
  const [read] = await Promise.allSettled([
    resultsOf(options, selected.status === 'fulfilled' ? selected.value : undefined),
  ]);
  if (selected.status === 'rejected')
    throw read.status === 'rejected' ? both(selected.reason, read.reason) : selected.reason;
  if (read.status === 'rejected') throw read.reason;
  const { plan, texts, optima } = selected.value;
  const { without = [] } = options;
  const whole = { pools: selected.value.pools, selection: selected.value.selection, results: read.value };
  // A browser can't hold a large pool, so its page has only the selected tasks, and figures for all.
  const isLarge = whole.selection.benchmarks.some(({ available }) => isLargePool(available));
  const leftOut = isLarge ? [...without, 'unselected' as const] : without;
  const { pools, selection, results, fixed } = withoutParts(whole, leftOut, generatorName());
  const exclusions = plan.exclusionsFile === undefined ? undefined : join(dirname(plan.file), plan.exclusionsFile);
  // A page may be published, so it must not reveal paths on this machine.
  const planFile = basename(plan.file);
  const data: ExplorerData = {
    planText: texts.get(plan.file) ?? '',
    planFile,
    exclusionsText: exclusions === undefined ? undefined : texts.get(exclusions),
    pools: packPools(pools),
    allowShortfall,
    optima,
    results,
    earlierNotes: embeddedOf(plan).flatMap(earlierNotes),
    fixed,
    ...looksOf(selected.value.selection, options, results),
    generator: generatorName(),
  };
  const packed = selectionPacker(pools)({ ...selection, plan: { ...selection.plan, file: planFile } });
  return {
    plan,
    data,
    selection: selected.value.selection,
    packed,
    parts: selected.value.parts,
    /** Whether figures from results are for the tier that the results cover, rather than for the whole selection. */
    usesCoveredTier: fixed === undefined && hasTiersToRun(plan),
    warnings: read.value === undefined ? [] : resultWarnings(read.value, poolNames(whole.pools)),
    tasks: isLarge
      ? whole.selection.statistics.available
      : data.pools.reduce((sum, [, { tasks }]) => sum + tasks.length, 0),
  };
}

/** Past and planned looks. If the record can't be trusted, the page shows the problem. */
function looksOf(
  selection: Selection,
  { plan, looks }: ExplorerOptions,
  results: Outcomes | undefined,
): Pick<ExplorerData, 'looks' | 'looksProblem'> {
  if (selection.looks === undefined) return {};
  const systems = results && new Set(results.outcomes.map(({ configuration }) => configuration));
  // The record in the folder may be about systems that the page does not show.
  const shown = (record: LooksDocument): LooksDocument => ({
    ...record,
    questions: record.questions.filter(({ system, baseline }) =>
      [system, ...(baseline === null ? [] : [baseline])].every((name) => systems?.has(name) ?? true),
    ),
  });
  const manifest = makeManifest(selection, generatorName());
  const file = looksFileOfPlan(plan, looks);
  try {
    return {
      looks: lookPaths(manifest, file === undefined ? emptyRecord(manifest) : shown(readLooks(file, manifest).record)),
    };
  } catch (error) {
    if (!(error instanceof WinnowError) || looks !== undefined) throw error;
    return { looks: lookPaths(manifest, emptyRecord(manifest)), looksProblem: error.message.replace(/\s*\n\s*/g, ' ') };
  }
}

async function poolsOf(options: ExplorerOptions, allowShortfall: boolean) {
  const { plan: name, benchmarks, pool, cache, selectLarge } = options;
  const { plan, texts } = await loadPlanFiles(name);
  const large = await selectLarge?.(plan, { allowShortfall, expectUplift: false });
  if (large !== undefined)
    return { plan, texts, optima: undefined, parts: selectedParts(plan, large.selection), ...large };
  const pools = await readPools(plan, { benchmarks, pool, cache, statements: true });
  const run = await runOnce(plan, pools, allowShortfall);
  const runTier = (each: Plan, tier: string | undefined) =>
    runPlan(each, pools, { allowShortfall: true, expectUplift: false, tier });
  const parts = options.results === undefined ? [] : selectedParts(plan, run.selection, runTier);
  return { plan, texts, pools: withinReach(pools, run.selection), parts, ...run };
}

/** The most characters of task statements in a page. */
const mostStatementChars = 2_000_000;

/** The pools with all task statements if they fit; otherwise those of the selected tasks, if these fit. */
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

/** Runs the plan and records the solutions of its goals, because the page has no solver. */
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

/** Facts about the tasks that are needed to read results. */
interface AboutResults {
  readonly plan: Plan;
  readonly pools: Parameters<typeof poolNames>[0];
  readonly parts: readonly RunPart[];
}

/** The results. Very long ones are limited to the tasks in the pool, as in `assess`. */
async function resultsOf(
  { results, systems, reading }: ExplorerOptions,
  about: AboutResults | undefined,
): Promise<Outcomes | undefined> {
  if (results === undefined) return undefined;
  const tasks = about === undefined ? undefined : poolNames(about.pools);
  const options = readingOptions(mergedSettings(about?.plan.results, reading ?? {}));
  const named = systems === undefined ? {} : { systems };
  const read = await readOutcomeList(results, {
    ...options,
    ...aboutTasks(tasks, tasks, () => about?.parts ?? []),
    ...named,
  });
  const own = withoutRetries(ofOneVersion(read, tasks, options));
  const found = options.passAt === undefined ? own : asPasses(own);
  if (found.faults.length > 0) throw new ResultsError(found.faults);
  if (about === undefined || tasks === undefined || found.outcomes.length === 0)
    return { ...found, outcomes: [...found.outcomes] };
  const matched = matchOutcomes(tasks, tasks, found.outcomes);
  const isNone = matched.configurations.length === 0;
  const others = resultsOfOthers(about.plan.title, embeddedOf(about.plan), matched, isNone, 'report');
  if (isNone)
    throw new ResultsError([
      noneSelected(matched, countOf(tasks.length, 'task of the pool', 'tasks of the pool'), tasks[0]?.id),
    ]);
  const { outcomes, ...rest } = withoutOthers(found, others);
  return { ...rest, outcomes: [...outcomes] };
}

function resultWarnings({ outcomes, warnings }: Outcomes, tasks: readonly NamedTask[]): readonly Warning[] {
  return [
    ...warnings.filter(({ code }) => !aboutPassing.has(code)),
    ...matchWarnings(matchOutcomes(tasks, tasks, outcomes)),
  ];
}

/** Both errors as one. A bug takes precedence over errors in the input. */
function both(first: unknown, second: unknown): unknown {
  if (!(first instanceof WinnowError)) return first;
  return second instanceof WinnowError ? new WinnowError([...first.faults, ...second.faults]) : second;
}

/** The most entries of a folder to watch. A reload reads all. */
const mostEntries = 20_000;

/** Results that may grow while a page is open. Changes are detected by file size and modification time. */
export function growingResults(options: ExplorerOptions) {
  const { results: named = [], systems } = options;
  let shown: Parameters<typeof resultsOf>[1];
  const stampNow = () => {
    const hash = createHash('sha256');
    for (const path of [...named, ...(systems?.keys() ?? [])]) {
      for (const words of standing(path)) hash.update(`${words}\n`);
    }
    return hash.digest('hex').slice(0, 16);
  };
  return {
    /** The data of a page with the stamp of its results, if it has any. */
    stamped(loaded: LoadedExplorer): LoadedExplorer {
      shown = { plan: loaded.plan, pools: loaded.data.pools, parts: loaded.parts };
      if (loaded.data.results === undefined) return loaded;
      return { ...loaded, data: { ...loaded.data, resultsStamp: stampNow() } };
    },
    /** Whether a page with this stamp has the latest results. */
    isSince: (stamp: string | null): boolean => options.results === undefined || stamp === stampNow(),
    /** The current results. The stamp is taken first, so that results arriving during the read are found next time. */
    async read(): Promise<NewResults> {
      const stamp = stampNow();
      try {
        const results = await resultsOf(options, shown);
        return results === undefined ? { stamp, problem: 'No results were given.' } : { stamp, results };
      } catch (error) {
        // A line may be half written.
        if (error instanceof WinnowError) return { stamp, problem: error.message };
        throw error;
      }
    },
  };
}

/** The path, size and time of a file, or of every file of a folder. */
function* standing(path: string): Generator<string> {
  const { isFolder, words } = standingOf(path, statSync);
  yield `${path} ${words}`;
  if (!isFolder) return;
  for (const met of walkFolder(path, { mostEntries })) {
    if (met.kind === 'file') yield `${met.path} ${standingOf(met.path, lstatSync).words}`;
  }
}

function standingOf(path: string, look: typeof statSync) {
  try {
    const stats = look(path);
    return { isFolder: stats.isDirectory(), words: `${stats.size} ${stats.mtimeMs}` };
  } catch {
    return { isFolder: false, words: 'gone' };
  }
}

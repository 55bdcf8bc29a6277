import type { RecordedQuestion } from '../../core/looks/look-record.js';
import { questionWords } from '../../core/looks/take-look.js';
import { lazyManifest, type Manifest, readBack } from '../../core/manifest/manifest.js';
import { namedTasks, poolTasks } from '../../core/manifest/pool-tasks.js';
import { ResultsError, type Warning } from '../../core/model/errors.js';
import type { RunResults } from '../../core/model/outcome.js';
import type { Plan } from '../../core/model/plan.js';
import type { Pools } from '../../core/model/task.js';
import { type MatchedOutcomes, matchOutcomes, taskKey } from '../../core/outcomes/match-outcomes.js';
import { poolNames, TaskIndex } from '../../core/outcomes/task-index.js';
import { taskResult } from '../../core/outcomes/task-result.js';
import { runsOn } from '../../core/pipeline.js';
import {
  type CoveredTier,
  coveredTier,
  hasTiersToRun,
  sameResults,
  selectionOfResults,
  systemsIn,
  type TierTasks,
} from '../../core/suites/covered-tier.js';
import { countOf, namesOf } from '../../core/text/words.js';
import { embeddedPlans, loadPlan } from '../../disk/load-plan.js';
import { askedQuestionsAt } from '../../disk/looks-file.js';
import { generatorName } from '../../disk/own-package.js';
import { findSelection } from '../../disk/read-selection.js';
import { embeddedIds, embeddedIn, embeddedNotes, embeddedPools } from '../../sources/embedded-data.js';
import { type Ports, textOption } from '../declare/operation.js';
import { currentManifest, type RunInput } from './manifests.js';
import { mayBeCounted, readPlanPools } from './plan-pools.js';
import type { AboutResults } from './results.js';

/** The option of operations that detect the tier from results. */
export const tierOption = textOption('tier', 'for a plan: the tier, by name or size', {
  default: 'the tier that the results cover',
});

/** A selection, and the results that were read for it. */
export interface Measured<Read> {
  readonly manifest: Manifest;
  readonly read: Read;
  /** Warnings about the results and the tier. */
  readonly notes: readonly Warning[];
  /** Whether the results decided which tier is used, and not the user. */
  readonly isChosen?: boolean;
  /** The tier that was detected from the results. */
  readonly taken?: Manifest['metadata']['tier'] | undefined;
}

/**
 * A selection and the results on it. For a plan with tiers, such as a built-in suite, this is the tier that the results
 * cover, unless one is named, or every task if they cover the whole pool.
 * @param read Reads the results, given what to look for.
 * @param resultsOf The results in what was read.
 * @throws ResultsError if all results are of another built-in benchmark.
 */
export async function measuredSelection<Read>(
  argument: string,
  flags: RunInput,
  read: (about: AboutResults) => Promise<Read>,
  resultsOf: (read: Read) => RunResults,
  ports: Ports,
): Promise<Measured<Read>> {
  const measured = await selectionWithResults(argument, flags, read, resultsOf, ports);
  const open = (await askedQuestionsAt(argument)).filter(({ verdict }) => verdict === 'continue');
  return { ...measured, notes: [...measured.notes, ...openNotes(open)] };
}

/** A verdict from these results would count one more look than was planned for. */
function openNotes(questions: readonly RecordedQuestion[]): Warning[] {
  if (questions.length === 0) return [];
  const message = `planned looks are under way, and have no verdict yet: ${namesOf(questions.map(questionWords))}. A conclusion from these results is one look more than the error rate allows for. Ask "winnow next" instead.`;
  return [{ code: 'looks-open', message }];
}

async function selectionWithResults<Read>(
  argument: string,
  flags: RunInput,
  read: (about: AboutResults) => Promise<Read>,
  resultsOf: (read: Read) => RunResults,
  ports: Ports,
): Promise<Measured<Read>> {
  const source = await findSelection(argument);
  const plan = source.kind === 'plan' ? await loadPlan(source.plan) : undefined;
  if (plan === undefined || !(await hasReadyTiers(plan))) {
    const manifest = await currentManifest(argument, flags, ports);
    const tasks = namedTasks(manifest);
    const pool = [...tasks, ...poolTasks(manifest)];
    const found = await read({ settings: manifest.methodology.results, tasks, pool });
    const pools = embeddedIn(manifest.benchmarks.map((each) => each.source));
    const tiers = source.kind === 'plan' ? [] : await writtenTiers(argument, manifest, flags, ports);
    if (pools.length === 0 && tiers.length === 0) return { manifest, read: found, notes: [] };
    const matched = matchOutcomes(tasks, poolTasks(manifest), resultsOf(found).outcomes);
    const isEmpty = matched.configurations.length === 0 && matched.notSelected.length === 0;
    const others = pools.length === 0 ? [] : otherNotes(manifest.metadata.title, pools, matched, isEmpty);
    const covered = coveredTier([...tiers, manifest].map(writtenTasks), systemsIn(matched));
    const tier = tiers.find(({ metadata }) => metadata.tier?.name === covered?.covered.tier);
    return {
      manifest: tier ?? manifest,
      taken: tier?.metadata.tier,
      read: found,
      notes: [
        ...(covered === undefined || tiers.length === 0 ? [] : coverNotes(manifest.metadata.plan.name, covered)),
        ...others,
      ],
    };
  }
  const pools = await readPlanPools(plan, flags, ports);
  const tasks = poolNames(pools);
  const found = await read({ settings: plan.results, tasks });
  const { outcomes } = resultsOf(found);
  const matched = matchOutcomes(tasks, tasks, outcomes);
  const own = plan.benchmarks.flatMap(({ source: { kind, ...from } }) =>
    kind === 'embedded' && 'name' in from ? [from.name] : [],
  );
  const others = otherNotes(plan.title, own, matched, matched.configurations.length === 0);
  const { selection, notes } = selectionFor(plan, pools, matched, flags);
  // Results don't need the hashes of METHODOLOGY.md and selection.csv, which take as long as the rest.
  const manifest = readBack(lazyManifest(selection, generatorName()));
  return {
    manifest,
    taken: flags.tier === undefined ? manifest.metadata.tier : undefined,
    isChosen: flags.tier === undefined,
    read: found,
    notes: [...notes, ...others, ...knownSystems(pools, matched), ...own.flatMap(earlierNotes)],
  };
}

/** Whether every tier can be computed quickly; tiers of a large table or with a goal can't, and must be named. */
async function hasReadyTiers(plan: Plan): Promise<boolean> {
  return hasTiersToRun(plan) && !(await mayBeCounted(plan));
}

/** The tier that is named, or the tier that the results cover. */
function selectionFor(plan: Plan, pools: Pools, matched: MatchedOutcomes, flags: RunInput) {
  const run = runsOn(pools);
  const options = { allowShortfall: flags.allowShortfall === true };
  if (flags.tier !== undefined) return { selection: run(plan, { ...options, tier: flags.tier }), notes: [] };
  const { selection, found } = selectionOfResults(plan, (each, tier) => run(each, { ...options, tier }), matched);
  return { selection, notes: found === undefined ? [] : coverNotes(plan.name, found) };
}

/** The tiers that were written with a selection, the smallest first; none if one is asked for. */
async function writtenTiers(
  argument: string,
  { metadata: { tiers = {} } }: Manifest,
  flags: RunInput,
  ports: Ports,
): Promise<readonly Manifest[]> {
  if (flags.tier !== undefined) return [];
  const found: Manifest[] = [];
  for (const [tier] of Object.entries(tiers).sort(([, a], [, b]) => a - b)) {
    found.push(await currentManifest(argument, { ...flags, tier }, ports));
  }
  return found;
}

function writtenTasks({ metadata, tasks }: Manifest): TierTasks {
  const keys = tasks.map(({ benchmark, task_id: id }) => taskKey({ benchmark, id }));
  return { tier: metadata.tier?.name, tasks: new Set(keys), isPool: false };
}

function coverNotes(name: string, { covered, fewest, isComplete }: CoveredTier): Warning[] {
  if (isComplete) return [];
  const which = covered.isPool
    ? `the ${covered.tasks.size} tasks of the pool`
    : `the ${covered.tasks.size} tasks of ${covered.tier === undefined ? 'the whole selection' : `the tier "${covered.tier}"`}`;
  const message = `${name}: the results are read as those of ${which}, and "${fewest.system}" has ${fewest.tasks} of them. Results are rarely missing at random, so the estimate may be off by more than the interval says. Run the rest, or choose a tier with --tier.`;
  return [{ code: 'tier-incomplete', message }];
}

/** Another built-in benchmark, and the results that name its tasks. */
interface OtherBenchmark {
  readonly name: string;
  readonly names: readonly string[];
}

/**
 * Warnings about results of other built-in benchmarks.
 * @param isEmpty Whether no result is of the requested benchmark.
 * @throws ResultsError if all results are of another one.
 */
function otherNotes(
  title: string,
  own: readonly string[],
  { unknown }: MatchedOutcomes,
  isEmpty: boolean,
): readonly Warning[] {
  const others = own.length === 0 ? [] : otherBenchmarks(own, unknown);
  const [first] = others;
  if (isEmpty && first !== undefined) throw new ResultsError([allOfAnother(title, unknown, first)]);
  return others.map(someOfAnother);
}

/** The other built-in pools whose tasks the results name, the most frequent first. */
function otherBenchmarks(own: readonly string[], unknown: readonly string[]): readonly OtherBenchmark[] {
  if (unknown.length === 0) return [];
  const plans = embeddedPlans();
  const found = embeddedPools()
    .filter((name) => !own.includes(name) && plans.includes(name))
    .map((name) => {
      const index = new TaskIndex(embeddedIds(name).map((id) => ({ benchmark: name, id, aliases: [] })));
      return { name, names: unknown.filter((each) => index.find(each) !== undefined) };
    })
    .filter(({ names }) => names.length > 0)
    // A pool of one benchmark is a better answer than one that has tasks of several.
    .sort((a, b) => b.names.length - a.names.length || Number(a.name === 'ccb') - Number(b.name === 'ccb'));
  // A task that several of them have is told once.
  const told = new Set<string>();
  const others = found.flatMap(({ name, names }) => {
    const fresh = names.filter((each) => !told.has(each));
    for (const each of fresh) told.add(each);
    return fresh.length === 0 ? [] : [{ name, names: fresh }];
  });
  // Some of the names may also be those of tasks in another version of a suite's benchmark.
  return told.size < enoughOfOthers * unknown.length ? [] : others;
}

/** The share of unknown tasks that other suites must have, so that the results are theirs. */
const enoughOfOthers = 0.9;

function allOfAnother(title: string, unknown: readonly string[], { name, names }: OtherBenchmark) {
  const count = names.length === unknown.length ? `all ${names.length}` : `${names.length} of the ${unknown.length}`;
  return {
    code: 'results/other-benchmark',
    message: `these are not results of ${title}: ${count} tasks that they name, such as ${names[0]}, are of the suite "${name}".`,
    hint: `Give that suite instead: winnow estimate ${name} RESULTS.`,
  };
}

function someOfAnother({ name, names }: OtherBenchmark): Warning {
  const message = `the results mix benchmarks: ${countOf(names.length, 'task')}, such as ${names[0]}, ${names.length === 1 ? 'is' : 'are'} of the suite "${name}" and left out.`;
  return { code: 'results-other-benchmark', message };
}

/** What a reader must know about the earlier results of a built-in pool. */
function earlierNotes(pool: string): readonly Warning[] {
  const note = embeddedNotes(pool).earlier;
  return note === undefined ? [] : [{ code: 'earlier-results', message: `${pool}: ${note}` }];
}

/** Systems whose results match those of an earlier system, whatever its name. */
function knownSystems(pools: Pools, { configurations }: MatchedOutcomes): Warning[] {
  return [...pools].flatMap(([benchmark, { tasks, priorRewards }]) => {
    if (priorRewards === undefined) return [];
    const rewards = new Map(
      configurations
        .filter(({ name }) => !priorRewards.has(name))
        .map(({ name, byTask }) => [name, meansOf(benchmark, tasks, byTask)] as const),
    );
    return (
      sameResults(rewards, priorRewards)
        // On the whole pool nothing is estimated.
        .filter(({ tasks: count }) => count < tasks.length)
        .map(({ system, earlier, tasks: count }) => ({
          code: 'learned-from',
          message: `${system}: the results on all ${countOf(count, 'task')} are those of ${earlier}, which task difficulty was learned from. If it is the same system, its level looks more certain than it is.`,
          benchmark,
        }))
    );
  });
}

function meansOf(
  benchmark: string,
  tasks: readonly { readonly id: string }[],
  byTask: MatchedOutcomes['configurations'][number]['byTask'],
): ReadonlyMap<string, number> {
  return new Map(
    tasks.flatMap(({ id }) => {
      const { rewards } = taskResult(byTask.get(taskKey({ benchmark, id })));
      return rewards.length === 0 ? [] : [[id, rewards.reduce((sum, each) => sum + each, 0) / rewards.length] as const];
    }),
  );
}

/** Results with additional warnings. */
export function withNotes(results: RunResults, notes: readonly Warning[]): RunResults {
  return notes.length === 0 ? results : { ...results, warnings: [...results.warnings, ...notes] };
}

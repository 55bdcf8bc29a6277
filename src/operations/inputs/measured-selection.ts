import { questionWords } from '../../core/looks/look-question.js';
import { decisions, type RecordedQuestion } from '../../core/looks/look-record.js';
import { lazyManifest, type Manifest, namedTasks, poolTasks, readBack } from '../../core/manifest/manifest.js';
import type { Warning } from '../../core/model/errors.js';
import type { RunResults } from '../../core/model/outcome.js';
import type { Plan } from '../../core/model/plan.js';
import type { Selection } from '../../core/model/selection.js';
import type { Pools } from '../../core/model/task.js';
import { matchOutcomes, taskKey } from '../../core/outcomes/match-outcomes.js';
import { poolNames, type RunPart, type RunParts } from '../../core/outcomes/task-index.js';
import { configurationNames } from '../../core/outcomes/task-result.js';
import { runsOn } from '../../core/pipeline.js';
import {
  mostlyRun,
  namedTier,
  runParts,
  selectedParts,
  selectionsOfResults,
  systemsIn,
  type TiersOfResults,
  type TierTasks,
  tierHint,
  tiersOfResults,
} from '../../core/suites/covered-tier.js';
import { coveredTierNotes } from '../../core/suites/covered-tier-notes.js';
import { type EarlierResults, knownSystems } from '../../core/suites/known-systems.js';
import { countOf, namesOf } from '../../core/text/words.js';
import { loadPlan } from '../../disk/load-plan.js';
import { askedQuestionsAt } from '../../disk/looks-file.js';
import { generatorName } from '../../disk/own-package.js';
import { findSelection } from '../../disk/read-selection.js';
import {
  earlierNotes,
  embeddedIds,
  embeddedIn,
  embeddedRewards,
  embeddedSystems,
} from '../../sources/embedded-data.js';
import { embeddedOf, type Others, resultsOfOthers, withoutOthers } from '../../sources/other-benchmarks.js';
import { option, type Ports } from '../declare/operation.js';
import { allowChangedPlan, currentManifest, hasReadyTiers } from './manifests.js';
import { type RunInput, readPlanPools, runPlanOptions } from './plan-pools.js';
import { type AboutResults, resultOptions } from './results.js';

export const tierOption = option.text('tier', 'for a plan: the tier, by name or size', {
  default: 'the tier that the results cover',
});

/** The options that, with the tier, decide which tasks and results a command is about. The next command repeats them. */
export const measuredOptions = { ...resultOptions, ...runPlanOptions, allowChangedPlan };

export interface Measured<Read> {
  readonly manifest: Manifest;
  readonly read: Read;
  readonly notes: readonly Warning[];
  /** If systems cover different tiers: the selection behind each level, and the warnings to use instead. */
  readonly levels: { readonly manifests: ReadonlyMap<string, Manifest>; readonly notes: readonly Warning[] };
  /** The earlier system with the same results, by the name of the new one. */
  readonly copies: ReadonlyMap<string, string>;
  /** Results of other built-in benchmarks, which are left out. */
  readonly others: Others;
  /** Whether the results, rather than the user, determined the tier. */
  readonly isChosen?: boolean;
  readonly taken?: Manifest['metadata']['tier'] | undefined;
}

/** A question about results on a selection. */
interface Asked<Read> {
  readonly selection: string;
  readonly flags: RunInput;
  /** Reads the results, given what to look for. */
  readonly read: (about: AboutResults) => Promise<Read>;
  /** The results in what was read. */
  readonly resultsOf: (read: Read) => RunResults;
  /** The command to suggest with the right suite. */
  readonly command: string;
  /** How many systems must have results of the requested benchmark. Default 1. */
  readonly needed?: number;
}

/**
 * A selection and the results on it. For a plan with tiers, such as a built-in suite, this is the tier that the results
 * cover, unless one is named, or every task if they cover the whole pool.
 * @throws ResultsError if the results, or those of a needed system, are of another built-in benchmark.
 */
export async function measuredSelection<Read>(asked: Asked<Read>, ports: Ports): Promise<Measured<Read>> {
  const source = await findSelection(asked.selection);
  const plan = source.kind === 'plan' ? await loadPlan(source.plan) : undefined;
  const isTiered = plan !== undefined && (await hasReadyTiers(plan));
  const measured = await (isTiered ? planWithResults(plan, asked, ports) : savedWithResults(plan, asked, ports));
  const names = new Set(configurationNames(asked.resultsOf(measured.read).outcomes));
  const questions = (await askedQuestionsAt(asked.selection)).filter(
    ({ system, baseline }) => names.has(system) || names.has(baseline ?? system),
  );
  const open = questions.filter(({ verdict }) => verdict === 'continue');
  const over = questions.filter(({ verdict, looks }) => verdict !== 'continue' && looks.length > 1);
  // "winnow status" reports verdicts itself.
  const ended = asked.command === 'status' ? [] : over;
  return { ...measured, ...withNotes(measured, [...openNotes(open), ...endedNotes(ended)]) };
}

export const looksOpen = 'looks-open';

/** A verdict from these results would count one more look than was planned for. */
function openNotes(questions: readonly RecordedQuestion[]): Warning[] {
  if (questions.length === 0) return [];
  const message = `planned looks are still in progress: ${namesOf(questions.map(questionWords))}. Drawing a conclusion from these figures would be an extra look, which the error rate doesn't allow for. Use "winnow next" instead.`;
  return [{ code: looksOpen, message }];
}

/** Figures for a single look overstate certainty after several. */
function endedNotes(questions: readonly RecordedQuestion[]): Warning[] {
  const isDecided = ({ looks }: RecordedQuestion) => {
    const verdict = looks.at(-1)?.verdict;
    return verdict !== undefined && decisions.includes(verdict);
  };
  const groups = [
    { how: 'with a verdict', own: questions.filter(isDecided) },
    { how: 'without a verdict', own: questions.filter((each) => !isDecided(each)) },
  ];
  return groups.flatMap(({ how, own }) => {
    if (own.length === 0) return [];
    const message = `planned looks have ended ${how}: ${namesOf(own.map(questionWords))}. The intervals and p-values here are for a single look, so they overstate certainty. Quote the figures from "winnow next" instead.`;
    return [{ code: 'looks-ended', message }];
  });
}

/** The results on a saved selection, or on a plan whose tiers can't be computed quickly. */
async function savedWithResults<Read>(
  plan: Plan | undefined,
  { selection, flags, read, resultsOf, command, needed }: Asked<Read>,
  ports: Ports,
): Promise<Measured<Read>> {
  const manifest = await currentManifest(selection, flags, ports);
  const tasks = namedTasks(manifest);
  const every = poolTasks(manifest);
  const tiers = plan === undefined ? await writtenTiers(selection, manifest, flags, ports) : [];
  const parts = () => [...tiers, manifest].map((each) => writtenPart(each, manifest));
  const about = { settings: manifest.methodology.results, tasks, pool: [...tasks, ...every], parts };
  const found = await read(about);
  const pools = embeddedIn(manifest.benchmarks.map((each) => each.source));
  if (pools.length === 0 && tiers.length === 0)
    return { manifest, read: found, notes: [], others: noOthers, copies: new Map(), levels: noLevels };
  const results = resultsOf(found);
  const { matched, others } = othersIn(manifest, results, command, needed);
  const known = knownSystems(earlierIn(manifest), matchOutcomes(every, every, results.outcomes));
  const notes = [...known.notes, ...rankNotes(pools, command)];
  const measured = { read: found, others, copies: known.earlier };
  if (tiers.length === 0) return { manifest, ...measured, ...withNotes({ notes: [], levels: noLevels }, notes) };
  const choices = [...tiers, manifest].map((each) => [each, writtenTasks(each)] as const);
  const covered = tiersOfResults(systemsIn(matched), () => choices);
  const levels = levelsOf(manifest.metadata.plan.name, covered, (each) => each);
  return {
    manifest: covered.common ?? manifest,
    taken: covered.common?.metadata.tier,
    // As for the suite itself; of other saved selections, the one that is named is estimated.
    isChosen: pools.length > 0,
    ...measured,
    ...withNotes(levels, notes),
  };
}

/** The parts of a plan's pool that a run may have been limited to, for a command without --tier; see `selectedParts`. */
export function partsWithoutTier(plan: Plan, pools: Pools, selection: Selection, needs?: string): RunParts {
  return () => {
    const run = runsOn(pools);
    const runTier = (each: Plan, tier: string | undefined) =>
      run(each, { allowShortfall: true, expectUplift: false, tier });
    return selectedParts(plan, selection, runTier, needs);
  };
}

/** The results on the tiers of a plan. */
async function planWithResults<Read>(
  plan: Plan,
  { flags, read, resultsOf, command, needed = 1 }: Asked<Read>,
  ports: Ports,
): Promise<Measured<Read>> {
  const pools = await readPlanPools(plan, flags, ports);
  const tasks = poolNames(pools);
  const run = runsOn(pools);
  const runTier = (each: Plan, tier: string | undefined) =>
    run(each, { allowShortfall: flags.allowShortfall === true, tier });
  const parts = () => runParts(plan, runTier, flags.tier);
  const found = await read({ settings: plan.results, tasks, parts });
  const matched = matchOutcomes(tasks, tasks, resultsOf(found).outcomes);
  const own = embeddedOf(plan);
  const others = resultsOfOthers(plan.title, own, matched, matched.configurations.length < needed, command);
  // Results don't need the hashes of METHODOLOGY.md and selection.csv, which take as long as the rest.
  const manifestOf = (selection: Selection) => readBack(lazyManifest(selection, generatorName()));
  const covered = flags.tier === undefined ? selectionsOfResults(plan, runTier, matched) : undefined;
  const manifest = manifestOf(covered?.common ?? namedTier(plan, runTier, flags.tier ?? ''));
  const earlier = [...pools].map(([benchmark, { tasks: all, priorRewards = new Map() }]) => ({
    benchmark,
    ids: all.map(({ id }) => id),
    priorRewards,
  }));
  const copies = knownSystems(earlier, matched);
  const known = [...copies.notes, ...rankNotes(own, command)];
  const levels = covered === undefined ? { notes: [], levels: noLevels } : levelsOf(plan.name, covered, manifestOf);
  const unused = covered === undefined ? [] : mostlyRunNotes(mostlyRun(systemsIn(matched), covered));
  return {
    manifest,
    taken: covered === undefined ? undefined : manifest.metadata.tier,
    isChosen: covered !== undefined,
    read: found,
    others,
    copies: copies.earlier,
    ...withNotes({ ...levels, levels: { ...levels.levels, notes: [...levels.levels.notes, ...unused] } }, known),
  };
}

/** Only an estimate ranks systems. */
function rankNotes(pools: readonly string[], command: string): Warning[] {
  return command === 'estimate' ? pools.flatMap(earlierNotes) : [];
}

const noLevels = { manifests: new Map<string, Manifest>(), notes: [] };

function withNotes({ notes, levels }: Pick<Measured<unknown>, 'notes' | 'levels'>, more: readonly Warning[]) {
  return { notes: [...notes, ...more], levels: { ...levels, notes: [...levels.notes, ...more] } };
}

/** The manifests of tiers that single systems cover, except the common one, and the warnings about incomplete tiers. */
function levelsOf<Tier>(
  plan: string,
  { common, found, own }: TiersOfResults<Tier>,
  manifestOf: (tier: Tier) => Manifest,
): Pick<Measured<unknown>, 'notes' | 'levels'> {
  const others = new Set([...own.values()].map(({ tier }) => tier).filter((tier) => tier !== common));
  const made = new Map([...others].map((tier) => [tier, manifestOf(tier)]));
  const manifests = [...own].flatMap(([name, { tier }]) => {
    const manifest = made.get(tier);
    return manifest === undefined || manifest.metadata.kind === 'focus' ? [] : [[name, manifest] as const];
  });
  const each = [...own.values()].map((one) => one.found);
  return {
    notes: coveredTierNotes(plan, found === undefined ? [] : [found]),
    levels: { manifests: new Map(manifests), notes: coveredTierNotes(plan, each) },
  };
}

/** The results on a selection, and those of other built-in benchmarks. @throws ResultsError as `measuredSelection`. */
export function othersIn(manifest: Manifest, { outcomes }: RunResults, command: string, needed = 1) {
  const matched = matchOutcomes(namedTasks(manifest), poolTasks(manifest), outcomes);
  const isLacking = matched.configurations.length < needed && (needed > 1 || matched.notSelected.length === 0);
  const pools = embeddedIn(manifest.benchmarks.map(({ source }) => source));
  return { matched, others: resultsOfOthers(manifest.metadata.title, pools, matched, isLacking, command) };
}

/** The tiers that were written with a selection, the smallest first; none if one is asked for. */
async function writtenTiers(argument: string, { metadata: { tiers = {} } }: Manifest, flags: RunInput, ports: Ports) {
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

/** The run of a selection has only its tasks; a tier of it may have been run alone. */
function writtenPart(part: Manifest, whole: Manifest): RunPart {
  const { tier, tasks } = writtenTasks(part);
  const hint = part === whole ? undefined : tierHint(tier ?? '', whole.tasks.length);
  return { name: tier === undefined ? 'the selection' : `the tier "${tier}"`, tasks, hint };
}

/** Suggests the whole pool: a level from a tier ignores the other results. */
function mostlyRunNotes([first, ...others]: ReturnType<typeof mostlyRun>): Warning[] {
  if (first === undefined) return [];
  const { system, tasks, used, pool } = first;
  const more = others.length === 0 ? '' : ` The same applies to ${countOf(others.length, 'other system')}.`;
  const message = `${system} has results on ${tasks} of ${countOf(pool, 'task')}, but its level uses only the ${used} on selected tasks. To estimate it from all results, add --tier ${pool}.${more}`;
  return [{ code: 'most-of-pool', message, system }];
}

/** The built-in results of the systems that a saved selection was learned from. */
function earlierIn({ benchmarks }: Manifest): readonly EarlierResults[] {
  return benchmarks.flatMap(({ name: benchmark, source, prior_systems: systems }) =>
    embeddedIn(systems.length === 0 ? [] : [source]).flatMap((pool) => {
      if (embeddedSystems(pool).length === 0) return [];
      const priorRewards = new Map([...embeddedRewards(pool)].filter(([system]) => systems.includes(system)));
      return [{ benchmark, ids: embeddedIds(pool), priorRewards }];
    }),
  );
}

const noOthers: Others = { notes: [], names: new Set() };

/** Results as they are used: with the warnings about them, and without those of other benchmarks. */
export function usedResults(results: RunResults, { notes, others }: Pick<Measured<unknown>, 'notes' | 'others'>) {
  const own = withoutOthers(results, others);
  return notes.length === 0 ? own : { ...own, warnings: [...own.warnings, ...notes] };
}

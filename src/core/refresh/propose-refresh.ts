import { type PoolState, stateOfManifest } from '../compare/pool-state.js';
import { at, sumOf } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { ManifestError, ResultsError, type Warning } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import type { ExclusionReason } from '../model/plan.js';
import { type BenchmarkSelection, eligibleIds, type Selection } from '../model/selection.js';
import type { PriorRewards } from '../model/task.js';
import {
  type ConfigurationOutcomes,
  type MatchedOutcomes,
  matchOutcomes,
  matchWarnings,
  noneSelected,
  taskKey,
} from '../outcomes/match-outcomes.js';
import { namesInPool } from '../outcomes/task-index.js';
import { configurationNames, filterOutcomes, taskResult } from '../outcomes/task-result.js';
import { purposeOf } from '../purposes/purposes.js';
import { holm } from '../statistics/p-values.js';
import { mean } from '../statistics/summary.js';
import { compareText, countOf, namesOf, visibleText } from '../text/words.js';
import { excludedTasks } from '../vetting/replacements-of.js';
import { validityRunOf } from '../vetting/validity-runs.js';
import { setUpWarning, type Vetting, vetTasks } from '../vetting/vet-tasks.js';
import type { Refresh } from './refresh.js';

/** A task that must be removed, with the evidence. */
interface UnsoundTask {
  readonly benchmark: string;
  readonly id: string;
  /** The reason to exclude it; undefined if it left the pool, so that no exclusion can name it. */
  readonly exclude: ExclusionReason | undefined;
  /** In words, for the history. */
  readonly reason: string;
  readonly evidence: string;
  readonly selected: boolean;
}

export interface Proposal {
  readonly unsound: readonly UnsoundTask[];
  readonly renewals: readonly Renewal[];
  readonly warnings: readonly Warning[];
}

interface RefreshFrom {
  readonly former: Manifest;
  readonly now: Selection;
  /** The current tasks, hashed in the same way as those of the previous version. */
  readonly state: PoolState;
  readonly results: RunResults;
  /** Why a new version is not allowed; undefined if it is. */
  readonly onlyReplace?: string | undefined;
}

/** The changes that the evidence supports, and the results of ordinary systems behind them. */
export function proposeRefresh(from: RefreshFrom): Proposal & { readonly matched: MatchedOutcomes } {
  const { former, now, results, onlyReplace } = from;
  if (former.metadata.tier !== undefined) throw new ManifestError([tierFault(former.metadata.tier.name)]);
  if (results.faults.length > 0) throw new ResultsError(results.faults);
  const isValidity = (configuration: string) => validityRunOf(configuration) !== undefined;
  const hasOthers = configurationNames(results.outcomes).some(isValidity);
  const vetted = hasOthers ? vetTasks(now, results) : undefined;
  // If most validity runs go wrong, their set-up is broken, not the tasks.
  const isUsable = vetted?.warnings.every(({ code }) => code !== setUpWarning) ?? true;
  const vetting = isUsable || vetted === undefined ? vetted : { ...vetted, proposals: [] };
  const pool = namesInPool(now);
  const ordinary = filterOutcomes(results.outcomes, ({ configuration }) => !isValidity(configuration));
  const matched = matchOutcomes(pool, pool, ordinary);
  if (matched.faults.length > 0) throw new ResultsError(matched.faults);
  const hasResult = (key: string) => matched.configurations.some(({ byTask }) => byTask.get(key) !== undefined);
  if (ordinary.length > 0 && !pool.map(taskKey).some(hasResult)) {
    const tasks = `${countOf(pool.length, 'task')} of the pool`;
    throw new ResultsError([noneSelected(matched, tasks, former.tasks[0]?.task_id)]);
  }
  const { unsound, warnings } = unsoundTasks(from, vetting, matched);
  const byName = new Map(matched.configurations.map((each) => [each.name, each]));
  const inOrder = configurationNames(ordinary);
  const renewals = now.benchmarks.map((benchmark) => {
    const { name } = benchmark.plan;
    return renewBenchmark({
      benchmark,
      former: former.tasks.filter((task) => task.benchmark === name).map(({ task_id: id }) => id),
      unsound: new Set(unsound.filter((task) => task.benchmark === name).map(({ id }) => id)),
      systems: inOrder.flatMap((each) => byName.get(each) ?? []),
      hasOthers,
      onlyReplace,
    });
  });
  const told = vetting?.warnings ?? [...results.warnings, ...matchWarnings(matched)];
  const message = 'the plan changed after the selection was made. The new version includes these changes.';
  const changed = former.metadata.plan.sha256 === now.plan.hash ? [] : [{ code: 'plan-changed', message }];
  return { unsound, renewals, matched, warnings: [...changed, ...told, ...warnings] };
}

function tierFault(name: string) {
  return {
    code: 'refresh/tier',
    message: `this selection is only the tier "${name}" of a larger one.`,
    hint: `Refresh the whole selection, then write the tier with "winnow select --tier ${name}".`,
  };
}

/** Tasks that runs show to be broken, flaky or trivial, and tasks that changed or left the pool. */
function unsoundTasks(from: RefreshFrom, vetting: Vetting | undefined, matched: MatchedOutcomes) {
  const { former, now } = from;
  const selected = new Set(former.tasks.map(({ benchmark, task_id: id }) => taskKey({ benchmark, id })));
  const excluded = excludedTasks(now);
  const errored = erroredTasks(matched.configurations);
  const found = new Map<string, UnsoundTask>();
  const pinned = new Set(
    now.benchmarks.flatMap(({ plan }) => plan.select.pin.map((id) => taskKey({ benchmark: plan.name, id }))),
  );
  const kept = new Map<string, Warning>();
  const add = (task: Omit<UnsoundTask, 'selected'>) => {
    const key = taskKey(task);
    if (pinned.has(key) && task.exclude !== undefined) {
      const message = `${visibleText(task.id, 80)}: ${task.reason}, but the plan pins this task, so it stays. To replace it, remove the pin.`;
      kept.set(key, { code: 'pinned-unsound', message, benchmark: task.benchmark });
    } else if (!found.has(key) && !excluded.has(key)) found.set(key, { ...task, selected: selected.has(key) });
  };
  for (const { benchmark, id, reason, evidence } of vetting?.proposals ?? [])
    add({ benchmark, id, exclude: reason, reason, evidence });
  const broken = 'broken environment';
  for (const { benchmark, id } of now.benchmarks.flatMap(({ tasks }) => tasks)) {
    const evidence = errored.get(taskKey({ benchmark, id }));
    if (evidence !== undefined) add({ benchmark, id, exclude: broken, reason: broken, evidence });
  }
  const moved = movedTasks(from);
  for (const task of moved.tasks) add(task);
  const unsound = [...found.values()].sort((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
  return { unsound, warnings: [...kept.values(), ...moved.warnings] };
}

/** If more than this share of a benchmark's selected tasks changed, a column or file common to all of them changed. */
const mostChanged = 0.5;

function movedTasks({ former, state }: RefreshFrom) {
  const made = stateOfManifest(former);
  const warnings: Warning[] = [];
  const tasks = former.benchmarks.flatMap(({ name: benchmark }): Omit<UnsoundTask, 'selected'>[] => {
    const ids = former.tasks.filter((task) => task.benchmark === benchmark).map(({ task_id: id }) => id);
    const [before, after] = [made.pools.get(benchmark)?.tasks, state.pools.get(benchmark)?.tasks];
    // A benchmark that is no longer in the plan is a change of the plan.
    if (before === undefined || after === undefined) return [];
    const gone = ids.filter((id) => !after.has(id));
    const changed = ids.filter((id) => after.has(id) && before.has(id) && after.get(id) !== before.get(id));
    const isWhole = changed.length > mostChanged * ids.length;
    if (isWhole) {
      const message = `${benchmark}: ${changed.length} of ${countOf(ids.length, 'selected task')} changed. This suggests a change to a column or file that all tasks share, so Winnow replaces none of them. "winnow check" lists the changes.`;
      warnings.push({ code: 'all-changed', message, benchmark });
    }
    const left = { exclude: undefined, reason: 'left the pool', evidence: 'this task is no longer in the pool' };
    return [
      ...gone.map((id) => ({ benchmark, id, ...left })),
      ...(isWhole ? [] : changed).map((id) => {
        const evidence = `the contents changed after selection: hash ${before.get(id)}, now ${after.get(id)}`;
        return { benchmark, id, exclude: 'other' as const, reason: 'contents changed', evidence };
      }),
    ];
  });
  return { tasks, warnings };
}

const level = 0.05;
const fewestSystems = 2;

/** Tasks on which every run errored, with the evidence, if the systems' error rates do not explain it. */
export function erroredTasks(configurations: readonly ConfigurationOutcomes[]): ReadonlyMap<string, string> {
  const systems = configurations.map(({ name, byTask }) => {
    const runs = [...byTask].map(([key, outcomes]) => {
      const { state, rewards, scoreless } = taskResult(outcomes);
      return { key, errored: state === 'errored', scored: rewards.length, unscored: scoreless };
    });
    const [scored, unscored] = [sumOf(runs, (run) => run.scored), sumOf(runs, (run) => run.unscored)];
    return { name, rate: unscored / (scored + unscored), runs: new Map(runs.map((run) => [run.key, run])) };
  });
  const keys = new Set(systems.flatMap(({ runs }) => [...runs.keys()]));
  const tested = [...keys].flatMap((key) => {
    const own = systems.flatMap(({ name, rate, runs }) => {
      const run = runs.get(key);
      return run === undefined ? [] : [{ name, rate, ...run }];
    });
    if (own.length < fewestSystems) return [];
    const isErrored = own.every(({ errored }) => errored);
    const chance = isErrored ? own.reduce((product, { rate, unscored }) => product * rate ** unscored, 1) : 1;
    return [{ key, own, isErrored, chance }];
  });
  const adjusted = holm(tested.map(({ chance }) => chance));
  return new Map(
    tested.flatMap(({ key, own, isErrored }, i) => {
      if (!isErrored || at(adjusted, i) > level) return [];
      const names = namesOf(own.map(({ name }) => visibleText(name, 60)));
      const runs = sumOf(own, ({ unscored }) => unscored);
      const p = Number(at(adjusted, i).toPrecision(2));
      const evidence = `all ${countOf(runs, 'run')} of ${countOf(own.length, 'system')} errored (${names}), p = ${p} given their error rates (Holm-adjusted for ${countOf(tested.length, 'task')})`;
      return [[key, evidence] as const];
    }),
  );
}

/** The action for a benchmark, and the reason for no larger one. */
export interface Renewal extends Benchmark {
  /** The newer systems that the new version learns from. */
  readonly newer: readonly string[];
  /** Whether the plan must name the systems, because its results also contain other systems. */
  readonly namesSystems: boolean;
  /** For a ranked selection: the tasks of the previous version, and the maximum number of new tasks. */
  readonly keep: { readonly tasks: readonly string[]; readonly newAtMost: number } | undefined;
}

type Benchmark = Refresh['benchmarks'][number];

interface RenewalOf {
  readonly benchmark: BenchmarkSelection;
  /** The ids of the previous version. */
  readonly former: readonly string[];
  /** The ids to remove. */
  readonly unsound: ReadonlySet<string>;
  /** Ordinary systems in the order of the results; the last is the newest. */
  readonly systems: readonly ConfigurationOutcomes[];
  readonly hasOthers: boolean;
  /** Why a new version is not allowed; undefined if it is. */
  readonly onlyReplace: string | undefined;
}

/** Results that score at least this share of the pool are full results. */
const fullShare = 0.95;
/**
 * A ranking uses this many of the latest systems. It swaps at most this share of its tasks, unless all of these systems
 * are newer: on nine date splits of a leaderboard, choosing without a limit then ranked best in eight.
 */
const lastSystems = 20;
const mostSwapped = 0.2;

function renewBenchmark(of: RenewalOf): Renewal {
  const { benchmark, former, unsound, systems, hasOthers, onlyReplace } = of;
  const { plan, priorSystems, priorRewards = new Map() } = benchmark;
  const { purpose } = plan.select;
  const saturated = saturation(of);
  const none = { benchmark: plan.name, action: 'keep', systems: [], newer: [], namesSystems: false, keep: undefined };
  const keep = (why: string): Renewal => {
    return { ...none, action: 'keep', why: `${stays(of, saturated)}${why}`, ...saturated };
  };
  if (purpose === undefined) return keep('The plan has no purpose, so results don’t change anything else.');
  if (onlyReplace !== undefined) return keep(onlyReplace);
  const pool = eligibleIds(benchmark).filter((id) => !unsound.has(id));
  const isNew = ({ name, byTask }: ConfigurationOutcomes) =>
    !priorSystems.includes(name) && !isKnown(byTask, plan.name, pool, priorRewards);
  const shareOf = ({ byTask }: ConfigurationOutcomes) =>
    pool.filter((id) => rewardsOf(byTask, plan.name, id).length > 0).length / pool.length;
  const unseen = systems.filter(isNew).filter((system) => shareOf(system) > 0);
  const newer = unseen.filter((system) => shareOf(system) >= fullShare).map(({ name }) => name);
  if (unseen.length === 0) return keep('The plan has already learned from every system in the results.');
  if (newer.length === 0) {
    const best = Math.max(...unseen.map(shareOf));
    return keep(
      `Results of newer systems cover at most ${percent(best)} of the pool. A new version needs ${percent(fullShare)}, because results on the selected tasks say nothing about the rest.`,
    );
  }
  const shown = newer.map((name) => visibleText(name, 60));
  if (purposeOf(purpose).renewal === 'draw') {
    const namesSystems = hasOthers || unseen.length > newer.length || (plan.prior?.configurations.length ?? 0) > 0;
    const why = `${stays(of, saturated)}Full results from ${countOf(newer.length, 'newer system')} (${namesOf(shown)}) make it possible to draw a new version, which starts a new series.`;
    return { ...none, action: 'draw', why, systems: [...priorSystems, ...newer], newer, namesSystems, ...saturated };
  }
  const full = earlierInOrder(plan.prior?.configurations ?? [], priorRewards, pool);
  const last = [...full, ...newer].slice(-lastSystems);
  const used = newer.filter((name) => last.includes(name));
  if (last.length === priorSystems.length && last.every((name) => priorSystems.includes(name)))
    return keep('The plan has already learned from the latest systems with full results.');
  const isFree = used.length >= lastSystems;
  const newAtMost = isFree ? former.length : Math.floor(mostSwapped * former.length);
  const limit = isFree
    ? 'and all tasks are chosen again, because all of these systems are newer'
    : `and at most ${newAtMost} of ${former.length} are swapped, those that gain the most (with ${lastSystems} newer systems, there is no limit)`;
  return {
    ...none,
    action: 'swap',
    why: `There are full results from ${countOf(newer.length, 'newer system')} (${namesOf(shown)}). Tasks are reranked by the latest ${countOf(last.length, 'system')}, ${limit}.`,
    systems: last,
    newer: used,
    namesSystems: true,
    keep: { tasks: former, newAtMost },
    ...saturated,
  };
}

/** The earlier systems with full results, newest last: in the plan's order, or by strength if the plan lists none. */
function earlierInOrder(listed: readonly string[], rewards: PriorRewards, pool: readonly string[]): readonly string[] {
  const found = [...rewards].map(([name, byTask]) => {
    const own = pool.map((id) => byTask.get(id) ?? []).filter(({ length }) => length > 0);
    return { name, share: own.length / pool.length, strength: own.length === 0 ? 0 : mean(own.map(mean)) };
  });
  const place = new Map(listed.map((name, i) => [name, i]));
  return found
    .filter(({ share }) => share >= fullShare)
    .map(({ name, strength }) => ({ name, order: place.get(name) ?? strength }))
    .sort((a, b) => a.order - b.order || compareText(a.name, b.name))
    .map(({ name }) => name);
}

/** Explains that tasks of a sample stay although every system solves them, or none does. */
function stays({ benchmark }: RenewalOf, { solvedByAll, solvedByNone }: Saturation): string {
  if (benchmark.kind !== 'representative' || solvedByAll + solvedByNone === 0) return '';
  const all = `${countOf(solvedByAll, 'task')} solved by every system and ${solvedByNone} solved by none`;
  return `${all} stay, because a sample without them would no longer represent the pool. `;
}

type Saturation = ReturnType<typeof saturation>;

function saturation({ benchmark: { plan }, former, systems }: RenewalOf) {
  const rates = former.flatMap((id) => {
    const own = systems.map(({ byTask }) => rewardsOf(byTask, plan.name, id)).filter(({ length }) => length > 0);
    return own.length < 2 ? [] : [mean(own.map(mean))];
  });
  return {
    solvedByAll: rates.filter((rate) => rate === 1).length,
    solvedByNone: rates.filter((rate) => rate === 0).length,
  };
}

function rewardsOf(byTask: ConfigurationOutcomes['byTask'], benchmark: string, id: string): readonly number[] {
  return taskResult(byTask.get(taskKey({ benchmark, id }))).rewards;
}

/** Whether an earlier system has identical results under another name. */
function isKnown(
  byTask: ConfigurationOutcomes['byTask'],
  benchmark: string,
  pool: readonly string[],
  known: PriorRewards,
): boolean {
  const text = (rewards: (id: string) => readonly number[]) => pool.map((id) => rewards(id).join(' ')).join('\n');
  const own = text((id) => rewardsOf(byTask, benchmark, id));
  return [...known.values()].some((earlier) => text((id) => earlier.get(id) ?? []) === own);
}

function percent(share: number): string {
  return `${Math.floor(100 * share)}%`;
}

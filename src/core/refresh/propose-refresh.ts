import { type PoolState, stateOfManifest } from '../compare/pool-state.js';
import { at, sumOf } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { ManifestError, ResultsError, type Warning } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import type { ExclusionReason } from '../model/plan.js';
import type { Selection } from '../model/selection.js';
import {
  type ConfigurationOutcomes,
  type MatchedOutcomes,
  matchOutcomes,
  matchWarnings,
  noneSelected,
  taskKey,
} from '../outcomes/match-outcomes.js';
import { configurationNames, filterOutcomes, taskResult } from '../outcomes/task-result.js';
import { holm } from '../statistics/p-values.js';
import { compareText, countOf, namesOf, visibleText } from '../text/words.js';
import { excludedTasks } from '../vetting/replacements-of.js';
import { validityRunOf } from '../vetting/validity-runs.js';
import { namesInPool, setUpWarning, type Vetting, vetTasks } from '../vetting/vet-tasks.js';
import { type Renewal, renewBenchmark } from './renew-benchmark.js';

/** A task that must be removed, with the evidence. */
export interface UnsoundTask {
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

import { largest, sumOf } from '../lists/lists.js';
import { type Manifest, namesPool, poolTasks } from '../manifest/manifest.js';
import { ResultsError, type Warning } from '../model/errors.js';
import type { Outcome, RunResults } from '../model/outcome.js';
import { equalRuns, unequalWarning } from '../outcomes/equal-runs.js';
import {
  type ConfigurationOutcomes,
  inOrder,
  type MatchedOutcomes,
  matchSelected,
  matchWarnings,
  noneSelected,
  taskKey,
} from '../outcomes/match-outcomes.js';
import { taskResult, usualRuns } from '../outcomes/task-result.js';
import { scheduleSeed, stratumOf, waveOrder } from '../schedule/schedule.js';
import { didYouMean } from '../text/nearest-name.js';
import { countOf } from '../text/words.js';
import type { OpenTask } from './run-progress.js';

export interface CountOptions {
  /** The runs that each task should have. Default: from the pilot, or else 1. */
  readonly repeat?: number | undefined;
  readonly configuration?: string | undefined;
  /** The runs of a task that a system still needs, if not those that the results and `repeat` imply. */
  readonly needOf?: ((system: string, key: string) => number) | undefined;
  /**
   * For planned looks, which wait until both systems have the same number of runs per task: the keys of the tasks that a
   * look has counted and that need no more runs. `repeat` overrides it.
   */
  readonly counted?: ReadonlySet<string> | undefined;
}

export type Waiting = { readonly benchmark: string; readonly id: string; readonly aliases: readonly string[] };

/**
 * Counts the tasks of a selection by the state of each system's runs. `tasks` are in running order, and `found` has the
 * outcomes of each system.
 *
 * @throws ResultsError on a mismatch.
 */
export function countRuns(manifest: Manifest, results: RunResults, options: CountOptions = {}) {
  const { counted } = options;
  const waiting = manifest.tasks.map((entry) => {
    const { benchmark, task_id: id, aliases, look = 1 } = entry;
    return { benchmark, id, aliases, look, stratum: stratumOf(entry) };
  });
  const tasks = waveOrder(waiting, scheduleSeed(manifest)).toSorted((a, b) => a.look - b.look);
  const { matched, readingWarnings } = matchSelected(tasks, poolTasks(manifest), results);
  // More than two systems are not compared at once.
  const isByLooks = options.repeat === undefined && counted !== undefined && matched.configurations.length <= 2;
  const usualOf = ({ byTask }: ConfigurationOutcomes) =>
    usualRuns(tasks.map((task) => byTask.get(taskKey(task)) ?? []));
  const usual = isByLooks ? largest(matched.configurations.map(usualOf), 1) : 1;
  const repeat = options.repeat ?? manifest.methodology.pilot?.repeats_per_arm ?? usual;
  const runsOf = (key: string) =>
    !isByLooks ? repeat : counted.has(key) ? 1 : equalRuns(matched.configurations, key, repeat);
  // Before any run, plans for one system of unknown name.
  const name = `each ${manifest.methodology.pilot === undefined ? 'system' : 'arm'} (not run yet)`;
  const found: readonly ConfigurationOutcomes[] =
    results.outcomes.length === 0
      ? [{ name, byTask: new Map() }]
      : wanted(matched, options.configuration, tasks[0]?.id);
  return {
    tasks,
    found,
    selected: tasks.length,
    repeat,
    configurations: found.map((each) => runCounts(each, tasks, runsOf, options.needOf)),
    warnings: inOrder([
      ...readingWarnings,
      ...matchWarnings(matched, { isPoolKnown: namesPool(manifest), tier: manifest.metadata.tier?.name }),
      ...repeatNotes(found, repeat),
      ...(isByLooks ? unequalNotes(matched.configurations, tasks, runsOf, repeat) : []),
    ]),
  };
}

/** Warns about tasks that the next look waits for because one system has fewer runs of them than the other. */
function unequalNotes(
  configurations: readonly ConfigurationOutcomes[],
  tasks: readonly Waiting[],
  runsOf: (key: string) => number,
  repeat: number,
): Warning[] {
  return configurations.flatMap(({ name, byTask }) => {
    const isShort = (key: string) =>
      runsOf(key) > repeat && taskProgress(undefined, byTask.get(key), runsOf(key)).state === 'short';
    const short = tasks.filter((task) => isShort(taskKey(task))).map(({ id }) => id);
    const other = configurations.find((each) => each.name !== name)?.name ?? '';
    return short.length === 0 ? [] : [unequalWarning(name, other, short)];
  });
}

/** Warns about more runs per task than requested, because `estimate` expects as many as the results show. */
function repeatNotes(configurations: readonly ConfigurationOutcomes[], repeat: number): Warning[] {
  return configurations.flatMap(({ name, byTask }) => {
    const usual = usualRuns(byTask.values());
    if (usual <= repeat) return [];
    const message = `${name}: most tasks have ${usual} runs. This command expects ${countOf(repeat, 'run')} per task, but "winnow estimate" expects ${usual}. To count missing runs the same way, add --repeats ${usual}.`;
    return [{ code: 'more-runs', message }];
  });
}

function runCounts(
  { name, byTask }: ConfigurationOutcomes,
  tasks: readonly Waiting[],
  runsOf: (key: string) => number,
  needOf: CountOptions['needOf'],
) {
  const states = tasks.map((task) => {
    const key = taskKey(task);
    const found = taskProgress(task, byTask.get(key), runsOf(key));
    const lacking = needOf?.(name, key);
    if (lacking === undefined) return found;
    return { ...found, lacking, state: lacking === 0 ? ('done' as const) : found.open };
  });
  const open = states.flatMap(({ task, state, scored, lacking }) =>
    state === 'done' ? [] : [{ benchmark: task.benchmark, taskId: task.id, state, scored, lacking }],
  );
  const count = (state: OpenTask['state']) => open.filter((task) => task.state === state).length;
  return {
    name,
    done: states.length - open.length,
    short: count('short'),
    errored: count('errored'),
    missing: count('missing'),
    runsLeft: sumOf(open, ({ lacking }) => lacking),
    retried: sumOf(states, ({ retried }) => retried),
    open,
  };
}

function taskProgress<Task>(task: Task, outcomes: readonly Outcome[] | undefined, repeat: number) {
  const { state: found, rewards, unscored, lacking, retried } = taskResult(outcomes, repeat);
  const scored = rewards.length;
  const open: OpenTask['state'] = scored > 0 ? 'short' : found === 'errored' ? 'errored' : 'missing';
  const state: OpenTask['state'] | 'done' = scored >= repeat ? 'done' : open;
  return { task, state, open, scored, lacking: unscored + lacking, retried };
}

function wanted(matched: MatchedOutcomes, name: string | undefined, exampleId: string | undefined) {
  const { configurations: found } = matched;
  if (found.length === 0) throw new ResultsError([noneSelected(matched, 'selected tasks', exampleId)]);
  const own = name === undefined ? found : found.filter((each) => each.name === name);
  if (own.length > 0) return own;
  const names = found.map((each) => each.name);
  const message = `the results have no system "${name}".${didYouMean(name ?? '', names)} Found: ${names.join(', ')}.`;
  throw new ResultsError([{ code: 'results/configuration', message }]);
}

import { sumOf } from '../lists/lists.js';
import { type Manifest, namesPool, poolTasks } from '../manifest/manifest.js';
import { ResultsError, type Warning } from '../model/errors.js';
import type { Outcome, RunResults } from '../model/outcome.js';
import { equalRuns, expectedRuns, unequalWarning } from '../outcomes/expected-runs.js';
import {
  type ConfigurationOutcomes,
  inOrder,
  type MatchedOutcomes,
  matchSelected,
  matchWarnings,
  noneSelected,
  taskKey,
} from '../outcomes/match-outcomes.js';
import { taskResult } from '../outcomes/task-result.js';
import { scheduleSeed, stratumOf, waveOrder } from '../schedule/schedule.js';
import { didYouMean } from '../text/nearest-name.js';
import { countOf } from '../text/words.js';
import type { OpenTask } from './run-progress.js';

export interface CountOptions {
  /** The runs that each task should have. Default: as `expectedRuns`. */
  readonly repeat?: number | undefined;
  readonly configuration?: string | undefined;
  /** The runs of a task that a system still needs, if not those that the results and `repeat` imply. */
  readonly needOf?: ((system: string, key: string) => number) | undefined;
  /**
   * For planned looks, which wait until both systems have the same number of runs per task: by system, the keys of the
   * tasks that a look has counted. They need no more runs, even if runs errored. `repeat` overrides the same number.
   */
  readonly counted?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
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
  const pilot = manifest.methodology.pilot?.repeats_per_arm;
  const expected = expectedRuns(options.repeat, pilot, tasks, matched.configurations);
  const usualOf = (name: string) => expected.byConfiguration.get(name) ?? expected.most;
  const stateOf = ({ name, byTask }: ConfigurationOutcomes, task: Waiting): TaskState => {
    const key = taskKey(task);
    const runs = isByLooks ? equalRuns(matched.configurations, key, expected.most) : usualOf(name);
    const found = taskProgress(byTask.get(key), runs);
    const isCounted = byTask.get(key) !== undefined && counted?.get(name)?.has(key) === true;
    const lacking = isCounted ? 0 : (options.needOf?.(name, key) ?? found.lacking);
    const state = lacking === 0 ? ('done' as const) : found.open;
    return { ...found, task, runs, lacking, state, failed: isCounted ? found.errored : 0 };
  };
  // Before any run, plans for one system of unknown name.
  const name = `each ${manifest.methodology.pilot === undefined ? 'system' : 'arm'} (not run yet)`;
  const found: readonly ConfigurationOutcomes[] =
    results.outcomes.length === 0
      ? [{ name, byTask: new Map() }]
      : wanted(matched, options.configuration, tasks[0]?.id);
  const systems = found.map((each) => ({ name: each.name, states: tasks.map((task) => stateOf(each, task)) }));
  return {
    tasks,
    found,
    selected: tasks.length,
    population: sumOf(manifest.benchmarks, ({ eligible }) => eligible),
    repeat: expected.most,
    configurations: systems.map((each) => ({ ...runCounts(each), repeat: usualOf(each.name) })),
    warnings: inOrder([
      ...readingWarnings,
      ...matchWarnings(matched, { isPoolKnown: namesPool(manifest), tier: manifest.metadata.tier?.name }),
      ...(isByLooks ? unequalNotes(systems, expected.most) : []),
      ...systems.flatMap(failedNotes),
    ]),
  };
}

type TaskState = ReturnType<typeof taskProgress> & {
  readonly task: Waiting;
  /** The runs that the task should have. */
  readonly runs: number;
  readonly state: OpenTask['state'] | 'done';
  /** Errored runs that a look has counted as failed. */
  readonly failed: number;
};

interface SystemStates {
  readonly name: string;
  readonly states: readonly TaskState[];
}

/** Warns about tasks that the next look waits for because one system has fewer runs of them than the other. */
function unequalNotes(systems: readonly SystemStates[], usual: number): Warning[] {
  return systems.flatMap(({ name, states }) => {
    const short = states.filter(({ runs, state }) => runs > usual && state === 'short').map(({ task }) => task.id);
    const other = systems.find((each) => each.name !== name)?.name ?? '';
    return short.length === 0 ? [] : [unequalWarning(name, other, short)];
  });
}

/** Notes errored runs that need no rerun, because a look has counted them. */
function failedNotes({ name, states }: SystemStates): Warning[] {
  const runs = sumOf(states, ({ failed }) => failed);
  if (runs === 0) return [];
  const message = `${countOf(runs, 'errored run')} of ${name} ${runs === 1 ? 'counts' : 'count'} as failed, because a planned look has counted ${runs === 1 ? 'it' : 'them'}. Don't rerun ${runs === 1 ? 'it' : 'them'}: results that a look has used can't change.`;
  return [{ code: 'looks-errors-failed', message }];
}

function runCounts({ name, states }: SystemStates) {
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

function taskProgress(outcomes: readonly Outcome[] | undefined, repeat: number) {
  const { state, rewards, unscored, lacking, retried } = taskResult(outcomes, repeat);
  const scored = rewards.length;
  const open: OpenTask['state'] = scored > 0 ? 'short' : state === 'errored' ? 'errored' : 'missing';
  return { open, scored, errored: unscored, lacking: unscored + lacking, retried };
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

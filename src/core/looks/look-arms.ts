import { signedUnit } from '../estimate/estimate-words.js';
import { largest, smallest, sumOf } from '../lists/lists.js';
import { type Manifest, namedTasks } from '../manifest/manifest.js';
import type { Warning } from '../model/errors.js';
import { equalRuns, expectedRuns, unequalWarning } from '../outcomes/expected-runs.js';
import { type ConfigurationOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { rewardsUnder, type TaskResult, taskResult } from '../outcomes/task-result.js';
import { mean } from '../statistics/summary.js';
import { countOf, inPoints } from '../text/words.js';
import type { LookOptions } from './look-question.js';
import type { LookQuestion, RecordedLook, RecordedQuestion } from './look-record.js';

/** The mean reward of each system on a task, by `taskKey`. */
export type Rewards = ReadonlyMap<string, readonly number[]>;

export type Arms = ReturnType<typeof armsOf>;

/**
 * The results of the systems in question, and the runs that each task still needs. If systems have different numbers of
 * runs per task, or on one task, and `repeat` is not given, each needs as many as the system with the most. Tasks that a
 * look has counted need no more runs.
 */
export function armsOf(
  manifest: Manifest,
  configurations: readonly ConfigurationOutcomes[],
  { baseline, system }: LookQuestion,
  { errorsFail = false, repeat }: LookOptions,
  counted: ReadonlySet<string>,
) {
  const tasks = namedTasks(manifest);
  const own = [baseline, system].flatMap((name) => configurations.find((each) => each.name === name) ?? []);
  const pilot = manifest.methodology.pilot?.repeats_per_arm;
  const { byConfiguration, most: runs } = expectedRuns(repeat, pilot, tasks, own);
  const expected = [...byConfiguration];
  const runsOf = (key: string) => repeat ?? equalRuns(own, key, runs);
  const isCounted = (key: string, { rewards, unscored }: TaskResult) =>
    counted.has(key) && (rewards.length > 0 || (errorsFail && unscored > 0));
  const systems = own.map(({ name, byTask }) => {
    const results = new Map(tasks.map(taskKey).map((key) => [key, taskResult(byTask.get(key), runsOf(key))]));
    const needs = [...results].map(([key, result]): [string, number] => {
      const open = result.lacking + (errorsFail ? 0 : result.unscored);
      return [key, isCounted(key, result) ? 0 : open];
    });
    return { name, results, needs: new Map(needs) };
  });
  const each = expected.map(([name, count]) => `${name} ${count}`).join(', ');
  const message = `the systems have different numbers of runs per task: ${each}. The next look waits for ${runs} runs per task. To look without the missing runs, use --repeats 1, but runs can’t be added to a look later.`;
  const isUneven = expected.some(([, count]) => count !== runs);
  const warnings: readonly Warning[] = isUneven ? [{ code: 'unequal-runs', message }] : [];
  return { runs, runsOf, systems, warnings };
}

/** Warns about tasks that the next look waits for because one system has fewer runs of them than the other. */
export function unequalWarnings(
  manifest: Manifest,
  { runs, runsOf, systems, warnings }: Arms,
  rewards: Rewards,
): readonly Warning[] {
  if (warnings.length > 0) return warnings;
  const due = tasksUpTo(manifest, completeLooks(manifest, rewards) + 1).filter((task) => runsOf(taskKey(task)) > runs);
  return systems.flatMap(({ name, results, needs }): Warning[] => {
    const isShort = (key: string) => (needs.get(key) ?? 0) > 0 && (results.get(key)?.rewards.length ?? 0) > 0;
    const short = due.filter((task) => isShort(taskKey(task))).map(({ id }) => id);
    const other = systems.find((each) => each.name !== name)?.name ?? '';
    return short.length === 0 ? [] : [unequalWarning(name, other, short)];
  });
}

/** Mean rewards on the tasks that all systems have finished, in the manifest's order. */
export function rewardsOf(
  tasks: ReturnType<typeof namedTasks>,
  { systems }: Arms,
  { errorsFail = false }: LookOptions,
): Rewards {
  const done = tasks.map(taskKey).filter((key) => systems.every(({ needs }) => needs.get(key) === 0));
  return new Map(
    done.map((key) => {
      const results = systems.flatMap((each) => each.results.get(key) ?? []);
      return [
        key,
        results.map((result) => mean(rewardsUnder(errorsFail ? 'failed' : 'absent', { ...result, lacking: 0 }))),
      ];
    }),
  );
}

/**
 * Whether looks counted errored runs as failed: a recorded reward differs from the mean score of a task with an errored
 * run.
 */
export function countedErrors(
  { system, baseline, looks }: RecordedQuestion,
  configurations: readonly ConfigurationOutcomes[],
): boolean {
  const sides = [baseline, system]
    .filter((name) => name !== null)
    .map((name) => configurations.find((each) => each.name === name)?.byTask);
  const isFailed = (task: RecordedLook['added'][number]) =>
    task.rewards.some((reward, i) => {
      const { rewards, scoreless } = taskResult(sides[i]?.get(keyOf(task)));
      return scoreless > 0 && !(Math.abs(mean(rewards) - reward) < 1e-9);
    });
  return looks.some(({ added }) => added.some(isFailed));
}

/** Warns about the errored runs that a look counts as failed, with the figure on the tasks that both systems scored. */
export function errorsWarning(
  { systems }: Arms,
  keys: ReadonlySet<string>,
  evidenceOf: (scored: Rewards) => { readonly estimate: number },
): readonly Warning[] {
  const errors = systems.map(({ name, results }) => {
    return { name, runs: sumOf([...keys], (key) => results.get(key)?.unscored ?? 0) };
  });
  if (errors.every(({ runs }) => runs === 0)) return [];
  const counts = errors.map(({ name, runs }, i) =>
    i === 0 ? `${countOf(runs, 'errored run')} of ${name}` : `${runs} of ${name}`,
  );
  const scoresOf = (key: string) => systems.map(({ results }) => results.get(key)?.rewards ?? []);
  const scored = new Map(
    [...keys].flatMap((key) => {
      const scores = scoresOf(key);
      return scores.every(({ length }) => length > 0) ? [[key, scores.map((each) => mean(each))] as const] : [];
    }),
  );
  const figure = systems.length === 1 ? 'level' : 'difference';
  const shown = (share: number) => (systems.length === 1 ? `${inPoints(share)}%` : signedUnit(share));
  const without =
    scored.size === 0
      ? ` No other runs are left for a ${figure}.`
      : ` Without these runs, the ${figure} is ${shown(evidenceOf(scored).estimate)} on ${countOf(scored.size, 'task')}.`;
  return [{ code: 'errors-failed', message: `${counts.join(' and ')} count as failed.${without}` }];
}

/** The results that the next look still needs from each system; empty if none of its tasks has results. */
export function waitingFor(
  manifest: Manifest,
  { systems, runsOf }: Arms,
  rewards: Rewards,
  { errorsFail = false }: LookOptions,
): readonly Waiting[] {
  const look = completeLooks(manifest, rewards) + 1;
  const due = manifest.tasks.filter((task) => (task.look ?? 1) === look).map(keyOf);
  const found = systems.flatMap(({ name, results, needs }): Waiting[] => {
    const keys = due.filter((key) => (needs.get(key) ?? 0) > 0);
    const open = keys.flatMap((key) => results.get(key) ?? []);
    const absent = open.filter(({ lacking, state }) => lacking > 0 || state === 'not-run').length;
    const errored = errorsFail ? 0 : open.length - absent;
    return errored + absent === 0
      ? []
      : [{ system: name, absent, errored, of: due.length, runs: largest(keys.map(runsOf), 1) }];
  });
  const isBegun = systems.some(({ results }) => due.some((key) => (results.get(key)?.state ?? 'absent') !== 'absent'));
  return isBegun ? found : [];
}

/** Warns about tasks with results that no look has counted: tasks of later looks or, after a verdict, all of them. */
export function unusedWarning(manifest: Manifest, rewards: Rewards, counted: ReadonlySet<string>, isOver: boolean) {
  const look = completeLooks(manifest, rewards) + 1;
  if (isOver) {
    const more = [...rewards.keys()].filter((key) => !counted.has(key)).length;
    const message = `the verdict was reached without the results on ${countOf(more, 'task')}. "winnow compare" uses all results.`;
    return more === 0 ? [] : [{ code: 'looks-unused', message }];
  }
  const later = manifest.tasks.filter((task) => (task.look ?? 1) > look).map(keyOf);
  const unused = later.filter((key) => rewards.has(key) && !counted.has(key)).length;
  if (unused === 0) return [];
  const message = `${countOf(unused, 'task')} from later looks already ${unused === 1 ? 'has' : 'have'} results. They count once every task in planned look ${look} has results.`;
  return [{ code: 'looks-unused', message }];
}

/** The tasks missing for a planned look, in total and per system; `systems` is empty before the first results. */
export interface NextTasks {
  readonly look: number;
  readonly tasks: ReturnType<typeof tasksUpTo>;
  readonly systems: readonly {
    readonly name: string;
    readonly tasks: ReturnType<typeof tasksUpTo>;
    /** The runs that each task in `tasks` still needs, by `taskKey`. */
    readonly needs: ReadonlyMap<string, number>;
    readonly made: number;
    /** The fewest and the most runs missing on one of these tasks. */
    readonly runs: readonly [fewest: number, most: number];
  }[];
}

/** Tasks that a system still needs for the next look: without results, or with errored runs. */
export type Waiting = {
  readonly system: string;
  readonly absent: number;
  readonly errored: number;
  readonly of: number;
  /** The most runs that one of these tasks should have. */
  readonly runs: number;
};

/** The number of leading planned looks whose tasks all have results. */
export function completeLooks({ tasks }: Manifest, rewards: Rewards): number {
  const open = tasks.filter((task) => !rewards.has(keyOf(task))).map(({ look = 1 }) => look);
  return open.reduce((least, look) => Math.min(least, look), Number.POSITIVE_INFINITY) - 1;
}

/** The tasks of the first `last` planned looks. */
export function tasksUpTo({ tasks }: Manifest, last: number) {
  return tasks.filter(({ look = 1 }) => look <= last).map(({ benchmark, task_id: id }) => ({ benchmark, id }));
}

export function nextTasks(manifest: Manifest, { systems }: Arms, rewards: Rewards): NextTasks {
  const look = completeLooks(manifest, rewards) + 1;
  const tasks = tasksUpTo(manifest, look).filter((task) => !rewards.has(taskKey(task)));
  const each = systems.map(({ name, results, needs }) => {
    const lacking = tasks.filter((task) => (needs.get(taskKey(task)) ?? 0) > 0);
    const own = new Map(lacking.map((task) => [taskKey(task), needs.get(taskKey(task)) ?? 0]));
    const runs = [...own.values()];
    const made = sumOf(lacking, (task) => {
      const { rewards: scored = [], scoreless = 0 } = results.get(taskKey(task)) ?? {};
      return scored.length + scoreless;
    });
    return { name, tasks: lacking, needs: own, made, runs: [smallest(runs), largest(runs)] as const };
  });
  return { look, tasks, systems: each };
}

export function keyOf({ benchmark, task_id: id }: { readonly benchmark: string; readonly task_id: string }): string {
  return taskKey({ benchmark, id });
}

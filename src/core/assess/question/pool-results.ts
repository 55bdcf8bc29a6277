import { type Fault, ResultsError, type Warning } from '../../model/errors.js';
import type { RunResults } from '../../model/outcome.js';
import type { Selection } from '../../model/selection.js';
import {
  type MatchedOutcomes,
  matchOutcomes,
  matchWarnings,
  patternHint,
  taskKey,
} from '../../outcomes/match-outcomes.js';
import { type TaskResult, taskResult, usualRuns } from '../../outcomes/task-result.js';

/** Results on tasks of the pool, selected or not. */
export interface PoolResults {
  readonly configurations: readonly ConfigurationResults[];
  readonly warnings: readonly Warning[];
}

/** Results as read, and matched with the pool. */
export interface AssessResults {
  readonly outcomes: RunResults;
  /** Undefined if no result matches a task of the pool; `whyNone` is the reason. */
  readonly pool: PoolResults | undefined;
  readonly whyNone: string | undefined;
}

export interface ConfigurationResults {
  readonly name: string;
  /** By `taskKey`. A task without results has no entry. */
  readonly byTask: ReadonlyMap<string, TaskResult>;
}

/** Matches results with the pool. Throws ResultsError if they contradict each other or match no task. */
export function poolResults({ benchmarks }: Selection, { outcomes, faults, warnings }: RunResults): PoolResults {
  if (faults.length > 0) throw new ResultsError(faults);
  const tasks = benchmarks.flatMap((benchmark) =>
    benchmark.tasks.map(({ id, aliases = [] }) => ({ benchmark: benchmark.plan.name, id, aliases })),
  );
  const matched = matchOutcomes(tasks, tasks, outcomes);
  if (matched.faults.length > 0) throw new ResultsError(matched.faults);
  if (matched.configurations.length === 0) throw new ResultsError([noOverlap(matched)]);
  return {
    configurations: matched.configurations.map(({ name, byTask }) => {
      const expected = usualRuns(byTask.values());
      return { name, byTask: new Map([...byTask].map(([key, list]) => [key, taskResult(list, expected)])) };
    }),
    warnings: [...warnings, ...matchWarnings(matched)],
  };
}

/** Like `poolResults`, but returns the reason instead of throwing if no result matches the pool. */
export function assessResults(selection: Selection, outcomes: RunResults): AssessResults {
  try {
    return { outcomes, pool: poolResults(selection, outcomes), whyNone: undefined };
  } catch (error) {
    const isOverlap = error instanceof ResultsError && error.faults.every(({ code }) => code === noOverlapCode);
    if (!isOverlap) throw error;
    return { outcomes, pool: undefined, whyNone: error.faults[0]?.message };
  }
}

/** A system's mean reward on a task; undefined if it has no score. */
export function meanReward(
  { byTask }: ConfigurationResults,
  task: { readonly benchmark: string; readonly id: string },
): number | undefined {
  const { rewards } = byTask.get(taskKey(task)) ?? { rewards: [] };
  return rewards.length === 0 ? undefined : rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
}

/** Every eligible task with its group and whether it is selected, benchmark by benchmark. */
export function eligibleTasks({ benchmarks }: Selection) {
  return benchmarks.flatMap(({ groups, choices }) => {
    const chosen = new Set(choices.map(({ task }) => task));
    return groups.flatMap((group) => group.ranking.map((task) => ({ task, group, selected: chosen.has(task) })));
  });
}

const noOverlapCode = 'results/no-overlap';

function noOverlap({ unknown, patterns }: MatchedOutcomes): Fault {
  const like = unknown[0] === undefined ? '' : ` They name "${unknown[0]}", for example.`;
  const message = `the results contain no task of the pool.${like}`;
  return { code: noOverlapCode, message, hint: patternHint(patterns) ?? 'Give results on tasks of this pool.' };
}

import { ResultsError, type Warning } from '../../model/errors.js';
import type { RunResults } from '../../model/outcome.js';
import type { Selection } from '../../model/selection.js';
import { matchOutcomes, matchWarnings, taskKey } from '../../outcomes/match-outcomes.js';
import { namesInPool } from '../../outcomes/task-index.js';
import { type TaskResult, taskResult, usualRuns } from '../../outcomes/task-result.js';
import { mean } from '../../statistics/summary.js';

export interface PoolResults {
  readonly configurations: readonly ConfigurationResults[];
  readonly warnings: readonly Warning[];
}

export interface AssessResults {
  readonly outcomes: RunResults;
  /** Undefined if no result matches a task in the pool; `whyNone` is the reason. */
  readonly pool: PoolResults | undefined;
  readonly whyNone: string | undefined;
}

export interface ConfigurationResults {
  readonly name: string;
  /** By `taskKey`. A task without results has no entry. */
  readonly byTask: ReadonlyMap<string, TaskResult>;
}

/** Matches results with the pool. Throws ResultsError if they contradict each other. */
export function assessResults(selection: Selection, results: RunResults): AssessResults {
  if (results.faults.length > 0) throw new ResultsError(results.faults);
  const tasks = namesInPool(selection);
  const matched = matchOutcomes(tasks, tasks, results.outcomes);
  if (matched.faults.length > 0) throw new ResultsError(matched.faults);
  if (matched.configurations.length === 0) {
    const like = matched.unknown[0] === undefined ? '' : ` (for example "${matched.unknown[0]}")`;
    return { outcomes: results, pool: undefined, whyNone: `none of the tasks in the results is in the pool${like}.` };
  }
  const configurations = matched.configurations.map(({ name, byTask }) => {
    const expected = usualRuns(byTask.values());
    return { name, byTask: new Map([...byTask].map(([key, list]) => [key, taskResult(list, expected)])) };
  });
  const warnings = [...results.warnings, ...matchWarnings(matched)];
  return { outcomes: results, pool: { configurations, warnings }, whyNone: undefined };
}

export function meanReward(
  { byTask }: ConfigurationResults,
  task: { readonly benchmark: string; readonly id: string },
): number | undefined {
  const { rewards = [] } = byTask.get(taskKey(task)) ?? {};
  return rewards.length === 0 ? undefined : mean(rewards);
}

/** Every eligible task with its group, whether it is selected and each system's mean reward, benchmark by benchmark. */
export function eligibleTasks({ benchmarks }: Selection, systems: readonly ConfigurationResults[]) {
  return benchmarks.flatMap(({ groups, choices }) => {
    const chosen = new Set(choices.map(({ task }) => task));
    return groups.flatMap((group) =>
      group.ranking.map((task) => {
        const rewards = systems.map((system) => meanReward(system, task));
        return { task, group, selected: chosen.has(task), rewards };
      }),
    );
  });
}

import type { Group, Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import type { ResultState } from '../../outcomes/task-result.js';
import { comparable } from '../../statistics/summary/comparable.js';
import { meanReward, type PoolResults } from '../question/pool-results.js';

/** An eligible task and what each configuration made of it. */
export interface TaskRewards {
  readonly task: ScoredTask;
  readonly group: Group;
  readonly selected: boolean;
  /** The mean reward of each configuration, in their order; undefined where it has no score. */
  readonly rewards: readonly (number | undefined)[];
  readonly states: readonly ResultState[];
}

/** Every eligible task with its results, benchmark by benchmark; equal rewards are equal however they were added up. */
export function taskRewards({ benchmarks }: Selection, results: PoolResults | undefined): readonly TaskRewards[] {
  const configurations = results?.configurations ?? [];
  return benchmarks.flatMap(({ groups, choices }) => {
    const chosen = new Set(choices.map(({ task }) => task));
    return groups.flatMap((group) =>
      group.ranking.map((task) => ({
        task,
        group,
        selected: chosen.has(task),
        rewards: configurations.map((configuration) => {
          const reward = meanReward(configuration, task);
          return reward === undefined ? undefined : comparable(reward);
        }),
        states: configurations.map(({ byTask }) => byTask.get(taskKey(task))?.state ?? 'absent'),
      })),
    );
  });
}

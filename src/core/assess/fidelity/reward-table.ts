import type { ScoredTask } from '../../model/task.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { type Reading, rewardsUnder, taskResult } from '../../outcomes/task-result.js';
import { mean } from '../../statistics/summary.js';
import type { ConfigurationResults } from '../question/pool-results.js';

/** Mean rewards of some systems on some tasks. */
export interface RewardTable {
  /** By name. */
  readonly systems: readonly string[];
  /** For each system the mean reward on each task; NaN where it has none. */
  readonly rewards: readonly Float64Array[];
  /** The same without a look at the reading: whether there is a score at all. */
  readonly scored: readonly Uint8Array[];
}

/** The table of the tasks in the order given; what is missing is left out or counts as failed. */
export function rewardTable(
  tasks: readonly ScoredTask[],
  systems: readonly ConfigurationResults[],
  reading: Reading,
): RewardTable {
  const keys = tasks.map(taskKey);
  const results = systems.map(({ byTask }) => keys.map((key) => byTask.get(key) ?? taskResult(undefined)));
  return {
    systems: systems.map(({ name }) => name),
    rewards: results.map((list) =>
      Float64Array.from(list, (result) => {
        const rewards = rewardsUnder(reading, result);
        return rewards.length === 0 ? Number.NaN : mean(rewards);
      }),
    ),
    scored: results.map((list) => Uint8Array.from(list, ({ state }) => (state === 'scored' ? 1 : 0))),
  };
}

/** Tasks of the table with a weight each. */
export interface WeightedPlaces {
  readonly places: readonly number[];
  readonly weights: readonly number[];
}

/** The weighted mean over the tasks that have a reward; NaN when none has. */
export function rateOn(rewards: Float64Array, { places, weights }: WeightedPlaces): number {
  let sum = 0;
  let total = 0;
  for (const [i, place] of places.entries()) {
    const [reward = Number.NaN, weight = 0] = [rewards[place], weights[i]];
    if (Number.isNaN(reward)) continue;
    sum += weight * reward;
    total += weight;
  }
  return sum / total;
}

/** The plain mean over all tasks that have a reward. */
export function poolRate(rewards: Float64Array): number {
  const known = rewards.filter((reward) => !Number.isNaN(reward));
  return known.reduce((sum, reward) => sum + reward, 0) / known.length;
}

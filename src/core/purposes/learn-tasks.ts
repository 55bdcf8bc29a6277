import { anticipatedRates, anticipatedVariance } from '../learning/anticipated-variance.js';
import { type ForecastShare, forecastShare } from '../learning/forecast-share.js';
import { type ResultMatrix, systemMeans, taskDifficulty } from '../learning/task-difficulty.js';
import type { PriorRewards, ScoredTask } from '../model/task.js';
import { mean } from '../statistics/summary.js';

/** What earlier systems say of tasks, a value for each in the order of the tasks. */
export interface LearnedTasks {
  /** A row for each earlier system that has a result on one of the tasks. */
  readonly results: ResultMatrix;
  /** In log odds, high is easy; NaN for a task that none of them ran. */
  readonly ease: readonly number[];
  /** NaN where the ease is. */
  readonly variance: readonly number[];
  /** The rates that the next system may have. */
  readonly rates: readonly number[];
  readonly share: ForecastShare;
}

interface Remembered {
  readonly ids: readonly string[];
  readonly learned: LearnedTasks;
}

/** Selections are made again and again on the same tasks, to explain and to assess them. */
const remembered = new WeakMap<PriorRewards, Remembered>();

/** Learns from earlier results on these tasks; undefined where no system has one. */
export function learnTasks(tasks: readonly ScoredTask[], rewards: PriorRewards): LearnedTasks | undefined {
  const last = remembered.get(rewards);
  if (last !== undefined && last.ids.length === tasks.length && last.ids.every((id, i) => id === tasks[i]?.id))
    return last.learned;
  const results = resultMatrix(tasks, rewards);
  if (results.length === 0) return undefined;
  const ease = taskDifficulty(results);
  const rates = anticipatedRates(systemMeans(results));
  const learned = { results, ease, variance: anticipatedVariance(ease, rates), rates, share: forecastShare(results) };
  remembered.set(rewards, { ids: tasks.map(({ id }) => id), learned });
  return learned;
}

/** A row for each earlier system that has a result on one of these tasks: its mean reward on each, NaN where it has none. */
export function resultMatrix(tasks: readonly ScoredTask[], rewards: PriorRewards): ResultMatrix {
  const rows = [...rewards.values()].map((byTask) =>
    tasks.map(({ id }) => {
      const own = byTask.get(id) ?? [];
      return own.length === 0 ? Number.NaN : mean(own);
    }),
  );
  return rows.filter((row) => row.some((result) => !Number.isNaN(result)));
}

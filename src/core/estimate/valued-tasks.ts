import { groupBy } from '../lists/group-by.js';
import { mean, variance } from '../statistics/summary.js';
import type { ValuedTask } from './estimate-mean.js';
import type { SampledTask } from './sample.js';

/** A task's runs: the value of each, or of each pair. */
export interface TaskRuns {
  readonly task: SampledTask;
  /** One list for each side: one for a level, two for a difference (second less first). */
  readonly sides: readonly (readonly number[])[];
}

/** How far the runs of a task lie apart, on average over tasks, for each side; undefined when no task has two. */
export function runVariances(tasks: readonly TaskRuns[]): readonly (number | undefined)[] {
  const sides = tasks[0]?.sides.length ?? 0;
  return Array.from({ length: sides }, (_, side) => {
    const known = tasks.flatMap(({ sides: runs }) => {
      const own = runs[side] ?? [];
      return own.length < 2 ? [] : [variance(own)];
    });
    return known.length === 0 ? undefined : mean(known);
  });
}

/**
 * The tasks that have runs on every side, with their values, and with weights that make up for the drawn tasks of the same
 * stratum that have none.
 */
export function valuedTasks(drawn: readonly SampledTask[], runs: readonly TaskRuns[]): ValuedTask[] {
  const told = runs.filter(({ sides }) => sides.every((side) => side.length > 0));
  const spread = runVariances(told);
  const sumBy = (tasks: readonly SampledTask[]) =>
    new Map(
      [...groupBy(tasks, ({ stratum }) => stratum)].map(([stratum, members]) => [
        stratum,
        members.reduce((sum, { weight }) => sum + weight, 0),
      ]),
    );
  const [all, present] = [sumBy(drawn), sumBy(told.map(({ task }) => task))];
  return told.map(({ task, sides }) => {
    const means = sides.map(mean);
    const factor = (all.get(task.stratum) ?? 1) / (present.get(task.stratum) ?? 1);
    return {
      task,
      value: means.length === 2 ? (means[1] ?? 0) - (means[0] ?? 0) : (means[0] ?? 0),
      noise: noiseOf(sides, spread),
      weight: task.weight * factor,
    };
  });
}

/** The variance of a task's value by run noise: its own where it has two runs, else what the others show. */
function noiseOf(sides: TaskRuns['sides'], spread: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const [side, runs] of sides.entries()) {
    const own = runs.length < 2 ? spread[side] : variance(runs);
    if (own === undefined) return undefined;
    sum += own / runs.length;
  }
  return sum;
}

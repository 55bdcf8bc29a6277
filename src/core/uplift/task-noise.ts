import { mean, variance } from '../statistics/summary.js';
import { enoughTasks } from './measured-components.js';
import { isRepeated, type PairedTask, upliftOf } from './paired-task.js';
import { noiseOf, type UpliftComponents, upliftComponents } from './variance-components.js';

/** The noise of a run that figures of single tasks rest on. */
export interface TaskNoise {
  /** Measured from repeats, or assumed by the caller. */
  readonly by: 'repeats' | 'assumed';
  readonly components: UpliftComponents;
}

/** The tasks whose own uplift can be judged, and the noise of their runs. */
export interface JudgedTasks<Task extends PairedTask> {
  readonly tasks: readonly Task[];
  readonly noise: TaskNoise;
}

/**
 * The tasks with at least two runs in each arm, if there are 20 of them; all tasks if the standard deviation of a run is
 * assumed. Otherwise undefined: a single run per side can't separate a task's uplift from chance.
 */
export function judgedTasks<Task extends PairedTask>(
  pairs: readonly Task[],
  assumedDeviation?: number,
): JudgedTasks<Task> | undefined {
  if (assumedDeviation !== undefined) {
    return { tasks: pairs, noise: { by: 'assumed', components: assumedComponents(pairs, assumedDeviation ** 2) } };
  }
  const tasks = pairs.filter(isRepeated);
  const components = tasks.length < enoughTasks ? undefined : upliftComponents(tasks);
  return components && { tasks, noise: { by: 'repeats', components } };
}

function assumedComponents(pairs: readonly PairedTask[], run: number): UpliftComponents {
  const runs = { runWithout: run, runWith: run };
  const between = Math.max(0, variance(pairs.map(upliftOf)) - mean(pairs.map((pair) => noiseOf(pair, runs))));
  return { ...runs, between, tasks: pairs.length, degreesOfFreedom: Infinity };
}

import { at } from '../lists/at.js';
import { mean, variance } from '../statistics/summary.js';
import { isRepeated, type PairedTask, upliftOf } from './paired-task.js';

/** Where the variance of measured uplifts comes from. */
export interface UpliftComponents {
  /** The variance of one run without what is tried, on the same task. */
  readonly runWithout: number;
  /** The variance of one run with it. */
  readonly runWith: number;
  /** The variance of the true uplift between tasks; not below 0. */
  readonly between: number;
  /** The tasks with at least two runs in each arm, from which this was found. */
  readonly tasks: number;
  /** The degrees of freedom of the run variances, of both arms together. */
  readonly degreesOfFreedom: number;
}

/**
 * The components of variance of paired uplifts, from the tasks with repeats in both arms. The variance of a run is pooled
 * over tasks by degrees of freedom, for each arm by itself (Snedecor & Cochran 1989, 6.9); that of the true uplift is by
 * moments: the variance of the tasks' uplifts less the mean of what runs add to them (Searle, Casella & McCulloch 1992,
 * 3.6). Undefined for fewer than two such tasks.
 */
export function upliftComponents(tasks: readonly PairedTask[]): UpliftComponents | undefined {
  const repeated = tasks.filter(isRepeated);
  if (repeated.length < 2) return undefined;
  const runWithout = pooledVariance(repeated.map((task) => task.without));
  const runWith = pooledVariance(repeated.map((task) => task.with));
  const noise = mean(repeated.map((task) => noiseOf(task, { runWithout, runWith })));
  const between = Math.max(0, variance(repeated.map(upliftOf)) - noise);
  const degreesOfFreedom = repeated.reduce((sum, task) => sum + task.without.length + task.with.length - 2, 0);
  return { runWithout, runWith, between, tasks: repeated.length, degreesOfFreedom };
}

/** How much the chance of the runs makes a task's uplift vary: σ²/r of each arm. */
export function noiseOf(
  task: PairedTask,
  { runWithout, runWith }: Pick<UpliftComponents, 'runWithout' | 'runWith'>,
): number {
  return runWithout / task.without.length + runWith / task.with.length;
}

/** The variance within lists of at least two, each counting by its degrees of freedom. */
function pooledVariance(lists: readonly (readonly number[])[]): number {
  let [squares, degrees] = [0, 0];
  for (const values of lists) {
    // A constant list is exactly 0, which its rounded mean may not give.
    if (values.some((value) => value !== at(values, 0))) squares += variance(values) * (values.length - 1);
    degrees += values.length - 1;
  }
  return squares / degrees;
}

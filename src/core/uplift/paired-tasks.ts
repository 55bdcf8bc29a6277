import { at } from '../lists/lists.js';
import { studentQuantile } from '../statistics/distributions.js';
import { correlationCeiling, reliability } from '../statistics/power.js';
import { comparable, mean, variance } from '../statistics/summary.js';

/** The rewards of one task's runs in two arms, at least one in each. */
export interface PairedTask {
  /** The benchmark: its tasks may vary together. */
  readonly cluster: string;
  readonly without: readonly number[];
  readonly with: readonly number[];
}

/** The gain on a task: the mean reward with the change that is tried, less that without it. */
export function upliftOf(task: PairedTask): number {
  return comparable(mean(task.with) - mean(task.without));
}

/** Whether a task has at least two runs in each arm, which show the noise of a run. */
export function isRepeated(task: PairedTask): boolean {
  return task.with.length > 1 && task.without.length > 1;
}

/** Where the variance of measured uplifts comes from. */
export interface UpliftComponents {
  /** The variance of one run without the change, on the same task. */
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
 * The components of variance of paired uplifts, from tasks with repeats in both arms: run variances pooled by degrees
 * of freedom (Snedecor & Cochran 1989, 6.9), that of the true uplift by moments (Searle, Casella & McCulloch 1992,
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

/** The variance that runs add to a task's uplift: σ²/r of each arm. */
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

/** The components of 285 tasks of CodeScaleBench, one agent with and without code search; the default. */
export const publishedComponents: UpliftComponents = {
  runWithout: 0.02892925,
  runWith: 0.01942751,
  between: 0.01197889,
  tasks: 285,
  degreesOfFreedom: 1382,
};

/** The mean uplift of those tasks. */
export const publishedMean = 0.0182;

/** Components of variance, and how they are known: from repeats, from the rates of passes, or as published. */
export interface MeasuredComponents {
  readonly from: 'results' | 'published';
  readonly noiseBy: 'repeats' | 'pass rates' | 'published';
  readonly components: UpliftComponents;
}

/** This many tasks show the noise of a run well enough. */
export const enoughTasks = 20;

/** The variance components of pairs: from repeats if enough tasks have them, from 0/1 pass rates, else as published. */
export function measuredComponents(tasks: readonly PairedTask[]): MeasuredComponents {
  const repeated = tasks.filter(isRepeated).length >= enoughTasks ? upliftComponents(tasks) : undefined;
  if (repeated !== undefined) return { from: 'results', noiseBy: 'repeats', components: repeated };
  const ofLevels = tasks.length >= enoughTasks && arePasses(tasks) ? passComponents(tasks) : undefined;
  return ofLevels === undefined
    ? { from: 'published', noiseBy: 'published', components: publishedComponents }
    : { from: 'results', noiseBy: 'pass rates', components: ofLevels };
}

function arePasses(tasks: readonly PairedTask[]): boolean {
  return tasks.every((task) => [...task.without, ...task.with].every((reward) => reward === 0 || reward === 1));
}

/** A run that passes or fails varies by p(1 − p): its mean over tasks is that of the mean p, less the variance of p. */
function passComponents(tasks: readonly PairedTask[]): UpliftComponents {
  const levels = levelVariance(tasks);
  const runVariance = (arm: 'with' | 'without') => {
    const level = mean(tasks.map((task) => mean(task[arm])));
    // A sample is nearer to its own level than to the true one.
    const whole = (level * (1 - level) * tasks.length) / (tasks.length - 1);
    return Math.max(0, whole - levels);
  };
  const runs = { runWithout: runVariance('without'), runWith: runVariance('with') };
  const noise = mean(tasks.map((task) => noiseOf(task, runs)));
  const between = Math.max(0, variance(tasks.map(upliftOf)) - noise);
  return { ...runs, between, tasks: tasks.length, degreesOfFreedom: tasks.length - 1 };
}

/** The variance of the tasks' levels: the covariance of the two arms, which were run apart. */
function levelVariance(tasks: readonly PairedTask[]): number {
  if (tasks.length < 2) return 0;
  const [without, other] = [tasks.map((task) => mean(task.without)), tasks.map((task) => mean(task.with))];
  const sums = without.map((value, i) => value + (other[i] ?? 0));
  // cov(a, b) = (var(a + b) − var(a) − var(b)) / 2
  return Math.max(0, (variance(sums) - variance(without) - variance(other)) / 2);
}

/** The noise of a run that figures of single tasks are based on. */
export interface TaskNoise {
  /** Measured from repeats, or assumed by the caller. */
  readonly by: 'repeats' | 'assumed';
  readonly components: UpliftComponents;
}

/** The tasks whose own uplift can be judged, and the noise of their runs. */
export type JudgedTasks<Task extends PairedTask> = { readonly tasks: readonly Task[]; readonly noise: TaskNoise };

/** The tasks with two or more runs in each arm, if there are 20 of them; all tasks if the noise of a run is assumed. */
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

/** The reliability of a task's uplift with so many runs a side (Spearman 1910; Brown 1910), and the ceiling (Spearman 1904). */
export function upliftReliability(components: UpliftComponents, runs: number) {
  const within = components.runWithout + components.runWith;
  const share = reliability({ effect: components.between, within }, runs);
  return { runs, reliability: share, ceiling: share === undefined ? undefined : correlationCeiling(share) };
}

/** The confidence interval of a task's uplift by its own runs, with the pooled variance of a run (Student's t). */
export function measuredInterval(task: PairedTask, components: UpliftComponents, level = 0.95) {
  const reach = studentQuantile((1 + level) / 2, components.degreesOfFreedom) * Math.sqrt(noiseOf(task, components));
  const uplift = upliftOf(task);
  return { low: uplift - reach, high: uplift + reach };
}

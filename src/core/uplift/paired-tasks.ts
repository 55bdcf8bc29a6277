import { at } from '../lists/lists.js';
import { ResultsError } from '../model/errors.js';
import type { OutcomeList, RunResults } from '../model/outcome.js';
import { matchOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import type { NamedTask } from '../outcomes/task-index.js';
import { filterOutcomes, sortedConfigurationNames, taskResult } from '../outcomes/task-result.js';
import { studentQuantile } from '../statistics/distributions.js';
import { correlationCeiling, reliability } from '../statistics/power.js';
import { mean, meanDifference, variance } from '../statistics/summary.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText } from '../text/words.js';

/** The rewards of one task in two arms, with at least one run in each. */
export interface PairedTask {
  /** The benchmark; uplifts within it may be correlated. */
  readonly cluster: string;
  readonly without: readonly number[];
  readonly with: readonly number[];
}

/** The mean reward with the change minus the mean reward without it. */
export function upliftOf(task: PairedTask): number {
  return meanDifference(task.without, task.with);
}

/** Only repeats in both arms show run noise. */
export function isRepeated(task: PairedTask): boolean {
  return task.with.length > 1 && task.without.length > 1;
}

export interface UpliftComponents {
  /** The variance of one run without the change, within a task. */
  readonly runWithout: number;
  readonly runWith: number;
  /** The variance of the true uplift between tasks; at least 0. */
  readonly between: number;
  /** The number of tasks used: those with repeats in both arms, unless noise comes from pass rates or is assumed. */
  readonly tasks: number;
  /** The degrees of freedom of the run variances, both arms together. */
  readonly degreesOfFreedom: number;
}

/**
 * Variance components from tasks with repeats in both arms. Run variances are pooled by degrees of freedom (Snedecor &
 * Cochran 1989, 6.9); the variance of the true uplift is a moment estimate (Searle, Casella & McCulloch 1992, 3.6).
 * Undefined for fewer than two such tasks.
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

/** The variance that run noise adds to a task's uplift: σ²/r, summed over the arms. */
export function noiseOf(task: PairedTask, { runWithout, runWith }: Pick<UpliftComponents, 'runWithout' | 'runWith'>) {
  return runWithout / task.without.length + runWith / task.with.length;
}

/** The variance within lists of at least two values, weighted by degrees of freedom. */
function pooledVariance(lists: readonly (readonly number[])[]): number {
  let [squares, degrees] = [0, 0];
  for (const values of lists) {
    // Skip constant lists: a rounded mean could give them a tiny variance.
    if (values.some((value) => value !== at(values, 0))) squares += variance(values) * (values.length - 1);
    degrees += values.length - 1;
  }
  return squares / degrees;
}

/** From 285 tasks of CodeScaleBench: one agent with and without code search. The default. */
export const publishedComponents: UpliftComponents = {
  runWithout: 0.02892925,
  runWith: 0.01942751,
  between: 0.01197889,
  tasks: 285,
  degreesOfFreedom: 1382,
};

/** The mean uplift of the same 285 tasks. */
export const publishedMean = 0.0182;

export interface MeasuredComponents {
  readonly from: 'results' | 'published';
  readonly noiseBy: 'repeats' | 'pass rates' | 'published';
  readonly components: UpliftComponents;
}

/** The number of tasks needed to estimate run noise. */
export const enoughTasks = 20;

/** Variance components from repeats if enough tasks have them, else from 0/1 pass rates, else the published ones. */
export function measuredComponents(tasks: readonly PairedTask[]): MeasuredComponents {
  const repeated = tasks.filter(isRepeated).length >= enoughTasks ? upliftComponents(tasks) : undefined;
  if (repeated !== undefined) return { from: 'results', noiseBy: 'repeats', components: repeated };
  const ofLevels = tasks.length >= enoughTasks && arePasses(tasks) ? passComponents(tasks) : undefined;
  return ofLevels === undefined
    ? { from: 'published', noiseBy: 'published', components: publishedComponents }
    : { from: 'results', noiseBy: 'pass rates', components: ofLevels };
}

export function arePasses(tasks: readonly PairedTask[]): boolean {
  return tasks.every((task) => [...task.without, ...task.with].every((reward) => reward === 0 || reward === 1));
}

/** A pass/fail run has variance p(1 − p), whose mean over tasks is p̄(1 − p̄) − Var(p). */
function passComponents(tasks: readonly PairedTask[]): UpliftComponents {
  const levels = levelVariance(tasks);
  const runVariance = (arm: 'with' | 'without') => {
    const level = mean(tasks.map((task) => mean(task[arm])));
    // Bessel's correction: the sample is closer to its own mean than to the true one.
    const whole = (level * (1 - level) * tasks.length) / (tasks.length - 1);
    return Math.max(0, whole - levels);
  };
  const runs = { runWithout: runVariance('without'), runWith: runVariance('with') };
  const noise = mean(tasks.map((task) => noiseOf(task, runs)));
  const between = Math.max(0, variance(tasks.map(upliftOf)) - noise);
  return { ...runs, between, tasks: tasks.length, degreesOfFreedom: tasks.length - 1 };
}

/** The variance of task difficulty: the covariance of the two arms, whose runs are independent. */
function levelVariance(tasks: readonly PairedTask[]): number {
  if (tasks.length < 2) return 0;
  const [without, other] = [tasks.map((task) => mean(task.without)), tasks.map((task) => mean(task.with))];
  const sums = without.map((value, i) => value + (other[i] ?? 0));
  // cov(a, b) = (var(a + b) − var(a) − var(b)) / 2
  return Math.max(0, (variance(sums) - variance(without) - variance(other)) / 2);
}

export interface TaskNoise {
  readonly by: 'repeats' | 'assumed';
  readonly components: UpliftComponents;
}

export type JudgedTasks<Task extends PairedTask> = { readonly tasks: readonly Task[]; readonly noise: TaskNoise };

/** The tasks with repeats in both arms if there are at least 20; all tasks if `assumedDeviation` is given. */
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

/** The reliability of a task's uplift for `runs` per arm (Spearman 1910; Brown 1910), and the correlation ceiling. */
export function upliftReliability(components: UpliftComponents, runs: number) {
  const within = components.runWithout + components.runWith;
  const share = reliability({ effect: components.between, within }, runs);
  return { runs, reliability: share, ceiling: share === undefined ? undefined : correlationCeiling(share) };
}

/** A t interval for a task's uplift, using the pooled run variance. */
export function measuredInterval(task: PairedTask, components: UpliftComponents, level = 0.95) {
  const reach = studentQuantile((1 + level) / 2, components.degreesOfFreedom) * Math.sqrt(noiseOf(task, components));
  const uplift = upliftOf(task);
  return { low: uplift - reach, high: uplift + reach };
}

export interface Arms {
  /** The system with the change under test. */
  readonly with: string;
  readonly without: string;
}

export interface PairedOutcomes extends PairedTask {
  readonly benchmark: string;
  readonly id: string;
}

/** The results of two arms, and the names of all systems. Throws ResultsError on bad results or a missing arm. */
export function ofArms(outcomes: RunResults, arms: Arms) {
  if (outcomes.faults.length > 0) throw new ResultsError(outcomes.faults);
  const names = sortedConfigurationNames(outcomes.outcomes);
  const faults = [arms.with, arms.without]
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: 'uplift/arm',
      message: `the results have no system "${name}".${didYouMean(name, names)} Found: ${names.join(', ')}.`,
      hint: 'Name two systems from the results, or set the system of each path with --name NAME=PATH.',
    }));
  if (faults.length > 0) throw new ResultsError(faults);
  const isArm = new Set([arms.with, arms.without]);
  const ofBoth = filterOutcomes(outcomes.outcomes, ({ configuration }) => isArm.has(configuration));
  return { names, own: { ...outcomes, outcomes: ofBoth } };
}

/** The tasks with a score in both arms, sorted by benchmark and id, and counts of the remaining tasks. */
export function pairOutcomes(
  tasks: readonly NamedTask[],
  pool: readonly NamedTask[],
  outcomes: OutcomeList,
  arms: Arms,
) {
  const { configurations } = matchOutcomes(tasks, pool, outcomes);
  const resultsOf = (name: string) => configurations.find((each) => each.name === name)?.byTask ?? new Map();
  const [tried, plain] = [resultsOf(arms.with), resultsOf(arms.without)];
  const counts = { withOnly: 0, withoutOnly: 0, neither: 0, unscoredRuns: 0 };
  const pairs = tasks
    .toSorted((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id))
    .flatMap(({ benchmark, id }): PairedOutcomes[] => {
      const key = taskKey({ benchmark, id });
      const [other, without] = [taskResult(tried.get(key)), taskResult(plain.get(key))];
      counts.unscoredRuns += other.scoreless + without.scoreless;
      if (other.state === 'scored' && without.state === 'scored')
        return [{ benchmark, id, cluster: benchmark, with: other.rewards, without: without.rewards }];
      if (other.state === 'scored') counts.withOnly += 1;
      else if (without.state === 'scored') counts.withoutOnly += 1;
      else counts.neither += 1;
      return [];
    });
  return { pairs, counts };
}

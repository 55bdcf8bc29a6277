import { mean } from '../summary/mean.js';
import { variance } from '../summary/standard-deviation.js';

/** The rewards of one task's repeated runs in two arms, at least one run in each. */
export interface RepeatedTask {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** A difference of means, B less A, with its variance split into tasks and runs. */
export interface RepeatDifference {
  readonly mean: number;
  /** The variance of the tasks' mean differences; undefined with a single task. */
  readonly between: number | undefined;
  /** The mean variance of runs within a task; undefined when no task has two runs. */
  readonly withinA: number | undefined;
  readonly withinB: number | undefined;
  /** The variance of the tasks' true differences, not below 0; undefined when the run noise is not known. */
  readonly effect: number | undefined;
  /** The variance of the mean as a statement about this pool. */
  readonly pool: number | undefined;
  /** The variance of the mean as a statement about tasks beyond the pool. */
  readonly beyond: number | undefined;
  readonly degreesOfFreedom: number;
}

/** A mean level of one arm, with its variance split into tasks and runs; the fields are those of a difference. */
export interface RepeatLevel extends Omit<RepeatDifference, 'withinA' | 'withinB' | 'effect'> {
  readonly within: number | undefined;
  readonly task: number | undefined;
}

/**
 * The difference of two arms over tasks with repeated runs. Sampling a large share of the pool shrinks only what tasks
 * add to its variance, (1 − f) s²/n + f · noise/n, never what runs add (Cochran 1977, 10.3, two stages). Tasks weigh
 * equally however many runs they have; with noise unknown, as after one run each, nothing is shrunk.
 */
export function repeatDifference(tasks: readonly RepeatedTask[], pool: number): RepeatDifference {
  const a = armOf(tasks.map((task) => task.a));
  const b = armOf(tasks.map((task) => task.b));
  const noise = a.noise === undefined || b.noise === undefined ? undefined : a.noise + b.noise;
  const { task, ...split } = splitOf(
    b.means.map((level, i) => level - (a.means[i] ?? Number.NaN)),
    noise,
    pool,
  );
  return { ...split, withinA: a.within, withinB: b.within, effect: task };
}

/** The mean level of one arm over tasks with repeated runs; each task gives its rewards, at least one. */
export function repeatLevel(tasks: readonly (readonly number[])[], pool: number): RepeatLevel {
  const arm = armOf(tasks);
  return { ...splitOf(arm.means, arm.noise, pool), within: arm.within };
}

function splitOf(means: readonly number[], noise: number | undefined, pool: number): Omit<RepeatLevel, 'within'> {
  const n = means.length;
  if (!(n > 0 && pool >= n)) throw new RangeError(`${n} tasks from a pool of ${pool}`);
  const fraction = n / pool;
  const between = varianceOf(means);
  const beyond = between === undefined ? undefined : between / n;
  const known = between !== undefined && noise !== undefined;
  return {
    mean: mean(means),
    between,
    task: known ? Math.max(0, between - noise) : undefined,
    pool: known ? ((1 - fraction) * between + fraction * noise) / n : beyond,
    beyond,
    degreesOfFreedom: Math.max(1, n - 1),
  };
}

/** Each task's mean, the mean variance within tasks, and the mean variance of a task's mean by run noise. */
function armOf(tasks: readonly (readonly number[])[]): {
  readonly means: readonly number[];
  readonly within: number | undefined;
  readonly noise: number | undefined;
} {
  if (tasks.some((runs) => runs.length === 0)) throw new RangeError('a task without runs has no mean');
  const means = tasks.map(mean);
  const variances = tasks.map(varianceOf);
  const known = variances.filter((each) => each !== undefined);
  if (known.length === 0) return { means, within: undefined, noise: undefined };
  const within = mean(known);
  // A task with a single run borrows the mean of the others.
  return { means, within, noise: mean(tasks.map((runs, i) => (variances[i] ?? within) / runs.length)) };
}

/** Undefined for fewer than two values. */
const varianceOf = (values: readonly number[]): number | undefined =>
  values.length < 2 ? undefined : variance(values);

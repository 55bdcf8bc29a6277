import { mean, variance } from '../statistics/summary.js';
import { isRepeated, type PairedTask, upliftOf } from './paired-task.js';
import { publishedComponents } from './published-components.js';
import { noiseOf, type UpliftComponents, upliftComponents } from './variance-components.js';

/** Components of variance, and whether these pairs gave them. */
export interface MeasuredComponents {
  readonly from: 'results' | 'published';
  /** How the noise of a run is known: from repeats, from the rates of passes, or as published. */
  readonly noiseBy: 'repeats' | 'pass rates' | 'published';
  readonly components: UpliftComponents;
}

/** So many tasks tell the noise of a run well enough. */
export const enoughTasks = 20;

/**
 * The components of variance of pairs: from their repeats where enough tasks have them; from the levels of the tasks where
 * every reward is 0 or 1, whose variance the level gives; the published ones otherwise.
 */
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
    // A sample's own level lies nearer to it than the true one does.
    const whole = (level * (1 - level) * tasks.length) / (tasks.length - 1);
    return Math.max(0, whole - levels);
  };
  const runs = { runWithout: runVariance('without'), runWith: runVariance('with') };
  const noise = mean(tasks.map((task) => noiseOf(task, runs)));
  const between = Math.max(0, variance(tasks.map(upliftOf)) - noise);
  return { ...runs, between, tasks: tasks.length, degreesOfFreedom: tasks.length - 1 };
}

/** How much the tasks' levels differ: what the two arms, run apart, have in common. */
function levelVariance(tasks: readonly PairedTask[]): number {
  if (tasks.length < 2) return 0;
  const [without, other] = [tasks.map((task) => mean(task.without)), tasks.map((task) => mean(task.with))];
  const sums = without.map((value, i) => value + (other[i] ?? 0));
  // cov(a, b) = (var(a + b) − var(a) − var(b)) / 2
  return Math.max(0, (variance(sums) - variance(without) - variance(other)) / 2);
}

import { at } from '../lists/at.js';
import { normalCdf } from '../statistics/distributions.js';
import { benjaminiHochberg } from '../statistics/p-values.js';
import { chanceContrasts, contrastOf } from './chance-contrasts.js';
import { type PairedTask, upliftOf } from './paired-task.js';
import type { TaskNoise } from './task-noise.js';
import { noiseOf } from './variance-components.js';

/** A task's uplift at a false-discovery rate. */
type Benefit = 'benefits' | 'hurt' | 'cannot tell';

/** The test of one task's uplift. */
export interface BenefitTest {
  readonly benefit: Benefit;
  readonly pValue: number;
  /** Adjusted for the number of tasks: at or under the rate, the task is listed. */
  readonly adjusted: number;
}

/**
 * The tasks that benefit and those that are hurt: each task's uplift against 0, adjusted after Benjamini & Hochberg (1995),
 * which keeps the expected share of wrong tasks on the lists, sign included, at or under the rate. The tests use the measured
 * uplifts, not the shrunken ones.
 */
export function benefitLists(tasks: readonly PairedTask[], noise: TaskNoise, rate = 0.1): readonly BenefitTest[] {
  const pValues = noise.by === 'repeats' ? byChanceContrasts(tasks, noise) : byAssumedNoise(tasks, noise);
  const adjusted = benjaminiHochberg(pValues);
  return tasks.map((task, i) => {
    const [pValue, after, uplift] = [at(pValues, i), at(adjusted, i), upliftOf(task)];
    const isListed = after <= rate && uplift !== 0;
    return { benefit: isListed ? (uplift > 0 ? 'benefits' : 'hurt') : 'cannot tell', pValue, adjusted: after };
  });
}

/**
 * The p-value of a task is the share of chance contrasts, over all tasks, that are at least as large as its own contrast
 * (Tusher, Tibshirani & Chu 2001). Each task counts once, however many ways its runs can be swapped. So noisy tasks bring
 * noisy contrasts, and nothing is assumed about the distribution of rewards: if a task's runs are alike in both arms, swapping
 * them changes nothing. The share counts one contrast more than there are, the weight of one of a task's r + s − 2
 * independent ones, because p-values from a sample of chance can't be 0 (Phipson & Smyth 2010).
 */
function byChanceContrasts(tasks: readonly PairedTask[], { components }: TaskNoise): readonly number[] {
  const pooled = (components.runWithout + components.runWith) / 2;
  let extra = 0;
  const chance: { readonly contrast: number; readonly weight: number }[] = [];
  for (const task of tasks) {
    const own = chanceContrasts(task, pooled);
    for (const contrast of own) chance.push({ contrast, weight: 1 / own.length });
    extra = Math.max(extra, 1 / (task.without.length + task.with.length - 2));
  }
  chance.sort((a, b) => b.contrast - a.contrast);
  const contrasts = tasks.map((task) => contrastOf(task, pooled));
  const pValues: number[] = new Array(tasks.length);
  let [next, above] = [0, extra];
  for (const i of [...tasks.keys()].sort((a, b) => at(contrasts, b) - at(contrasts, a))) {
    for (; next < chance.length && at(chance, next).contrast >= at(contrasts, i); next++)
      above += at(chance, next).weight;
    pValues[i] = Math.min(1, above / (tasks.length + extra));
  }
  return pValues;
}

/** The p-values of a normal test with the noise that the caller assumed. */
function byAssumedNoise(tasks: readonly PairedTask[], { components }: TaskNoise): readonly number[] {
  return tasks.map((task) => 2 * normalCdf(-Math.abs(upliftOf(task)) / Math.sqrt(noiseOf(task, components))));
}

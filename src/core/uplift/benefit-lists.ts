import { studentCdf } from '../statistics/distributions/student-distribution.js';
import { mean } from '../statistics/summary/mean.js';
import { benjaminiHochberg } from '../statistics/tests/benjamini-hochberg.js';
import { type PairedTask, upliftOf } from './paired-task.js';
import type { UpliftComponents } from './variance-components.js';

/** What can be said of a task at a false-discovery rate. */
type Benefit = 'benefits' | 'hurt' | 'cannot tell';

/** The test of one task's uplift. */
export interface BenefitTest {
  readonly benefit: Benefit;
  readonly pValue: number;
  /** Adjusted for the number of tasks: at or under the rate, the task is listed. */
  readonly adjusted: number;
}

/**
 * Which tasks benefit, which are hurt: each task's uplift against 0, adjusted after Benjamini & Hochberg (1995), who keep
 * the share of wrong tasks on the lists, sign included, at or under the rate (Benjamini & Yekutieli 2005). The tests use
 * the measured uplifts, not the shrunken ones: they hold whatever the distribution of true uplifts is.
 */
export function benefitLists(
  tasks: readonly PairedTask[],
  components: UpliftComponents,
  rate = 0.1,
): readonly BenefitTest[] {
  const factor = dispersion(tasks);
  const uplifts = tasks.map(upliftOf);
  const pValues = tasks.map((task, i) => {
    const error = Math.sqrt(nullVariance(task, components, factor));
    const uplift = uplifts[i] ?? 0;
    if (error === 0) return uplift === 0 ? 1 : 0;
    return Math.min(1, 2 * studentCdf(-Math.abs(uplift) / error, components.degreesOfFreedom));
  });
  const adjusted = benjaminiHochberg(pValues);
  return tasks.map((_, i) => {
    const [pValue = 1, after = 1, uplift = 0] = [pValues[i], adjusted[i], uplifts[i]];
    const isListed = after <= rate && uplift !== 0;
    return { benefit: isListed ? (uplift > 0 ? 'benefits' : 'hurt') : 'cannot tell', pValue, adjusted: after };
  });
}

/**
 * The variance of a task's uplift if it had none: the pooled run variance of each arm, or more where the task's own level
 * lets its runs vary more, as rewards of 0 and 1 do around one half (quasi-likelihood; Wedderburn 1974).
 */
function nullVariance(task: PairedTask, { runWithout, runWith }: UpliftComponents, factor: number): number {
  const level = mean([...task.without, ...task.with]);
  const own = factor * level * (1 - level);
  return Math.max(runWithout, own) / task.without.length + Math.max(runWith, own) / task.with.length;
}

/** How much runs vary, as a share of what rewards of 0 and 1 with the same means would. */
function dispersion(tasks: readonly PairedTask[]): number {
  let [squares, binomial] = [0, 0];
  for (const runs of tasks.flatMap((task) => [task.without, task.with])) {
    if (runs.length < 2) continue;
    const level = mean(runs);
    squares += runs.reduce((sum, reward) => sum + (reward - level) ** 2, 0);
    binomial += runs.length * level * (1 - level);
  }
  // The squares around a sample's own mean and its own p(1 − p) fall short alike, so that no correction is needed.
  return binomial <= 0 ? 0 : squares / binomial;
}

import { correlationCeiling, type RepeatedTask, reliability } from '../../statistics/power.js';
import { comparable } from '../../statistics/summary.js';
import { enoughTasks, upliftComponents } from '../../uplift/paired-tasks.js';
import { defaultVariances } from '../power/planned-variances.js';
import type { UpliftCeiling } from './validity.js';

/** The largest correlation with the measured uplift, from repeats in both arms if there are enough, else as assumed. */
export function upliftCeiling(tasks: readonly RepeatedTask[]): UpliftCeiling {
  const runs = tasks.flatMap(({ a, b }) => [a.length, b.length]);
  // The harmonic mean: the noise of a task's mean is in proportion to 1 over its runs.
  const repeats = runs.length === 0 ? 1 : comparable(runs.length / runs.reduce((sum, count) => sum + 1 / count, 0));
  const found = upliftComponents(tasks.map(({ a, b }) => ({ cluster: '', without: a, with: b })));
  const isMeasured = found !== undefined && found.tasks >= enoughTasks;
  const variances = isMeasured
    ? { effect: found.between, within: found.runWithout + found.runWith }
    : { effect: defaultVariances.effect.high, within: defaultVariances.within };
  const share = reliability(variances, repeats);
  return {
    from: isMeasured ? 'results' : 'default',
    variances,
    repeats,
    reliability: share,
    ceiling: share === undefined ? undefined : correlationCeiling(share),
  };
}

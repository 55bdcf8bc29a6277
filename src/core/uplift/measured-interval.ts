import { studentQuantile } from '../statistics/distributions.js';
import { type PairedTask, upliftOf } from './paired-task.js';
import { noiseOf, type UpliftComponents } from './variance-components.js';

/**
 * The confidence interval of a task's uplift by its own runs alone, with the pooled variance of a run (Student's t): it covers as
 * stated whatever true uplifts differ by, before tasks are picked out. Of tasks that luck picked out too it covers fewer.
 */
export function measuredInterval(task: PairedTask, components: UpliftComponents, level = 0.95) {
  const reach = studentQuantile((1 + level) / 2, components.degreesOfFreedom) * Math.sqrt(noiseOf(task, components));
  const uplift = upliftOf(task);
  return { low: uplift - reach, high: uplift + reach };
}

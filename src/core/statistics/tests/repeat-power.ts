import { normalQuantile } from '../distributions/normal-quantile.js';
import { studentQuantile } from '../distributions/student-distribution.js';
import { type DifferenceVariances, varianceWithRepeats } from '../variance/difference-variances.js';
import { checkSignificance, type PowerGoal } from './power-goal.js';

/**
 * The standard error of the mean difference over n tasks with this many runs of each configuration. `fraction` is the
 * share of the pool in the sample, for claims about this pool alone: it shrinks the part between tasks, never that of
 * the runs.
 */
export function repeatStandardError(variances: DifferenceVariances, n: number, repeats: number, fraction = 0): number {
  const effect = (1 - fraction) * variances.effect;
  return Math.sqrt(varianceWithRepeats({ effect, within: variances.within }, repeats) / n);
}

/**
 * The smallest mean difference that n tasks with this many runs of each configuration can be planned to find: by the
 * normal distribution, below 30 tasks by Student's; undefined below two, which show no variance.
 */
export function repeatDetectable(
  variances: DifferenceVariances,
  n: number,
  repeats: number,
  { level, power }: PowerGoal,
): number | undefined {
  checkSignificance(level);
  if (n < 2) return undefined;
  const quantile = n < fewTasks ? (p: number) => studentQuantile(p, n - 1) : normalQuantile;
  return (quantile(1 - level / 2) + quantile(power)) * repeatStandardError(variances, n, repeats);
}

/** The smallest whole number of tasks, at least 2, that can be planned to find this mean difference; ∞ for none. */
export function repeatSize(
  variances: DifferenceVariances,
  repeats: number,
  difference: number,
  goal: PowerGoal,
): number {
  checkSignificance(goal.level);
  const wanted = Math.abs(difference);
  if (wanted === 0) return Infinity;
  const multiple = normalQuantile(1 - goal.level / 2) + normalQuantile(goal.power);
  let n = Math.max(2, Math.ceil(varianceWithRepeats(variances, repeats) * (multiple / wanted) ** 2));
  // Student's quantiles are the larger, so that few tasks need some more.
  while (n < fewTasks && (repeatDetectable(variances, n, repeats, goal) as number) > wanted) n += 1;
  return n;
}

/** What a plan costs: once for each task, and for each run of a task under every configuration; both above 0. */
export interface RepeatCosts {
  readonly perTask: number;
  readonly perRun: number;
}

/**
 * The number of runs of each task that finds the smallest difference for its cost, √(within · perTask / (effect ·
 * perRun)) (Cochran 1977, 10.6). Not rounded; 1 or less means one run; ∞ where all tasks have the same difference.
 */
export function bestRepeats({ effect, within }: DifferenceVariances, { perTask, perRun }: RepeatCosts): number {
  return within === 0 ? 0 : Math.sqrt((within * perTask) / (effect * perRun));
}

/** Below this many tasks, the normal distribution is too narrow. */
const fewTasks = 30;

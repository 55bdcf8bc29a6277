import { binomialProbability, normalCdf, normalQuantile, studentQuantile } from './distributions.js';
import { mean, meanDifference, variance } from './summary.js';

export interface PowerGoal {
  /** The significance level α of the two-sided test, in (0, ½). */
  readonly level: number;
  /** In (level, 1). */
  readonly power: number;
}

export const usualGoal: PowerGoal = { level: 0.05, power: 0.8 };

/** Quartiles of how often two systems disagree: 0.21–0.36 on SWE-bench Verified, 0.23–0.40 on Terminal-Bench 2. */
export const usualDiscordance = { low: 0.21, high: 0.4 } as const;

/** The tasks, run once per system, needed to detect a difference of two rates (Connor 1987); not rounded. */
export function pairedSize(discordance: number, difference: number, { level, power }: PowerGoal): number {
  const underNone = normalQuantile(1 - level / 2) * Math.sqrt(discordance);
  const underSome = normalQuantile(power) * rootSpread(discordance, difference);
  return difference === 0 ? Infinity : ((underNone + underSome) / difference) ** 2;
}

/**
 * The power of n paired tasks by the normal approximation (Connor 1987), close to that of McNemar's mid-p test. For
 * partial rewards, `discordance` is the mean squared difference, which may be smaller than the difference.
 */
export function pairedPower(n: number, discordance: number, difference: number, level: number): number {
  const beyond = Math.abs(difference) * Math.sqrt(n) - normalQuantile(1 - level / 2) * Math.sqrt(discordance);
  // Without variance, the power is 0 or 1.
  const spread = rootSpread(discordance, difference);
  if (spread === 0) return beyond > 0 ? 1 : 0;
  return normalCdf(beyond / spread);
}

/** The standard deviation of the difference on one task; rounding can leave the variance just below 0. */
function rootSpread(discordance: number, difference: number): number {
  return Math.sqrt(Math.max(0, discordance - difference * difference));
}

/** The exact power of McNemar's mid-p test (Fagerland, Lydersen & Laake 2013), or its level if `difference` is 0. */
export function midPPower(n: number, discordance: number, difference: number, level: number): number {
  // The share of discordant tasks that favour one system; rounding can push it just outside [0, 1].
  const share = discordance === 0 ? 0.5 : Math.max(0, Math.min(1, (1 + difference / discordance) / 2));
  let power = 0;
  let critical = -1;
  // P(K ≤ critical + 1) and P(K = critical + 1), where K counts heads among `discordant` fair coin flips.
  let [upTo, equal] = [1, 1];
  for (let discordant = 0; discordant <= n; discordant++) {
    if (discordant > 0) {
      const next = critical + 1;
      upTo -= equal / 2;
      equal *= next < discordant ? discordant / (2 * (discordant - next)) : 0;
    }
    // One more discordant task raises the critical value by at most one, so no search is needed.
    if (2 * (critical + 1) < discordant && 2 * upTo - equal <= level) {
      critical += 1;
      equal *= (discordant - critical) / (critical + 1);
      upTo += equal;
    }
    // By Hoeffding's inequality, the probability is below 1e-12 here.
    if (critical < 0 || (discordant - n * discordance) ** 2 > 14 * n) continue;
    const chance = binomialProbability(discordant, n, discordance);
    // Together, these terms don't change any digit of the sum.
    if (chance < 1e-12) continue;
    power += chance * (tailUpTo(critical, discordant, share) + tailUpTo(critical, discordant, 1 - share));
  }
  return Math.min(1, power);
}

/** P(K ≤ k) for a binomial K, summed from k away from the mean until terms vanish. */
function tailUpTo(k: number, n: number, p: number): number {
  if (p <= 0 || k >= n) return 1;
  if (p >= 1) return 0;
  if (k >= n * p) return 1 - tailUpTo(n - k - 1, n, 1 - p);
  let term = binomialProbability(k, n, p);
  let sum = term;
  for (let i = k; i > 0 && term > 1e-17 * sum; i--) {
    term *= (i * (1 - p)) / ((n - i + 1) * p);
    sum += term;
  }
  return sum;
}

/** The variance components of the difference between two systems on one task. */
export interface DifferenceVariances {
  /** σ²_δ: the variance of the true difference between tasks, without run noise; at least 0. */
  readonly effect: number;
  /** σ²_wA + σ²_wB: the run-to-run variance of one run of each system on one task; at least 0. */
  readonly within: number;
}

function varianceWithRepeats({ effect, within }: DifferenceVariances, repeats: number): number {
  return effect + within / repeats;
}

/** The standard error of the mean difference over n tasks with `repeats` runs of each system. */
export function repeatStandardError(variances: DifferenceVariances, n: number, repeats: number): number {
  return Math.sqrt(varianceWithRepeats(variances, repeats) / n);
}

/** The smallest mean difference that n tasks can detect; undefined for fewer than two tasks. */
export function repeatDetectable(
  variances: DifferenceVariances,
  n: number,
  repeats: number,
  { level, power }: PowerGoal,
): number | undefined {
  if (n < 2) return undefined;
  const quantile = n < fewTasks ? (p: number) => studentQuantile(p, n - 1) : normalQuantile;
  return (quantile(1 - level / 2) + quantile(power)) * repeatStandardError(variances, n, repeats);
}

/** The fewest tasks, at least 2, that detect this mean difference; ∞ for 0. */
export function repeatSize(
  variances: DifferenceVariances,
  repeats: number,
  difference: number,
  goal: PowerGoal,
): number {
  const wanted = Math.abs(difference);
  if (wanted === 0) return Infinity;
  const multiple = normalQuantile(1 - goal.level / 2) + normalQuantile(goal.power);
  let n = Math.max(2, Math.ceil(varianceWithRepeats(variances, repeats) * (multiple / wanted) ** 2));
  // Student's quantiles are larger than normal ones, so small samples need a few more tasks.
  while (n < fewTasks && (repeatDetectable(variances, n, repeats, goal) as number) > wanted) n += 1;
  return n;
}

/** `perTask` is the fixed cost of a task, `perRun` the cost of one run with each system; both above 0. */
export interface RepeatCosts {
  readonly perTask: number;
  readonly perRun: number;
}

/** The repeats that minimise the detectable difference for a given cost (Cochran 1977, 10.6); not rounded. */
export function bestRepeats({ effect, within }: DifferenceVariances, { perTask, perRun }: RepeatCosts): number {
  return within === 0 ? 0 : Math.sqrt((within * perTask) / (effect * perRun));
}

/** Below this many tasks, use Student's t instead of the normal distribution. */
const fewTasks = 30;

/**
 * The variance of the true differences between tasks: the variance of the mean differences minus run noise, at least 0
 * (Cochran 1977, 10.3). Undefined for a single task, or if an arm has no task with two runs.
 */
export function effectVariance(
  tasks: readonly { readonly a: readonly number[]; readonly b: readonly number[] }[],
): number | undefined {
  const [ofA, ofB] = [runNoise(tasks.map(({ a }) => a)), runNoise(tasks.map(({ b }) => b))];
  if (tasks.length < 2 || ofA === undefined || ofB === undefined) return undefined;
  return Math.max(0, variance(tasks.map(({ a, b }) => meanDifference(a, b))) - (ofA + ofB));
}

/** The average run-noise variance of a task mean; a task with one run is given the mean variance of repeated tasks. */
function runNoise(tasks: readonly (readonly number[])[]): number | undefined {
  const known = tasks.filter((runs) => runs.length > 1).map(variance);
  if (known.length === 0) return undefined;
  const usual = mean(known);
  return mean(tasks.map((runs) => (runs.length > 1 ? variance(runs) : usual) / runs.length));
}

/** The share of the variance of measured differences that is not run noise (Spearman 1910; Brown 1910). */
export function reliability(variances: DifferenceVariances, repeats: number): number | undefined {
  const total = varianceWithRepeats(variances, repeats);
  return total === 0 ? undefined : variances.effect / total;
}

/** The highest correlation that any predictor can reach with a measure of this reliability (Spearman 1904). */
export function correlationCeiling(reliabilityOfMeasure: number): number {
  return Math.sqrt(reliabilityOfMeasure);
}

import { binomialProbability, normalCdf, normalQuantile, studentQuantile } from './distributions.js';
import { mean, variance } from './summary.js';

/** What a planned test has to achieve. */
export interface PowerGoal {
  /** The significance level α of the two-sided test, in (0, ½); 0.05 unless there is a reason. */
  readonly level: number;
  /** Power to find a difference that is there, in (level, 1); 0.8 by custom. */
  readonly power: number;
}

/** What a comparison is planned for unless somebody says otherwise. */
export const usualGoal: PowerGoal = { level: 0.05, power: 0.8 };

/** Refuses a significance level of ½ or more: most likely a confidence level was meant, such as 0.95 for 0.05. */
function checkSignificance(level: number): void {
  if (!(level > 0 && level < 0.5)) throw new RangeError(`a significance level is between 0 and ½, not ${level}`);
}

/** How often two systems disagree: quartiles 0.21 to 0.36 on SWE-bench Verified, 0.23 to 0.40 on Terminal-Bench 2. */
export const usualDiscordance = { low: 0.21, high: 0.4 } as const;

/** The tasks, run once under each of two systems, that find a difference of two rates (Connor 1987); not rounded. */
export function pairedSize(discordance: number, difference: number, { level, power }: PowerGoal): number {
  checkPaired(discordance, difference, level);
  const underNone = normalQuantile(1 - level / 2) * Math.sqrt(discordance);
  const underSome = normalQuantile(power) * rootSpread(discordance, difference);
  return difference === 0 ? Infinity : ((underNone + underSome) / difference) ** 2;
}

/** The power of n paired tasks by the normal approximation (Connor 1987), close to that of McNemar's mid-p test. */
export function pairedPower(n: number, discordance: number, difference: number, level: number): number {
  checkPaired(discordance, difference, level);
  const beyond = Math.abs(difference) * Math.sqrt(n) - normalQuantile(1 - level / 2) * Math.sqrt(discordance);
  // Without chance in it the difference is found or not, and never where no task is discordant.
  const spread = rootSpread(discordance, difference);
  if (spread === 0) return beyond > 0 ? 1 : 0;
  return normalCdf(beyond / spread);
}

/** Refuses what no two configurations can do: differ on more tasks than they disagree on. */
function checkPaired(discordance: number, difference: number, level: number): void {
  checkSignificance(level);
  if (!(discordance >= 0 && discordance <= 1)) throw new RangeError(`a discordance is from 0 to 1, not ${discordance}`);
  // Both are often sums of rounded shares.
  if (!(Math.abs(difference) <= discordance + 1e-9)) {
    throw new RangeError(`a difference is at most the discordance ${discordance} in size, not ${difference}`);
  }
}

/** The standard deviation of the difference at one task; rounding may leave less than 0 where it is 0. */
function rootSpread(discordance: number, difference: number): number {
  return Math.sqrt(Math.max(0, discordance - difference * difference));
}

/** The exact power of McNemar's mid-p test of n tasks (Fagerland, Lydersen & Laake 2013); its level without effect. */
export function midPPower(n: number, discordance: number, difference: number, level: number): number {
  checkPaired(discordance, difference, level);
  // Of the discordant tasks, the share in one direction; rounding may leave it just outside [0, 1].
  const share = discordance === 0 ? 0.5 : Math.max(0, Math.min(1, (1 + difference / discordance) / 2));
  let power = 0;
  let critical = -1;
  // P(K ≤ critical + 1) and P(K = critical + 1) for as many fair signs as tasks are discordant.
  let [upTo, equal] = [1, 1];
  for (let discordant = 0; discordant <= n; discordant++) {
    if (discordant > 0) {
      const next = critical + 1;
      upTo -= equal / 2;
      equal *= next < discordant ? discordant / (2 * (discordant - next)) : 0;
    }
    // One discordant task more moves the critical number by none or one, so that it need not be searched for.
    if (2 * (critical + 1) < discordant && 2 * upTo - equal <= level) {
      critical += 1;
      equal *= (discordant - critical) / (critical + 1);
      upTo += equal;
    }
    // By Hoeffding's inequality the chance is then below 1e-12.
    if (critical < 0 || (discordant - n * discordance) ** 2 > 14 * n) continue;
    const chance = binomialProbability(discordant, n, discordance);
    // Such outcomes together change no digit of the sum.
    if (chance < 1e-12) continue;
    power += chance * (tailUpTo(critical, discordant, share) + tailUpTo(critical, discordant, 1 - share));
  }
  return Math.min(1, power);
}

/** P(K ≤ k) of a binomial K, summed from k away from the mean until nothing is added. */
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

/** Where the variance of the difference of two configurations on one task comes from. */
export interface DifferenceVariances {
  /** σ²_δ: how much the true difference varies from task to task, run noise taken out; at least 0. */
  readonly effect: number;
  /** σ²_wA + σ²_wB: how much one run of each configuration on the same task varies; at least 0. */
  readonly within: number;
}

/** The variance of the mean difference on one task with this many runs of each configuration. */
function varianceWithRepeats({ effect, within }: DifferenceVariances, repeats: number): number {
  return effect + within / repeats;
}

/** The standard error of the mean difference over n tasks with this many runs of each system. */
export function repeatStandardError(variances: DifferenceVariances, n: number, repeats: number): number {
  return Math.sqrt(varianceWithRepeats(variances, repeats) / n);
}

/** The smallest mean difference that n tasks with this many runs can be planned to find; undefined below two tasks. */
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

/** The repeats that find the smallest difference for their cost (Cochran 1977, 10.6); not rounded. */
export function bestRepeats({ effect, within }: DifferenceVariances, { perTask, perRun }: RepeatCosts): number {
  return within === 0 ? 0 : Math.sqrt((within * perTask) / (effect * perRun));
}

/** Below this many tasks, the normal distribution is too narrow. */
const fewTasks = 30;

/** The rewards of one task's runs in two arms, at least one run in each. */
export interface RepeatedTask {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/**
 * The variance of the tasks' true differences, at least 0: that of the mean differences less run noise (Cochran 1977,
 * 10.3). Undefined for a single task, and if no task has two runs in one of the arms.
 */
export function effectVariance(tasks: readonly RepeatedTask[]): number | undefined {
  const noise = [runNoise(tasks.map(({ a }) => a)), runNoise(tasks.map(({ b }) => b))];
  const [ofA, ofB] = noise;
  if (tasks.length < 2 || ofA === undefined || ofB === undefined) return undefined;
  return Math.max(0, variance(tasks.map(({ a, b }) => mean(b) - mean(a))) - (ofA + ofB));
}

/** The mean variance of a task's mean by run noise; a task with a single run borrows the mean variance of the others. */
function runNoise(tasks: readonly (readonly number[])[]): number | undefined {
  if (tasks.some((runs) => runs.length === 0)) throw new RangeError('a task without runs has no mean');
  const known = tasks.filter((runs) => runs.length > 1).map(variance);
  if (known.length === 0) return undefined;
  const usual = mean(known);
  return mean(tasks.map((runs) => (runs.length > 1 ? variance(runs) : usual) / runs.length));
}

/** The share of the variance of measured differences that is true (Spearman 1910; Brown 1910). */
export function reliability(variances: DifferenceVariances, repeats: number): number | undefined {
  const total = varianceWithRepeats(variances, repeats);
  return total === 0 ? undefined : variances.effect / total;
}

/** The largest correlation that a perfect predictor can have with a measure of this reliability (Spearman 1904). */
export function correlationCeiling(reliabilityOfMeasure: number): number {
  return Math.sqrt(reliabilityOfMeasure);
}

import { normalCdf } from '../distributions/normal-distribution.js';
import { normalQuantile } from '../distributions/normal-quantile.js';
import { checkSignificance, type PowerGoal } from './power-goal.js';

/**
 * How often two configurations disagree on a task: pairs of systems had quartiles of 0.21, 0.27 and 0.36 on SWE-bench
 * Verified, of 0.23, 0.29 and 0.40 on Terminal-Bench 2.
 */
export const usualDiscordance = { low: 0.21, high: 0.4 } as const;

/**
 * How many tasks, run once under each of two configurations, are needed to find a difference of two rates (Connor 1987,
 * Biometrics 43:207). `discordance` is the share of tasks that only one of the two solves, in (0, 1], and the difference
 * is at most that in size. Not rounded; ∞ for no difference.
 */
export function pairedSize(discordance: number, difference: number, { level, power }: PowerGoal): number {
  checkPaired(discordance, difference, level);
  const underNone = normalQuantile(1 - level / 2) * Math.sqrt(discordance);
  const underSome = normalQuantile(power) * rootSpread(discordance, difference);
  return difference === 0 ? Infinity : ((underNone + underSome) / difference) ** 2;
}

/**
 * The chance, in [0, 1], that n paired tasks show a difference of two rates at this level, by the normal approximation
 * (Connor 1987): near the power of McNemar's mid-p test.
 */
export function pairedPower(n: number, discordance: number, difference: number, level: number): number {
  checkPaired(discordance, difference, level);
  const beyond = Math.abs(difference) * Math.sqrt(n) - normalQuantile(1 - level / 2) * Math.sqrt(discordance);
  // Without chance in it the difference is found or not, and never where no task is discordant.
  const spread = rootSpread(discordance, difference);
  if (spread === 0) return beyond > 0 ? 1 : 0;
  return normalCdf(beyond / spread);
}

/**
 * The smallest difference of two rates that n paired tasks can be planned to find, in (0, discordance]; undefined when
 * even the largest possible one, all discordant tasks in one direction, would need more tasks.
 */
export function pairedDetectable(n: number, discordance: number, goal: PowerGoal): number | undefined {
  if (!(pairedSize(discordance, discordance, goal) <= n)) return undefined;
  const underNone = normalQuantile(1 - goal.level / 2) * Math.sqrt(discordance);
  const z = normalQuantile(goal.power);
  const isEnough = (difference: number) =>
    ((underNone + z * rootSpread(discordance, difference)) / difference) ** 2 <= n;
  let tooSmall = 0;
  let enough = discordance;
  // The size needed falls as the difference grows; 60 halvings leave nothing of the interval.
  for (let halving = 0; halving < 60; halving++) {
    const middle = (tooSmall + enough) / 2;
    if (isEnough(middle)) enough = middle;
    else tooSmall = middle;
  }
  return enough;
}

/** Refuses what no two configurations can do: differ on more tasks than they disagree on. */
export function checkPaired(discordance: number, difference: number, level: number): void {
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

import { binomialCdf, binomialProbability, binomialTail } from '../distributions/binomial.js';
import { mcnemarExact, mcnemarMidP } from './mcnemar.js';
import { checkPaired } from './paired-power.js';

/**
 * The chance, in [0, 1], that McNemar's mid-p test of n tasks, each run once under two configurations, is significant at
 * this level: exact, summed over all outcomes (as Fagerland, Lydersen & Laake 2013, BMC Medical Research Methodology
 * 13:91). `discordance` is the share of tasks that only one of the two solves, and the difference of the rates is at
 * most that in size; without a difference it is the chance of a false alarm.
 */
export function midPPower(n: number, discordance: number, difference: number, level: number): number {
  return powerOf(mcnemarMidP, n, discordance, difference, level);
}

/** The same for McNemar's exact test, which is more cautious than its level. */
export function exactPower(n: number, discordance: number, difference: number, level: number): number {
  return powerOf(mcnemarExact, n, discordance, difference, level);
}

/** A two-sided p-value from the tasks only one and only the other configuration solves. */
type PairedTest = (onlyFirst: number, onlySecond: number) => number;

function powerOf(test: PairedTest, n: number, discordance: number, difference: number, level: number): number {
  checkPaired(discordance, difference, level);
  // Of the discordant tasks, the share in one direction; rounding may leave it just outside [0, 1].
  const share = discordance === 0 ? 0.5 : Math.max(0, Math.min(1, (1 + difference / discordance) / 2));
  let power = 0;
  let critical = -1;
  for (let discordant = 0; discordant <= n; discordant++) {
    // One discordant task more moves the critical number by none or one, so that it need not be searched for.
    const next = critical + 1;
    if (2 * next < discordant && test(next, discordant - next) <= level) critical = next;
    const chance = binomialProbability(discordant, n, discordance);
    // Such outcomes together change no digit of the sum.
    if (critical < 0 || chance < 1e-20) continue;
    power +=
      chance * (binomialCdf(critical, discordant, share) + binomialTail(discordant - critical, discordant, share));
  }
  return Math.min(1, power);
}

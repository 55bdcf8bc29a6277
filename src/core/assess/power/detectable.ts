import { normalCdf, normalQuantile, studentCdf, studentQuantile } from '../../statistics/distributions.js';
import {
  midPPower,
  type PowerGoal,
  pairedDetectable,
  pairedPower,
  pairedSize,
  repeatDetectable,
  repeatSize,
  repeatStandardError,
} from '../../statistics/power.js';
import type { AtEnds, PlannedDiscordance, PlannedVariances } from './power-assessment.js';

/** All that the power of a comparison depends on, but the number of tasks. */
export interface Comparison {
  readonly goal: PowerGoal;
  readonly discordance: Pick<PlannedDiscordance, 'low' | 'high' | 'partial'>;
  readonly variances: Pick<PlannedVariances, 'low' | 'high'>;
}

/** Real pairs of systems disagreed on at most this share of tasks, so that no difference is larger. */
const largestDiscordance = 0.41;

/** Below it the t test of outcomes that are mostly equal is not to be trusted: of 12 tasks, its 95% interval held for the worst real pair in 44% of the draws. */
const fewestTasks = 10;

/** Beyond so many tasks the normal approximation is as good. */
const mostExact = 200;

/** Something for both ends of what is assumed. */
export function atEnds<Value>(valueAt: (end: 'low' | 'high') => Value): AtEnds<Value> {
  return { low: valueAt('low'), high: valueAt('high') };
}

/** The smallest difference that so many tasks can be planned to find: one run by McNemar's test, more by the t test of the means. */
export function detectable(comparison: Comparison, size: number, repeats: number): AtEnds<number | undefined> {
  const { goal, discordance } = comparison;
  const largest = Math.max(largestDiscordance, discordance.high);
  return atEnds((end) => {
    if (isPassOrFail(comparison, repeats)) return pairedDetectable(size, discordance[end], goal);
    if (size < fewestTasks - 1e-9) return undefined;
    const found = repeatDetectable(variancesAt(comparison, repeats, end), size, repeats, goal);
    return found === undefined || found > largest ? undefined : found;
  });
}

/** The same for one run, summed over all outcomes; undefined where there are too many. */
export function exactDetectable(
  { goal, discordance }: Comparison,
  size: number,
): AtEnds<number | undefined> | undefined {
  const n = exactTasks(size, discordance.partial);
  if (n === undefined) return undefined;
  return atEnds((end) => {
    const power = (difference: number) => midPPower(n, discordance[end], difference, goal.level);
    if (power(discordance[end]) < goal.power) return undefined;
    let [tooSmall, enough] = [0, discordance[end]];
    // The power grows with the difference; twenty halvings are more digits than are shown.
    for (let halving = 0; halving < 20; halving++) {
      const middle = (tooSmall + enough) / 2;
      if (power(middle) >= goal.power) enough = middle;
      else tooSmall = middle;
    }
    return enough;
  });
}

/** The chance to find a difference. */
export function powerFor(comparison: Comparison, size: number, repeats: number, difference: number): AtEnds<number> {
  const { goal, discordance } = comparison;
  return atEnds((end) => {
    if (isPassOrFail(comparison, repeats))
      return pairedPower(size, discordanceFor(discordance[end], difference), difference, goal.level);
    if (size < 2) return 0;
    const standardError = repeatStandardError(variancesAt(comparison, repeats, end), size, repeats);
    if (standardError === 0) return 1;
    const inErrors = difference / standardError;
    return size < 30
      ? studentCdf(inErrors - studentQuantile(1 - goal.level / 2, size - 1), size - 1)
      : normalCdf(inErrors - normalQuantile(1 - goal.level / 2));
  });
}

/** The chance to find a difference as every text, table and chart tells it: exact where all outcomes can be summed, else by formula. */
export function chanceFor(comparison: Comparison, size: number, repeats: number, difference: number): AtEnds<number> {
  const exact = repeats === 1 ? exactPowerFor(comparison, size, difference) : undefined;
  return exact ?? powerFor(comparison, size, repeats, difference);
}

/** The same for one run, summed over all outcomes; undefined where there are too many. */
export function exactPowerFor(
  { goal, discordance }: Comparison,
  size: number,
  difference: number,
): AtEnds<number> | undefined {
  const n = exactTasks(size, discordance.partial);
  if (n === undefined) return undefined;
  return atEnds((end) => midPPower(n, discordanceFor(discordance[end], difference), difference, goal.level));
}

/** Whole tasks, if they are few enough to sum over all outcomes of passing and failing. */
function exactTasks(size: number, partial: boolean): number | undefined {
  const n = Math.floor(size + 1e-9);
  return n > mostExact || partial ? undefined : n;
}

/** How many equally weighted tasks a difference needs; not rounded up for one run. */
export function sizeNeeded(comparison: Comparison, repeats: number, difference: number): AtEnds<number> {
  const { goal, discordance } = comparison;
  return atEnds((end) =>
    isPassOrFail(comparison, repeats)
      ? pairedSize(discordanceFor(discordance[end], difference), difference, goal)
      : Math.max(fewestTasks, repeatSize(variancesAt(comparison, repeats, end), repeats, difference, goal)),
  );
}

/** How many tasks it takes to find any difference at all, at both ends. */
export function sizeForAny(comparison: Comparison, repeats: number): number {
  const { discordance } = comparison;
  const largest = (end: 'low' | 'high') =>
    isPassOrFail(comparison, repeats) ? discordance[end] : Math.max(largestDiscordance, discordance.high);
  const needed = atEnds((end) => sizeNeeded(comparison, repeats, largest(end))[end]);
  return Math.ceil(Math.max(needed.low, needed.high) - 1e-9);
}

/** Whether the comparison is of single passes and failures, for McNemar's test; all else goes by means. */
function isPassOrFail({ discordance }: Comparison, repeats: number): boolean {
  return repeats === 1 && !discordance.partial;
}

/** Of single runs only the sum of the two variances counts, which the results show by themselves. */
function variancesAt({ discordance, variances }: Comparison, repeats: number, end: 'low' | 'high') {
  return repeats === 1 ? { effect: 0, within: discordance[end] } : variances[end];
}

/** Configurations that differ by so much disagree on at least as many tasks. */
export function discordanceFor(discordance: number, difference: number): number {
  return Math.max(discordance, difference);
}

import { normalCdf, normalQuantile } from './distributions.js';
import { midPPower, type PowerGoal, pairedPower, pairedSize } from './power.js';
import { mean } from './summary.js';

/**
 * How often two systems disagree on a task, by how far they differ: base + slope · |difference|. Systems that differ more
 * disagree more, so that the discordance of systems alike promises too much for those that differ.
 */
export interface DiscordanceCurve {
  /** Of two systems alike, from 0 to 1. */
  readonly base: number;
  /** From 0 to 1. */
  readonly slope: number;
}

/** The slope on four public leaderboards is 0.50 to 0.68 (SWE-bench Verified 0.53, Terminal-Bench 2 0.50, SWE-bench Pro 0.68, GSO 0.53). */
export const usualSlope = 0.55;

/** The discordance of two systems with a difference: from the difference (or its square) to 1. */
export function discordanceAt({ base, slope }: DiscordanceCurve, difference: number, isPartial = false): number {
  const size = Math.abs(difference);
  return Math.min(1, Math.max(isPartial ? size * size : size, base + slope * size));
}

/** Two systems: their difference, and the mean of the squared differences on tasks. */
export interface DiscordantPair {
  readonly difference: number;
  readonly discordance: number;
}

/** The curve through pairs of systems by least squares, with the usual slope unless `fitsSlope`; undefined for none. */
export function discordanceCurve(pairs: readonly DiscordantPair[], fitsSlope: boolean): DiscordanceCurve | undefined {
  if (pairs.length === 0) return undefined;
  const sizes = pairs.map(({ difference }) => Math.abs(difference));
  const [x, y] = [mean(sizes), mean(pairs.map(({ discordance }) => discordance))];
  let [cross, squares] = [0, 0];
  pairs.forEach(({ discordance }, i) => {
    const apart = (sizes[i] ?? 0) - x;
    cross += apart * (discordance - y);
    squares += apart * apart;
  });
  const fitted = fitsSlope && squares > 0 ? cross / squares : usualSlope;
  const slope = Math.max(0, Math.min(largestSlope, fitted));
  return { base: Math.max(leastBase, y - slope * x), slope };
}

/** At 1 every further task that differs would be gained by the same system. */
const largestSlope = 0.95;
/** Systems that never disagree do not occur: runs have noise. */
const leastBase = 0.01;

/** A comparison of two systems, before any run. */
export interface PlannedPair {
  /** How many equally weighted tasks flips of signs see; need not be whole. */
  readonly size: number;
  readonly curve: DiscordanceCurve;
  /** Whether rewards may be between 0 and 1: the discordance is then a mean square. */
  readonly isPartial: boolean;
  /** The variance of the difference over the one that flips show: less than 1 where strata explain some of it. Default 1. */
  readonly drawShare?: number | undefined;
}

/** Up to this many tasks the power is summed over all outcomes; beyond, the normal limit is as good. */
const mostExact = 400;

/** Whether the power of so many tasks is summed over all outcomes. */
export function isExactPower({ size, isPartial }: Pick<PlannedPair, 'size' | 'isPartial'>): boolean {
  return !isPartial && size <= mostExact;
}

/** The chance that the sign-flip test finds a difference; sizes between two whole numbers are interpolated. */
export function plannedPower(pair: PlannedPair, difference: number, level: number): number {
  const { size, curve, isPartial, drawShare = 1 } = pair;
  const discordance = discordanceAt(curve, difference, isPartial);
  const atSize = (n: number) => {
    if (isPartial) return meanSquarePower(n, discordance, difference, level);
    return n <= mostExact
      ? midPPower(n, discordance, difference, level)
      : pairedPower(n, discordance, difference, level);
  };
  const below = Math.floor(size + 1e-9);
  const between = isPartial || size > mostExact ? 0 : Math.max(0, size - below);
  const power =
    isPartial || size > mostExact
      ? atSize(size)
      : (1 - between) * atSize(below) + (between === 0 ? 0 : between * atSize(below + 1));
  if (drawShare === 1 || power <= 0 || power >= 1) return power;
  return normalCdf(normalQuantile(power) / Math.sqrt(drawShare));
}

/** As for passes and failures (Connor 1987), of a mean square that may be below the difference. */
function meanSquarePower(n: number, meanSquare: number, difference: number, level: number): number {
  const beyond = Math.abs(difference) * Math.sqrt(n) - normalQuantile(1 - level / 2) * Math.sqrt(meanSquare);
  const spread = Math.sqrt(Math.max(0, meanSquare - difference * difference));
  return spread === 0 ? (beyond > 0 ? 1 : 0) : normalCdf(beyond / spread);
}

/** The smallest difference found with the power asked for; undefined if the curve allows none. */
export function detectableDifference(pair: PlannedPair, { level, power }: PowerGoal): number | undefined {
  const { base, slope } = pair.curve;
  const most = pair.isPartial || slope >= 1 ? 1 : Math.min(1, base / (1 - slope));
  // More steps than digits are shown.
  const step = most / steps;
  const beyond = (count: number) => normalScore(plannedPower(pair, count * step, level)) - normalScore(power);
  let [low, high] = [0, steps];
  let [atLow, atHigh] = [normalScore(level) - normalScore(power), pair.size < 1 ? -1 : beyond(steps)];
  if (atHigh < 0) return undefined;
  // The power grows with the difference, on the normal scale nearly in a line: start where the normal approximation is, and
  // follow the line through the last two guesses. Every fifth guess halves what is left.
  let [last, atLast] = [low, atLow];
  let aim = ((normalScore(1 - level / 2) + normalScore(power)) * Math.sqrt(base / pair.size)) / step;
  for (let guesses = 1; high - low > 1; guesses++) {
    if (guesses % 5 === 0) aim = (low + high) / 2;
    const guess = Math.min(high - 1, Math.max(low + 1, Math.round(aim)));
    const at = beyond(guess);
    if (at >= 0) [high, atHigh] = [guess, at];
    else [low, atLow] = [guess, at];
    const root = guess - (at * (guess - last)) / (at - atLast);
    aim = at >= 0 ? Math.floor(root) : Math.ceil(root);
    if (!(aim >= low && aim <= high)) aim = low + ((high - low) * -atLow) / (atHigh - atLow);
    [last, atLast] = [guess, at];
  }
  return high * step;
}

const steps = 2 ** 24;

/** The normal quantile of a power, finite also where it is 0 or 1. */
function normalScore(power: number): number {
  return power <= 1e-12 ? -7 : power >= 1 - 1e-12 ? 7 : normalQuantile(power);
}

/** The fewest equally weighted tasks, and no fewer further on, that find a difference; ∞ for a difference of 0. */
export function tasksForDifference(difference: number, pair: Omit<PlannedPair, 'size'>, goal: PowerGoal): number {
  const wanted = Math.abs(difference);
  if (wanted === 0) return Infinity;
  const isEnough = (size: number) => plannedPower({ ...pair, size }, wanted, goal.level) >= goal.power;
  const discordance = discordanceAt(pair.curve, wanted);
  let n = Math.max(2, Math.ceil(pairedSize(discordance, wanted, goal)));
  // The power of whole numbers goes up and down a little: the next ones must do as well.
  const lasts = (size: number) => [0, 1, 2, 3].every((more) => isEnough(size + more));
  while (!lasts(n)) n += Math.max(1, Math.floor(n / 200));
  while (n > 2 && lasts(n - 1)) n -= 1;
  return n;
}

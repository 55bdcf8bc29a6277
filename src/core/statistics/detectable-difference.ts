import { normalCdf, normalQuantile } from './distributions.js';
import { midPPower, type PowerGoal, pairedPower, pairedSize } from './power.js';
import { mean } from './summary.js';

/**
 * How often two systems disagree on a task: base + slope · |difference|. Systems further apart disagree more often, so
 * the discordance of similar systems overstates the power to detect large differences.
 */
export interface DiscordanceCurve {
  /** The discordance of two equally good systems, from 0 to 1. */
  readonly base: number;
  readonly slope: number;
}

/** Public leaderboards: SWE-bench Verified 0.53, Terminal-Bench 2 0.50, SWE-bench Pro 0.68, GSO 0.53. */
export const usualSlope = 0.55;

/** Never below |difference|, or below its square for partial rewards. */
export function discordanceAt({ base, slope }: DiscordanceCurve, difference: number, isPartial = false): number {
  const size = Math.abs(difference);
  return Math.min(1, Math.max(isPartial ? size * size : size, base + slope * size));
}

export interface DiscordantPair {
  readonly difference: number;
  readonly discordance: number;
}

/** The least-squares curve through pairs of systems. Uses `usualSlope` unless `fitsSlope`; undefined for no pairs. */
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

/** At a slope of 1, the better system would win every additional task on which the two disagree. */
const largestSlope = 0.95;
/** Runs are noisy, so even identical systems sometimes disagree. */
const leastBase = 0.01;

export interface PlannedPair {
  /** The number of equally weighted tasks with the same precision; may be fractional. */
  readonly size: number;
  readonly curve: DiscordanceCurve;
  /** Whether rewards can be between 0 and 1; `curve` then gives the mean squared difference. */
  readonly isPartial: boolean;
  /** The design's variance over that of the sign-flip test, below 1 if strata explain some of it. Default 1. */
  readonly drawShare?: number | undefined;
}

/** Up to this many tasks, power is summed exactly; above it, the normal approximation is as good. */
const mostExact = 400;

/** Whether `plannedPower` is exact rather than approximated. */
export function isExactPower({ size, isPartial }: Pick<PlannedPair, 'size' | 'isPartial'>): boolean {
  return !isPartial && size <= mostExact;
}

/** The power of the sign-flip test, interpolated between whole sizes when it is exact. */
export function plannedPower(pair: PlannedPair, difference: number, level: number): number {
  const { size, curve, isPartial, drawShare = 1 } = pair;
  const discordance = discordanceAt(curve, difference, isPartial);
  const exactAt = (n: number) => (n <= mostExact ? midPPower : pairedPower)(n, discordance, difference, level);
  const below = Math.floor(size + 1e-9);
  const between = Math.max(0, size - below);
  const power = isExactPower(pair)
    ? (1 - between) * exactAt(below) + (between === 0 ? 0 : between * exactAt(below + 1))
    : pairedPower(size, discordance, difference, level);
  if (drawShare === 1 || power <= 0 || power >= 1) return power;
  return normalCdf(normalQuantile(power) / Math.sqrt(drawShare));
}

/** The smallest difference detected with the required power; undefined if even the largest possible one isn't. */
export function detectableDifference(pair: PlannedPair, { level, power }: PowerGoal): number | undefined {
  const { base, slope } = pair.curve;
  const most = pair.isPartial || slope >= 1 ? 1 : Math.min(1, base / (1 - slope));
  // A finer grid than any report prints.
  const step = most / steps;
  const beyond = (count: number) => normalScore(plannedPower(pair, count * step, level)) - normalScore(power);
  let [low, high] = [0, steps];
  let [atLow, atHigh] = [normalScore(level) - normalScore(power), pair.size < 1 ? -1 : beyond(steps)];
  if (atHigh < 0) return undefined;
  // Power is nearly linear on the normal scale: use the secant method, and bisect at every fifth guess.
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

/** The normal quantile of a power, clamped to ±7. */
function normalScore(power: number): number {
  return power <= 1e-12 ? -7 : power >= 1 - 1e-12 ? 7 : normalQuantile(power);
}

/** The fewest equally weighted tasks that detect a difference, such that the next three sizes do too; ∞ for 0. */
export function tasksForDifference(difference: number, pair: Omit<PlannedPair, 'size'>, goal: PowerGoal): number {
  const wanted = Math.abs(difference);
  if (wanted === 0) return Infinity;
  const isEnough = (size: number) => plannedPower({ ...pair, size }, wanted, goal.level) >= goal.power;
  const discordance = discordanceAt(pair.curve, wanted);
  let n = Math.max(2, Math.ceil(pairedSize(discordance, wanted, goal)));
  // Exact power is not monotonic in the number of tasks, so the next few sizes must suffice too.
  const lasts = (size: number) => [0, 1, 2, 3].every((more) => isEnough(size + more));
  while (!lasts(n)) n += Math.max(1, Math.floor(n / 200));
  while (n > 2 && lasts(n - 1)) n -= 1;
  return n;
}

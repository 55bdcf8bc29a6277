import { binomialProbability, binomialTail, normalQuantile, studentQuantile } from './distributions.js';

/** A confidence interval: both ends belong to it, and low ≤ high. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's score interval of a rate (1927); z is the normal quantile. Size 0 gives [0, 1], infinite size the rate. */
export function wilsonInterval(rate: number, size: number, z: number): Interval {
  if (!(rate >= 0 && rate <= 1)) throw new RangeError(`a rate is from 0 to 1, not ${rate}`);
  if (!(size >= 0)) throw new RangeError(`a size is not negative, as ${size} is`);
  if (size === Infinity) return { low: rate, high: rate };
  if (size === 0) return { low: 0, high: 1 };
  const share = (z * z) / size;
  const centre = (rate + share / 2) / (1 + share);
  const half = (Math.abs(z) / (1 + share)) * Math.sqrt((rate * (1 - rate)) / size + share / (4 * size));
  // At a rate of 0 or 1 the end is exactly the rate, which rounding would miss.
  return {
    low: rate === 0 ? 0 : Math.max(0, Math.min(rate, centre - half)),
    high: rate === 1 ? 1 : Math.min(1, Math.max(rate, centre + half)),
  };
}

/**
 * The least rate of a population of which `count` units were drawn at random and `passes` of them passed: the chance of
 * as many passes or more is above `tail` (Clopper and Pearson 1934). Of a population of known size the chance is
 * hypergeometric, and the rate is a whole number of units (Buonaccorsi 1987).
 */
export function leastRate(passes: number, count: number, tail: number, population: number | undefined): number {
  if (passes === 0) return 0;
  if (population === undefined) {
    return firstAbove(0, passes / count, 0, (rate) => binomialTail(passes, count, rate) > tail);
  }
  const isEnough = (marked: number) => hypergeometricTail(passes, count, marked, population) > tail;
  return firstAbove(passes - 1, population - (count - passes), 1, isEnough) / population;
}

/** The first value in (low, high] that is enough, as `high` is: of whole numbers with a step of 1, of all with 0. */
function firstAbove(low: number, high: number, step: 0 | 1, isEnough: (value: number) => boolean): number {
  let [below, found] = [low, high];
  for (let halving = 0; halving < 52 && found - below > step; halving++) {
    const middle = step === 1 ? Math.floor((below + found) / 2) : (below + found) / 2;
    if (isEnough(middle)) found = middle;
    else below = middle;
  }
  return found;
}

/** The chance of k or more of `marked` units among `count` drawn from `population`; sums the terms below k. */
function hypergeometricTail(k: number, count: number, marked: number, population: number): number {
  const share = count / population;
  const all = binomialProbability(count, population, share);
  let below = 0;
  for (let j = Math.max(0, count - (population - marked)); j < k; j++) {
    below += (binomialProbability(j, marked, share) * binomialProbability(count - j, population - marked, share)) / all;
  }
  return 1 - below;
}

/** What a design says of an estimated rate. */
export interface EstimatedRate {
  /** The estimate, from 0 to 1. */
  readonly rate: number;
  /** Its estimated variance, under the design. */
  readonly variance: number;
  readonly degreesOfFreedom: number;
  /** Kish's effective size of the sample, used if the variance gives none. */
  readonly effectiveSize: number;
  /** The share of the pool that the sample is, from 0 to 1. */
  readonly fraction: number;
  /** The confidence level, such as 0.95. */
  readonly level: number;
}

/**
 * Wilson's interval of a rate under a sampling design, with the size of the simple random sample of the same precision,
 * p(1 − p)/V · (z/t)² (after Korn and Graubard 1998). If the variance or the rate gives none, that is the effective
 * size over 1 − fraction.
 */
export function rateInterval(estimate: EstimatedRate): Interval & { readonly size: number } {
  const { rate, level } = estimate;
  if (!(level > 0 && level < 1)) throw new RangeError(`a level is between 0 and 1, not ${level}`);
  const quantile = (1 + level) / 2;
  const z = normalQuantile(quantile);
  const size = sizeOf(estimate, z / studentQuantile(quantile, estimate.degreesOfFreedom));
  return { ...wilsonInterval(rate, size, z), size };
}

function sizeOf(estimate: EstimatedRate, zOverT: number): number {
  const { rate, variance, effectiveSize, fraction } = estimate;
  if (variance > 0 && rate > 0 && rate < 1) return ((rate * (1 - rate)) / variance) * zOverT * zOverT;
  return fraction >= 1 ? Infinity : effectiveSize / (1 - fraction);
}

/** A part of a sample that has one rate: a stratum, or a single unit drawn with a chance of its own. */
export interface TiltGroup {
  /** Its share of what the rate is about. */
  readonly share: number;
  /** Where its rate starts from; strictly between 0 and 1 unless it is fixed. */
  readonly base: number;
  /** What the variance r(1 − r) of its rate is multiplied with; 0: its rate is known and stays at `base`. */
  readonly factor: number;
  /** How far the tilt moves it, above 0; the largest of all groups is scaled to 1. */
  readonly pull: number;
}

/** A rate of several groups, and what an interval of it needs. */
export interface TiltedRate {
  readonly rate: number;
  readonly groups: readonly TiltGroup[];
  /** Student's quantile of the level. */
  readonly t: number;
  /** A variance that does not depend on the rates; 0 when absent. */
  readonly added?: number;
}

/**
 * The score interval of a stratified rate: the rates of all groups are tilted together, logit r = logit base + λ ·
 * pull, until the tilted rate is t standard errors from the estimate (after Wilson 1927; Yan and Su 2010). Strata
 * without variance in the sample keep the variance that their size leaves possible.
 */
export function tiltedInterval({ rate, groups, t, added = 0 }: TiltedRate): Interval {
  if (groups.every(({ factor }) => factor === 0) && added === 0) return { low: rate, high: rate };
  const most = groups.reduce((largest, { factor, pull }) => (factor > 0 ? Math.max(largest, pull) : largest), 0);
  const starts = groups.map(({ base }) => Math.log(base / (1 - base)));
  const at = (lambda: number) => {
    let [sum, variance] = [0, added];
    groups.forEach(({ share, base, factor, pull }, i) => {
      const own = factor === 0 ? base : 1 / (1 + Math.exp(-(starts[i] ?? 0) - (lambda * pull) / most));
      sum += share * own;
      variance += factor * own * (1 - own);
    });
    return { sum, reach: t * Math.sqrt(variance) };
  };
  const end = (isPast: (lambda: number) => boolean) => {
    let [low, high] = [-farthest, farthest];
    for (let round = 0; round < 52; round++) {
      const middle = (low + high) / 2;
      if (isPast(middle)) high = middle;
      else low = middle;
    }
    return at((low + high) / 2).sum;
  };
  const beyond = (sign: 1 | -1) => (lambda: number) => {
    const { sum, reach } = at(lambda);
    return sign === 1 ? sum - rate >= reach : sum - rate > -reach;
  };
  return { low: Math.min(rate, end(beyond(-1))), high: Math.max(rate, end(beyond(1))) };
}

/** Beyond this a tilted rate is 0 or 1 to a double. */
const farthest = 80;

/** The sampled units of one stratum, counted. */
export interface RateStratum {
  /** The stratum's share of what the rate is about. */
  readonly share: number;
  /** The share of the stratum that was sampled, from 0 to 1. */
  readonly fraction: number;
  readonly count: number;
  /** The sum of the sampled values, each from 0 to 1. */
  readonly sum: number;
  /** The strata next to it, where they are in order of difficulty: they tell of it too. */
  readonly beside?: readonly { readonly count: number; readonly sum: number }[] | undefined;
}

/** How far values and runs spread, as shares of the variance r(1 − r) of single runs that pass or fail. */
export interface RateSpread {
  /** 1 for values of 0 and 1. */
  readonly values: number;
  /** What the runs of a task add to it, which no finite pool shrinks; 0 where it is not known or not asked for. */
  readonly runs: number;
}

/** Values of 0 and 1, taken as they are. */
const plainSpread: RateSpread = { values: 1, runs: 0 };

/** The rate drawn towards ½ by one unit: what is known of a stratum before it is seen. */
export function drawnIn(rate: number, count: number): number {
  return (count * rate + 0.5) / (count + 1);
}

/** The group that a stratum is in a tilted interval; `middle` is the rate of all, drawn in. */
export function stratumGroup(stratum: RateStratum, middle: number, spread = plainSpread): TiltGroup {
  const { share, fraction, count, sum, beside } = stratum;
  const left = (1 - fraction) * spread.values + fraction * spread.runs;
  if (left <= 0) return { share, base: sum / count, factor: 0, pull: 1 };
  const prior = beside === undefined ? middle : besideRate(beside, middle);
  return {
    share,
    base: (sum + prior) / (count + 1),
    factor: ((share * share) / count) * left * smallSampleFactor(count),
    pull: Math.sqrt(share / count),
  };
}

/** A unit drawn with a chance of its own. */
export interface RateUnit {
  /** Its normalised weight. */
  readonly share: number;
  readonly probability: number;
  readonly value: number;
}

/** The groups that units with unequal chances are in a tilted interval, each its own, and the variance they add. */
export function unitGroups(
  units: readonly RateUnit[],
  rate: number,
  middle: number,
  spread = plainSpread,
): { readonly groups: readonly TiltGroup[]; readonly added: number } {
  const classes = weightClasses(units.map(({ share }) => share));
  const sums = new Map<number, { count: number; sum: number }>();
  units.forEach(({ value }, i) => {
    const own = sums.get(classes[i] ?? 0) ?? { count: 0, sum: 0 };
    sums.set(classes[i] ?? 0, { count: own.count + 1, sum: own.sum + value });
  });
  const open = units.filter(({ probability }) => probability < 1).length;
  const inflation = open < 2 ? 2 : open / (open - 1);
  let added = 0;
  const groups = units.map(({ share, probability, value }, i): TiltGroup => {
    const left = (1 - probability) * inflation * spread.values + probability * spread.runs;
    if (left <= 0) return { share, base: value, factor: 0, pull: 1 };
    const { count, sum } = sums.get(classes[i] ?? 0) ?? { count: 0, sum: 0 };
    const base = (sum + middle) / (count + 1);
    const factor = share * share * left;
    added += factor * (base - rate) ** 2;
    return { share, base, factor, pull: Math.sqrt(share) };
  });
  return { groups, added };
}

/** The class of each weight: four of equal count, lightest first; equal weights share a class. */
export function weightClasses(weights: readonly number[]): readonly number[] {
  const sorted = weights.toSorted((a, b) => a - b);
  const n = weights.length;
  const places = new Map<number, { first: number; last: number }>();
  // Weights that are equal on paper differ in the last digits.
  const key = (weight: number) => Number(weight.toPrecision(9));
  sorted.forEach((weight, place) => {
    const own = places.get(key(weight));
    places.set(key(weight), { first: own?.first ?? place, last: place });
  });
  return weights.map((weight) => {
    const { first, last } = places.get(key(weight)) ?? { first: 0, last: 0 };
    return Math.min(3, Math.floor((4 * ((first + last) / 2 + 0.5)) / n));
  });
}

/** A balanced sample, counted. */
interface BalancedSample {
  readonly count: number;
  readonly fraction: number;
  /** The rate of all, drawn in. */
  readonly middle: number;
  /** What it was balanced on, the constant included. */
  readonly columns: number;
  /** How far values lie apart, as a share of what passes and failures would; 1 when absent. */
  readonly spread?: number;
}

/** What the variance of a balanced sample's rate is, before its share: never far below that of a simple random sample. */
export function balancedVariance(
  residual: number,
  { count, fraction, middle, columns, spread = 1 }: BalancedSample,
): number {
  const plain = (spread * (1 - fraction) * middle * (1 - middle)) / count;
  return Math.max((count * residual + columns * plain) / (count + columns), 0.4 * plain);
}

/** What makes up for the base rate being drawn in: n units and one of its prior leave this much less variance. */
export function smallSampleFactor(count: number): number {
  return 1 / (1 - count / (count + 1) ** 2);
}

function besideRate(beside: readonly { readonly count: number; readonly sum: number }[], middle: number): number {
  const count = beside.reduce((total, each) => total + each.count, 0);
  const sum = beside.reduce((total, each) => total + each.sum, 0);
  return (sum + middle) / (count + 1);
}

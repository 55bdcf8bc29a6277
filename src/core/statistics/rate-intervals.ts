import { sumOf } from '../lists/lists.js';
import { bisect, lastWhere } from './bisection.js';
import { binomialProbability, binomialTail, normalQuantile, studentQuantile } from './distributions.js';

/** A closed confidence interval, low ≤ high. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's score interval (1927) with normal quantile z. Size 0 gives [0, 1]; infinite size gives the rate itself. */
export function wilsonInterval(rate: number, size: number, z: number): Interval {
  if (size === Infinity) return { low: rate, high: rate };
  if (size === 0) return { low: 0, high: 1 };
  const share = (z * z) / size;
  const centre = (rate + share / 2) / (1 + share);
  const half = (Math.abs(z) / (1 + share)) * Math.sqrt((rate * (1 - rate)) / size + share / (4 * size));
  // At a rate of 0 or 1 the limit equals the rate; rounding would miss it.
  return {
    low: rate === 0 ? 0 : Math.max(0, Math.min(rate, centre - half)),
    high: rate === 1 ? 1 : Math.min(1, Math.max(rate, centre + half)),
  };
}

/**
 * The lower confidence limit of a rate when `passes` of `count` random units passed: the lowest rate at which the
 * probability of at least this many passes exceeds `tail` (Clopper and Pearson 1934). For a finite population, the
 * probability is hypergeometric and the limit is a whole number of units (Buonaccorsi 1987).
 */
export function leastRate(passes: number, count: number, tail: number, population: number | undefined): number {
  if (passes === 0) return 0;
  if (population === undefined) {
    return bisect(0, passes / count, 52, (rate) => binomialTail(passes, count, rate) > tail).high;
  }
  const isTooFew = (marked: number) => !(hypergeometricTail(passes, count, marked, population) > tail);
  return (lastWhere(passes - 1, population - (count - passes), isTooFew) + 1) / population;
}

/** P(at least k of the `marked` units are among `count` drawn from `population`). */
function hypergeometricTail(k: number, count: number, marked: number, population: number): number {
  const share = count / population;
  const all = binomialProbability(count, population, share);
  let below = 0;
  for (let j = Math.max(0, count - (population - marked)); j < k; j++) {
    below += (binomialProbability(j, marked, share) * binomialProbability(count - j, population - marked, share)) / all;
  }
  return 1 - below;
}

export interface EstimatedRate {
  /** From 0 to 1. */
  readonly rate: number;
  /** The variance of `rate` under the sampling design. */
  readonly variance: number;
  readonly degreesOfFreedom: number;
  /** Kish's effective sample size, used if the variance yields no size. */
  readonly effectiveSize: number;
  /** The sampled share of the pool, from 0 to 1. */
  readonly fraction: number;
  readonly level: number;
}

/**
 * Wilson's interval for a rate under a sampling design. `size` is that of the simple random sample with the same
 * precision, p(1 − p)/V · (z/t)² (after Korn and Graubard 1998). If the rate is 0 or 1, or the variance is 0, `size` is
 * the effective size over 1 − fraction.
 */
export function rateInterval(estimate: EstimatedRate): Interval & { readonly size: number } {
  const { rate, variance, effectiveSize, fraction, level, degreesOfFreedom } = estimate;
  const quantile = (1 + level) / 2;
  const z = normalQuantile(quantile);
  const zOverT = z / studentQuantile(quantile, degreesOfFreedom);
  const plain = fraction >= 1 ? Infinity : effectiveSize / (1 - fraction);
  const isKnown = variance > 0 && rate > 0 && rate < 1;
  const size = isKnown ? ((rate * (1 - rate)) / variance) * zOverT * zOverT : plain;
  return { ...wilsonInterval(rate, size, z), size };
}

/** A part of a sample with a common rate: a stratum, or one unit drawn with its own probability. */
export interface TiltGroup {
  /** The group's weight in the overall rate; shares sum to 1. */
  readonly share: number;
  /** The rate before tilting; strictly between 0 and 1 unless `factor` is 0. */
  readonly base: number;
  /** The multiplier of the rate's variance r(1 − r); 0 fixes the rate at `base`. */
  readonly factor: number;
  /** How strongly the tilt moves this group, above 0; relative to the largest pull. */
  readonly pull: number;
}

export interface TiltedRate {
  readonly rate: number;
  readonly groups: readonly TiltGroup[];
  /** Student's quantile for the confidence level. */
  readonly t: number;
  /** Variance that doesn't depend on the rates. Default 0. */
  readonly added?: number;
}

/**
 * The score interval of a stratified rate. It tilts all group rates together, logit r = logit base + λ · pull, until
 * the tilted rate is t standard errors from the estimate (after Wilson 1927; Yan and Su 2010). Strata without observed
 * variance keep the variance that their size leaves possible.
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
    const { low, high } = bisect(-farthest, farthest, 52, isPast);
    return at((low + high) / 2).sum;
  };
  const beyond = (sign: 1 | -1) => (lambda: number) => {
    const { sum, reach } = at(lambda);
    return sign === 1 ? sum - rate >= reach : sum - rate > -reach;
  };
  return { low: Math.min(rate, end(beyond(-1))), high: Math.max(rate, end(beyond(1))) };
}

/** Beyond this, a tilted rate is 0 or 1 in double precision. */
const farthest = 80;

export interface RateStratum {
  /** The stratum's weight in the overall rate; shares sum to 1. */
  readonly share: number;
  /** The sampled share of the stratum, from 0 to 1. */
  readonly fraction: number;
  readonly count: number;
  /** The sum of the sampled values, each from 0 to 1. */
  readonly sum: number;
  /** The neighbouring strata, if strata are ordered by difficulty; the prior rate pools them. */
  readonly beside?: readonly { readonly count: number; readonly sum: number }[] | undefined;
}

/** Variances relative to r(1 − r), the variance of single pass/fail runs. */
export interface RateSpread {
  /** 1 for values of 0 and 1. */
  readonly values: number;
  /** Run noise, which the finite-population correction doesn't reduce; 0 if unknown or ignored. */
  readonly runs: number;
}

/** For values of 0 and 1, without run noise. */
const plainSpread: RateSpread = { values: 1, runs: 0 };

/** The rate after adding one unit at ½. */
export function drawnIn(rate: number, count: number): number {
  return (count * rate + 0.5) / (count + 1);
}

/** `middle` is the overall rate after `drawnIn`. */
export function stratumGroup(stratum: RateStratum, middle: number, spread = plainSpread): TiltGroup {
  const { share, fraction, count, sum, beside = [] } = stratum;
  const left = (1 - fraction) * spread.values + fraction * spread.runs;
  if (left <= 0) return { share, base: sum / count, factor: 0, pull: 1 };
  const prior = (sumOf(beside, (each) => each.sum) + middle) / (sumOf(beside, (each) => each.count) + 1);
  return {
    share,
    base: (sum + prior) / (count + 1),
    factor: ((share * share) / count) * left * smallSampleFactor(count),
    pull: Math.sqrt(share / count),
  };
}

/** A unit drawn with its own probability. */
export interface RateUnit {
  /** The normalised weight. */
  readonly share: number;
  readonly probability: number;
  readonly value: number;
}

/** One group per unit, for units with unequal probabilities, and the additional variance. */
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

/** The weight class of each unit: quartiles by count, lightest first; equal weights share a class. */
export function weightClasses(weights: readonly number[]): readonly number[] {
  const sorted = weights.toSorted((a, b) => a - b);
  const n = weights.length;
  const places = new Map<number, { first: number; last: number }>();
  // Equal weights can differ in the last digits.
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

interface BalancedSample {
  readonly count: number;
  readonly fraction: number;
  /** The overall rate after `drawnIn`. */
  readonly middle: number;
  /** The number of balancing columns, including the constant. */
  readonly columns: number;
  /** The variance of the values relative to pass/fail values. Default 1. */
  readonly spread?: number;
}

/** The variance of a balanced sample's rate, at least 40% of that of a simple random sample. */
export function balancedVariance(
  residual: number,
  { count, fraction, middle, columns, spread = 1 }: BalancedSample,
): number {
  const plain = (spread * (1 - fraction) * middle * (1 - middle)) / count;
  return Math.max((count * residual + columns * plain) / (count + columns), 0.4 * plain);
}

/** Corrects the variance of n units plus one prior unit for the shrinkage of the base rate. */
export function smallSampleFactor(count: number): number {
  return 1 / (1 - count / (count + 1) ** 2);
}

import type { TiltGroup } from './tilted-interval.js';

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

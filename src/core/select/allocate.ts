import { PriorityQueue } from '../lists/priority-queue.js';
import type { Rounding } from '../model/select-rule.js';
import { compareText } from '../text/compare-text.js';
import { boundedShares } from './bounded-shares.js';

/** A group as the allocation sees it. */
export interface Bin {
  readonly key: string;
  readonly size: number;
  /** The share is in proportion to it; 0 or more. */
  readonly measure: number;
  /** Places it must have; at most `size`. */
  readonly atLeast: number;
  /** Places it may have; at most `size`. */
  readonly atMost: number;
}

/**
 * Places for each bin, in the order given. Σ atLeast ≤ places ≤ Σ atMost must hold; the result then sums to `places` and
 * keeps every bound. A bin of measure 0 gets more than it must have only when all others are full.
 */
export function allocate(bins: readonly Bin[], places: number, rounding: Rounding): number[] {
  return roundingMethod[rounding](settleUnmeasured(bins, places), places);
}

/** Fills the bins one after another, after each has what it must have. */
export function allocateInOrder(bins: readonly Pick<Bin, 'atLeast' | 'atMost'>[], places: number): number[] {
  let left = places - bins.reduce((sum, bin) => sum + bin.atLeast, 0);
  return bins.map((bin) => {
    const more = Math.min(left, bin.atMost - bin.atLeast);
    left -= more;
    return bin.atLeast + more;
  });
}

const roundingMethod = {
  webster,
  hill,
  'largest-remainder': largestRemainder,
  'largest-group': largestGroup,
} as const;

/** Holds the bins of measure 0 at their floors; if the others cannot take all, fills those and shares the rest by size. */
function settleUnmeasured(bins: readonly Bin[], places: number): readonly Bin[] {
  if (bins.every((bin) => bin.measure > 0)) return bins;
  const most = total(bins.map((bin) => (bin.measure > 0 ? bin.atMost : bin.atLeast)));
  if (places <= most) return bins.map((bin) => (bin.measure > 0 ? bin : { ...bin, atMost: bin.atLeast }));
  return bins.map((bin) =>
    bin.measure > 0 ? { ...bin, measure: 0, atLeast: bin.atMost } : { ...bin, measure: bin.size },
  );
}

/** Each next place goes where measure / (places so far + ½) is highest; equals: the larger bin, then the key. */
function webster(bins: readonly Bin[], places: number): number[] {
  return byClaims(bins, places, (bin, given) => bin.measure / (given + 0.5), isLarger);
}

/**
 * Each next place goes where measure / √(given · (given + 1)) is highest: with measure = size × deviation the allocation
 * of least variance (Wright 2012). Squared, so that equal claims of whole measures are equal to the last bit.
 */
function hill(bins: readonly Bin[], places: number): number[] {
  const claim = (bin: Bin, given: number) =>
    given === 0 ? Infinity : (bin.measure * bin.measure) / (given * (given + 1));
  return byClaims(bins, places, claim, isLargerByMeasure);
}

/** Gives one place after another to the highest claim. More places only ever add (Balinski & Young 1982). */
function byClaims(
  bins: readonly Bin[],
  places: number,
  claimOf: (bin: Bin, given: number) => number,
  isFirst: (a: Bin, b: Bin) => boolean,
): number[] {
  const given = bins.map((bin) => bin.atLeast);
  const claims = bins.map((bin) => claimOf(bin, bin.atLeast));
  const open = bins.map((_, i) => i).filter((i) => at(given, i) < at(bins, i).atMost);
  const queue = new PriorityQueue(open, (a, b) =>
    at(claims, a) !== at(claims, b) ? at(claims, a) > at(claims, b) : isFirst(at(bins, a), at(bins, b)),
  );
  for (let left = places - total(given); left > 0; left--) {
    const next = queue.takeFirst() as number;
    const now = at(given, next) + 1;
    given[next] = now;
    claims[next] = claimOf(at(bins, next), now);
    if (now < at(bins, next).atMost) queue.add(next);
  }
  return given;
}

/** Whole parts of the shares, then one each to the largest fractions (Hamilton). Not monotone: more places can take one away. */
function largestRemainder(bins: readonly Bin[], places: number): number[] {
  const shares = boundedShares(bins, places);
  const given = shares.map((share) => Math.floor(share + fractionTolerance));
  const fractions = shares.map((share, i) => Math.round((share - at(given, i)) / fractionTolerance));
  const order = orderBy(bins, isLargerByMeasure).sort((a, b) => at(fractions, b) - at(fractions, a));
  return handOut(bins, given, order, places);
}

/** The whole part of each share of what the floors leave; what rounding leaves goes one each to the largest groups. */
function largestGroup(bins: readonly Bin[], places: number): number[] {
  const left = places - total(bins.map((bin) => bin.atLeast));
  const whole = total(bins.map((bin) => bin.measure));
  const given = bins.map((bin) => {
    const share = bin.measure === 0 ? 0 : (bin.measure * left) / whole;
    return Math.min(bin.atMost, bin.atLeast + Math.floor(share + fractionTolerance));
  });
  return handOut(bins, given, orderBy(bins, isLarger), places);
}

const fractionTolerance = 1e-9;

function handOut(bins: readonly Bin[], given: number[], order: readonly number[], places: number): number[] {
  let left = places - total(given);
  while (left > 0) {
    for (const i of order) {
      if (left === 0) break;
      if (at(given, i) >= at(bins, i).atMost) continue;
      given[i] = at(given, i) + 1;
      left -= 1;
    }
  }
  return given;
}

function orderBy(bins: readonly Bin[], isFirst: (a: Bin, b: Bin) => boolean): number[] {
  return bins.map((_, i) => i).sort((a, b) => (isFirst(at(bins, a), at(bins, b)) ? -1 : 1));
}

/** Who goes first among equals: the larger bin, then the key. */
function isLarger(a: Bin, b: Bin): boolean {
  return a.size !== b.size ? a.size > b.size : compareText(a.key, b.key) < 0;
}

function isLargerByMeasure(a: Bin, b: Bin): boolean {
  return a.measure !== b.measure ? a.measure > b.measure : isLarger(a, b);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

function at<Item>(items: readonly Item[], index: number): Item {
  return items[index] as Item;
}

import { PriorityQueue } from '../lists/priority-queue.js';
import type { Rounding, Share } from '../model/plan.js';
import { compareText } from '../text/compare-text.js';

/** A group as the allocation sees it. */
export interface Bin {
  readonly key: string;
  readonly size: number;
  /** Places it must have; at most `size`. */
  readonly atLeast: number;
  /** Places it may have; at most `size`. */
  readonly atMost: number;
}

/**
 * Places for each bin, in the order given. Σ atLeast ≤ places ≤ Σ atMost must hold; the result then sums to `places` and
 * keeps every bound.
 */
export function allocate(
  bins: readonly Bin[],
  places: number,
  rule: { readonly share: Exclude<Share, 'in-order'>; readonly rounding: Rounding },
): number[] {
  const measures = bins.map((bin) => shareMeasure[rule.share](bin.size));
  return roundingMethod[rule.rounding](bins, measures, places);
}

/** Fills the bins one after another, after each has what it must have. */
export function allocateInOrder(bins: readonly Bin[], places: number): number[] {
  let left = places - bins.reduce((sum, bin) => sum + bin.atLeast, 0);
  return bins.map((bin) => {
    const more = Math.min(left, bin.atMost - bin.atLeast);
    left -= more;
    return bin.atLeast + more;
  });
}

const shareMeasure = {
  proportional: (size: number) => size,
  equal: () => 1,
  'square-root': (size: number) => Math.sqrt(size),
} as const;

const roundingMethod = {
  webster,
  'largest-remainder': largestRemainder,
  'largest-group': largestGroup,
} as const;

/**
 * Each next place goes where measure / (places so far + ½) is highest. More places only ever add (Balinski & Young 1982),
 * so that what is taken by rank only grows.
 */
function webster(bins: readonly Bin[], measures: readonly number[], places: number): number[] {
  const given = bins.map((bin) => bin.atLeast);
  const claim = (i: number) => at(measures, i) / (at(given, i) + 0.5);
  const open = bins.map((_, i) => i).filter((i) => at(given, i) < binAt(bins, i).atMost);
  const queue = new PriorityQueue(open, (a, b) => {
    const difference = claim(a) - claim(b);
    return difference !== 0 ? difference > 0 : isLarger(bins, a, b);
  });
  for (let left = places - total(given); left > 0; left--) {
    const next = queue.takeFirst() as number;
    given[next] = at(given, next) + 1;
    if (at(given, next) < binAt(bins, next).atMost) queue.add(next);
  }
  return given;
}

/** Whole parts of the shares, then one each to the largest fractions (Hamilton). Not monotone: more places can take one away. */
function largestRemainder(bins: readonly Bin[], measures: readonly number[], places: number): number[] {
  const shares = boundedShares(bins, measures, places);
  const given = shares.map((share) => Math.floor(share + fractionTolerance));
  const fractions = shares.map((share, i) => Math.round((share - at(given, i)) / fractionTolerance));
  const order = bins
    .map((_, i) => i)
    .sort((a, b) => at(fractions, b) - at(fractions, a) || (isLarger(bins, a, b) ? -1 : 1));
  return handOut(bins, given, order, places);
}

/** The whole part of each share of what the floors leave; what rounding leaves goes one each to the largest groups. */
function largestGroup(bins: readonly Bin[], measures: readonly number[], places: number): number[] {
  const floors = bins.map((bin) => bin.atLeast);
  const left = places - total(floors);
  const whole = total(measures);
  const given = bins.map((bin, i) =>
    Math.min(bin.atMost, bin.atLeast + Math.floor((at(measures, i) * left) / whole + fractionTolerance)),
  );
  const order = bins.map((_, i) => i).sort((a, b) => (isLarger(bins, a, b) ? -1 : 1));
  return handOut(bins, given, order, places);
}

const fractionTolerance = 1e-9;

/** λ·measure held within each bin's bounds, with λ such that the shares sum to `places`: floors and caps solved together. */
function boundedShares(bins: readonly Bin[], measures: readonly number[], places: number): number[] {
  const sharesAt = (lambda: number) =>
    bins.map((bin, i) => Math.min(bin.atMost, Math.max(bin.atLeast, lambda * at(measures, i))));
  let low = 0;
  let high = 1;
  while (total(sharesAt(high)) < places) high *= 2;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (total(sharesAt(middle)) < places) low = middle;
    else high = middle;
  }
  return sharesAt(high);
}

function handOut(bins: readonly Bin[], given: number[], order: readonly number[], places: number): number[] {
  let left = places - total(given);
  while (left > 0) {
    for (const i of order) {
      if (left === 0) break;
      if (at(given, i) >= binAt(bins, i).atMost) continue;
      given[i] = at(given, i) + 1;
      left -= 1;
    }
  }
  return given;
}

/** Who goes first among equals: the larger bin, then the key. */
function isLarger(bins: readonly Bin[], a: number, b: number): boolean {
  const difference = binAt(bins, a).size - binAt(bins, b).size;
  return difference !== 0 ? difference > 0 : compareText(binAt(bins, a).key, binAt(bins, b).key) < 0;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] as number;
}

function binAt(bins: readonly Bin[], index: number): Bin {
  return bins[index] as Bin;
}

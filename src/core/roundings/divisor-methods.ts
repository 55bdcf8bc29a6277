import { at } from '../lists/at.js';
import { PriorityQueue } from '../lists/priority-queue.js';
import { type Bin, isLarger, isLargerByMeasure, type RoundingDesign, total } from './rounding-design.js';

/** Each next place goes where measure / (places so far + ½) is highest; equals: the larger bin, then the key. */
export const webster: RoundingDesign = {
  name: 'webster',
  words: 'shares become whole numbers by Webster’s method',
  round: (bins, places) => byClaims(bins, places, (bin, given) => bin.measure / (given + 0.5), isLarger),
  isMonotone: true,
};

/**
 * Each next place goes where measure / √(given · (given + 1)) is highest: with measure = size × deviation the allocation
 * of least variance (Wright 2012).
 */
export const hill: RoundingDesign = {
  name: 'hill',
  words: 'shares become whole numbers by Hill’s method',
  round: (bins, places) => byClaims(bins, places, claimOf, isLargerByMeasure),
  isMonotone: true,
};

/** Squared, so that equal claims of whole measures are equal to the last bit. */
function claimOf(bin: Bin, given: number): number {
  return given === 0 ? Infinity : (bin.measure * bin.measure) / (given * (given + 1));
}

/** Gives one place after another to the highest claim. More places only ever add (Balinski & Young 1982). */
export function byClaims(
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
    const next = queue.takeFirst() ?? -1;
    const now = at(given, next) + 1;
    given[next] = now;
    claims[next] = claimOf(at(bins, next), now);
    if (now < at(bins, next).atMost) queue.add(next);
  }
  return given;
}

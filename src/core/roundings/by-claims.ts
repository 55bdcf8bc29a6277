import { at } from '../lists/at.js';
import { PriorityQueue } from '../lists/priority-queue.js';
import { type Bin, total } from './rounding-design.js';

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

import { at, swap } from '../lists/lists.js';
import { type Bin, isLarger, isLargerByMeasure, type RoundingDesign, total } from './rounding-design.js';

/**
 * Each place goes to the bin with the highest measure / (places so far + ½). Ties go to the larger bin, then by key.
 */
export const webster: RoundingDesign = {
  name: 'webster',
  words: 'shares are rounded by Webster’s method',
  round: (bins, places) => byClaims(bins, places, (bin, given) => bin.measure / (given + 0.5), isLarger),
  isMonotone: true,
};

/**
 * Each place goes to the bin with the highest measure / √(given · (given + 1)), which minimises variance (Wright 2012).
 */
export const hill: RoundingDesign = {
  name: 'hill',
  words: 'shares are rounded by Hill’s method',
  round: (bins, places) => byClaims(bins, places, claimOf, isLargerByMeasure),
  isMonotone: true,
};

/** Squared, so that equal claims of whole measures are bitwise equal. */
function claimOf(bin: Bin, given: number): number {
  return given === 0 ? Infinity : (bin.measure * bin.measure) / (given * (given + 1));
}

/** Gives one place at a time to the highest claim. More places never take one away (Balinski & Young 1982). */
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

/** A binary heap. `isAhead` must be a strict total order. */
class PriorityQueue<Item> {
  readonly #items: Item[] = [];
  readonly #isAhead: (a: Item, b: Item) => boolean;

  constructor(items: Iterable<Item>, isAhead: (a: Item, b: Item) => boolean) {
    this.#isAhead = isAhead;
    for (const item of items) this.add(item);
  }

  add(item: Item): void {
    let index = this.#items.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#aheadAt(index, parent)) break;
      swap(this.#items, index, parent);
      index = parent;
    }
  }

  takeFirst(): Item | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (this.#items.length === 0 || last === undefined) return first;
    this.#items[0] = last;
    let index = 0;
    for (;;) {
      let next = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < this.#items.length && this.#aheadAt(child, next)) next = child;
      }
      if (next === index) return first;
      swap(this.#items, index, next);
      index = next;
    }
  }

  #aheadAt(a: number, b: number): boolean {
    return this.#isAhead(this.#items[a] as Item, this.#items[b] as Item);
  }
}

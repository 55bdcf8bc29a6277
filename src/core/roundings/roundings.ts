import { at, swap } from '../lists/lists.js';
import { compareText } from '../text/words.js';

export interface RoundingDesign {
  readonly name: string;
  /** A clause about shares, such as "shares are rounded by Webster’s method". */
  readonly words: string;
  /** Returns places for each bin, in the given order, that sum to `places` and respect every bound. */
  readonly round: (bins: readonly Bin[], places: number) => number[];
  /** Whether more places never take one from any bin. */
  readonly isMonotone: boolean;
}

export interface Bin {
  readonly key: string;
  readonly size: number;
  /** Shares are proportional to it; 0 or more. */
  readonly measure: number;
  /** The minimum number of places; at most `size`. */
  readonly atLeast: number;
  /** The maximum number of places; at most `size`. */
  readonly atMost: number;
}

/** Breaks ties: the larger bin first, then by key. */
export function isLarger(a: Bin, b: Bin): boolean {
  return a.size !== b.size ? a.size > b.size : compareText(a.key, b.key) < 0;
}

/** Breaks ties: the larger measure first, then the larger bin, then by key. */
function isLargerByMeasure(a: Bin, b: Bin): boolean {
  return a.measure !== b.measure ? a.measure > b.measure : isLarger(a, b);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

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
const hill: RoundingDesign = {
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

/**
 * Whole parts of the shares, then one place each to the largest fractions. Not monotone: more places can take one away.
 */
export const largestRemainder: RoundingDesign = {
  name: 'largest-remainder',
  words: 'shares are rounded by largest remainder',
  round: (bins, places) => {
    const shares = boundedShares(bins, places);
    const given = shares.map((share) => Math.floor(share + fractionTolerance));
    const fractions = shares.map((share, i) => Math.round((share - at(given, i)) / fractionTolerance));
    const order = orderBy(bins, isLargerByMeasure).sort((a, b) => at(fractions, b) - at(fractions, a));
    return handOut(bins, given, order, places);
  },
  isMonotone: false,
};

/** Shares of the places above the floors, rounded down; the remaining places go one each to the largest groups. */
const largestGroup: RoundingDesign = {
  name: 'largest-group',
  words: 'shares above the minimum are rounded down, and the largest groups get one of the remaining places each',
  round: (bins, places) => {
    const left = places - total(bins.map((bin) => bin.atLeast));
    const whole = total(bins.map((bin) => bin.measure));
    const given = bins.map((bin) => {
      const share = bin.measure === 0 ? 0 : (bin.measure * left) / whole;
      return Math.min(bin.atMost, bin.atLeast + Math.floor(share + fractionTolerance));
    });
    return handOut(bins, given, orderBy(bins, isLarger), places);
  },
  isMonotone: false,
};

type MeasuredBounds = Pick<Bin, 'measure' | 'atLeast' | 'atMost'>;

/**
 * λ · measure, clamped to each group's bounds, with λ such that the shares sum to `places`. Floors and caps are solved
 * together, so their order does not matter. For measure = size × deviation, this is Neyman's optimum under bounds.
 *
 * A group with measure 0 stays at its floor. Throws if the shares can't reach `places`.
 */
export function boundedShares(groups: readonly MeasuredBounds[], places: number): number[] {
  const shareAt = (group: MeasuredBounds, lambda: number) =>
    Math.min(group.atMost, Math.max(group.atLeast, lambda * group.measure));
  const totalAt = (lambda: number) => groups.reduce((sum, group) => sum + shareAt(group, lambda), 0);
  let low = 0;
  let high = 1;
  while (totalAt(high) < places) {
    high *= 2;
    if (high === Infinity) throw new RangeError(`The groups cannot take ${places} places.`);
  }
  // The total is monotone in λ, so bisection works; it ends when no number is left in between.
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (totalAt(middle) < places) low = middle;
    else high = middle;
  }
  return groups.map((group) => shareAt(group, high));
}

const fractionTolerance = 1e-9;

function handOut(bins: readonly Bin[], before: readonly number[], order: readonly number[], places: number): number[] {
  const given = [...before];
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

/** In the order in which plans and the page list them. */
export const roundings: readonly RoundingDesign[] = [webster, hill, largestRemainder, largestGroup];

export const defaultRounding: string = webster.name;

export function roundingOf(rule: { readonly rounding: string }): RoundingDesign {
  const design = roundings.find(({ name }) => name === rule.rounding);
  if (design === undefined) throw new TypeError(`unknown rounding "${rule.rounding}"`);
  return design;
}

/** Places for each bin that sum to `places` and respect every bound. Requires Σ atLeast ≤ places ≤ Σ atMost. */
export function allocate(bins: readonly Bin[], places: number, rounding: RoundingDesign): number[] {
  return rounding.round(settleUnmeasured(bins, places), places);
}

/** Keeps bins with measure 0 at their floors, unless the remaining bins can't take all places. */
function settleUnmeasured(bins: readonly Bin[], places: number): readonly Bin[] {
  if (bins.every((bin) => bin.measure > 0)) return bins;
  const most = total(bins.map((bin) => (bin.measure > 0 ? bin.atMost : bin.atLeast)));
  if (places <= most) return bins.map((bin) => (bin.measure > 0 ? bin : { ...bin, atMost: bin.atLeast }));
  return bins.map((bin) =>
    bin.measure > 0 ? { ...bin, measure: 0, atLeast: bin.atMost } : { ...bin, measure: bin.size },
  );
}

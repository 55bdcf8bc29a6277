import { at } from '../lists/lists.js';
import { type Bin, isLarger, isLargerByMeasure, type RoundingDesign, total } from './rounding-design.js';

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
export const largestGroup: RoundingDesign = {
  name: 'largest-group',
  words: 'shares above the minimum are rounded down, and the remaining places go one each to the largest groups',
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

/** Tolerance for equal shares, and for shares just below a whole number. */
const fractionTolerance = 1e-9;

/** Gives the remaining places one each to the bins in `order`, repeatedly, within their caps. */
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

/** The indexes of the bins, sorted by `isFirst`. */
function orderBy(bins: readonly Bin[], isFirst: (a: Bin, b: Bin) => boolean): number[] {
  return bins.map((_, i) => i).sort((a, b) => (isFirst(at(bins, a), at(bins, b)) ? -1 : 1));
}

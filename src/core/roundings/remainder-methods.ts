import { at } from '../lists/lists.js';
import { type Bin, isLarger, isLargerByMeasure, type RoundingDesign, total } from './rounding-design.js';

/** Whole parts of the shares, then one each to the largest fractions (Hamilton). Not monotone: more places can take one away. */
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

/** The whole part of each share of what the floors leave; what rounding leaves goes one each to the largest groups. */
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

/** What the share of one group rests on. */
type MeasuredBounds = Pick<Bin, 'measure' | 'atLeast' | 'atMost'>;

/**
 * λ · measure held within each group's bounds, with λ such that the shares sum to `places`: floors and caps are solved
 * together, so that their order does not matter. For measure = size × deviation this is Neyman's optimum under bounds.
 *
 * A group of measure 0 stays at its floor. Throws when the shares cannot reach `places`.
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
  // The total never falls as λ grows, so halving finds it; it ends when no number lies between the two.
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (totalAt(middle) < places) low = middle;
    else high = middle;
  }
  return groups.map((group) => shareAt(group, high));
}

/** Shares that differ by less are equal; a share this near below a whole number is that number. */
const fractionTolerance = 1e-9;

/** Gives what is left one each to the bins in that order, round after round, as far as each may have more. */
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

/** The numbers of the bins, in the order that says who goes first. */
function orderBy(bins: readonly Bin[], isFirst: (a: Bin, b: Bin) => boolean): number[] {
  return bins.map((_, i) => i).sort((a, b) => (isFirst(at(bins, a), at(bins, b)) ? -1 : 1));
}

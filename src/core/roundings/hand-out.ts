import { at } from '../lists/at.js';
import { type Bin, total } from './rounding-design.js';

/** Shares that differ by less are equal; a share this near below a whole number is that number. */
export const fractionTolerance = 1e-9;

/** Gives what is left one each to the bins in that order, round after round, as far as each may have more. */
export function handOut(
  bins: readonly Bin[],
  before: readonly number[],
  order: readonly number[],
  places: number,
): number[] {
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
export function orderBy(bins: readonly Bin[], isFirst: (a: Bin, b: Bin) => boolean): number[] {
  return bins.map((_, i) => i).sort((a, b) => (isFirst(at(bins, a), at(bins, b)) ? -1 : 1));
}

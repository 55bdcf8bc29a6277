import { at } from '../lists/at.js';
import { boundedShares } from './bounded-shares.js';
import { fractionTolerance, handOut, orderBy } from './hand-out.js';
import { isLargerByMeasure, type RoundingDesign } from './rounding-design.js';

/** Whole parts of the shares, then one each to the largest fractions (Hamilton). Not monotone: more places can take one away. */
export const largestRemainder: RoundingDesign = {
  name: 'largest-remainder',
  words: 'shares become whole numbers by largest remainder',
  round: (bins, places) => {
    const shares = boundedShares(bins, places);
    const given = shares.map((share) => Math.floor(share + fractionTolerance));
    const fractions = shares.map((share, i) => Math.round((share - at(given, i)) / fractionTolerance));
    const order = orderBy(bins, isLargerByMeasure).sort((a, b) => at(fractions, b) - at(fractions, a));
    return handOut(bins, given, order, places);
  },
  isMonotone: false,
};

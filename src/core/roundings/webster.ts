import { byClaims } from './by-claims.js';
import { isLarger, type RoundingDesign } from './rounding-design.js';

/** Each next place goes where measure / (places so far + ½) is highest; equals: the larger bin, then the key. */
export const webster: RoundingDesign = {
  name: 'webster',
  words: 'shares become whole numbers by Webster’s method',
  round: (bins, places) => byClaims(bins, places, (bin, given) => bin.measure / (given + 0.5), isLarger),
  isMonotone: true,
};

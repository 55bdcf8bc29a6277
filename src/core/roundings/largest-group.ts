import { fractionTolerance, handOut, orderBy } from './hand-out.js';
import { isLarger, type RoundingDesign, total } from './rounding-design.js';

/** The whole part of each share of what the floors leave; what rounding leaves goes one each to the largest groups. */
export const largestGroup: RoundingDesign = {
  name: 'largest-group',
  words:
    'each gets the whole part of its share of what the minimum leaves, and what rounding leaves goes one each to the largest groups',
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

import { byClaims } from './by-claims.js';
import { type Bin, isLargerByMeasure, type RoundingDesign } from './rounding-design.js';

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

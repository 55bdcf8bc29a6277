import { at } from '../lists/at.js';

/**
 * What floors and ceilings cost: the anticipated variance with them over that without, K = Σ(v/π − v)/Σ(v/π⁰ − v) (after
 * Isaki and Fuller 1982). 1 where nothing is left to chance.
 */
export function floorCost(
  variances: readonly number[],
  probabilities: readonly number[],
  withoutFloors: readonly number[],
): number {
  const total = (chances: readonly number[]) => variances.reduce((sum, v, i) => sum + v / at(chances, i) - v, 0);
  const free = total(withoutFloors);
  return free > 0 ? total(probabilities) / free : 1;
}

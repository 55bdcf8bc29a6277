import { midRanks } from './mid-ranks.js';
import { pearson } from './pearson.js';

/**
 * Spearman's rank correlation: Pearson's correlation of the mid-ranks (Spearman 1904; Kendall 1945 for ties). Undefined
 * when all values of one list are equal, for then there is no order to compare.
 */
export function spearman(a: readonly number[], b: readonly number[]): number | undefined {
  return correlationOfRanks(midRanks(a), midRanks(b));
}

/** The same from ranks that are known already. */
export function correlationOfRanks(a: readonly number[], b: readonly number[]): number | undefined {
  return pearson(a, b);
}

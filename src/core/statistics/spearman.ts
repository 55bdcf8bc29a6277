import { midRanks } from './mid-ranks.js';

/**
 * Spearman's rank correlation: Pearson's correlation of the mid-ranks (Spearman 1904; Kendall 1945 for ties). Undefined
 * when all values of one list are equal, for then there is no order to compare.
 */
export function spearman(a: readonly number[], b: readonly number[]): number | undefined {
  return correlationOfRanks(midRanks(a), midRanks(b));
}

/** The same from ranks that are known already. */
export function correlationOfRanks(a: readonly number[], b: readonly number[]): number | undefined {
  const mean = (a.length + 1) / 2;
  let together = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i++) {
    const fromA = (a[i] as number) - mean;
    const fromB = (b[i] as number) - mean;
    together += fromA * fromB;
    squaresA += fromA * fromA;
    squaresB += fromB * fromB;
  }
  return squaresA === 0 || squaresB === 0 ? undefined : together / Math.sqrt(squaresA * squaresB);
}

import { comparable } from '../summary/comparable.js';

/**
 * Kendall's rank correlation with ties, τ-b, in [−1, 1]: pairs in the same order less pairs in the opposite one, over the
 * geometric mean of the pairs not tied in each list (Kendall 1945, Biometrika 33:239). Undefined when all values of one
 * list are equal. Values are compared to 12 decimals.
 */
export function kendall(a: readonly number[], b: readonly number[]): number | undefined {
  const valuesA = a.map(comparable);
  const valuesB = b.map(comparable);
  let balance = 0;
  let orderedByA = 0;
  let orderedByB = 0;
  for (let i = 1; i < valuesA.length; i++) {
    for (let j = 0; j < i; j++) {
      const signA = Math.sign((valuesA[i] ?? 0) - (valuesA[j] ?? 0));
      const signB = Math.sign((valuesB[i] ?? Number.NaN) - (valuesB[j] ?? Number.NaN));
      balance += signA * signB;
      orderedByA += signA * signA;
      orderedByB += signB * signB;
    }
  }
  return orderedByA === 0 || orderedByB === 0 ? undefined : balance / Math.sqrt(orderedByA * orderedByB);
}

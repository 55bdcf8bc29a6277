import { mean } from '../summary/mean.js';

/**
 * Pearson's correlation, in [−1, 1] (Pearson 1895). Undefined when all values of one list are equal, for then there is
 * nothing that could vary together.
 */
export function pearson(a: readonly number[], b: readonly number[]): number | undefined {
  // Asked of the values themselves: the deviations of equal values from their mean may be a rounding error above 0.
  if (isConstant(a) || isConstant(b)) return undefined;
  const meanA = mean(a);
  const meanB = mean(b);
  let together = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i++) {
    const fromA = (a[i] ?? 0) - meanA;
    const fromB = (b[i] ?? Number.NaN) - meanB;
    together += fromA * fromB;
    squaresA += fromA * fromA;
    squaresB += fromB * fromB;
  }
  // One root keeps a perfect correlation at 1; of very large or small squares the product is lost, and two are taken.
  const product = squaresA * squaresB;
  const size = product > 0 && product < Infinity ? Math.sqrt(product) : Math.sqrt(squaresA) * Math.sqrt(squaresB);
  // Rounding can end just outside, where no interval could be given.
  return Math.max(-1, Math.min(1, together / size));
}

function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}

import type { RandomStream } from '../chance/sfc32.js';

/**
 * The two-sided p-value that paired differences have mean 0, in (0, 1]: their signs are flipped at random, and
 * (1 + flips whose mean is as far from 0) / (1 + flips) is given (Fisher 1935; Phipson & Smyth 2010 for the 1 added).
 */
export function signFlipTest(differences: readonly number[], random: RandomStream, flips = 10_000): number {
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  const size = differences.reduce((sum, difference) => sum + Math.abs(difference), 0);
  // Sums that are equal on paper differ in the last digits, by the order in which they were added.
  const reached = observed - 1e-12 * size;
  let asFar = 0;
  for (let flip = 0; flip < flips; flip++) {
    if (Math.abs(flippedSum(differences, random)) >= reached) asFar += 1;
  }
  return (1 + asFar) / (1 + flips);
}

/** One word of the stream gives 32 signs. */
function flippedSum(differences: readonly number[], random: RandomStream): number {
  let sum = 0;
  let signs = 0;
  for (let i = 0; i < differences.length; i++) {
    if (i % 32 === 0) signs = random.uint32();
    const difference = differences[i] ?? 0;
    sum += ((signs >>> (i % 32)) & 1) === 1 ? difference : -difference;
  }
  return sum;
}

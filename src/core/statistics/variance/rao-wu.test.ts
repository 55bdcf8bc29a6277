import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sfc32 } from '../chance/sfc32.js';
import { raoWuFactors } from './rao-wu.js';

/** The variance over replicates of the mean of the values of one stratum. */
function replicatedVariance(values: readonly number[], fraction: number): number {
  const random = sfc32([1, 2, 3, 4]);
  const replicates = 40_000;
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  let squares = 0;
  for (let i = 0; i < replicates; i++) {
    const factors = raoWuFactors(values.length, random, fraction);
    const mean = factors.reduce((sum, factor, at) => sum + factor * (values[at] as number), 0) / values.length;
    squares += (mean - centre) ** 2;
  }
  return squares / replicates;
}

describe('the Rao–Wu bootstrap', () => {
  it.each([
    [[1, 0], 0],
    [[1, 0, 1, 1], 0],
    [[1, 0, 1, 1], 0.1],
    [[3, 5, 8, 13, 2, 9], 0.5],
  ])('has the variance (1 - f) s² / n of the mean of %j with f = %d', (values, fraction) => {
    const n = values.length;
    const mean = values.reduce((sum, value) => sum + value, 0) / n;
    const s2 = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
    // The relative standard error of a variance of 40,000 replicates is about 0.7 %.
    expect(replicatedVariance(values, fraction) / (((1 - fraction) * s2) / n)).toBeCloseTo(1, 1);
  });

  it('gives factors that sum to the size, and whole numbers of draws', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (size, seed) => {
        const factors = raoWuFactors(size, sfc32([seed, 1, 2, 3]));
        expect(factors.length).toBe(size);
        expect(factors.reduce((sum, factor) => sum + factor, 0)).toBeCloseTo(size, 10);
        if (size === 1) return;
        for (const factor of factors) {
          const count = (factor * (size - 1)) / size;
          expect(count).toBeCloseTo(Math.round(count), 10);
        }
      }),
      { seed: 20_260_101 },
    );
  });

  it('keeps a single unit, and every unit when all of the stratum is in the sample', () => {
    expect(raoWuFactors(1, sfc32([1, 2, 3, 4]))).toEqual([1]);
    expect(raoWuFactors(3, sfc32([1, 2, 3, 4]), 1)).toEqual([1, 1, 1]);
    expect(raoWuFactors(0, sfc32([1, 2, 3, 4]))).toEqual([]);
  });
});

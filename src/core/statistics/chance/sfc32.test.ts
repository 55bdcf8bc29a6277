import { describe, expect, it } from 'vitest';
import { type Sfc32Seed, sfc32 } from './sfc32.js';

describe('sfc32', () => {
  const seed = [1, 2, 3, 4] as const;

  it('repeats itself, and differs when one bit of the seed does', () => {
    const first = (words: Sfc32Seed) => {
      const random = sfc32(words);
      return Array.from({ length: 5 }, () => random.uint32());
    };
    expect(first(seed)).toEqual(first(seed));
    for (const word of [0, 1, 2, 3]) {
      const other = seed.map((value, i) => (i === word ? value ^ 1 : value)) as unknown as Sfc32Seed;
      expect(first(other)).not.toEqual(first(seed));
    }
  });

  it('gives numbers in [0, 1) with the mean and variance of the uniform distribution', () => {
    const random = sfc32(seed);
    const count = 100_000;
    const values = Array.from({ length: count }, () => random.double());
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    // Four standard errors.
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(4 * Math.sqrt(1 / 12 / count));
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / count));
  });
});

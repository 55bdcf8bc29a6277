import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inclusionProbabilities } from './inclusion-probabilities.js';

const total = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0);

describe('inclusion probabilities', () => {
  // From inclusionprobabilities of the R package sampling.
  it.each([
    [[1, 2, 3, 4, 50], 3, [0.2, 0.4, 0.6, 0.8, 1]],
    [
      [3, 5, 8, 13, 2, 9, 30, 4],
      4,
      [0.2045454545, 0.3409090909, 0.5454545455, 0.8863636364, 0.1363636364, 0.6136363636, 1, 0.2727272727],
    ],
  ])('of sizes %j for %d', (sizes, n, expected) => {
    const probabilities = inclusionProbabilities(sizes, n);
    for (const [i, value] of expected.entries()) expect(probabilities[i]).toBeCloseTo(value, 10);
  });

  it('are all 1 where all are drawn, and all 0 where none is', () => {
    expect(inclusionProbabilities([0.1, 0.2, 0.7], 3)).toEqual([1, 1, 1]);
    expect(inclusionProbabilities([0.1, 0.1, 0.1], 3)).toEqual([1, 1, 1]);
    expect(inclusionProbabilities([1, 2], 0)).toEqual([0, 0]);
    expect(inclusionProbabilities([], 0)).toEqual([]);
  });

  it('stay above 0 beside a huge size', () => {
    expect(inclusionProbabilities([1e17, 1], 1)).toEqual([1, 1e-17]);
  });

  it('are refused for sizes that cannot be drawn and for too many', () => {
    for (const size of [0, -1, Number.NaN, Infinity]) {
      expect(() => inclusionProbabilities([1, size], 1)).toThrow(RangeError);
    }
    for (const n of [3, -1, 0.5]) expect(() => inclusionProbabilities([1, 1], n)).toThrow(RangeError);
  });

  it('sum to n, lie in (0, 1] and grow with the size', () => {
    const size = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.double({ min: 1e-9, max: 1e9, noNaN: true }));
    const input = fc
      .array(size, { minLength: 1, maxLength: 40 })
      .chain((sizes) => fc.tuple(fc.constant(sizes), fc.integer({ min: 1, max: sizes.length })));
    fc.assert(
      fc.property(input, ([sizes, n]) => {
        const probabilities = inclusionProbabilities(sizes, n);
        expect(total(probabilities)).toBeCloseTo(n, 9);
        expect(probabilities.every((probability) => probability > 0 && probability <= 1)).toBe(true);
        const bySize = sizes.map((_, i) => i).sort((a, b) => (sizes[a] as number) - (sizes[b] as number));
        const ascending = bySize.map((i) => probabilities[i] as number);
        expect(ascending.every((probability, i) => i === 0 || probability >= (ascending[i - 1] as number))).toBe(true);
      }),
      { seed: 4, numRuns: 500 },
    );
  });
});

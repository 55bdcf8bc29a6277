import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jaccard, totalVariation } from './balance.js';
import { midRanks, spearman } from './correlation.js';
import { mean, quantile, standardDeviation, variance, weightedMean } from './summary.js';

const x = [1, 2, 2, 3, 5, 8, 11, 20];
const numbers = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 30 });

describe('the mean and the standard deviation', () => {
  it('are those of the textbook', () => {
    expect(mean(x)).toBe(6.5);
    expect(weightedMean([1, 2, 4], [1, 0, 3])).toBe(13 / 4);
    expect(variance(x)).toBeCloseTo(290 / 7, 12);
    expect(standardDeviation(x)).toBeCloseTo(Math.sqrt(290 / 7), 12);
  });
});

describe('the total variation', () => {
  it('is half the sum of the absolute differences of the shares', () => {
    const pool = new Map([
      ['python', 50],
      ['go', 30],
      ['ts', 20],
    ]);
    const selection = new Map([
      ['python', 6],
      ['go', 4],
    ]);
    // ½ (|.6 - .5| + |.4 - .3| + |0 - .2|)
    expect(totalVariation(selection, pool)).toBeCloseTo(0.2, 12);
    expect(totalVariation(pool, pool)).toBe(0);
    expect(totalVariation(new Map([['c', 1]]), pool)).toBe(1);
    expect(totalVariation(new Map(), pool)).toBeUndefined();
  });

  it('is symmetric and in [0, 1]', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const first = new Map(a.map((count, i) => [i, count]));
        const second = new Map(b.map((count, i) => [i, count]));
        const distance = totalVariation(first, second);
        expect(totalVariation(second, first) ?? -1).toBeCloseTo(distance ?? -1, 12);
        if (distance === undefined) return;
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(1);
      }),
      { seed: 20_260_101 },
    );
  });
});

describe('the Jaccard index', () => {
  it.each([
    [['a', 'b', 'c'], ['b', 'c', 'd'], 0.5],
    [['a'], ['a'], 1],
    [['a'], ['b'], 0],
    [[], ['b'], 0],
    [[], [], 1],
  ])('of %j and %j is %d', (a, b, expected) => {
    expect(jaccard(new Set<string>(a), new Set<string>(b))).toBe(expected);
  });

  it('after k of n places changed is (n - k) / (n + k)', () => {
    const base = new Set([1, 2, 3, 4, 5]);
    expect(jaccard(base, new Set([1, 2, 3, 4, 9]))).toBeCloseTo(4 / 6, 15);
  });
});

describe('mid-ranks', () => {
  it('share the mean of the ranks that equal values take', () => {
    expect(midRanks([0.5, 0.2, 0.5, 0.9, 0.5])).toEqual([3, 1, 3, 5, 3]);
    expect(midRanks([])).toEqual([]);
  });
});

describe("Spearman's correlation", () => {
  it('without ties is 1 - 6 Σd² / (n³ - n)', () => {
    // The differences of the ranks are 0, 1, -1, 1, -1.
    expect(spearman([1, 2, 3, 4, 5], [10, 30, 20, 50, 40])).toBeCloseTo(1 - (6 * 4) / 120, 15);
  });

  it('with ties is the correlation of the mid-ranks', () => {
    // Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: 4.5 / √(4.5 · 5).
    expect(spearman([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 15);
  });

  it('is -1 for the reverse, and undefined where all are equal', () => {
    expect(spearman([1, 2, 3], [3, 2, 1])).toBe(-1);
    expect(spearman([1, 1, 1], [3, 2, 1])).toBeUndefined();
  });
});

describe('a quantile', () => {
  it('lies between its neighbours', () => {
    expect([0, 0.05, 0.5, 1].map((p) => quantile([1, 2, 3, 11], p))).toEqual([1, 1.15, 2.5, 11]);
    expect(quantile([7], 0.3)).toBe(7);
  });
});

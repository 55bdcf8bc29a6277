import { describe, expect, it } from 'vitest';
import { jaccard } from './association/jaccard.js';
import { midRanks } from './association/mid-ranks.js';
import { spearman } from './association/spearman.js';
import { quantile } from './summary/quantile.js';

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

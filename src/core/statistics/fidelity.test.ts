import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kendall } from './association/kendall.js';
import { pairwiseAccuracy } from './association/pairwise-accuracy.js';
import { pearson } from './association/pearson.js';
import { phiCoefficient } from './association/phi-coefficient.js';
import { spearman } from './association/spearman.js';

const truth = [0.44, 0.42, 0.36, 0.28, 0.25, 0.25, 0.16, 0.13, 0.06];
const estimate = [0.4, 0.42, 0.36, 0.25, 0.25, 0.28, 0.16, 0.16, 0.05];

/** Two lists of the same length, with ties. */
const twoLists = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), { minLength: 2, maxLength: 30 })
  .map((pairs) => ({ a: pairs.map(([a]) => a / 9), b: pairs.map(([, b]) => b / 9) }));

function holds(check: (lists: { a: number[]; b: number[] }) => void): void {
  fc.assert(fc.property(twoLists, check), { seed: 20_260_101 });
}

describe('the correlations of nine rates with their estimates', () => {
  it('are those of R', () => {
    // Computed independently in R.
    expect(kendall(truth, estimate)).toBeCloseTo(0.840668, 7);
    expect(spearman(truth, estimate)).toBeCloseTo(0.9409366, 7);
    expect(pearson(truth, estimate)).toBeCloseTo(0.9847837, 7);
  });
});

describe("Kendall's τ-b", () => {
  it('is undefined where all are equal, on paper or to the last digit', () => {
    expect(kendall([1, 1, 1], [1, 2, 3])).toBeUndefined();
    expect(kendall([1, 2], [0.1 + 0.2, 0.3])).toBeUndefined();
    expect(kendall([], [])).toBeUndefined();
  });

  it('is symmetric, within -1 and 1, and changes sign with one of its lists', () => {
    holds(({ a, b }) => {
      const tau = kendall(a, b);
      expect(kendall(b, a)).toBe(tau);
      if (tau === undefined) return;
      expect(Math.abs(tau)).toBeLessThanOrEqual(1 + 1e-12);
      const negated = b.map((value) => -value);
      expect(kendall(a, negated)).toBeCloseTo(-tau, 14);
    });
  });
});

describe("Pearson's correlation", () => {
  it('is undefined where all are equal', () => {
    expect(pearson([0.1, 0.1, 0.1], [1, 2, 3])).toBeUndefined();
    expect(pearson([1, 2], [5, 5])).toBeUndefined();
    expect(pearson([], [])).toBeUndefined();
  });

  it('is 1 or -1 on a line and never beyond', () => {
    expect(pearson([0.1, 0.2, 0.3], [1, 2, 3])).toBeCloseTo(1, 14);
    expect(pearson([0.1, 0.2, 0.3], [3, 2, 1])).toBeCloseTo(-1, 14);
    holds(({ a, b }) => {
      expect(Math.abs(pearson(a, b) ?? 0)).toBeLessThanOrEqual(1);
    });
  });
});

describe('the pairwise accuracy', () => {
  it('counts ties in the estimate half, and leaves out ties in the truth', () => {
    // 36 pairs, 1 tied in the truth; wrong: the first two, and 4 against 6; tied: 4 against 5, and 7 against 8.
    expect(pairwiseAccuracy(truth, estimate)).toEqual({ share: (35 - 2 - 2 / 2) / 35, pairs: 35 });
  });

  it('can be asked of pairs some way apart, whatever the last digits say', () => {
    // Less than 3 points apart in the truth: the first two, and the tie. 0.28 - 0.25 and 0.16 - 0.13 are 3 points.
    expect(pairwiseAccuracy(truth, estimate, 0.03)).toEqual({ share: (34 - 1 - 2 / 2) / 34, pairs: 34 });
    expect(pairwiseAccuracy([0.31, 0.28], [1, 0], 0.03)).toEqual({ share: 1, pairs: 1 });
    expect(pairwiseAccuracy(truth, estimate, 0.5)).toBeUndefined();
  });

  it('and that of the reversed estimate sum to 1', () => {
    holds(({ a, b }) => {
      const accuracy = pairwiseAccuracy(a, b);
      const negated = b.map((value) => -value);
      if (accuracy !== undefined)
        expect(accuracy.share + (pairwiseAccuracy(a, negated)?.share ?? 0)).toBeCloseTo(1, 12);
    });
  });
});

describe('the φ coefficient', () => {
  it('is the correlation of the zeros and ones', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean())), (pairs) => {
        const phi = phiCoefficient(
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        );
        const correlation = pearson(
          pairs.map(([a]) => Number(a)),
          pairs.map(([, b]) => Number(b)),
        );
        if (correlation === undefined) expect(phi).toBeUndefined();
        else expect(phi).toBeCloseTo(correlation, 12);
      }),
      { seed: 20_260_101 },
    );
  });

  it('tells twins, opposites and lists without a choice', () => {
    expect(phiCoefficient([true, false, true], [true, false, true])).toBe(1);
    expect(phiCoefficient([true, false], [false, true])).toBe(-1);
    expect(phiCoefficient([true, true], [false, true])).toBeUndefined();
  });
});

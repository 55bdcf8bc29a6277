import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaUnderCurve,
  correlationInterval,
  kendall,
  pairwiseAccuracy,
  pearson,
  spearman,
  withinGroupsCorrelation,
} from './correlation.js';
import { correlationCeiling, reliability } from './power.js';

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
    expect(pairwiseAccuracy(truth, estimate)).toBe((35 - 2 - 2 / 2) / 35);
  });

  it('can be asked of pairs some way apart, whatever the last digits say', () => {
    // Less than 3 points apart in the truth: the first two, and the tie. 0.28 - 0.25 and 0.16 - 0.13 are 3 points.
    expect(pairwiseAccuracy(truth, estimate, 0.03)).toBe((34 - 1 - 2 / 2) / 34);
    expect(pairwiseAccuracy([0.31, 0.28], [1, 0], 0.03)).toBe(1);
    expect(pairwiseAccuracy(truth, estimate, 0.5)).toBeUndefined();
  });

  it('and that of the reversed estimate sum to 1', () => {
    holds(({ a, b }) => {
      const accuracy = pairwiseAccuracy(a, b);
      const negated = b.map((value) => -value);
      if (accuracy !== undefined) expect(accuracy + (pairwiseAccuracy(a, negated) ?? 0)).toBeCloseTo(1, 12);
    });
  });
});

describe('the area under the curve', () => {
  it('counts ties half', () => {
    // Computed independently in R or Python.
    expect(areaUnderCurve([0.9, 0.8, 0.7, 0.4], [0.8, 0.5, 0.3])).toBeCloseTo(0.7083333, 7);
  });

  it('is ½ where all are equal, and undefined where one side is empty', () => {
    expect(areaUnderCurve([0.5, 0.5], [0.5])).toBe(0.5);
    expect(areaUnderCurve([], [0.5])).toBeUndefined();
    expect(areaUnderCurve([0.5], [])).toBeUndefined();
  });

  it('and that of the other side sum to 1', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(scores, scores, (a, b) => {
        expect((areaUnderCurve(a, b) as number) + (areaUnderCurve(b, a) as number)).toBeCloseTo(1, 12);
      }),
      { seed: 20_260_101 },
    );
  });
});

describe('the reliability of a measured difference', () => {
  it.each([
    [1, 0.2, 0.45],
    [3, 0.43, 0.65],
  ])('with %d runs is %d, and lets a correlation reach %d', (repeats, expected, ceiling) => {
    // Computed independently in R or Python.
    const share = reliability({ effect: 0.05, within: 0.2 }, repeats) as number;
    expect(share).toBeCloseTo(expected, 2);
    expect(correlationCeiling(share)).toBeCloseTo(ceiling, 2);
  });

  it('is undefined where nothing varies', () => {
    expect(reliability({ effect: 0, within: 0 }, 1)).toBeUndefined();
    expect(reliability({ effect: 0, within: 0.1 }, 1)).toBe(0);
  });
});

describe('the interval of a correlation', () => {
  it('is wider than that of values, the more so the higher the ranks correlate', () => {
    // √((1 + .25 / 2) / 25) instead of 1 / 5
    const interval = correlationInterval(0.5, 28, 0.95);
    expect(interval?.low).toBeCloseTo(Math.tanh(0.549306 - 1.959964 * Math.sqrt(1.125 / 25)), 6);
    expect(interval?.high).toBeCloseTo(Math.tanh(0.549306 + 1.959964 * Math.sqrt(1.125 / 25)), 6);
  });

  it('of 93 tasks reaches from 0 to about .2, its error being about .10', () => {
    expect((correlationInterval(0, 93, 0.95)?.high as number) / 1.959964).toBeCloseTo(0.1, 2);
    expect(correlationInterval(0.2, 93, 0.95)?.low).toBeLessThan(0);
  });

  it('is a point at 1, and undefined for three pairs', () => {
    expect(correlationInterval(1, 10, 0.95)).toEqual({ low: 1, high: 1 });
    expect(correlationInterval(-1, 10, 0.95)).toEqual({ low: -1, high: -1 });
    expect(correlationInterval(0.5, 3, 0.95)).toBeUndefined();
  });

  it('holds the correlation and narrows with more pairs', () => {
    const inside = fc.double({ min: -0.999, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(inside, fc.integer({ min: 4, max: 500 }), (r, n) => {
        const { low, high } = correlationInterval(r, n, 0.95) as { low: number; high: number };
        expect(low).toBeLessThan(r);
        expect(high).toBeGreaterThan(r);
        expect(correlationInterval(r, n + 1, 0.95)?.high).toBeLessThanOrEqual(high);
      }),
      { seed: 20_260_101 },
    );
  });
});

describe('the correlation within groups', () => {
  it('is not fooled by groups that differ', () => {
    // Both are higher in the second group, but within each they fall together with the other.
    const a = [1, 2, 3, 11, 12, 13];
    const b = [3, 2, 1, 13, 12, 11];
    expect(spearman(a, b)).toBeGreaterThan(0.5);
    const within = withinGroupsCorrelation(a, b, ['x', 'x', 'x', 'y', 'y', 'y']);
    expect(within?.correlation).toBeCloseTo(-1, 12);
    expect(within?.size).toBe(5);
  });

  it("is Spearman's with one group", () => {
    const pairs = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(pairs, (list) => {
        const a = list.map(([value]) => value);
        const b = list.map(([, value]) => value);
        const plain = spearman(a, b);
        const within = withinGroupsCorrelation(
          a,
          b,
          list.map(() => 0),
        );
        if (plain === undefined) expect(within).toBeUndefined();
        else {
          expect(within?.correlation).toBeCloseTo(plain, 12);
          expect(within?.size).toBe(list.length);
        }
      }),
      { seed: 20_260_101 },
    );
  });

  it('learns nothing from a group of one, and is undefined where no group varies', () => {
    const with3 = withinGroupsCorrelation([1, 2, 3], [2, 1, 3], ['x', 'x', 'x']);
    const with4 = withinGroupsCorrelation([1, 2, 3, 9], [2, 1, 3, 9], ['x', 'x', 'x', 'alone']);
    expect(with4).toEqual(with3);
    expect(withinGroupsCorrelation([1, 1, 1, 5, 5, 5], [1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1])).toBeUndefined();
    expect(withinGroupsCorrelation([1, 2], [1, 2], ['x', 'y'])).toBeUndefined();
  });
});

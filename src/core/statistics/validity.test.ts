import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaUnderCurve } from './association/area-under-curve.js';
import { correlationCeiling, reliability } from './association/reliability.js';
import { spearman } from './association/spearman.js';
import { withinGroupsCorrelation } from './association/within-groups-correlation.js';
import { isotonic } from './fitting/isotonic.js';
import { correlationInterval } from './intervals/correlation-interval.js';

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

describe('the isotonic fit', () => {
  it('pools neighbours in the wrong order', () => {
    // Computed independently in R or Python.
    const fitted = isotonic([0.1, 0.3, 0.2, 0.25, 0.6, 0.5, 0.4, 0.9]);
    [0.1, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.9].forEach((value, i) => {
      expect(fitted[i]).toBeCloseTo(value, 12);
    });
  });

  it('weighs what it pools', () => {
    expect(isotonic([3, 1, 5], [1, 3, 1])).toEqual([1.5, 1.5, 5]);
    expect(isotonic([])).toEqual([]);
  });

  it('never falls, keeps the weighted sum, and keeps what does not fall', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 5 })));
    fc.assert(
      fc.property(points, (pairs) => {
        const values = pairs.map(([value]) => value);
        const weights = pairs.map(([, weight]) => weight);
        const fitted = isotonic(values, weights);
        const total = (list: readonly number[]) => list.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
        expect(total(fitted)).toBeCloseTo(total(values), 8);
        fitted.forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual(fitted[i - 1] ?? -Infinity);
        });
        expect(isotonic(fitted, weights)).toEqual(fitted);
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
  it("is Fisher's for values", () => {
    // tanh(.549306 ± 1.959964 / 5)
    const interval = correlationInterval(0.5, 28, 0.95, 'values');
    expect(interval?.low).toBeCloseTo(Math.tanh(0.549306 - 0.391993), 6);
    expect(interval?.high).toBeCloseTo(Math.tanh(0.549306 + 0.391993), 6);
  });

  it('is wider for ranks, the more so the higher they correlate', () => {
    // √((1 + .25 / 2) / 25) instead of 1 / 5
    const interval = correlationInterval(0.5, 28, 0.95, 'ranks');
    expect(interval?.low).toBeCloseTo(Math.tanh(0.549306 - 1.959964 * Math.sqrt(1.125 / 25)), 6);
    expect(interval?.high).toBeCloseTo(Math.tanh(0.549306 + 1.959964 * Math.sqrt(1.125 / 25)), 6);
  });

  it('of 93 tasks reaches from 0 to about .2, its error being about .10', () => {
    expect((correlationInterval(0, 93, 0.95, 'ranks')?.high as number) / 1.959964).toBeCloseTo(0.1, 2);
    expect(correlationInterval(0.2, 93, 0.95, 'ranks')?.low).toBeLessThan(0);
  });

  it('is a point at 1, and undefined for three pairs', () => {
    expect(correlationInterval(1, 10, 0.95, 'ranks')).toEqual({ low: 1, high: 1 });
    expect(correlationInterval(-1, 10, 0.95, 'values')).toEqual({ low: -1, high: -1 });
    expect(correlationInterval(0.5, 3, 0.95, 'ranks')).toBeUndefined();
  });

  it('holds the correlation and narrows with more pairs', () => {
    const inside = fc.double({ min: -0.999, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(inside, fc.integer({ min: 4, max: 500 }), (r, n) => {
        const { low, high } = correlationInterval(r, n, 0.95, 'ranks') as { low: number; high: number };
        expect(low).toBeLessThan(r);
        expect(high).toBeGreaterThan(r);
        expect(correlationInterval(r, n + 1, 0.95, 'ranks')?.high).toBeLessThanOrEqual(high);
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

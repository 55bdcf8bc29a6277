import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unequalVariance } from './unequal-variance.js';
import { weightedResiduals } from './weighted-residuals.js';

const probabilities = [0.8, 0.5, 0.3, 0.2, 0.25];
const values = [1, 1, 0, 1, 0];
const expanded = values.map((value, i) => value / (probabilities[i] as number));
const weights = probabilities.map((probability) => 1 / probability);
const sum = (list: readonly number[]): number => list.reduce((total, x) => total + x, 0);

describe('the variance with unequal probabilities', () => {
  // An independent computation by the same formula; R's survey under pps = "brewer" has 4.03405 and .23231.
  it('of a total', () => {
    expect(sum(expanded)).toBeCloseTo(8.25, 12);
    expect(Math.sqrt(unequalVariance(expanded, probabilities))).toBeCloseTo(4.026363, 6);
  });

  it('of a mean', () => {
    const size = sum(weights);
    const mean = sum(expanded) / size;
    expect(size).toBeCloseTo(15.5833, 4);
    expect(mean).toBeCloseTo(0.5294118, 7);
    const influences = values.map((value, i) => ((weights[i] as number) * (value - mean)) / size);
    expect(Math.sqrt(unequalVariance(influences, probabilities))).toBeCloseTo(0.2318412, 7);
  });

  it('with equal probabilities is that of a simple random sample', () => {
    const influences = [1, 2, 4, 9].map((value) => value / 0.25);
    // N² (1 − f) s² / n with N = 16.
    expect(unequalVariance(influences, [0.25, 0.25, 0.25, 0.25])).toBeCloseTo((256 * 0.75 * (38 / 3)) / 4, 9);
  });

  it('balanced on the probabilities alone is the plain one', () => {
    const ones = probabilities.map(() => [1]);
    const plain = unequalVariance(expanded, probabilities);
    expect(unequalVariance(expanded, probabilities, ones)).toBeCloseTo(plain, 12);
    expect(
      unequalVariance(
        expanded,
        probabilities,
        ones.map(() => [1, 2]),
      ),
    ).toBeCloseTo(plain, 12);
  });

  it('is 0 for what the balance explains, and the plain one when the balance explains anything', () => {
    const rows = expanded.map((z) => [1, 3 * z + 1]);
    expect(unequalVariance(expanded, probabilities, rows)).toBeCloseTo(0, 12);
    const tooMany = expanded.map((_, i) => expanded.map((__, j) => (i === j ? 1 : 0)));
    const plain = unequalVariance(expanded, probabilities);
    expect(unequalVariance(expanded, probabilities, tooMany)).toBeCloseTo(plain, 12);
  });

  it('leaves certain units out, and measures a single other one from the mean of all', () => {
    expect(unequalVariance([3, 1], [1, 1])).toBe(0);
    expect(unequalVariance([...expanded, 7], [...probabilities, 1])).toBeCloseTo(
      unequalVariance(expanded, probabilities),
      12,
    );
    expect(unequalVariance([0.3, -0.1, -0.2], [0.5, 1, 1])).toBeCloseTo(0.5 * 0.09, 15);
    expect(() => unequalVariance([1], [0])).toThrow(RangeError);
    expect(() => unequalVariance([1], [0.5, 0.5])).toThrow(RangeError);
  });
});

describe('weighted residuals', () => {
  const row = fc.record({
    x: fc.integer({ min: -9, max: 9 }),
    y: fc.integer({ min: -9, max: 9 }),
    w: fc.integer({ min: 1, max: 9 }),
  });

  it('are orthogonal to the columns, of which dependent ones do not count', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 12 }), (rows) => {
        const columns = rows.map(({ x }) => [1, x, 1 - 2 * x]);
        const { residuals, rank } = weightedResiduals(
          rows.map(({ y }) => y),
          columns,
          rows.map(({ w }) => w),
        );
        expect(rank).toBe(new Set(rows.map(({ x }) => x)).size > 1 ? 2 : 1);
        expect(sum(residuals.map((residual, i) => residual * (rows[i]?.w as number)))).toBeCloseTo(0, 9);
        expect(
          sum(residuals.map((residual, i) => residual * (rows[i]?.w as number) * (rows[i]?.x as number))),
        ).toBeCloseTo(0, 9);
      }),
      { seed: 20_250_303 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { studentQuantile } from './distributions.js';
import { weightedResiduals } from './linear-models.js';
import { sfc32 } from './random-numbers.js';
import { mean as average } from './summary.js';
import { raoWuFactors, surveyVariance, unequalVariance } from './survey-variance.js';

// The numbers are those of R's survey on the same data, under its "adjust" for lonely units.
const three = [
  { size: 40, values: [1, 0, 1, 1] },
  { size: 25, values: [0, 0, 1] },
  { size: 5, values: [1, 0] },
];

/** The mean over strata, Σ N ȳ / Σ N, and its standard error. */
function stratifiedMean(strata: readonly { readonly size: number; readonly values: readonly number[] }[]) {
  const population = strata.reduce((sum, { size }) => sum + size, 0);
  const total = strata.reduce((sum, { size, values }) => sum + size * average(values), 0);
  const mean = total / population;
  const { variance, ...rest } = surveyVariance(
    strata.map(({ size, values }) => ({
      influences: values.map((value) => ((size / values.length) * (value - mean)) / population),
      fraction: values.length / size,
    })),
  );
  return { mean, standardError: Math.sqrt(variance), ...rest };
}

describe('the mean of a stratified sample', () => {
  it('of three strata', () => {
    const { mean, standardError, degreesOfFreedom, lonely } = stratifiedMean(three);
    expect(mean).toBeCloseTo(0.5833333333, 10);
    expect(standardError).toBeCloseTo(0.1777760062, 10);
    expect([degreesOfFreedom, lonely]).toEqual([6, 0]);
    const half = studentQuantile(0.975, 6) * standardError;
    expect(mean - half).toBeCloseTo(0.1483311, 7);
    expect(mean + half).toBeCloseTo(1.01833555, 8);
    expect(70 * mean).toBeCloseTo(40.8333, 4);
    expect(70 * standardError).toBeCloseTo(12.44432, 5);
    const simple = ((1 - 9 / 70) * mean * (1 - mean)) / 8;
    expect(standardError ** 2 / simple).toBeCloseTo(1.19371, 5);
  });

  it('measures a lonely unit from the mean of the sample', () => {
    const { mean, standardError, lonely } = stratifiedMean([...three, { size: 3, values: [1] }]);
    expect(mean).toBeCloseTo(0.6004566, 7);
    expect(standardError).toBeCloseTo(0.1709965, 7);
    expect(lonely).toBe(1);
  });

  it('finds no variance in a stratum that was taken whole, be it of one', () => {
    const whole = stratifiedMean([
      { size: 1, values: [1] },
      { size: 3, values: [1, 0, 0] },
    ]);
    expect(whole).toEqual({ mean: 0.5, standardError: 0, degreesOfFreedom: 2, lonely: 0 });
  });
});

describe('the variance of an estimate under a stratified design', () => {
  it('of the mean of a domain, over the whole sample', () => {
    const inDomain = [
      [false, true, true, true],
      [false, false, true],
      [true, true],
    ];
    let weight = 0;
    let total = 0;
    const units = three.map(({ size, values }, h) =>
      values.map((value, i) => {
        const w = inDomain[h]?.[i] ? size / values.length : 0;
        weight += w;
        total += w * value;
        return { w, value };
      }),
    );
    const mean = total / weight;
    const { variance } = surveyVariance(
      units.map((stratum, h) => ({
        influences: stratum.map(({ w, value }) => (w * (value - mean)) / weight),
        fraction: stratum.length / (three[h]?.size as number),
      })),
    );
    expect(mean).toBeCloseTo(0.7115385, 7);
    expect(Math.sqrt(variance)).toBeCloseTo(0.21773, 5);
  });

  it('of a simple random sample is (1 − f) s² / n', () => {
    const influences = [1, 2, 4, 9].map((value) => (value - 4) / 4);
    expect(surveyVariance([{ influences, fraction: 0.25 }]).variance).toBeCloseTo((0.75 * (38 / 3)) / 4, 14);
  });

  it('counts at least one degree of freedom', () => {
    expect(surveyVariance([{ influences: [0.2], fraction: 0.5 }])).toEqual({
      variance: 0,
      degreesOfFreedom: 1,
      lonely: 1,
    });
    expect(surveyVariance([])).toEqual({ variance: 0, degreesOfFreedom: 1, lonely: 0 });
  });
});

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

/** The variance over replicates of the mean of the values of one stratum. */
function replicatedVariance(values: readonly number[]): number {
  const random = sfc32([1, 2, 3, 4]);
  const replicates = 40_000;
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  let squares = 0;
  for (let i = 0; i < replicates; i++) {
    const factors = raoWuFactors(values.length, random);
    const mean = factors.reduce((sum, factor, at) => sum + factor * (values[at] as number), 0) / values.length;
    squares += (mean - centre) ** 2;
  }
  return squares / replicates;
}

describe('the Rao–Wu bootstrap', () => {
  it.each([[[1, 0]], [[1, 0, 1, 1]], [[3, 5, 8, 13, 2, 9]]])('has the variance s² / n of the mean of %j', (values) => {
    const n = values.length;
    const mean = values.reduce((sum, value) => sum + value, 0) / n;
    const s2 = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
    // The relative standard error of a variance of 40,000 replicates is about 0.7 %.
    expect(replicatedVariance(values) / (s2 / n)).toBeCloseTo(1, 1);
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

  it('keeps a single unit', () => {
    expect(raoWuFactors(1, sfc32([1, 2, 3, 4]))).toEqual([1]);
    expect(raoWuFactors(0, sfc32([1, 2, 3, 4]))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { studentQuantile } from '../distributions/student-distribution.js';
import { stratifiedMean } from './stratified-mean.js';
import { surveyVariance } from './survey-variance.js';

// The numbers are those of R's survey on the same data, under its "adjust" for lonely units.
const three = [
  { size: 40, values: [1, 0, 1, 1] },
  { size: 25, values: [0, 0, 1] },
  { size: 5, values: [1, 0] },
];

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

  it('leaves out a stratum without values and refuses to make one up', () => {
    expect(stratifiedMean([...three, { size: 9, values: [] }])).toEqual(stratifiedMean(three));
    expect(() => stratifiedMean([{ size: 9, values: [] }])).toThrow(RangeError);
    expect(() => stratifiedMean([{ size: 1, values: [0, 1] }])).toThrow(RangeError);
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
    expect(() => surveyVariance([{ influences: [0.2], fraction: 1.5 }])).toThrow(RangeError);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../distributions/normal-quantile.js';
import { studentQuantile } from '../distributions/student-distribution.js';
import { clopperPearson } from './clopper-pearson.js';
import { rateInterval } from './rate-interval.js';
import { wilsonInterval } from './wilson-interval.js';

const z = normalQuantile(0.975);
const seed = 20_250_302;

describe("Wilson's interval", () => {
  // From R's prop.test without correction.
  it.each([
    [3, 36, 0.0287486, 0.2182669],
    [0, 36, 0, 0.0964186],
    [16, 36, 0.2954127, 0.6041894],
  ])('of %d in %d', (successes, size, low, high) => {
    const interval = wilsonInterval(successes / size, size, z);
    expect(interval.low).toBeCloseTo(low, 7);
    expect(interval.high).toBeCloseTo(high, 7);
  });

  it('is everything without a sample and a point with an endless one', () => {
    expect(wilsonInterval(0.3, 0, z)).toEqual({ low: 0, high: 1 });
    expect(wilsonInterval(0.3, Infinity, z)).toEqual({ low: 0.3, high: 0.3 });
    expect(() => wilsonInterval(1.1, 5, z)).toThrow(RangeError);
    expect(() => wilsonInterval(0.5, -1, z)).toThrow(RangeError);
  });

  it('contains the rate, stays within 0 and 1 and mirrors', () => {
    const rates = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(rates, fc.double({ min: 0.1, max: 1e6, noNaN: true }), (rate, size) => {
        const { low, high } = wilsonInterval(rate, size, z);
        expect(low >= 0 && low <= rate && rate <= high && high <= 1).toBe(true);
        const mirrored = wilsonInterval(1 - rate, size, z);
        expect(mirrored.low).toBeCloseTo(1 - high, 10);
        expect(mirrored.high).toBeCloseTo(1 - low, 10);
      }),
      { seed },
    );
  });
});

describe("Clopper and Pearson's interval", () => {
  // An independent computation.
  it('of 3 in 36', () => {
    const { low, high } = clopperPearson(3, 36, 0.95);
    expect(low).toBeCloseTo(0.0175265, 7);
    expect(high).toBeCloseTo(0.2246898, 7);
  });

  it('takes fractional counts', () => {
    // R's svyciprop(method = "beta") on the three strata of stratified-mean.test.ts: its size has t with n − 1 = 8
    // degrees over t with 6.
    const rate = 0.5833333333;
    const size =
      ((rate * (1 - rate)) / 0.1777760062 ** 2) * (studentQuantile(0.975, 8) / studentQuantile(0.975, 6)) ** 2;
    const { low, high } = clopperPearson(rate * size, size, 0.95);
    expect(low).toBeCloseTo(0.1880731, 7);
    expect(high).toBeCloseTo(0.9097337, 7);
  });

  it('reaches 0 and 1 only at those rates', () => {
    // 1 − (0.025)^(1/36), in closed form.
    expect(clopperPearson(0, 36, 0.95).low).toBe(0);
    expect(clopperPearson(0, 36, 0.95).high).toBeCloseTo(1 - 0.025 ** (1 / 36), 14);
    expect(clopperPearson(36, 36, 0.95).low).toBeCloseTo(0.025 ** (1 / 36), 14);
    expect(clopperPearson(36, 36, 0.95).high).toBe(1);
    expect(clopperPearson(0, 0, 0.95)).toEqual({ low: 0, high: 1 });
    expect(() => clopperPearson(3, 2, 0.95)).toThrow(RangeError);
    expect(() => clopperPearson(1, 2, 1)).toThrow(RangeError);
  });
});

describe('the interval of a rate under a design', () => {
  const plain = { rate: 0.25, variance: 0, degreesOfFreedom: 5, effectiveSize: 20, fraction: 0.2, level: 0.95 };

  it('of the three strata of stratified-mean.test.ts', () => {
    // An independent computation from the mean, standard error and degrees of freedom of R's svymean.
    const estimate = { ...plain, rate: 0.5833333333, variance: 0.1777760062 ** 2, degreesOfFreedom: 6 };
    const { low, high, size } = rateInterval(estimate);
    expect(size).toBeCloseTo(4.934223, 6);
    expect(low).toBeCloseTo(0.2186393, 7);
    expect(high).toBeCloseTo(0.8750708, 7);
  });

  it('takes the effective size when the variance says nothing', () => {
    expect(rateInterval(plain)).toEqual({ ...wilsonInterval(0.25, 25, z), size: 25 });
    expect(rateInterval({ ...plain, rate: 0, variance: 0.1 })).toEqual({ ...wilsonInterval(0, 25, z), size: 25 });
    expect(rateInterval({ ...plain, rate: 1, variance: 0.1 })).toEqual({ ...wilsonInterval(1, 25, z), size: 25 });
  });

  it('is a point when the whole pool was sampled', () => {
    expect(rateInterval({ ...plain, fraction: 1 })).toEqual({ low: 0.25, high: 0.25, size: Infinity });
  });

  it('refuses what is not a level', () => {
    expect(() => rateInterval({ ...plain, level: 95 })).toThrow(RangeError);
  });
});

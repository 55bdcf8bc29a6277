import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bonettPriceInterval } from './bonett-price.js';
import { mcnemarChiSquared, mcnemarExact, mcnemarMidP } from './mcnemar.js';
import { normalQuantile } from './normal-quantile.js';

const z = normalQuantile(0.975);

describe("Bonett and Price's interval", () => {
  it('of 20 gained and 9 lost in 93', () => {
    // An independent computation by the published formula.
    const { low, high, estimate } = bonettPriceInterval({ gained: 20, lost: 9, size: 93, z });
    expect(low).toBeCloseTo(0.0033044, 7);
    expect(high).toBeCloseTo(0.2282746, 7);
    expect(estimate).toBeCloseTo(11 / 95, 14);
  });

  it('shrinks with the finite population factor, to a point at 0', () => {
    const counts = { gained: 20, lost: 9, size: 93, z };
    const whole = bonettPriceInterval(counts);
    const quarter = bonettPriceInterval({ ...counts, finite: 0.25 });
    expect(quarter.high - quarter.estimate).toBeCloseTo((whole.high - whole.estimate) / 2, 14);
    expect(bonettPriceInterval({ ...counts, finite: 0 })).toEqual({ low: 11 / 95, high: 11 / 95, estimate: 11 / 95 });
  });

  it('stays within −1 and 1, contains its estimate and mirrors', () => {
    const count = fc.double({ min: 0, max: 50, noNaN: true });
    fc.assert(
      fc.property(count, count, count, (gained, lost, same) => {
        const size = gained + lost + same;
        const one = bonettPriceInterval({ gained, lost, size, z });
        const other = bonettPriceInterval({ gained: lost, lost: gained, size, z });
        expect(one.low >= -1 && one.low <= one.estimate && one.estimate <= one.high && one.high <= 1).toBe(true);
        expect(other.low).toBeCloseTo(-one.high, 12);
      }),
      { seed: 20_250_304 },
    );
  });

  it('refuses counts that cannot be', () => {
    expect(() => bonettPriceInterval({ gained: -1, lost: 0, size: 5, z })).toThrow(RangeError);
    expect(() => bonettPriceInterval({ gained: 3, lost: 3, size: 5, z })).toThrow(RangeError);
    expect(() => bonettPriceInterval({ gained: 1, lost: 1, size: 5, finite: 2, z })).toThrow(RangeError);
  });
});

describe("McNemar's test", () => {
  // From R; the statistic is the one without a continuity correction.
  it('of 9 against 3', () => {
    expect(mcnemarExact(9, 3)).toBeCloseTo(0.1459961, 7);
    expect(mcnemarMidP(9, 3)).toBeCloseTo(0.0922852, 7);
  });

  it('of 113 against 34', () => {
    expect(mcnemarChiSquared(113, 34)).toBeCloseTo(42.4558, 4);
    expect(mcnemarExact(113, 34) * 1e11).toBeCloseTo(4.16, 2);
  });

  it('finds nothing when as many change either way, or none at all', () => {
    expect([mcnemarMidP(7, 7), mcnemarExact(7, 7), mcnemarChiSquared(7, 7)]).toEqual([1, 1, 0]);
    expect([mcnemarMidP(0, 0), mcnemarExact(0, 0), mcnemarChiSquared(0, 0)]).toEqual([1, 1, 0]);
  });

  it('is symmetric, and the mid-p never exceeds the exact value', () => {
    fc.assert(
      fc.property(fc.nat(80), fc.nat(80), (b, c) => {
        expect(mcnemarMidP(b, c)).toBe(mcnemarMidP(c, b));
        expect(mcnemarMidP(b, c)).toBeGreaterThan(0);
        expect(mcnemarMidP(b, c)).toBeLessThanOrEqual(mcnemarExact(b, c));
      }),
      { seed: 20_250_305 },
    );
  });
});

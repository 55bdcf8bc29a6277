import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarChiSquared, mcnemarExact, mcnemarMidP } from './mcnemar.js';

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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chiSquaredUpperTail } from './chi-squared.js';

describe('the upper tail of χ²', () => {
  it.each([
    [3.841458820694124, 1, 0.05],
    [5.991464547107979, 2, 0.05],
    [18.307038053275146, 10, 0.05],
    [6.6348966010212145, 1, 0.01],
  ])('of %d with %d degrees of freedom is %d', (x, degrees, expected) => {
    // The quantiles of the usual tables, with more digits.
    expect(chiSquaredUpperTail(x, degrees)).toBeCloseTo(expected, 12);
  });

  it('is e^(-x/2) with two degrees of freedom, however far out', () => {
    for (const x of [0.001, 0.5, 2, 3.9, 4.1, 20, 700]) {
      expect(chiSquaredUpperTail(x, 2) / Math.exp(-x / 2)).toBeCloseTo(1, 12);
    }
  });

  it('is a finite sum for an even number of degrees of freedom', () => {
    for (const half of [2, 5, 20]) {
      for (const x of [1, 2 * half - 1, 2 * half + 1, 2 * half + 3, 100]) {
        let term = Math.exp(-x / 2);
        let sum = term;
        for (let k = 1; k < half; k++) {
          term *= x / 2 / k;
          sum += term;
        }
        expect(chiSquaredUpperTail(x, 2 * half) / sum).toBeCloseTo(1, 12);
      }
    }
  });

  it('is 1 at 0 and without degrees of freedom', () => {
    expect(chiSquaredUpperTail(0, 3)).toBe(1);
    expect(chiSquaredUpperTail(0, 0)).toBe(1);
  });

  it('falls with x and grows with the degrees of freedom', () => {
    const positive = fc.double({ min: 0.01, max: 60, noNaN: true });
    fc.assert(
      fc.property(positive, positive, fc.integer({ min: 1, max: 40 }), (x, more, degrees) => {
        const tail = chiSquaredUpperTail(x, degrees);
        expect(chiSquaredUpperTail(x + more, degrees)).toBeLessThanOrEqual(tail + 1e-14);
        expect(chiSquaredUpperTail(x, degrees + 1)).toBeGreaterThanOrEqual(tail - 1e-14);
      }),
      { seed: 20_260_101 },
    );
  });
});

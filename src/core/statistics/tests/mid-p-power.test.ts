import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialProbability } from '../distributions/binomial.js';
import { mcnemarMidP } from './mcnemar.js';
import { exactPower, midPPower } from './mid-p-power.js';

// The numbers of the tables were computed independently in R or Python.

describe("the power of McNemar's tests", () => {
  it.each([
    [93, 0.3, 0.15, 0.7643, 0.7102],
    [36, 0.3, 0.2, 0.6086, 0.5062],
    [93, 0.2, 0.1, 0.5867, 0.5096],
  ])('with %d tasks, discordance %d and difference %d is %d by mid-p and %d exactly', (n, psi, delta, midP, exact) => {
    expect(midPPower(n, psi, delta, 0.05)).toBeCloseTo(midP, 4);
    expect(exactPower(n, psi, delta, 0.05)).toBeCloseTo(exact, 4);
    expect(midPPower(n, psi, -delta, 0.05)).toBeCloseTo(midP, 4);
  });

  it.each([
    [36, 0.1, 0.014],
    [36, 0.2, 0.036],
    [36, 0.3, 0.042],
    [93, 0.1, 0.04],
    [93, 0.2, 0.046],
    [93, 0.3, 0.045],
  ])('of mid-p without a difference, with %d tasks and discordance %d, is %d', (n, discordance, expected) => {
    expect(midPPower(n, discordance, 0, 0.05)).toBeCloseTo(expected, 3);
  });

  it('is the sum over all outcomes', () => {
    const share = fc.double({ min: 0.01, max: 1, noNaN: true });
    const side = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), share, side, (n, discordance, part) => {
        const level = 0.05;
        const first = (1 + part) / 2;
        let power = 0;
        for (let m = 0; m <= n; m++) {
          for (let k = 0; k <= m; k++) {
            const chance = binomialProbability(m, n, discordance) * binomialProbability(k, m, first);
            if (mcnemarMidP(k, m - k) <= level) power += chance;
          }
        }
        expect(midPPower(n, discordance, part * discordance, level)).toBeCloseTo(power, 10);
      }),
      { seed: 20_260_101 },
    );
  });

  it('grows with the difference, and is never less by mid-p than exactly', () => {
    const share = fc.double({ min: 0.05, max: 1, noNaN: true });
    const parts = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), share, parts, (n, discordance, [a, b]) => {
        const less = midPPower(n, discordance, Math.min(a, b) * discordance, 0.05);
        expect(midPPower(n, discordance, Math.max(a, b) * discordance, 0.05)).toBeGreaterThanOrEqual(less - 1e-10);
        expect(exactPower(n, discordance, Math.min(a, b) * discordance, 0.05)).toBeLessThanOrEqual(less + 1e-10);
      }),
      { seed: 20_260_101, numRuns: 50 },
    );
  });

  it('grows with many more tasks, up to a thousand, to 1', () => {
    const powers = [25, 50, 100, 200, 400, 1000].map((n) => midPPower(n, 0.3, 0.12, 0.05));
    powers.forEach((power, i) => {
      expect(power).toBeGreaterThan(powers[i - 1] ?? 0);
    });
    expect(powers.at(-1)).toBeCloseTo(1, 6);
  });

  it('is none without discordance or with a handful of tasks', () => {
    expect(midPPower(100, 0, 0, 0.05)).toBe(0);
    expect(exactPower(5, 1, 1, 0.05)).toBe(0);
    expect(exactPower(6, 1, 1, 0.05)).toBe(1);
  });
});

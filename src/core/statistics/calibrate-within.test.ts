import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrateLinear } from './calibrate-linear.js';
import { calibrateWithin } from './calibrate-within.js';

const bounds = { low: 0.3, high: 3 };

describe('calibration within bounds', () => {
  it('is the linear one where no factor leaves them', () => {
    const rows = [0.2, 0.4, 0.6, 0.8].map((x) => [1, x]);
    const weights = [10, 10, 10, 10];
    expect(calibrateWithin(weights, rows, [40, 22], bounds)).toEqual(calibrateLinear(weights, rows, [40, 22]));
  });

  it('meets the totals and keeps the bounds, or says that it cannot', () => {
    const unit = fc.record({
      weight: fc.double({ min: 1, max: 20, noNaN: true }),
      x: fc.integer({ min: 0, max: 20 }).map((step) => step / 20),
    });
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 3, maxLength: 30 }),
        fc.integer({ min: 0, max: 20 }).map((step) => step / 20),
        (units, mean) => {
          const weights = units.map(({ weight }) => weight);
          const rows = units.map(({ x }) => [1, x]);
          const size = weights.reduce((sum, weight) => sum + weight, 0);
          const result = calibrateWithin(weights, rows, [size, mean * size], bounds);
          if ('problem' in result) return;
          for (const factor of result.factors) {
            expect(factor).toBeGreaterThanOrEqual(bounds.low - 1e-8);
            expect(factor).toBeLessThanOrEqual(bounds.high + 1e-8);
          }
          const total = result.weights.reduce((sum, weight, i) => sum + weight * (units[i]?.x ?? 0), 0);
          expect(total / size).toBeCloseTo(mean, 5);
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  it('refuses what no bounded weights can give', () => {
    const rows = [0.8, 0.85, 0.9, 0.95, 1].map((x) => [1, x]);
    expect(calibrateWithin([10, 10, 10, 10, 10], rows, [50, 5], bounds)).toEqual({ problem: 'out-of-bounds' });
    expect(
      calibrateWithin(
        [1, 1],
        [
          [1, 0.5],
          [1, 0.5],
        ],
        [2, 1],
        bounds,
      ),
    ).toEqual({ problem: 'singular' });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fidelityMetrics, topRegret } from './fidelity-metrics.js';
import { standAmong } from './stand-among.js';

const truth = [0.44, 0.42, 0.36, 0.28, 0.25, 0.25, 0.16, 0.13, 0.06];
const estimate = [0.4, 0.42, 0.36, 0.25, 0.25, 0.28, 0.16, 0.16, 0.05];

describe('the metrics of nine rates', () => {
  it('are those of R and of hand', () => {
    const found = fidelityMetrics(truth, estimate);
    // Computed independently in R.
    expect(found.kendall).toBeCloseTo(0.840668, 7);
    expect(found.spearman).toBeCloseTo(0.9409366, 7);
    // Errors: -.04, 0, 0, -.03, 0, +.03, 0, +.03, -.01.
    expect(found.bias).toBeCloseTo(-0.02 / 9, 12);
    expect(found.mae).toBeCloseTo(0.14 / 9, 12);
    expect(found.rmse).toBeCloseTo(Math.sqrt((0.0016 + 3 * 0.0009 + 0.0001) / 9), 12);
    expect(found.maxError).toBeCloseTo(0.04, 12);
    expect(found.pairs).toBeCloseTo(32 / 35, 12);
    expect(found.widePairs).toBeCloseTo(32 / 34, 12);
    // The second is put first.
    expect(found.regret).toBeCloseTo(0.02, 12);
  });

  it('of one system are its level alone', () => {
    const found = fidelityMetrics([0.5], [0.4]);
    expect(found).toMatchObject({ kendall: undefined, spearman: undefined, pairs: undefined, regret: undefined });
    for (const size of [found.mae, found.rmse, found.maxError]) expect(size).toBeCloseTo(0.1, 12);
    expect(found.bias).toBeCloseTo(-0.1, 12);
  });

  it('say that equal rates have no ranking', () => {
    expect(fidelityMetrics([0.5, 0.5], [0.4, 0.6])).toMatchObject({ kendall: undefined, pairs: undefined, regret: 0 });
  });

  it('share the regret among those that tie for the first place', () => {
    expect(topRegret([0.5, 0.3, 0.1], [0.2, 0.2, 0.1])).toBeCloseTo(0.1, 12);
    expect(topRegret([0.5, 0.3], [0.1 + 0.2, 0.3])).toBeCloseTo(0.1, 12);
  });

  it('are perfect for a perfect estimate, and ordered by size always', () => {
    const rates = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(rates, (pairs) => {
        const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
        expect(fidelityMetrics(a, a)).toMatchObject({ bias: 0, mae: 0, rmse: 0, maxError: 0 });
        const { bias = 0, mae = 0, rmse = 0, maxError = 0 } = fidelityMetrics(a, b);
        expect(Math.abs(bias)).toBeLessThanOrEqual(mae + 1e-12);
        expect(mae).toBeLessThanOrEqual(rmse + 1e-12);
        expect(rmse).toBeLessThanOrEqual(maxError + 1e-12);
      }),
      { seed: 20_260_101 },
    );
  });
});

describe('where a figure stands among random draws', () => {
  const drawn = Array.from({ length: 101 }, (_, i) => i / 100);

  it('is its percentile, ties half, and whether it is outside the middle 95%', () => {
    expect(standAmong(0.5, drawn, 'low')).toMatchObject({ mean: expect.closeTo(0.5), standing: 'within' });
    expect(standAmong(0.5, drawn, 'low').percentile).toBeCloseTo(50.5 / 101, 12);
    const { low, high, from, to } = standAmong(0.5, drawn, 'low');
    for (const [found, expected] of [
      [low, 0.05],
      [high, 0.95],
      [from, 0.025],
      [to, 0.975],
    ] as const) {
      expect(found).toBeCloseTo(expected, 12);
    }
  });

  it.each([
    ['low', -1, 'better'],
    ['low', 2, 'worse'],
    ['high', -1, 'worse'],
    ['high', 2, 'better'],
    ['near 0', -1, 'worse'],
    ['near 0', 2, 'worse'],
  ] as const)('is better or worse by what is good: %s, %d', (good, value, standing) => {
    expect(standAmong(value, drawn, good).standing).toBe(standing);
  });

  it('is within when all draws are the same, to the last digit', () => {
    expect(standAmong(0.3, [0.1 + 0.2, 0.1 + 0.2], 'low')).toMatchObject({ standing: 'within', percentile: 0.5 });
  });
});

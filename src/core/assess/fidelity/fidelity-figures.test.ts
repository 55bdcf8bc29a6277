import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metricNames, metrics, standAmong } from './fidelity-figures.js';

const truth = [0.44, 0.42, 0.36, 0.28, 0.25, 0.25, 0.16, 0.13, 0.06];
const estimate = [0.4, 0.42, 0.36, 0.25, 0.25, 0.28, 0.16, 0.16, 0.05];

/** Every metric of the same rates. */
function metricsOf(rates: readonly number[], estimates: readonly number[]) {
  return Object.fromEntries(metricNames.map((name) => [name, metrics[name].of(rates, estimates)]));
}

describe('the metrics of nine rates', () => {
  it('are those of R and of hand', () => {
    const found = metricsOf(truth, estimate);
    expect(found).toEqual({
      // Errors: -.04, 0, 0, -.03, 0, +.03, 0, +.03, -.01.
      bias: expect.closeTo(-0.02 / 9, 12),
      mean_absolute_error: expect.closeTo(0.14 / 9, 12),
      root_mean_square_error: expect.closeTo(Math.sqrt((0.0016 + 3 * 0.0009 + 0.0001) / 9), 12),
      largest_error: expect.closeTo(0.04, 12),
      // Computed independently in R.
      kendall_tau_b: expect.closeTo(0.840668, 7),
      spearman: expect.closeTo(0.9409366, 7),
      pairwise_accuracy: expect.closeTo(32 / 35, 12),
      pairwise_accuracy_3_points: expect.closeTo(32 / 34, 12),
      // The second is put first.
      top_1_regret: expect.closeTo(0.02, 12),
    });
  });

  it('of one system are its level alone', () => {
    const tenth = expect.closeTo(0.1, 12);
    const level = { mean_absolute_error: tenth, root_mean_square_error: tenth, largest_error: tenth };
    expect(metricsOf([0.5], [0.4])).toEqual({ bias: expect.closeTo(-0.1, 12), ...level });
  });

  it('say that equal rates have no ranking', () => {
    expect(metricsOf([0.5, 0.5], [0.4, 0.6])).toMatchObject({
      kendall_tau_b: undefined,
      pairwise_accuracy: undefined,
      top_1_regret: 0,
    });
  });

  it('share the regret among those that tie for the first place', () => {
    expect(metrics.top_1_regret.of([0.5, 0.3, 0.1], [0.2, 0.2, 0.1])).toBeCloseTo(0.1, 12);
    expect(metrics.top_1_regret.of([0.5, 0.3], [0.1 + 0.2, 0.3])).toBeCloseTo(0.1, 12);
  });

  it('are perfect for a perfect estimate, and ordered by size always', () => {
    const rate = fc.double({ min: 0, max: 1, noNaN: true });
    const rates = fc.array(fc.tuple(rate, rate), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(rates, (pairs) => {
        const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
        expect(metricsOf(a, a)).toMatchObject({
          bias: 0,
          mean_absolute_error: 0,
          root_mean_square_error: 0,
          largest_error: 0,
        });
        const found = metricsOf(a, b);
        const names = ['bias', 'mean_absolute_error', 'root_mean_square_error', 'largest_error'] as const;
        const sizes = names.map((name) => Math.abs(found[name] ?? Number.NaN));
        expect(sizes).toEqual(sizes.map((size, i) => expect.closeTo(Math.max(size, sizes[i - 1] ?? 0), 12)));
      }),
      { seed: 20_260_101 },
    );
  });
});

describe('where a figure stands among random draws', () => {
  const drawn = Array.from({ length: 101 }, (_, i) => i / 100);

  it('is its percentile, ties half, and whether it is outside the middle 95%', () => {
    expect(standAmong(0.5, drawn, 'low')).toEqual({
      mean: expect.closeTo(0.5),
      rootMeanSquare: expect.closeTo(Math.sqrt(0.335), 12),
      p2_5: expect.closeTo(0.025, 12),
      p5: expect.closeTo(0.05, 12),
      p95: expect.closeTo(0.95, 12),
      p97_5: expect.closeTo(0.975, 12),
      percentile: expect.closeTo(50.5 / 101, 12),
      standing: 'within',
    });
  });

  it.each([
    ['low', -1, 'better'],
    ['low', 2, 'worse'],
    ['high', -1, 'worse'],
    ['high', 2, 'better'],
    ['near 0', -1, 'worse'],
    ['near 0', 2, 'worse'],
  ] as const)('is better or worse by what is good: %s, %d', (good, value, standing) => {
    expect(standAmong(value, drawn, good)?.standing).toBe(standing);
  });

  it('is within when all draws are the same, to the last digit', () => {
    expect(standAmong(0.3, [0.1 + 0.2, 0.1 + 0.2], 'low')).toMatchObject({ standing: 'within', percentile: 0.5 });
  });
});

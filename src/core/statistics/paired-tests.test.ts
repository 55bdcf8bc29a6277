import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarMidP } from '../../../test/support/mcnemar-mid-p.js';
import { mcnemarExact, type PairedSample, pairedInterval, pairedPValue, pairedVariance } from './paired-tests.js';

type Stratum = { readonly share: number; readonly values: readonly number[] };

function sampleOf(strata: readonly Stratum[], { ordered = false, runs = 1 } = {}): PairedSample {
  const sums = strata.map(({ share, values }) => ({
    share,
    count: values.length,
    sum: values.reduce((sum, d) => sum + d, 0),
    squares: values.reduce((sum, d) => sum + d * d, 0),
    noise: undefined,
    fraction: 0,
  }));
  return {
    strata: sums.map((each, i) => ({
      ...each,
      beside: ordered ? sums.filter((_, j) => Math.abs(i - j) === 1) : undefined,
    })),
    difference: sums.reduce((total, { share, sum, count }) => total + (share * sum) / count, 0),
    meanSquare: sums.reduce((total, { share, squares, count }) => total + (share * squares) / count, 0),
    runs,
    between: false,
  };
}

const fill = (gained: number, lost: number, same: number) => [
  ...Array<number>(gained).fill(1),
  ...Array<number>(lost).fill(-1),
  ...Array<number>(same).fill(0),
];

// Every figure below was worked out apart from this code.
describe('the interval and the p-value of a paired difference', () => {
  it.each<[string, PairedSample, number, number, number]>([
    ['6 gained of 30', sampleOf([{ share: 1, values: fill(6, 0, 24) }]), 0.012335, 0.362665, 0.036775],
    ['none of 30', sampleOf([{ share: 1, values: fill(0, 0, 30) }]), -0.093396, 0.093396, 1],
    [
      'a heavy stratum without a difference',
      sampleOf([
        { share: 0.9, values: fill(0, 0, 10) },
        { share: 0.1, values: fill(4, 1, 5) },
      ]),
      -0.214628,
      0.266174,
      0.824848,
    ],
    [
      'ordered bands',
      sampleOf(
        [
          { share: 1 / 3, values: [1, 0, 0] },
          { share: 1 / 3, values: [1, 1, -1] },
          { share: 1 / 3, values: [0, 0, 1] },
        ],
        { ordered: true },
      ),
      -0.371899,
      0.917354,
      0.357827,
    ],
    [
      'three runs a task',
      sampleOf([{ share: 1, values: [1 / 3, -1 / 3, 2 / 3, 0, 1 / 3, 0] }], { runs: 3 }),
      -0.320427,
      0.570427,
      0.502986,
    ],
  ])('of %s', (_, sample, low, high, pValue) => {
    const variance = pairedVariance(sample);
    const interval = pairedInterval(variance, 0.95);
    expect(interval.low).toBeCloseTo(low, 6);
    expect(interval.high).toBeCloseTo(high, 6);
    expect(pairedPValue(variance)).toBeCloseTo(pValue, 6);
  });

  // R: v <- ((6+2+.2)/33 - ((6+.2)/33)^2)*(31^2/(31^2-30))/30; c <- .2*30/32
  // c(2*pt(-c/sqrt(v),29), c+c(-1,1)*qt(.975,29)*sqrt(v)); c+c(-1,1)*qt(1-.025/3,29)*sqrt(v)
  it('are those of R, adjusted for three comparisons too', () => {
    const variance = pairedVariance(sampleOf([{ share: 1, values: fill(6, 0, 24) }]));
    expect(pairedPValue(variance)).toBeCloseTo(0.0367753333113, 11);
    expect(pairedInterval(variance, 0.95).low).toBeCloseTo(0.0123347060948, 11);
    expect(pairedInterval(variance, 0.95).high).toBeCloseTo(0.3626652939052, 11);
    expect(pairedInterval(variance, 1 - 0.05 / 3).low).toBeCloseTo(-0.030118067734, 11);
    expect(pairedInterval(variance, 1 - 0.05 / 3).high).toBeCloseTo(0.405118067734, 11);
  });

  it('agree: 0 lies outside exactly when p is below 1 − level', () => {
    for (let gained = 0; gained <= 12; gained++) {
      for (let lost = 0; lost <= 8; lost++) {
        const variance = pairedVariance(sampleOf([{ share: 1, values: fill(gained, lost, 20) }]));
        for (const level of [0.9, 0.95, 0.99]) {
          const { low, high } = pairedInterval(variance, level);
          expect(low > 0 || high < 0).toBe(pairedPValue(variance) < 1 - level);
        }
      }
    }
  });
});

describe("McNemar's test", () => {
  // From R; the statistic is the one without a continuity correction.
  it('of 9 against 3', () => {
    expect(mcnemarExact(9, 3)).toBeCloseTo(0.1459961, 7);
    expect(mcnemarMidP(9, 3)).toBeCloseTo(0.0922852, 7);
  });

  it('of 113 against 34', () => {
    expect(mcnemarExact(113, 34) * 1e11).toBeCloseTo(4.16, 2);
  });

  it('finds nothing when as many change either way, or none at all', () => {
    expect([mcnemarMidP(7, 7), mcnemarExact(7, 7)]).toEqual([1, 1]);
    expect([mcnemarMidP(0, 0), mcnemarExact(0, 0)]).toEqual([1, 1]);
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

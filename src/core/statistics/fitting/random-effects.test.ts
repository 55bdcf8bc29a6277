import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomEffects } from './random-effects.js';

const variances = [0.01, 0.004, 0.02, 0.006];

function expectAll(values: readonly { readonly estimate: number }[], expected: readonly number[]): void {
  expect(values.length).toBe(expected.length);
  values.forEach(({ estimate }, i) => {
    expect(estimate).toBeCloseTo(expected[i] as number, 7);
  });
}

describe('random effects of four strata', () => {
  it('that differ are drawn a little together', () => {
    // Computed independently in R.
    const { fixed, heterogeneity, between, random, shrunken } = randomEffects([0.35, 0.02, -0.15, 0.18], variances);
    expect(fixed.estimate).toBeCloseTo(0.1102941, 7);
    expect(heterogeneity.q).toBeCloseTo(11.98162, 5);
    expect(heterogeneity.degreesOfFreedom).toBe(3);
    expect(heterogeneity.pValue).toBeCloseTo(0.0074464, 7);
    expect(between).toBeCloseTo(0.0233111, 7);
    expect(random.estimate).toBeCloseTo(0.1123784, 7);
    expect(random.standardError).toBeCloseTo(0.0898603, 7);
    expectAll(shrunken, [0.2786659, 0.0335298, -0.02884, 0.1661578]);
  });

  it('that hardly differ are drawn nearly to the mean', () => {
    // Computed independently in R.
    const { heterogeneity, between, shrunken } = randomEffects([0.2, 0.05, -0.05, 0.15], variances);
    expect(heterogeneity.q).toBeCloseTo(3.161765, 6);
    expect(between).toBeCloseTo(0.0004198, 7);
    expectAll(shrunken, [0.1017109, 0.0930642, 0.0945498, 0.1010122]);
  });

  it('have errors of the effect given the mean, and of the mean', () => {
    const { between, random, shrunken } = randomEffects([0.35, 0.02, -0.15, 0.18], variances);
    variances.forEach((variance, h) => {
      const given = (between * variance) / (between + variance);
      const ofMean = (variance / (between + variance)) * random.standardError;
      expect(shrunken[h]?.standardError).toBeCloseTo(Math.sqrt(given + ofMean ** 2), 12);
    });
  });

  it('that are alike are one effect', () => {
    const { between, fixed, random, shrunken, heterogeneity } = randomEffects([0.1, 0.1, 0.1, 0.1], variances);
    expect(between).toBe(0);
    expect(random).toEqual(fixed);
    expect(heterogeneity.pValue).toBeCloseTo(1, 12);
    for (const stratum of shrunken) expect(stratum).toEqual(fixed);
  });
});

describe('random effects', () => {
  it('of one stratum are its effect', () => {
    const { fixed, between, shrunken, heterogeneity } = randomEffects([0.3], [0.04]);
    expect(fixed.estimate).toBeCloseTo(0.3, 12);
    expect(fixed.standardError).toBeCloseTo(0.2, 12);
    expect(between).toBe(0);
    expect(shrunken).toEqual([fixed]);
    expect(heterogeneity).toEqual({ q: 0, degreesOfFreedom: 0, pValue: 1 });
  });

  it('draw every stratum towards the mean, never past it', () => {
    const strata = fc.array(
      fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: 0.001, max: 1, noNaN: true })),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(strata, (pairs) => {
        const effects = pairs.map(([effect]) => effect);
        const { random, shrunken } = randomEffects(
          effects,
          pairs.map(([, variance]) => variance),
        );
        shrunken.forEach(({ estimate }, h) => {
          const effect = effects[h] as number;
          expect(estimate).toBeGreaterThanOrEqual(Math.min(effect, random.estimate) - 1e-12);
          expect(estimate).toBeLessThanOrEqual(Math.max(effect, random.estimate) + 1e-12);
        });
      }),
      { seed: 20_260_101 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarMidP } from '../../../test/support/mcnemar-mid-p.js';
import { normalCdf } from './distributions.js';
import { sfc32 } from './random-numbers.js';
import { agreeingInterval, clusterUnits, type FlipUnit, signFlipInterval, signFlipTest } from './sign-flip-test.js';

const random = () => sfc32([1, 2, 3, 4]);
const equally = (differences: readonly number[]) => differences.map((difference) => ({ difference, weight: 1 }));
const outcomes = (gained: number, lost: number, same: number) =>
  equally([...Array(gained).fill(1), ...Array(lost).fill(-1), ...Array(same).fill(0)]);

/** P over all sign patterns, one by one. */
function byAllPatterns(units: readonly FlipUnit[], at = 0): number {
  const terms = units.map(({ difference, weight }) => weight * (difference - at));
  const reached = Math.abs(terms.reduce((sum, term) => sum + term, 0));
  let share = 0;
  for (let pattern = 0; pattern < 2 ** terms.length; pattern++) {
    const sum = Math.abs(terms.reduce((all, term, i) => all + ((pattern >> i) & 1 ? term : -term), 0));
    share += sum > reached + 1e-9 ? 1 : sum >= reached - 1e-9 ? 0.5 : 0;
  }
  return share / 2 ** terms.length;
}

const fewUnits = fc.array(
  fc.record({
    difference: fc.constantFrom(-1, -0.5, -1 / 3, 0, 1 / 3, 0.5, 1),
    weight: fc.constantFrom(1, 2, 2.5, 7.3),
  }),
  { minLength: 1, maxLength: 10 },
);

describe('the weighted sign-flip test', () => {
  it('is the share of all sign patterns, ties counted half', () => {
    fc.assert(
      fc.property(fewUnits, (units) => {
        const { p, exact, flips } = signFlipTest(units, random());
        expect({ exact, flips }).toEqual({ exact: true, flips: 0 });
        expect(p).toBeCloseTo(units.some(({ difference }) => difference !== 0) ? byAllPatterns(units) : 1, 9);
      }),
      { seed: 20_260_101 },
    );
  });

  it("is McNemar's mid-p for equal weights and single runs", () => {
    for (const [gained, lost] of [
      [9, 3],
      [6, 0],
      [113, 34],
      [40, 41],
    ] as const) {
      expect(signFlipTest(outcomes(gained, lost, 50), random()).p).toBeCloseTo(mcnemarMidP(gained, lost), 12);
    }
  });

  it('has a z of the same two-sided p, with the sign of the difference', () => {
    const more = signFlipTest(outcomes(9, 3, 20), random());
    expect(more.z).toBeGreaterThan(0);
    expect(2 * normalCdf(-more.z)).toBeCloseTo(more.p, 12);
    expect(signFlipTest(outcomes(3, 9, 20), random())).toEqual({ ...more, z: -more.z });
    expect(signFlipTest(outcomes(4, 4, 20), random())).toEqual({ p: 1, z: 0, exact: true, flips: 0 });
    expect(signFlipTest([], random())).toEqual({ p: 1, z: 0, exact: true, flips: 0 });
  });

  it('stays exact where p is far below what random flips can show', () => {
    // Ten strata with three gains each: the weights differ, and all signs agree.
    const units = Array.from({ length: 30 }, (_, i) => ({ difference: 1, weight: 1 + (i % 10) / 7 }));
    expect(signFlipTest(units, random())).toMatchObject({ p: 2 ** -30, exact: true });
  });

  it('draws 100,000 flips where the sums cannot be listed, close to the normal limit', () => {
    const units = Array.from({ length: 90 }, (_, i) => ({
      difference: i % 3 === 0 ? -0.5 : 0.4,
      weight: 1 + Math.sqrt(i + 0.123),
    }));
    const { p, exact, flips } = signFlipTest(units, random());
    expect({ exact, flips }).toEqual({ exact: false, flips: 100_000 });
    const terms = units.map(({ difference, weight }) => difference * weight);
    const z = terms.reduce((a, b) => a + b, 0) / Math.sqrt(terms.reduce((a, b) => a + b * b, 0));
    expect(p).toBeCloseTo(2 * normalCdf(-Math.abs(z)), 2);
    expect(signFlipTest(units, random()).p).toBe(p);
  });

  it('takes the normal limit for thousands of tasks', () => {
    const units = Array.from({ length: 50_000 }, (_, i) => ({ difference: [1, -1, 0, 1][i % 4] ?? 0, weight: 1 }));
    expect(signFlipTest(units, random())).toMatchObject({ exact: false, flips: 0 });
    const { low, high } = signFlipInterval(units, 0.95, random());
    // (0.25 ± 1.96 √((0.75 − 0.0625)/50,000))
    expect([low, high]).toEqual([expect.closeTo(0.24273, 4), expect.closeTo(0.25727, 4)]);
  });

  it('flips clusters as one', () => {
    const units = equally([1, 1, 0, -1, 0, 1]);
    const clusters = clusterUnits(units, ['a', 'a', 'a', 'b', 'b', 'c']);
    expect(clusters).toEqual([
      { difference: 2 / 3, weight: 3 },
      { difference: -0.5, weight: 2 },
      { difference: 1, weight: 1 },
    ]);
    // ±2 ±1 ±1, observed 2: of eight patterns two reach 4, four 2, two 0.
    expect(signFlipTest(clusters, random()).p).toBe(0.5);
  });
});

describe('the interval of the sign-flip test', () => {
  it('holds every difference that the test does not reject, and no other', () => {
    fc.assert(
      fc.property(fewUnits, fc.double({ min: -1, max: 1, noNaN: true }), (units, at) => {
        const { low, high } = signFlipInterval(units, 0.8, random());
        if (Math.min(Math.abs(at - low), Math.abs(at - high)) < 1e-6) return;
        expect(byAllPatterns(units, at) > 0.2).toBe(at > low && at < high);
      }),
      { seed: 20_260_102 },
    );
  });

  it('is the same by random flips as by all patterns, to the precision of the flips', () => {
    const exact = signFlipInterval(outcomes(20, 10, 70), 0.95, random());
    // Weights that differ in the eleventh digit make every task a kind of its own.
    const apart = outcomes(20, 10, 70).map((unit, i) => ({ ...unit, weight: 1 + i * 1e-10 }));
    const drawn = signFlipInterval(apart, 0.95, random());
    expect(drawn.low).toBeCloseTo(exact.low, 2);
    expect(drawn.high).toBeCloseTo(exact.high, 2);
  });

  it('reaches −1 and 1 where too few clusters can reject anything', () => {
    expect(signFlipInterval(equally([0.5, 0.4, 0.3, 0.6]), 0.95, random())).toEqual({ low: -1, high: 1 });
  });
});

describe('an interval that agrees with the test', () => {
  const ofTest = () => ({ low: 0.02, high: 0.3 });
  it('is that of the design where both say the same about 0', () => {
    const own = { low: 0.01, high: 0.35 };
    expect(agreeingInterval(own, 0.18, 0.04, 0.95, ofTest)).toBe(own);
    const wide = { low: -0.01, high: 0.35 };
    expect(agreeingInterval(wide, 0.18, 0.06, 0.95, ofTest)).toBe(wide);
  });

  it('ends where the test does towards 0, and is never shortened away from it', () => {
    expect(agreeingInterval({ low: -0.01, high: 0.35 }, 0.18, 0.04, 0.95, ofTest)).toEqual({ low: 0.02, high: 0.35 });
    expect(agreeingInterval({ low: 0.01, high: 0.25 }, 0.18, 0.06, 0.95, () => ({ low: -0.02, high: 0.3 }))).toEqual({
      low: -0.02,
      high: 0.25,
    });
    expect(agreeingInterval({ low: -0.35, high: 0.01 }, -0.18, 0.04, 0.95, () => ({ low: -0.4, high: -0.02 }))).toEqual(
      { low: -0.4, high: -0.02 },
    );
  });

  it('leaves 0 out where a tie puts the end there', () => {
    const { low } = agreeingInterval({ low: -0.01, high: 0.35 }, 0.18, 0.04, 0.95, () => ({ low: 0, high: 0.3 }));
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThanOrEqual(1e-6);
  });
});

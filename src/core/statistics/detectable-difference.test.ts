import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  detectableDifference,
  discordanceAt,
  discordanceCurve,
  plannedPower,
  tasksForDifference,
  usualSlope,
} from './detectable-difference.js';
import { usualGoal as goal, midPPower, pairedPower } from './power.js';
import { sfc32 } from './random-numbers.js';
import { signFlipTest } from './sign-flip-test.js';

const flat = (base: number) => ({ curve: { base, slope: 0 }, isPartial: false });

describe('the discordance of two systems', () => {
  it('grows with their difference, and is never below it', () => {
    const curve = { base: 0.15, slope: 0.5 };
    expect([0, 0.1, -0.1, 0.4].map((difference) => discordanceAt(curve, difference))).toEqual([0.15, 0.2, 0.2, 0.4]);
    expect(discordanceAt(curve, 0.4, true)).toBeCloseTo(0.35, 12);
    expect(discordanceAt({ base: 0.9, slope: 0.5 }, 0.5)).toBe(1);
  });

  it('is fitted to pairs by least squares', () => {
    const pairs = [0.02, -0.05, 0.1, 0.2].map((difference) => {
      return { difference, discordance: 0.18 + 0.6 * Math.abs(difference) };
    });
    const found = discordanceCurve(pairs, true);
    expect([found?.base, found?.slope]).toEqual([expect.closeTo(0.18, 12), expect.closeTo(0.6, 12)]);
    // Few pairs tell the base, at the slope that is usual.
    expect(discordanceCurve([{ difference: 0.1, discordance: 0.3 }], false)).toEqual({
      base: expect.closeTo(0.3 - 0.1 * usualSlope, 12),
      slope: usualSlope,
    });
    expect(discordanceCurve([], true)).toBeUndefined();
  });
});

describe('the power of a planned comparison', () => {
  it('is that of the sign-flip test, as simulated', () => {
    const random = sfc32([5, 6, 7, 8]);
    const [size, difference] = [40, 0.2];
    const curve = { base: 0.2, slope: 0.5 };
    const [gain, loss] = [0.25, 0.05];
    let found = 0;
    for (let draw = 0; draw < 2000; draw++) {
      const units = Array.from({ length: size }, () => {
        const u = random.double();
        return { difference: u < gain ? 1 : u < gain + loss ? -1 : 0, weight: 1 };
      });
      if (signFlipTest(units, random).p <= 0.05) found += 1;
    }
    const power = plannedPower({ size, curve, isPartial: false }, difference, 0.05);
    expect(Math.abs(found / 2000 - power)).toBeLessThan(4 * Math.sqrt((power * (1 - power)) / 2000));
  });

  it('is exact for few tasks, between its neighbours for a part of one, and normal for many', () => {
    expect(plannedPower({ ...flat(0.3), size: 93 }, 0.15, 0.05)).toBe(midPPower(93, 0.3, 0.15, 0.05));
    expect(plannedPower({ ...flat(0.3), size: 93.5 }, 0.15, 0.05)).toBeCloseTo(
      (midPPower(93, 0.3, 0.15, 0.05) + midPPower(94, 0.3, 0.15, 0.05)) / 2,
      12,
    );
    expect(plannedPower({ ...flat(0.3), size: 1000 }, 0.05, 0.05)).toBe(pairedPower(1000, 0.3, 0.05, 0.05));
  });

  it('rises where strata explain some of the difference', () => {
    const less = plannedPower({ ...flat(0.3), size: 93 }, 0.16, 0.05);
    expect(plannedPower({ ...flat(0.3), size: 93, drawShare: 0.8 }, 0.16, 0.05)).toBeGreaterThan(less);
  });
});

describe('the smallest difference that is found', () => {
  it('has the power asked for', () => {
    for (const [size, base, slope] of [
      [30, 0.199, 0.498],
      [100, 0.145, 0.533],
      [93, 0.216, 0.677],
    ] as const) {
      const pair = { size, curve: { base, slope }, isPartial: false };
      const found = detectableDifference(pair, goal) ?? 0;
      expect(plannedPower(pair, found, 0.05)).toBeCloseTo(0.8, 5);
    }
  });

  it('is none for 12 tasks or fewer at a fixed discordance of at most .4', () => {
    for (const base of [0.1, 0.2, 0.3, 0.4]) {
      expect(detectableDifference({ ...flat(base), size: 12 }, goal)).toBeUndefined();
    }
    expect(detectableDifference({ ...flat(0.4), size: 0 }, goal)).toBeUndefined();
  });

  it('grows with the slope, because systems that differ disagree more', () => {
    const at = (slope: number) =>
      detectableDifference({ size: 100, curve: { base: 0.2, slope }, isPartial: false }, goal);
    expect(at(0.5)).toBeGreaterThan(at(0) ?? 1);
  });

  it('of partial rewards may be more than their mean square', () => {
    const found = detectableDifference({ size: 12, curve: { base: 0.04, slope: 0 }, isPartial: true }, goal);
    // Δ √12 = 1.959964 · .2 + .841621 √(.04 − Δ²)
    expect(found).toBeCloseTo(0.146292, 5);
  });
});

describe('the tasks that a difference needs', () => {
  it('find it, as do a few more, and one fewer does not', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.08, max: 0.3, noNaN: true }),
        fc.double({ min: 0.1, max: 0.4, noNaN: true }),
        (difference, base) => {
          const pair = { curve: { base, slope: 0.5 }, isPartial: false };
          const size = tasksForDifference(difference, pair, goal);
          const powers = [-1, 0, 1, 2, 3].map((more) => plannedPower({ ...pair, size: size + more }, difference, 0.05));
          expect(Math.min(...powers.slice(1))).toBeGreaterThanOrEqual(0.8);
          expect(powers[0]).toBeLessThan(0.8);
        },
      ),
      { seed: 20_260_103, numRuns: 40 },
    );
  });

  it('have no end without a difference', () => {
    expect(tasksForDifference(0, flat(0.3), goal)).toBe(Infinity);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairedDetectable, pairedPower, pairedSize } from './paired-power.js';

const goal = { level: 0.05, power: 0.8 };

// The numbers of the tables were computed independently in R or Python.

describe('the number of tasks to find a paired difference', () => {
  it.each([
    [0.3, 0.1, 233.09],
    [0.3, 0.15, 102.26],
    [0.2, 0.1, 154.6],
  ])('with discordance %d and difference %d is %d', (discordance, difference, expected) => {
    expect(pairedSize(discordance, difference, goal)).toBeCloseTo(expected, 2);
    expect(pairedSize(discordance, -difference, goal)).toBeCloseTo(expected, 2);
  });

  it('has no end without a difference', () => {
    expect(pairedSize(0.3, 0, goal)).toBe(Infinity);
    expect(pairedSize(0, 0, goal)).toBe(Infinity);
    expect(pairedDetectable(93, 0, goal)).toBeUndefined();
  });
});

describe('the power to find a paired difference', () => {
  it.each([
    [93, 0.3, 0.15, 0.7606],
    [36, 0.3, 0.2, 0.598],
    [93, 0.2, 0.1, 0.5799],
  ])('with %d tasks, discordance %d and difference %d is %d', (n, discordance, difference, expected) => {
    expect(pairedPower(n, discordance, difference, 0.05)).toBeCloseTo(expected, 4);
  });

  it.each([
    [36, 0.42],
    [60, 0.63],
    [93, 0.82],
    [125, 0.92],
  ])('with %d tasks of a real pair is about %d', (n, expected) => {
    expect(pairedPower(n, 0.295, 0.159, 0.05)).toBeCloseTo(expected, 2);
  });

  it('is none or all where nothing is left to chance', () => {
    expect(pairedPower(93, 0, 0, 0.05)).toBe(0);
    expect(pairedPower(93, 1, 1, 0.05)).toBe(1);
    expect(pairedPower(3, 1, 1, 0.05)).toBe(0);
  });

  it('is that asked for, at the size it asks for', () => {
    expect(pairedPower(pairedSize(0.3, 0.12, goal), 0.3, 0.12, 0.05)).toBeCloseTo(0.8, 12);
  });
});

describe('the difference that paired tasks can find', () => {
  const discordances = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4];
  it.each([
    [25, [undefined, undefined, undefined, undefined, 29.3, 33.8]],
    [36, [undefined, undefined, undefined, 22.6, 24.7, 28.6]],
    [51, [undefined, 14.8, 17.1, 19.2, 21.0, 24.2]],
    [93, [9.1, 11.1, 12.8, 14.3, 15.7, 18.1]],
    [150, [7.2, 8.8, 10.1, 11.3, 12.4, 14.4]],
    [300, [5.1, 6.2, 7.2, 8.1, 8.8, 10.2]],
    [826, [3.1, 3.8, 4.4, 4.9, 5.3, 6.2]],
  ])('with %d tasks is, in points for discordances from .1 to .4, %j', (n, expected) => {
    const points = discordances.map((discordance) => {
      const detectable = pairedDetectable(n, discordance, goal);
      return detectable === undefined ? undefined : Math.round(detectable * 1000) / 10;
    });
    expect(points).toEqual(expected);
  });

  it('is none at all with 12 tasks or fewer', () => {
    for (const discordance of [...discordances, 0.35]) {
      expect(pairedDetectable(12, discordance, goal)).toBeUndefined();
    }
  });

  it('needs exactly these tasks, and falls as they become more', () => {
    const share = fc.double({ min: 0.05, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 2000 }),
        fc.integer({ min: 1, max: 100 }),
        share,
        (n, more, discordance) => {
          const detectable = pairedDetectable(n, discordance, goal);
          if (detectable === undefined) return;
          expect(pairedSize(discordance, detectable, goal) / n).toBeLessThanOrEqual(1);
          expect(pairedDetectable(n + more, discordance, goal)).toBeLessThan(detectable);
          const power = pairedPower(n, discordance, detectable, goal.level);
          expect(power).toBeGreaterThanOrEqual(0.8 - 1e-9);
          expect(pairedPower(n + more, discordance, detectable, goal.level)).toBeGreaterThanOrEqual(power);
        },
      ),
      { seed: 20_260_101 },
    );
  });
});

describe('a plan that cannot be meant', () => {
  it('is refused', () => {
    expect(() => pairedSize(0.3, 0.1, { level: 0.95, power: 0.8 })).toThrow('between 0 and ½, not at 0.95');
    expect(() => pairedPower(93, 0.1, 0.2, 0.05)).toThrow('at most the discordance 0.1 in size, not 0.2');
    expect(() => pairedPower(93, 30, 0.2, 0.05)).toThrow('from 0 to 1, not 30');
  });
});

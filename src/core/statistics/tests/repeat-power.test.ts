import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discordanceOf } from '../variance/difference-variances.js';
import { bestRepeats, repeatDetectable, repeatSize, repeatStandardError } from './repeat-power.js';

const goal = { level: 0.05, power: 0.8 };
const little = { effect: 0.02, within: 0.2 };
const much = { effect: 0.05, within: 0.2 };

// The numbers of the tables were computed independently in R or Python.

describe('the difference that 93 tasks can find', () => {
  it.each([
    [1, 13.6, 14.5],
    [2, 10.1, 11.3],
    [3, 8.6, 9.9],
    [5, 7.1, 8.7],
  ])('with %d runs of each is %d to %d points', (repeats, low, high) => {
    expect(100 * (repeatDetectable(little, 93, repeats, goal) as number)).toBeCloseTo(low, 1);
    expect(100 * (repeatDetectable(much, 93, repeats, goal) as number)).toBeCloseTo(high, 1);
  });
});

describe('the standard error of 279 runs of each configuration', () => {
  it.each([
    [279, 1, 0.03],
    [140, 2, 0.033],
    [93, 3, 0.035],
    [56, 5, 0.04],
  ])('as %d tasks with %d runs is %d', (n, repeats, expected) => {
    expect(repeatStandardError(much, n, repeats)).toBeCloseTo(expected, 3);
  });

  it('loses the part between tasks when the whole pool is run, but not that of the runs', () => {
    expect(repeatStandardError(much, 100, 2, 1)).toBeCloseTo(Math.sqrt(0.1 / 100), 12);
    // Six tasks of 30 with three runs: σ²_δ .0259259, σ²_wA .1666667, σ²_wB .1111111.
    const measured = { effect: 0.0259259, within: 0.1666667 + 0.1111111 };
    expect(repeatStandardError(measured, 6, 3, 6 / 30)).toBeCloseTo(0.1374369, 6);
    expect(repeatStandardError(measured, 6, 3)).toBeCloseTo(0.1405457, 6);
  });
});

describe('the discordance of single runs', () => {
  it('is that of chance alone for two identical configurations', () => {
    // A deviation of 1.5 points over 500 tasks is a variance of 500 · .015², about .11, for each configuration.
    expect(500 * 0.015 ** 2).toBeCloseTo(0.11, 2);
    expect(discordanceOf({ effect: 0, within: 2 * 0.11 }, 0)).toBe(0.22);
    expect(discordanceOf(much, 0.1)).toBeCloseTo(0.26, 12);
  });
});

describe('the best number of runs', () => {
  it('weighs the chance of the runs against the cost of a task', () => {
    expect(bestRepeats(much, { perTask: 0.5, perRun: 1 })).toBeCloseTo(1.4, 1);
    expect(bestRepeats(much, { perTask: 0.5, perRun: 1 })).toBeCloseTo(Math.SQRT2, 12);
  });

  it('has no end where all tasks are alike, and is nothing where runs are', () => {
    expect(bestRepeats({ effect: 0, within: 0.2 }, { perTask: 1, perRun: 1 })).toBe(Infinity);
    expect(bestRepeats({ effect: 0, within: 0 }, { perTask: 1, perRun: 1 })).toBe(0);
  });
});

describe('the number of tasks with repeats', () => {
  it('is the closed form from 30 tasks on', () => {
    // (1.959964 + .841621)² (.05 + .2 / 3) / .1² = 91.57
    expect(repeatSize(much, 3, 0.1, goal)).toBe(92);
    expect(repeatSize(much, 3, 0, goal)).toBe(Infinity);
  });

  it('is a little more below, where the variance is uncertain', () => {
    // Student's 97.5 % and 80 % points with 9 degrees of freedom are 2.262157 and .883404.
    expect(repeatDetectable(much, 10, 3, goal)).toBeCloseTo((2.262157 + 0.883404) * Math.sqrt(0.35 / 30), 6);
    // The closed form gives 7.9 tasks.
    expect(repeatSize(much, 3, 0.34, goal)).toBe(10);
  });

  it('is the smallest that finds the difference, and finds less as tasks become more', () => {
    const part = fc.double({ min: 0.001, max: 0.25, noNaN: true });
    const difference = fc.double({ min: 0.03, max: 1, noNaN: true });
    fc.assert(
      fc.property(part, part, fc.integer({ min: 1, max: 5 }), difference, (effect, within, repeats, wanted) => {
        const variances = { effect, within };
        const n = repeatSize(variances, repeats, wanted, goal);
        const found = repeatDetectable(variances, n, repeats, goal) as number;
        expect(found).toBeLessThanOrEqual(wanted * (1 + 1e-12));
        if (n > 2) expect(repeatDetectable(variances, n - 1, repeats, goal)).toBeGreaterThan(wanted * (1 - 1e-12));
        expect(repeatDetectable(variances, n + 1, repeats, goal)).toBeLessThan(found);
        expect(repeatDetectable(variances, n, repeats + 1, goal)).toBeLessThan(found);
      }),
      { seed: 20_260_101 },
    );
    expect(repeatDetectable(much, 1, 1, goal)).toBeUndefined();
  });
});

describe('a confidence level in place of a significance level', () => {
  it('is refused', () => {
    expect(() => repeatSize(much, 1, 0.1, { level: 0.95, power: 0.8 })).toThrow('not at 0.95');
    expect(() => repeatDetectable(much, 93, 1, { level: 0.95, power: 0.8 })).toThrow('not at 0.95');
  });
});

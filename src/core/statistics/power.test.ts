import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarMidP } from '../../../test/support/mcnemar-mid-p.js';
import { binomialProbability } from './distributions.js';
import {
  bestRepeats,
  effectVariance,
  midPPower,
  pairedPower,
  pairedSize,
  repeatDetectable,
  repeatSize,
  repeatStandardError,
} from './power.js';

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

describe("the power of McNemar's mid-p test", () => {
  it.each([
    [93, 0.3, 0.15, 0.7643],
    [36, 0.3, 0.2, 0.6086],
    [93, 0.2, 0.1, 0.5867],
  ])('with %d tasks, discordance %d and difference %d is %d by mid-p', (n, psi, delta, midP) => {
    expect(midPPower(n, psi, delta, 0.05)).toBeCloseTo(midP, 4);
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

  it('grows with the difference', () => {
    const share = fc.double({ min: 0.05, max: 1, noNaN: true });
    const parts = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), share, parts, (n, discordance, [a, b]) => {
        const less = midPPower(n, discordance, Math.min(a, b) * discordance, 0.05);
        expect(midPPower(n, discordance, Math.max(a, b) * discordance, 0.05)).toBeGreaterThanOrEqual(less - 1e-10);
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

  it('without a difference is the type I error, which few discordant tasks keep below .04', () => {
    expect(midPPower(30, 0.2, 0, 0.05)).toBeCloseTo(0.0314, 4);
    expect(midPPower(44, 0.2, 0, 0.05)).toBeLessThan(0.04);
    for (let n = 45; n < 120; n++) expect(midPPower(n, 0.2, 0, 0.05)).toBeGreaterThan(0.04);
    for (let n = 30; n < 120; n++) expect(midPPower(n, 0.3, 0, 0.05)).toBeGreaterThan(0.04);
  });

  it('is none without discordance or with a handful of tasks', () => {
    expect(midPPower(100, 0, 0, 0.05)).toBe(0);
  });
});

const repeatGoal = { level: 0.05, power: 0.8 };
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
    expect(100 * (repeatDetectable(little, 93, repeats, repeatGoal) as number)).toBeCloseTo(low, 1);
    expect(100 * (repeatDetectable(much, 93, repeats, repeatGoal) as number)).toBeCloseTo(high, 1);
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

  it('of six tasks with three runs', () => {
    // σ²_δ .0259259, σ²_wA .1666667, σ²_wB .1111111.
    const measured = { effect: 0.0259259, within: 0.1666667 + 0.1111111 };
    expect(repeatStandardError(measured, 6, 3)).toBeCloseTo(0.1405457, 6);
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
    expect(repeatSize(much, 3, 0.1, repeatGoal)).toBe(92);
    expect(repeatSize(much, 3, 0, repeatGoal)).toBe(Infinity);
  });

  it('is a little more below, where the variance is uncertain', () => {
    // Student's 97.5 % and 80 % points with 9 degrees of freedom are 2.262157 and .883404.
    expect(repeatDetectable(much, 10, 3, repeatGoal)).toBeCloseTo((2.262157 + 0.883404) * Math.sqrt(0.35 / 30), 6);
    // The closed form gives 7.9 tasks.
    expect(repeatSize(much, 3, 0.34, repeatGoal)).toBe(10);
  });

  it('is the smallest that finds the difference, and finds less as tasks become more', () => {
    const part = fc.double({ min: 0.001, max: 0.25, noNaN: true });
    const difference = fc.double({ min: 0.03, max: 1, noNaN: true });
    fc.assert(
      fc.property(part, part, fc.integer({ min: 1, max: 5 }), difference, (effect, within, repeats, wanted) => {
        const variances = { effect, within };
        const n = repeatSize(variances, repeats, wanted, repeatGoal);
        const found = repeatDetectable(variances, n, repeats, repeatGoal) as number;
        expect(found).toBeLessThanOrEqual(wanted * (1 + 1e-12));
        if (n > 2)
          expect(repeatDetectable(variances, n - 1, repeats, repeatGoal)).toBeGreaterThan(wanted * (1 - 1e-12));
        expect(repeatDetectable(variances, n + 1, repeats, repeatGoal)).toBeLessThan(found);
        expect(repeatDetectable(variances, n, repeats + 1, repeatGoal)).toBeLessThan(found);
      }),
      { seed: 20_260_101 },
    );
    expect(repeatDetectable(much, 1, 1, repeatGoal)).toBeUndefined();
  });
});

// Six tasks, three runs each.
const a = ['110', '000', '101', '111', '001', '000'];
const b = ['111', '010', '111', '110', '111', '000'];
const runs = (digits: string): number[] => [...digits].map(Number);
const tasks = a.map((digits, i) => ({ a: runs(digits), b: runs(b[i] as string) }));

describe('the variance of true differences', () => {
  it('is that of the measured ones less the noise of the runs', () => {
    // An independent computation.
    expect(effectVariance(tasks)).toBeCloseTo(0.0259259, 7);
  });

  it('is unknown if the noise of an arm is, or from one task', () => {
    expect(effectVariance(tasks.map((task) => ({ a: task.a, b: task.b.slice(0, 1) })))).toBeUndefined();
    expect(effectVariance([{ a: [0, 1], b: [1, 1] }])).toBeUndefined();
  });

  it('weighs tasks equally, and lends a task with one run the noise of the others', () => {
    const uneven = [
      { a: [0, 1], b: [1] },
      { a: [0, 0, 0, 1], b: [1, 1] },
      { a: [1], b: [0, 0, 0] },
    ];
    // Within A ½ and ¼, mean ⅜; within B 0 and 0.
    const noise = (1 / 2 / 2 + 1 / 4 / 4 + 3 / 8) / 3;
    const differences = [0.5, 0.75, -1];
    const between = differences.reduce((sum, each) => sum + (each - 0.25 / 3) ** 2, 0) / 2;
    expect(effectVariance(uneven)).toBeCloseTo(between - noise, 14);
  });
});

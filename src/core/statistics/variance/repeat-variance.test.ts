import { describe, expect, it } from 'vitest';
import { repeatDifference, repeatLevel } from './repeat-variance.js';

// Six tasks of a pool of 30, three runs each.
const a = ['110', '000', '101', '111', '001', '000'];
const b = ['111', '010', '111', '110', '111', '000'];
const runs = (digits: string): number[] => [...digits].map(Number);
const tasks = a.map((digits, i) => ({ a: runs(digits), b: runs(b[i] as string) }));

describe('the variance of a difference over repeated runs', () => {
  it('splits into tasks and runs', () => {
    // An independent computation.
    const split = repeatDifference(tasks, 30);
    expect(split.mean).toBeCloseTo(0.2222222, 7);
    expect(split.between).toBeCloseTo(0.1185185, 7);
    expect(split.withinA).toBeCloseTo(0.1666667, 7);
    expect(split.withinB).toBeCloseTo(0.1111111, 7);
    expect(split.effect).toBeCloseTo(0.0259259, 7);
    expect(Math.sqrt(split.pool ?? 0)).toBeCloseTo(0.1374369, 7);
    expect(Math.sqrt(split.beyond ?? 0)).toBeCloseTo(0.1405457, 7);
    expect(split.degreesOfFreedom).toBe(5);
  });

  it('keeps only the noise of the runs when the whole pool was run', () => {
    expect(repeatDifference(tasks, 6).pool).toBeCloseTo((1 / 6 + 1 / 9) / 3 / 6, 14);
  });

  it('shrinks nothing when the noise is not known', () => {
    const once = tasks.map((task) => ({ a: task.a, b: task.b.slice(0, 1) }));
    const split = repeatDifference(once, 8);
    expect(split.withinA).toBeCloseTo(1 / 6, 14);
    expect([split.withinB, split.effect]).toEqual([undefined, undefined]);
    expect(split.pool).toBe(split.beyond);
  });

  it('weighs tasks equally, and lends a task with one run the noise of the others', () => {
    const uneven = [
      { a: [0, 1], b: [1] },
      { a: [0, 0, 1, 1], b: [1, 0] },
      { a: [1], b: [0, 0, 0] },
    ];
    const split = repeatDifference(uneven, 3);
    expect(split.mean).toBeCloseTo((0.5 + 0 - 1) / 3, 14);
    // Within A ½ and ⅓, mean 5/12; within B ½ and 0, mean ¼.
    expect(split.withinA).toBeCloseTo(5 / 12, 14);
    expect(split.withinB).toBeCloseTo(1 / 4, 14);
    const noiseA = (1 / 2 / 2 + 1 / 3 / 4 + 5 / 12) / 3;
    const noiseB = (1 / 4 + 1 / 2 / 2 + 0) / 3;
    expect(split.pool).toBeCloseTo((noiseA + noiseB) / 3, 14);
  });

  it('knows no variance from one task', () => {
    expect(repeatDifference([{ a: [0, 1], b: [1, 1] }], 4)).toEqual({
      mean: 0.5,
      between: undefined,
      withinA: 0.5,
      withinB: 0,
      effect: undefined,
      pool: undefined,
      beyond: undefined,
      degreesOfFreedom: 1,
    });
  });

  it('refuses tasks without runs, and more tasks than the pool has', () => {
    expect(() => repeatDifference([{ a: [], b: [1] }], 4)).toThrow(RangeError);
    expect(() => repeatDifference([], 4)).toThrow(RangeError);
    expect(() => repeatDifference(tasks, 5)).toThrow(RangeError);
  });
});

describe('the variance of a level over repeated runs', () => {
  it('is (1 − f) s²/n + f σ²/(K n)', () => {
    const level = repeatLevel(
      tasks.map((task) => task.a),
      30,
    );
    // The means are ⅔, 0, ⅔, 1, ⅓, 0: by hand Σ(ȳ − 4/9)² / 5 = 22/27 / 5.
    expect(level.mean).toBeCloseTo(4 / 9, 14);
    expect(level.between).toBeCloseTo(22 / 135, 14);
    expect(level.within).toBeCloseTo(1 / 6, 14);
    expect(level.task).toBeCloseTo(22 / 135 - 1 / 18, 14);
    expect(level.pool).toBeCloseTo((0.8 * (22 / 135) + 0.2 / 18) / 6, 14);
    expect(level.beyond).toBeCloseTo(22 / 135 / 6, 14);
  });

  it('of single runs shrinks nothing', () => {
    const level = repeatLevel([[0], [1], [1]], 3);
    expect([level.within, level.task]).toEqual([undefined, undefined]);
    expect(level.pool).toBeCloseTo(1 / 9, 14);
  });
});

import { describe, expect, it } from 'vitest';
import { randomStreamFor } from '../../random/seeded-numbers.js';
import { type RefitTask, refitWeights } from './refit-weights.js';

describe('other weights', () => {
  const present = new Map([
    ['x', 0.5],
    ['y', 0.5],
  ]);
  const tasksWith = (uplift: (x: number, y: number, i: number) => number): RefitTask[] =>
    Array.from({ length: 60 }, (_, i) => {
      const [x, y] = [((i * 17) % 60) / 60, ((i * 23 + 7) % 60) / 60];
      return { parts: { x, y }, uplift: uplift(x, y, i), group: `g${i % 12}` };
    });
  const refit = (tasks: readonly RefitTask[]) => refitWeights(tasks, present, randomStreamFor('1', 'test'));

  it('are offered where they foretell tasks that they were not fitted to', () => {
    const { offered, weights, loss } = refit(tasksWith((x, y) => x - y));
    expect(offered).toBe(true);
    expect(weights?.map(({ refitted }) => refitted)).toEqual([1, 0]);
    expect(loss?.refitted).toBeLessThan(loss?.present ?? 0);
  });

  it('are not offered where the current ones are right, or nothing is to be foretold', () => {
    expect(refit(tasksWith((x, y) => x + y)).offered).toBe(false);
    expect(refit(tasksWith((_x, _y, i) => ((i * 29) % 7) / 7)).offered).toBe(false);
    expect(refit(tasksWith(() => 0.5)).offered).toBe(false);
  });

  it('are not tried on few tasks, few groups, or one component', () => {
    const rows = tasksWith((x) => x);
    expect(refit(rows.slice(0, 20)).whyNotTried).toMatch(
      /needs 30 pool tasks with known score components, but there are 20/,
    );
    expect(refit(rows.map((row) => ({ ...row, group: 'g' }))).whyNotTried).toMatch(
      /from 5 repositories or benchmarks, but these come from 1$/,
    );
    expect(refit(rows.map((row) => ({ ...row, parts: { x: row.parts['x'] ?? 0, y: 1 } }))).whyNotTried).toMatch(
      /needs 2 components that vary .*, but there is 1$/,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { leaderboardOf } from './estimate-order.js';
import type { Estimate } from './pool-estimate.js';

/** An estimate of systems with these means; the p-values of all pairs are given by their names. */
function board(means: Readonly<Record<string, number>>, pValues: Readonly<Record<string, number>>) {
  const names = Object.keys(means);
  const configurations = names.map((name) => ({ name, readings: [{ selectedMean: means[name], tasks: 10 }] }));
  const against = (baseline: string) => ({
    differences: names
      .filter((name) => name !== baseline)
      .map((second) => ({
        first: baseline,
        second,
        readings: [
          {
            selectedMean: (means[second] ?? 0) - (means[baseline] ?? 0),
            test: { pValue: pValues[[baseline, second].sort().join('-')] ?? 1 },
          },
        ],
      })),
  });
  const estimate = { configurations, level: 0.95 } as unknown as Estimate;
  return leaderboardOf(estimate, (name) => against(name) as unknown as Estimate);
}

describe('a leaderboard', () => {
  it('has the best first, and counts the systems that are shown to be better', () => {
    const { rows, comparisons } = board({ a: 0.4, b: 0.7, c: 0.68 }, { 'a-b': 0.001, 'a-c': 0.004, 'b-c': 0.6 });
    expect(comparisons).toBe(3);
    expect(rows.map(({ name, beatenBy }) => [name, beatenBy])).toEqual([
      ['b', 0],
      ['c', 0],
      ['a', 2],
    ]);
  });

  it('tells fewer apart the more it compares', () => {
    // 0.03 is below 0.05, but not below 0.05 / 3.
    const { rows } = board({ a: 0.4, b: 0.7, c: 0.5 }, { 'a-b': 0.03, 'a-c': 0.5, 'b-c': 0.2 });
    expect(rows.map(({ beatenBy }) => beatenBy)).toEqual([0, 0, 0]);
    expect(board({ a: 0.4, b: 0.7 }, { 'a-b': 0.03 }).rows.map(({ beatenBy }) => beatenBy)).toEqual([0, 1]);
  });

  it('is in the order of the levels, even if only the lower one of two is not shown to be worse', () => {
    const { rows } = board({ a: 0.58, b: 0.6, c: 0.8 }, { 'a-c': 0.5, 'b-c': 0.001, 'a-b': 0.5 });
    expect(rows.map(({ name, beatenBy }) => [name, beatenBy])).toEqual([
      ['c', 0],
      ['b', 1],
      ['a', 0],
    ]);
  });
});

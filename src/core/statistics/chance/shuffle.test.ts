import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sfc32 } from './sfc32.js';
import { shuffle } from './shuffle.js';

describe('a shuffle', () => {
  it('gives each order equally often', () => {
    const random = sfc32([1, 2, 3, 4]);
    const draws = 12_000;
    const counts = new Map<string, number>();
    for (let i = 0; i < draws; i++) {
      const order = shuffle(['a', 'b', 'c'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
    const error = Math.sqrt((draws * 5) / 36);
    for (const count of counts.values()) expect(Math.abs(count - draws / 6)).toBeLessThan(4 * error);
  });

  it('keeps the items, and leaves its argument alone', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.nat(), (items, seed) => {
        const before = [...items];
        const shuffled = shuffle(items, sfc32([seed, 1, 2, 3]));
        expect([...shuffled].sort()).toEqual([...items].sort());
        expect(items).toEqual(before);
      }),
      { seed: 20_260_101 },
    );
  });
});

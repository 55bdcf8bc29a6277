import { describe, expect, it } from 'vitest';
import { placementOf, placementWords } from './placement.js';

const levels = [
  { name: 'a', level: 0.8 },
  { name: 'b', level: 0.7 },
  { name: 'c', level: 0.7 },
  { name: 'd', level: 0.5 },
];
const earlier = { levels, unranked: 0 };

type Figure = Parameters<typeof placementOf>[1];

function wordsOf(pool: Figure, levels: Parameters<typeof placementOf>[2], ...failed: readonly object[]) {
  const readings = [{ pool }, ...failed] as unknown as Parameters<typeof placementWords>[0]['readings'];
  return placementWords({ placement: placementOf('new', pool, levels), readings });
}

describe('a placement among earlier systems', () => {
  it('has the ranks of the estimate and of both ends of its interval', () => {
    expect(placementOf('new', { mean: 0.6, low: 0.45, high: 0.75 }, earlier)).toMatchObject({
      systems: 4,
      rank: 4,
      best: 2,
      worst: 5,
      above: { name: 'c' },
      below: { name: 'd' },
    });
  });

  it.each([
    [{ mean: 0.9, low: 0.85, high: 0.95 }, 'above a (80.0%), rank 1 of 5 including 4 earlier systems'],
    [{ mean: 0.4, low: 0.3, high: 0.6 }, 'below d (50.0%), rank 4 to 5 of 5 including 4 earlier systems'],
    [{ mean: 0.7, low: 0.7, high: 0.7 }, 'equal to b (70.0%), rank 2 of 5 including 4 earlier systems'],
    [{ mean: 0.8, low: 0.8, high: 0.8 }, 'equal to a (80.0%), rank 1 of 5 including 4 earlier systems'],
    [{ mean: 0.7996, low: 0.7, high: 0.81 }, 'equal to a (80.0%), rank 1 to 2 of 5 including 4 earlier systems'],
    [
      { mean: 0.75, low: 0.6, high: 0.78 },
      'between b (70.0%) and a (80.0%), rank 2 to 4 of 5 including 4 earlier systems',
    ],
  ])('in words: %o', (figure, words) => {
    expect(wordsOf(figure, earlier)).toBe(words);
  });

  it.each([
    [14, 102, 0.137255],
    [15, 102, 0.147059],
    [27, 89, 0.303371],
    [259, 730, 0.354795],
    [1, 3, 0.333333],
  ])('is a tie with an earlier level of %d of %d tasks, stored as %d', (passed, tasks, level) => {
    const tied = { levels: [{ name: 'a', level }], unranked: 0 };
    const rankOf = (count: number) => {
      const exact = count / tasks;
      return placementOf('new', { mean: exact, low: exact, high: exact }, tied);
    };
    expect(rankOf(passed)).toMatchObject({ rank: 1, best: 1, worst: 1, below: { name: 'a' } });
    expect(rankOf(passed - 1)).toMatchObject({ rank: 2, best: 2, worst: 2, above: { name: 'a' } });
  });

  it('leaves the system itself out', () => {
    expect(placementOf('a', { mean: 0.8, low: 0.8, high: 0.8 }, earlier)).toMatchObject({ systems: 3, rank: 1 });
    expect(
      placementOf('a', { mean: 0.8, low: 0.8, high: 0.8 }, { levels: levels.slice(0, 1), unranked: 0 }),
    ).toBeUndefined();
    expect(placementOf('A.', { mean: 0.8, low: 0.8, high: 0.8 }, earlier)).toMatchObject({ systems: 3 });
  });

  it('counts the earlier systems that lack results', () => {
    const words = wordsOf({ mean: 0.9, low: 0.85, high: 0.95 }, { levels, unranked: 2 });
    expect(words).toBe('above a (80.0%), rank 1 of 5 including 4 earlier systems (2 more lack results)');
  });

  it('says if it ignores missing results, and is none without a level', () => {
    const [figure, failed] = [{ mean: 0.9, low: 0.85, high: 0.95 }, { pool: { mean: 0.4 } }];
    expect(wordsOf(figure, earlier, failed)).toMatch(/4 earlier systems, ignoring missing results$/);
    expect(placementWords({ placement: undefined, readings: [] })).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { ConfigurationResults } from '../question/pool-results.js';
import { duplicatesOf, findNearDuplicates } from './near-duplicates.js';

function system(name: string, rewards: readonly (number | undefined)[]): ConfigurationResults {
  const entries = rewards.flatMap((reward, i) =>
    reward === undefined
      ? []
      : ([[`mine/t${i}`, { state: 'scored', rewards: [reward], unscored: 0, lacking: 0, retried: 0 }]] as const),
  );
  return { name, byTask: new Map(entries) };
}

const half = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : 0));
const flipped = (count: number, list = half) => list.map((reward, i) => (i < count ? 1 - reward : reward));

describe('near-duplicate systems', () => {
  it('are those whose passes correlate above 0.85 on common tasks', () => {
    // Flipping 6 of 100 balanced results, three each way, gives phi .88; 8 give .84.
    const found = findNearDuplicates([system('b', flipped(6)), system('a', half), system('c', flipped(40))], 1);
    expect(found).toEqual([{ systems: ['a', 'b'], phi: expect.closeTo(0.88, 12), common: 100, discordant: 6 }]);
    expect(findNearDuplicates([system('a', half), system('b', flipped(8))], 1)).toEqual([]);
  });

  it('are not told from few common tasks, nor from results that are all the same', () => {
    const few = half.map((reward, i) => (i < 19 ? reward : undefined));
    expect(findNearDuplicates([system('a', half), system('b', few)], 1)).toEqual([]);
    const none = half.map(() => 0);
    expect(findNearDuplicates([system('a', none), system('b', none)], 1)).toEqual([]);
  });

  it('pass where partial rewards do, and must agree in the parts as well', () => {
    const partial = half.map((reward) => (reward === 1 ? 0.6 : 0.1));
    expect(findNearDuplicates([system('a', half), system('b', partial)], 0.5)).toHaveLength(1);
    expect(findNearDuplicates([system('a', half), system('b', partial)], 1)).toEqual([]);
    // Both pass the same two tasks, and earn quite different parts of the others.
    const parts = (shift: number) => half.map((_, i) => (i < 2 ? 1 : 0.9 * ((i * shift) % 2)));
    expect(
      findNearDuplicates(
        [
          system('a', parts(1)),
          system(
            'b',
            parts(1)
              .toReversed()
              .map((v, i) => (i < 2 ? 1 : v)),
          ),
        ],
        1,
      ),
    ).toEqual([]);
  });

  it('form groups, also through others', () => {
    const pair = (one: string, other: string) => ({
      systems: [one, other] as const,
      phi: 0.9,
      common: 50,
      discordant: 2,
    });
    const groups = duplicatesOf(['a', 'b', 'c', 'd', 'e'], [pair('a', 'b'), pair('c', 'd'), pair('b', 'd')]);
    expect([...(groups.get('c') ?? [])].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(groups.get('a')).toBe(groups.get('d'));
    expect([...(groups.get('e') ?? [])]).toEqual(['e']);
  });
});

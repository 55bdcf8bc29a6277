import { describe, expect, it } from 'vitest';
import type { Rounding, Share } from '../model/plan.js';
import { allocate, allocateInOrder, type Bin } from './allocate.js';

// The worked numbers were computed independently, with R and by brute force.
const repos = [96, 91, 85, 79, 76, 65, 62, 57, 56, 44, 20];
const benchmarks = [731, 50, 25, 8, 5, 4, 3];

function places(
  sizes: readonly number[],
  total: number,
  rule: { share?: Exclude<Share, 'in-order'>; rounding: Rounding; atLeast?: number; atMost?: number },
): number[] {
  const bins = sizes.map((size, i): Bin => {
    const atMost = Math.min(size, rule.atMost ?? size);
    return { key: String.fromCharCode(97 + i), size, atLeast: Math.min(atMost, rule.atLeast ?? 0), atMost };
  });
  return allocate(bins, total, { share: rule.share ?? 'proportional', rounding: rule.rounding });
}

describe('proportional shares', () => {
  it.each(['webster', 'largest-remainder'] as const)('of 36 among eleven repositories by %s', (rounding) => {
    expect(places(repos, 36, { rounding, atLeast: 1 })).toEqual([5, 4, 4, 4, 4, 3, 3, 3, 3, 2, 1]);
  });

  it('of 93 differ between largest remainder and Webster', () => {
    const atLeast = 1;
    expect(places(repos, 93, { rounding: 'largest-remainder', atLeast })).toEqual([
      12, 12, 11, 10, 10, 8, 8, 7, 7, 6, 2,
    ]);
    expect(places(repos, 93, { rounding: 'webster', atLeast })).toEqual([12, 11, 11, 10, 10, 8, 8, 7, 7, 6, 3]);
  });

  it('of 35 by the rule that gives what rounding leaves to the largest groups', () => {
    expect(places(repos, 35, { rounding: 'largest-group', atLeast: 1 })).toEqual([5, 4, 4, 4, 4, 4, 3, 2, 2, 2, 1]);
  });

  it('of 93 among seven benchmarks with floors', () => {
    expect(places(benchmarks, 93, { rounding: 'largest-remainder', atLeast: 1 })).toEqual([81, 5, 3, 1, 1, 1, 1]);
    expect(places(benchmarks, 93, { rounding: 'webster', atLeast: 1 })).toEqual([80, 6, 3, 1, 1, 1, 1]);
    expect(places(benchmarks, 93, { rounding: 'largest-remainder', atLeast: 3 })).toEqual([73, 5, 3, 3, 3, 3, 3]);
  });

  it('with floors and caps solved together', () => {
    expect(places(benchmarks, 93, { rounding: 'largest-remainder', atLeast: 5, atMost: 40 })).toEqual([
      40, 24, 12, 5, 5, 4, 3,
    ]);
  });

  it('give a tie to the larger group, then to the earlier key', () => {
    for (const rounding of ['webster', 'largest-remainder', 'largest-group'] as const) {
      expect(places([10, 10, 10], 4, { rounding })).toEqual([2, 1, 1]);
    }
  });
});

describe('other shares', () => {
  it('square root', () => {
    expect(places(benchmarks, 93, { rounding: 'largest-remainder', share: 'square-root' })).toEqual([
      53, 14, 10, 5, 4, 4, 3,
    ]);
  });

  it('equal', () => {
    expect(places(benchmarks, 93, { rounding: 'largest-remainder', share: 'equal' })).toEqual([25, 24, 24, 8, 5, 4, 3]);
  });

  it('in order, each filled before the next', () => {
    const bins = [3, 13, 34].map((size, i) => ({ key: String(i), size, atLeast: 0, atMost: size }));
    expect(allocateInOrder(bins, 25)).toEqual([3, 13, 9]);
  });
});

describe('more places', () => {
  /** How many of the steps from n to n + 1 places take a place from some group. */
  const drops = (rounding: Rounding, sizes: readonly number[]) => {
    let count = 0;
    let before = places(sizes, sizes.length, { rounding, atLeast: 1 });
    for (let total = sizes.length + 1; total <= sizes.reduce((sum, size) => sum + size); total++) {
      const now = places(sizes, total, { rounding, atLeast: 1 });
      if (now.some((given, i) => given < (before[i] ?? 0))) count += 1;
      before = now;
    }
    return count;
  };

  it('never take one away under Webster’s method', () => {
    expect(drops('webster', repos)).toBe(0);
    expect(drops('webster', benchmarks)).toBe(0);
  });

  it('do take some away under largest remainder: the Alabama paradox, on real counts', () => {
    const last = (total: number) => places(repos, total, { rounding: 'largest-remainder', atLeast: 1 }).at(-1);
    expect([last(91), last(92)]).toEqual([3, 2]);
    expect(drops('largest-remainder', repos)).toBe(16);
  });
});

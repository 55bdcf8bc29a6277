import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, keyOf, measured, places, sum } from '../../../test/support/rounding-bins.js';
import type { Bin } from './roundings.js';

// The worked numbers were computed independently, with R and by brute force.
const repos = [96, 91, 85, 79, 76, 65, 62, 57, 56, 44, 20];
const benchmarks = [731, 50, 25, 8, 5, 4, 3];
const everyRounding = ['webster', 'hill', 'largest-remainder', 'largest-group'] as const;
const monotoneRoundings = ['webster', 'hill'] as const;

describe('proportional shares', () => {
  it.each(['webster', 'hill', 'largest-remainder'] as const)('of 36 among eleven repositories by %s', (rounding) => {
    expect(places(repos, 36, { rounding, atLeast: 1 })).toEqual([5, 4, 4, 4, 4, 3, 3, 3, 3, 2, 1]);
  });

  it('of 93 differ between largest remainder and the divisor methods', () => {
    const atLeast = 1;
    expect(places(repos, 93, { rounding: 'largest-remainder', atLeast })).toEqual([
      12, 12, 11, 10, 10, 8, 8, 7, 7, 6, 2,
    ]);
    for (const rounding of monotoneRoundings) {
      expect(places(repos, 93, { rounding, atLeast })).toEqual([12, 11, 11, 10, 10, 8, 8, 7, 7, 6, 3]);
    }
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
});

describe('other shares', () => {
  const rounding = 'largest-remainder';

  it('square root', () => {
    expect(places(benchmarks, 93, { rounding, share: 'square-root' })).toEqual([53, 14, 10, 5, 4, 4, 3]);
  });

  it('equal', () => {
    expect(places(benchmarks, 93, { rounding, share: 'equal' })).toEqual([25, 24, 24, 8, 5, 4, 3]);
  });

  it('a power of the size', () => {
    expect(places(benchmarks, 93, { rounding, share: 'power', exponent: 0.3 })).toEqual([40, 18, 15, 8, 5, 4, 3]);
  });
});

describe('a tie', () => {
  it.each(everyRounding)('goes to the earlier key among equals by %s', (rounding) => {
    expect(places([10, 10, 10], 4, { rounding })).toEqual([2, 1, 1]);
  });

  it('goes to the larger measure by largest remainder, whatever the size', () => {
    const bins = [
      { key: 'a', size: 9, measure: 1, atLeast: 0, atMost: 9 },
      { key: 'b', size: 5, measure: 3, atLeast: 0, atMost: 5 },
    ];
    expect(allocate(bins, 2, 'largest-remainder')).toEqual([0, 2]);
    expect(allocate(bins, 2, 'webster')).toEqual([1, 1]);
  });

  it('for a first place goes to the larger measure by Hill', () => {
    expect(allocate(measured([1, 5, 3]), 1, 'hill')).toEqual([0, 1, 0]);
    expect(allocate(measured([1, 5, 3]), 2, 'hill')).toEqual([0, 1, 1]);
    expect(allocate(measured([1, 5, 3]), 3, 'hill')).toEqual([1, 1, 1]);
  });
});

describe('a measure of 0', () => {
  it.each(everyRounding)('gets nothing beyond its floor while another has room, by %s', (rounding) => {
    const bins = measured([0, 2, 0, 1], 10).map((bin, i) => ({ ...bin, atLeast: i === 0 ? 1 : 0 }));
    expect(allocate(bins, 21, rounding)).toEqual([1, 10, 0, 10]);
    expect(allocate(bins, 16, rounding)).toEqual([1, 10, 0, 5]);
    expect(sum(allocate(bins, 31, rounding))).toBe(31);
    expect(allocate(measured([0, 0], 3), 0, rounding)).toEqual([0, 0]);
  });
});

describe('more places', () => {
  /** How many of the steps from n to n + 1 places take a place from some group. */
  const drops = (rounding: string, sizes: readonly number[], most = sum(sizes)) => {
    let count = 0;
    let before = places(sizes, sizes.length, { rounding, atLeast: 1 });
    for (let total = sizes.length + 1; total <= most; total++) {
      const now = places(sizes, total, { rounding, atLeast: 1 });
      if (now.some((given, i) => given < (before[i] ?? 0))) count += 1;
      before = now;
    }
    return count;
  };

  it.each(monotoneRoundings)('never take one away by %s', (rounding) => {
    expect(drops(rounding, repos)).toBe(0);
    expect(drops(rounding, benchmarks)).toBe(0);
  });

  it('do take some away under largest remainder: the Alabama paradox, on real counts', () => {
    const last = (total: number) => places(repos, total, { rounding: 'largest-remainder', atLeast: 1 }).at(-1);
    expect([last(91), last(92)]).toEqual([3, 2]);
    expect(drops('largest-remainder', repos)).toBe(16);
    expect(drops('largest-remainder', benchmarks, 731)).toBe(18);
    expect(drops('largest-remainder', benchmarks)).toBe(20);
  });
});

describe('any bins', () => {
  const bin = fc
    .record({ size: fc.integer({ min: 0, max: 30 }), measure: fc.oneof(fc.nat(5), fc.double({ min: 0, max: 9 })) })
    .chain(({ size, measure }) =>
      fc.tuple(fc.nat(size), fc.nat(size)).map(([one, other]) => ({
        size,
        measure: Number.isNaN(measure) || measure < 1e-6 ? 0 : measure,
        atLeast: Math.min(one, other),
        atMost: Math.max(one, other),
      })),
    );
  const anyBins = fc
    .array(bin, { minLength: 1, maxLength: 8 })
    .map((bins) => bins.map((each, i): Bin => ({ key: keyOf(i), ...each })));

  it.each(everyRounding)('get exactly the places there are, within their bounds, by %s', (rounding) => {
    fc.assert(
      fc.property(anyBins, fc.double({ min: 0, max: 1, noNaN: true }), (bins, part) => {
        const least = sum(bins.map(({ atLeast }) => atLeast));
        const total = least + Math.floor(part * (sum(bins.map(({ atMost }) => atMost)) - least));
        const given = allocate(bins, total, rounding);
        expect(sum(given)).toBe(total);
        expect(bins.every(({ atLeast, atMost }, i) => atLeast <= (given[i] ?? -1) && (given[i] ?? -1) <= atMost)).toBe(
          true,
        );
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it.each(monotoneRoundings)('keep what they had when there are more places, by %s', (rounding) => {
    fc.assert(
      fc.property(anyBins, (bins) => {
        const most = sum(bins.map(({ atMost }) => atMost));
        let before = bins.map(({ atLeast }) => atLeast);
        for (let total = sum(before); total <= most; total++) {
          const now = allocate(bins, total, rounding);
          expect(now.every((given, i) => given >= (before[i] ?? 0))).toBe(true);
          before = now;
        }
      }),
      { seed: 3, numRuns: 100 },
    );
  });
});

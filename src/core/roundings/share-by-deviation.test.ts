import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, keyOf, measured, measureOf, places, sum } from '../../../test/support/rounding-bins.js';
import type { Bin } from './roundings.js';

/** Size times standard deviation. */
function spreadOf(size: number, deviation: number): number {
  return measureOf('neyman', size, { deviations: new Map([['a', deviation]]) });
}

describe('a share by size and deviation', () => {
  const sizes = [400, 300, 126];
  const deviations = [0.5, 0.4, 0.2];
  const bins = measured(
    sizes.map((size, i) => spreadOf(size, deviations[i] as number)),
    400,
  );

  /** The standard error of the mean of a stratified sample. */
  const standardError = (given: readonly number[]) => {
    const variances = sizes.map((size, i) => {
      const taken = given[i] as number;
      return ((size / sum(sizes)) * (deviations[i] as number)) ** 2 * ((1 - taken / size) / taken);
    });
    return Math.sqrt(sum(variances));
  };

  it.each(['webster', 'hill', 'largest-remainder'] as const)('has the least standard error by %s', (rounding) => {
    expect(allocate(bins, 60, rounding)).toEqual([35, 21, 4]);
  });

  it.each<[string, readonly number[], number]>([
    ['proportional', [29, 22, 9], 0.05348],
    ['square-root', [25, 21, 14], 0.056501],
    ['equal', [20, 20, 20], 0.061716],
  ])('beats one that is %s', (share, expected, error) => {
    expect(places(sizes, 60, { rounding: 'largest-remainder', share })).toEqual(expected);
    expect(standardError(expected)).toBeCloseTo(error, 6);
    expect(standardError([35, 21, 4])).toBeCloseTo(0.051851, 6);
  });

  it('by Hill is the best of all allocations', () => {
    const stratum = fc.record({ size: fc.integer({ min: 1, max: 9 }), deviation: fc.integer({ min: 1, max: 20 }) });
    const input = fc
      .array(stratum, { minLength: 1, maxLength: 4 })
      .chain((strata) =>
        fc.tuple(fc.constant(strata), fc.integer({ min: strata.length, max: sum(strata.map(({ size }) => size)) })),
      );
    fc.assert(
      fc.property(input, fc.integer({ min: 1, max: 3 }), ([strata, total], floor) => {
        const small = strata.map(({ size, deviation }, i): Bin => {
          const measure = spreadOf(size, deviation);
          return { key: keyOf(i), size, measure, atLeast: Math.min(size, floor), atMost: size };
        });
        fc.pre(sum(small.map((bin) => bin.atLeast)) <= total);
        // What is left of the variance when the parts that no allocation changes are taken away.
        const variance = (given: readonly number[]) =>
          sum(small.map((bin, i) => (bin.measure * bin.measure) / (given[i] as number)));
        const best = Math.min(...everyAllocation(small, total).map(variance));
        expect(variance(allocate(small, total, 'hill'))).toBeLessThanOrEqual(best * (1 + 1e-12));
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

function everyAllocation(bins: readonly Bin[], total: number): number[][] {
  const [first, ...others] = bins;
  if (first === undefined) return total === 0 ? [[]] : [];
  const found: number[][] = [];
  for (let given = first.atLeast; given <= Math.min(first.atMost, total); given++) {
    for (const rest of everyAllocation(others, total - given)) found.push([given, ...rest]);
  }
  return found;
}

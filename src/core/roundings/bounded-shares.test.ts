import { describe, expect, it } from 'vitest';
import { boundedShares } from './roundings.js';

const benchmarks = [731, 50, 25, 8, 5, 4, 3];

// The worked numbers were computed independently, by brute force.
describe('shares within bounds', () => {
  it('reach floors and caps together', () => {
    const groups = benchmarks.map((size) => ({
      measure: size,
      atLeast: Math.min(5, size),
      atMost: Math.min(40, size),
    }));
    expectClose(boundedShares(groups, 93), [40, 24, 12, 5, 5, 4, 3], 9);
  });

  it('by the square root of the size', () => {
    const groups = benchmarks.map((size) => ({ measure: Math.sqrt(size), atLeast: 0, atMost: size }));
    expectClose(boundedShares(groups, 93), [52.7008, 13.783, 9.746, 5.5132, 4.3586, 3.8984, 3], 4);
  });

  it('by size and deviation', () => {
    const groups = [400 * 0.5, 300 * 0.4, 126 * 0.2].map((measure) => ({ measure, atLeast: 0, atMost: 126 }));
    expectClose(boundedShares(groups, 60), [34.7625, 20.8575, 4.3801], 4);
  });

  it('leave a group of measure 0 at its floor', () => {
    const groups = [0, 1].map((measure) => ({ measure, atLeast: 1, atMost: 5 }));
    expectClose(boundedShares(groups, 4), [1, 3], 12);
    expectClose(boundedShares(groups, 2), [1, 1], 12);
    expect(() => boundedShares(groups, 7)).toThrow(RangeError);
  });
});

function expectClose(actual: readonly number[], expected: readonly number[], digits: number): void {
  expect(actual).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, digits);
}

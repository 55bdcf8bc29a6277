import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systematicPositions } from './systematic-positions.js';

const lastStart = 1 - 2 ** -53;

describe('a systematic sample', () => {
  it('takes every size/n-th position from the start', () => {
    expect(systematicPositions(10, 4, 0)).toEqual([0, 2, 5, 7]);
    expect(systematicPositions(10, 4, 0.5)).toEqual([1, 3, 6, 8]);
    expect(systematicPositions(10, 4, lastStart)).toEqual([2, 4, 7, 9]);
    expect(systematicPositions(3, 3, lastStart)).toEqual([0, 1, 2]);
    expect(systematicPositions(5, 0, 0.3)).toEqual([]);
    expect(systematicPositions(0, 0, 0.3)).toEqual([]);
  });

  it('has the size asked for, without doubles, from any start', () => {
    const start = fc.oneof(
      fc.constantFrom(0, lastStart, 0.5, 2 ** -60),
      fc.double({ max: lastStart, min: 0, noNaN: true }),
    );
    const input = fc
      .integer({ min: 1, max: 3000 })
      .chain((size) => fc.tuple(fc.constant(size), fc.oneof(fc.nat(size), fc.constant(size)), start));
    fc.assert(
      fc.property(input, ([size, n, from]) => {
        const positions = systematicPositions(size, n, from);
        expect(positions).toHaveLength(n);
        expect(positions.every((position, k) => position > (positions[k - 1] ?? -1) && position < size)).toBe(true);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  it('is exact for every size from the last start', () => {
    for (let size = 1; size <= 3000; size++) {
      for (const count of [1, Math.ceil(size / 3), Math.ceil(size * 0.77), size]) {
        const positions = systematicPositions(size, count, lastStart);
        expect([new Set(positions).size, positions.at(-1)]).toEqual([count, size - 1]);
      }
    }
  });

  it('reaches each position equally often over all starts', () => {
    const counts = new Array<number>(12).fill(0);
    // Starts in the middle of each twelfth of a step stand for all of them.
    for (let k = 0; k < 12; k++) {
      for (const position of systematicPositions(12, 5, (k + 0.5) / 12)) counts[position] = (counts[position] ?? 0) + 1;
    }
    expect(counts).toEqual(new Array(12).fill(5));
  });

  it('refuses more than there are, and a start outside [0, 1)', () => {
    expect(() => systematicPositions(3, 4, 0)).toThrow(RangeError);
    expect(() => systematicPositions(3, 2, 1)).toThrow(RangeError);
    expect(() => systematicPositions(3, 2, Number.NaN)).toThrow(RangeError);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nullVector } from './null-vector.js';

function find(rows: readonly (readonly number[])[], width: number) {
  return nullVector(
    rows.map((row) => Float64Array.from(row)),
    width,
  );
}

it('is at right angles to every row', () => {
  expect([...(find([[1, 1]], 2) ?? [])]).toEqual([-1, 1]);
  const entry = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
  const input = fc
    .integer({ min: 1, max: 8 })
    .chain((width) => fc.array(fc.array(entry, { minLength: width, maxLength: width }), { maxLength: width - 1 }));
  fc.assert(
    fc.property(input, (rows) => {
      const width = rows[0]?.length ?? 1;
      const vector = find(rows, width) as Float64Array;
      const longest = Math.max(...vector.map(Math.abs));
      expect(longest).toBeGreaterThanOrEqual(1);
      for (const row of rows) {
        const product = row.reduce((sum, value, c) => sum + value * (vector[c] as number), 0);
        const scale = Math.max(...row.map(Math.abs)) * longest;
        expect(Math.abs(product)).toBeLessThanOrEqual(1e-8 * scale);
      }
    }),
    { seed: 6, numRuns: 500 },
  );
});

it('is not there where the rows leave no room', () => {
  expect(
    find(
      [
        [2, 0],
        [1, 1],
      ],
      2,
    ),
  ).toBeUndefined();
  expect(find([[3]], 1)).toBeUndefined();
});

it('passes over rows that say nothing new', () => {
  const vector = find(
    [
      [1, 1, 1],
      [0, 0, 0],
      [0.1, 0.1, 0.1],
      [1, 2, 3],
    ],
    3,
  );
  expect(vector).toBeDefined();
  const [a, b, c] = vector as Float64Array;
  expect((b as number) / (a as number)).toBeCloseTo(-2, 12);
  expect((c as number) / (a as number)).toBeCloseTo(1, 12);
});

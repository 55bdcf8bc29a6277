import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { cubeSample, nullVector } from './cube-sample.js';
import { sfc32 } from './random-numbers.js';
import { inclusionProbabilities } from './sampling.js';

const draws = 4000;
const source = randomStreamFor('42', 'cube data');
// Sixty units of skewed size, and another sixty sizes to draw them by.
const x = Array.from({ length: 60 }, () => {
  const u = source.double();
  return 5 + 100 * u * u * u;
});
const group = x.map((_, i) => i % 3);
const unequal = inclusionProbabilities(
  x.map(() => 1 + 4 * source.double()),
  12,
);

describe('a balanced sample', () => {
  it('has the size and the probabilities asked for', () => {
    const random = randomStreamFor('42', 'cube draws');
    const counts = x.map(() => 0);
    for (let draw = 0; draw < draws; draw++) {
      const sample = cubeSample(unequal, [x, group], random);
      expect(sample).toHaveLength(12);
      for (const unit of sample) counts[unit] = (counts[unit] as number) + 1;
    }
    for (const [i, probability] of unequal.entries()) {
      const error = Math.sqrt((probability * (1 - probability)) / draws);
      expect(Math.abs((counts[i] as number) / draws - probability)).toBeLessThan(4 * error);
    }
  });

  it('estimates the total of its columns far better than simple random sampling', () => {
    const random = randomStreamFor('42', 'cube totals');
    const equal = x.map(() => 12 / 60);
    const squares = Array.from({ length: draws }, () => {
      const estimate = cubeSample(equal, [x], random).reduce((sum, unit) => sum + (x[unit] as number) * 5, 0);
      return (estimate - total(x)) ** 2;
    });
    const mean = total(x) / 60;
    const variance = total(x.map((value) => (value - mean) ** 2)) / 59;
    const simple = 60 * Math.sqrt(((1 - 12 / 60) * variance) / 12);
    expect(Math.sqrt(total(squares) / draws)).toBeLessThan(0.4 * simple);
  });

  it('meets quotas exactly where they are whole numbers', () => {
    const random = randomStreamFor('42', 'cube quotas');
    const equal = x.map(() => 12 / 60);
    // A column for each group: its share of the size, in the units that are in it.
    const columns = [0, 1, 2].map((which) => group.map((own) => (own === which ? 12 / 60 : 0)));
    for (let draw = 0; draw < 200; draw++) {
      const sample = cubeSample(equal, columns, random);
      expect([0, 1, 2].map((which) => sample.filter((unit) => group[unit] === which).length)).toEqual([4, 4, 4]);
    }
  });

  it('survives columns that say nothing new', () => {
    const random = sfc32([1, 2, 3, 4]);
    const columns = [
      x.map(() => 0),
      x.map(() => 7),
      x,
      x.map((value) => 2 * value - 3),
      unequal,
      x.map((v) => v * 1e200),
    ];
    for (let draw = 0; draw < 100; draw++) {
      expect(cubeSample(unequal, columns, random)).toHaveLength(12);
      expect(cubeSample(unequal, columns.slice(0, 1), random)).toHaveLength(12);
    }
  });

  it('is exact in size whatever the probabilities and columns, and keeps the settled units', () => {
    const entry = fc.oneof(fc.constantFrom(0, 1, 1e12), fc.double({ min: -1e3, max: 1e3, noNaN: true }));
    const input = fc
      .array(fc.double({ min: 1e-6, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 60 })
      .chain((sizes) =>
        fc.tuple(
          fc.constant(sizes),
          fc.integer({ min: 0, max: sizes.length }),
          fc.array(fc.array(entry, { minLength: sizes.length, maxLength: sizes.length }), { maxLength: 6 }),
          fc.nat(),
        ),
      );
    fc.assert(
      fc.property(input, ([sizes, n, columns, seed]) => {
        const probabilities = inclusionProbabilities(sizes, n);
        const sample = cubeSample(probabilities, columns, sfc32([seed, 1, 2, 3]));
        expect(sample).toHaveLength(n);
        expect(sample).toEqual([...new Set(sample)].sort((a, b) => a - b));
        for (const [unit, probability] of probabilities.entries()) {
          if (probability === 1) expect(sample).toContain(unit);
        }
      }),
      { seed: 8, numRuns: 500 },
    );
  });

  it('rounds a size that is not whole, and refuses what it cannot use', () => {
    const random = sfc32([1, 2, 3, 4]);
    const sizes = Array.from({ length: 2000 }, () => cubeSample([0.5, 0.5, 0.3, 1], [], random).length);
    expect(new Set(sizes)).toEqual(new Set([2, 3]));
    expect(Math.abs(total(sizes) / sizes.length - 2.3)).toBeLessThan(4 * Math.sqrt(0.21 / sizes.length));
    expect(cubeSample([], [], random)).toEqual([]);
    expect(() => cubeSample([0.5, 0.5], [[1]], random)).toThrow(RangeError);
    expect(() => cubeSample([0.5, 0.5], [[1, 1e300]], random)).toThrow(RangeError);
  });

  it('takes no more than seconds for fifty thousand units and ten columns', () => {
    const random = sfc32([1, 2, 3, 4]);
    const many = Array.from({ length: 50_000 }, () => 0.002);
    const columns = Array.from({ length: 10 }, () => many.map(() => random.double()));
    expect(cubeSample(many, columns, random)).toHaveLength(100);
  }, 20_000);
});

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

function find(rows: readonly (readonly number[])[], width: number) {
  return nullVector(
    rows.map((row) => Float64Array.from(row)),
    width,
  );
}

describe('a vector of the null space', () => {
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
});

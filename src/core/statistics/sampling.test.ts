import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permanentRandomNumber, randomStreamFor } from '../random/seeded-numbers.js';
import { sfc32 } from './random-numbers.js';
import { inclusionProbabilities, localPivotal, orderedPivotal, paretoRank, systematicPositions } from './sampling.js';

const total = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0);

describe('inclusion probabilities', () => {
  // From inclusionprobabilities of the R package sampling.
  it.each([
    [[1, 2, 3, 4, 50], 3, [0.2, 0.4, 0.6, 0.8, 1]],
    [
      [3, 5, 8, 13, 2, 9, 30, 4],
      4,
      [0.2045454545, 0.3409090909, 0.5454545455, 0.8863636364, 0.1363636364, 0.6136363636, 1, 0.2727272727],
    ],
  ])('of sizes %j for %d', (sizes, n, expected) => {
    const probabilities = inclusionProbabilities(sizes, n);
    for (const [i, value] of expected.entries()) expect(probabilities[i]).toBeCloseTo(value, 10);
  });

  it('are all 1 where all are drawn, and all 0 where none is', () => {
    expect(inclusionProbabilities([0.1, 0.2, 0.7], 3)).toEqual([1, 1, 1]);
    expect(inclusionProbabilities([0.1, 0.1, 0.1], 3)).toEqual([1, 1, 1]);
    expect(inclusionProbabilities([1, 2], 0)).toEqual([0, 0]);
    expect(inclusionProbabilities([], 0)).toEqual([]);
  });

  it('stay above 0 beside a huge size', () => {
    expect(inclusionProbabilities([1e17, 1], 1)).toEqual([1, 1e-17]);
  });

  it('sum to n, lie in (0, 1] and grow with the size', () => {
    const size = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.double({ min: 1e-9, max: 1e9, noNaN: true }));
    const input = fc
      .array(size, { minLength: 1, maxLength: 40 })
      .chain((sizes) => fc.tuple(fc.constant(sizes), fc.integer({ min: 1, max: sizes.length })));
    fc.assert(
      fc.property(input, ([sizes, n]) => {
        const probabilities = inclusionProbabilities(sizes, n);
        expect(total(probabilities)).toBeCloseTo(n, 9);
        expect(probabilities.every((probability) => probability > 0 && probability <= 1)).toBe(true);
        const bySize = sizes.map((_, i) => i).sort((a, b) => (sizes[a] as number) - (sizes[b] as number));
        const ascending = bySize.map((i) => probabilities[i] as number);
        expect(ascending.every((probability, i) => i === 0 || probability >= (ascending[i - 1] as number))).toBe(true);
      }),
      { seed: 4, numRuns: 500 },
    );
  });
});

const probabilities = [0.9, 0.2, 0.5, 0.4, 0.5, 0.5];

function lowest(ranks: readonly number[], n: number): number[] {
  const order = ranks.map((_, i) => i).sort((a, b) => (ranks[a] as number) - (ranks[b] as number));
  return order.slice(0, n);
}

describe('the Pareto rank', () => {
  it('orders six tasks as published', () => {
    const ranks = probabilities.map((probability, i) =>
      paretoRank(permanentRandomNumber('42', 'A', `task-00${i + 1}`), probability),
    );
    const expected = [0.430158, 0.205549, 0.06376, 3.899275, 0.044125, 0.40043];
    for (const [i, rank] of expected.entries()) expect(ranks[i]).toBeCloseTo(rank, 6);
    expect(lowest(ranks, 3).map((i) => i + 1)).toEqual([5, 3, 2]);
  });

  it('puts a certain unit first and an impossible one last', () => {
    expect(paretoRank(1 - 2 ** -53, 1)).toBe(0);
    expect(paretoRank(0, 0)).toBe(Infinity);
    expect(paretoRank(1 - 2 ** -53, 1e-9)).toBeLessThan(Infinity);
  });

  it('draws each unit about as often as asked', () => {
    const draws = 20_000;
    const random = randomStreamFor('42', 'pareto test');
    const counts = probabilities.map(() => 0);
    for (let draw = 0; draw < draws; draw++) {
      const ranks = probabilities.map((probability) => paretoRank(random.double(), probability));
      for (const i of lowest(ranks, 3)) counts[i] = (counts[i] as number) + 1;
    }
    // Frequencies found independently; they differ a little from what was asked, as they should for so few units.
    const expected = [0.9027, 0.1958, 0.5028, 0.396, 0.5019, 0.5009];
    for (const [i, frequency] of expected.entries()) {
      const error = Math.sqrt((frequency * (1 - frequency)) / draws);
      expect(Math.abs((counts[i] as number) / draws - frequency)).toBeLessThan(4 * error);
    }
  });
});

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
});

it('draws 3 of 7 as worked out apart from this code', () => {
  const uniforms = [0.3, 0.9, 0.2, 0.6, 0.4, 0.8, 0.1];
  expect(orderedPivotal(Array<number>(7).fill(3 / 7), uniforms)).toEqual([0, 3, 4]);
});

it('draws with floors in two walks as worked out apart from this code', () => {
  // One label of a sample with floors: two of three, the chances unequal.
  const chances = [0.648642, 0.675679, 0.675679];
  const fraction = (unit: number) => (0.618033988749895 * (unit + 1)) % 1;
  expect(orderedPivotal(chances, [8, 7, 9].map(fraction))).toEqual([0, 1]);
});

it.each([
  [100, 25],
  [90, 30],
  [7, 3],
])('keeps every chance and the size: %i units, %i drawn', (size, places) => {
  const random = sfc32([1, 2, 3, 4]);
  const times = new Array<number>(size).fill(0);
  const draws = 4000;
  for (let draw = 0; draw < draws; draw++) {
    const uniforms = Array.from({ length: size }, () => random.double());
    const drawn = orderedPivotal(Array<number>(size).fill(places / size), uniforms);
    expect(drawn).toHaveLength(places);
    for (const unit of drawn) times[unit] = (times[unit] ?? 0) + 1;
  }
  const chance = places / size;
  const error = 4.5 * Math.sqrt((chance * (1 - chance)) / draws);
  for (const count of times) expect(Math.abs(count / draws - chance)).toBeLessThan(error);
});

it('spreads along the order: every stretch has nearly its share', () => {
  const random = sfc32([5, 6, 7, 8]);
  for (let draw = 0; draw < 200; draw++) {
    const uniforms = Array.from({ length: 100 }, () => random.double());
    const drawn = orderedPivotal(Array<number>(100).fill(0.2), uniforms);
    for (let start = 0; start < 100; start += 25) {
      const inside = drawn.filter((unit) => unit >= start && unit < start + 25).length;
      expect(Math.abs(inside - 5)).toBeLessThanOrEqual(2);
    }
  }
});

const draws = 4000;
const source = randomStreamFor('42', 'local pivotal data');
// Sixty units of skewed size, and another sixty sizes to draw them by.
const x = Array.from({ length: 60 }, () => {
  const u = source.double();
  return 5 + 100 * u * u * u;
});
const unequal = inclusionProbabilities(
  x.map(() => 1 + 4 * source.double()),
  12,
);
const byX = (i: number, j: number) => Math.abs((x[i] as number) - (x[j] as number));

describe('a local pivotal sample', () => {
  it('has the size and the probabilities asked for', () => {
    const random = randomStreamFor('42', 'local pivotal draws');
    const counts = x.map(() => 0);
    for (let draw = 0; draw < draws; draw++) {
      const sample = localPivotal(unequal, byX, random);
      expect(sample).toHaveLength(12);
      for (const unit of sample) counts[unit] = (counts[unit] as number) + 1;
    }
    for (const [i, probability] of unequal.entries()) {
      const error = Math.sqrt((probability * (1 - probability)) / draws);
      expect(Math.abs((counts[i] as number) / draws - probability)).toBeLessThan(4 * error);
    }
  });

  it('estimates the totalOf of what it is spread over far better than simple random sampling', () => {
    const random = randomStreamFor('42', 'local pivotal totals');
    const equal = x.map(() => 12 / 60);
    const squares = Array.from({ length: draws }, () => {
      const estimate = localPivotal(equal, byX, random).reduce((sum, unit) => sum + (x[unit] as number) * 5, 0);
      return (estimate - totalOf(x)) ** 2;
    });
    const mean = totalOf(x) / 60;
    const variance = totalOf(x.map((value) => (value - mean) ** 2)) / 59;
    const simple = 60 * Math.sqrt(((1 - 12 / 60) * variance) / 12);
    expect(Math.sqrt(totalOf(squares) / draws)).toBeLessThan(0.4 * simple);
  });

  it('is exact in size whatever the probabilities, and keeps the settled units', () => {
    const input = fc
      .array(fc.double({ min: 1e-6, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 60 })
      .chain((sizes) => fc.tuple(fc.constant(sizes), fc.integer({ min: 0, max: sizes.length }), fc.nat()));
    fc.assert(
      fc.property(input, ([sizes, n, seed]) => {
        const probabilities = inclusionProbabilities(sizes, n);
        const sample = localPivotal(probabilities, (i, j) => Math.abs(i - j), sfc32([seed, 1, 2, 3]));
        expect(sample).toHaveLength(n);
        expect(sample).toEqual([...new Set(sample)].sort((a, b) => a - b));
        for (const [unit, probability] of probabilities.entries()) {
          if (probability === 1) expect(sample).toContain(unit);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('works where all are equally near or no distance is known, and rounds a size that is not whole', () => {
    const random = sfc32([1, 2, 3, 4]);
    for (let draw = 0; draw < 50; draw++) {
      expect(localPivotal([0.5, 0.5, 0.5, 0.5, 0, 1], () => 0, random)).toHaveLength(3);
      expect(localPivotal([0.5, 0.5], () => Number.NaN, random)).toHaveLength(1);
      expect([1, 2]).toContain(localPivotal([0.5, 0.5, 0.3], () => 0, random).length);
    }
    expect(localPivotal([], () => 0, random)).toEqual([]);
  });
});

function totalOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

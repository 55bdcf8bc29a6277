import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStreamFor } from '../random/seeded-numbers.js';
import {
  dirichletDeviation,
  dirichletVariate,
  logGammaVariate,
  type RandomStream,
  randomInteger,
  type Sfc32Seed,
  sfc32,
  shuffle,
} from './random-numbers.js';

describe('sfc32', () => {
  const seed = [1, 2, 3, 4] as const;

  it('repeats itself, and differs when one bit of the seed does', () => {
    const first = (words: Sfc32Seed) => {
      const random = sfc32(words);
      return Array.from({ length: 5 }, () => random.uint32());
    };
    expect(first(seed)).toEqual(first(seed));
    for (const word of [0, 1, 2, 3]) {
      const other = seed.map((value, i) => (i === word ? value ^ 1 : value)) as unknown as Sfc32Seed;
      expect(first(other)).not.toEqual(first(seed));
    }
  });

  it('gives numbers in [0, 1) with the mean and variance of the uniform distribution', () => {
    const random = sfc32(seed);
    const count = 100_000;
    const values = Array.from({ length: count }, () => random.double());
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    // Four standard errors.
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(4 * Math.sqrt(1 / 12 / count));
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / count));
  });
});

describe('a random whole number', () => {
  it('follows the stream of its seed and purpose', () => {
    // Computed independently in R or Python.
    const random = randomStreamFor('42', 'bootstrap');
    const drawn = Array.from({ length: 10 }, () => randomInteger(10, random));
    expect(drawn).toEqual([6, 9, 3, 2, 8, 1, 0, 5, 7, 0]);
  });

  it('draws again where a remainder would favour the small numbers', () => {
    const words = [2 ** 32 - 1, 2 ** 32 - 6, 17];
    const random: RandomStream = { uint32: () => words.shift() as number, double: () => 0 };
    // 2³² - 6 is the largest multiple of 10 and already too high.
    expect(randomInteger(10, random)).toBe(7);
  });

  it('takes every word below 2³², and none but 0 below 1', () => {
    const random: RandomStream = { uint32: () => 2 ** 32 - 1, double: () => 0 };
    expect(randomInteger(2 ** 32, random)).toBe(2 ** 32 - 1);
    expect(randomInteger(1, random)).toBe(0);
  });
});

describe('a shuffle', () => {
  it('gives each order equally often', () => {
    const random = sfc32([1, 2, 3, 4]);
    const draws = 12_000;
    const counts = new Map<string, number>();
    for (let i = 0; i < draws; i++) {
      const order = shuffle(['a', 'b', 'c'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
    const error = Math.sqrt((draws * 5) / 36);
    for (const count of counts.values()) expect(Math.abs(count - draws / 6)).toBeLessThan(4 * error);
  });

  it('keeps the items, and leaves its argument alone', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.nat(), (items, seed) => {
        const before = [...items];
        const shuffled = shuffle(items, sfc32([seed, 1, 2, 3]));
        expect([...shuffled].sort()).toEqual([...items].sort());
        expect(items).toEqual(before);
      }),
      { seed: 20_260_101 },
    );
  });
});

const draws = 20_000;

function moments(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}

describe('a gamma draw', () => {
  it.each([0.3, 1, 4.5, 200])('with shape %d has mean and variance equal to the shape', (shape) => {
    const random = sfc32([1, 2, 3, shape]);
    const { mean, deviation } = moments(Array.from({ length: draws }, () => Math.exp(logGammaVariate(shape, random))));
    // Four standard errors of the mean; of the variance, whose kurtosis is 3 + 6 / shape.
    expect(Math.abs(mean - shape)).toBeLessThan(4 * Math.sqrt(shape / draws));
    expect(Math.abs(deviation ** 2 - shape)).toBeLessThan(4 * shape * Math.sqrt((2 + 6 / shape) / draws));
  });
});

describe('a Dirichlet draw', () => {
  const weights = [0.25, 0.3, 0.2, 0.25];

  it.each([0.5, 20, 50, 100])('with concentration %d has the mean and deviation of theory', (concentration) => {
    const random = sfc32([5, 6, 7, 8]);
    const drawn = Array.from({ length: draws }, () =>
      dirichletVariate(
        weights.map((weight) => concentration * weight),
        random,
      ),
    );
    weights.forEach((weight, i) => {
      const { mean, deviation } = moments(drawn.map((draw) => draw[i] as number));
      const expected = Math.sqrt((weight * (1 - weight)) / (concentration + 1));
      expect(dirichletDeviation(weight, concentration)).toBe(expected);
      expect(Math.abs(mean - weight)).toBeLessThan((4 * expected) / Math.sqrt(draws));
      expect(Math.abs(deviation / expected - 1)).toBeLessThan(4 / Math.sqrt(2 * draws));
    });
  });

  it('sums to 1 and keeps a zero', () => {
    const random = sfc32([1, 1, 1, 1]);
    for (let i = 0; i < 100; i++) {
      const draw = dirichletVariate([3, 0, 1], random);
      expect(draw.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
      expect(draw[1]).toBe(0);
    }
  });

  it('is all of it for a single shape, and a number for shapes however small or large', () => {
    const random = sfc32([1, 1, 1, 1]);
    expect(dirichletVariate([0, 2], random)).toEqual([0, 1]);
    for (const shape of [1e-300, 1e-3, 1e300]) {
      expect(dirichletVariate([shape, shape], random).reduce((sum, value) => sum + value)).toBeCloseTo(1, 12);
    }
  });
});

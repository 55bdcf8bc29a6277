import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { sfc32 } from '../chance/sfc32.js';
import { inclusionProbabilities } from './inclusion-probabilities.js';
import { localPivotal } from './local-pivotal-sample.js';

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

  it('estimates the total of what it is spread over far better than simple random sampling', () => {
    const random = randomStreamFor('42', 'local pivotal totals');
    const equal = x.map(() => 12 / 60);
    const squares = Array.from({ length: draws }, () => {
      const estimate = localPivotal(equal, byX, random).reduce((sum, unit) => sum + (x[unit] as number) * 5, 0);
      return (estimate - total(x)) ** 2;
    });
    const mean = total(x) / 60;
    const variance = total(x.map((value) => (value - mean) ** 2)) / 59;
    const simple = 60 * Math.sqrt(((1 - 12 / 60) * variance) / 12);
    expect(Math.sqrt(total(squares) / draws)).toBeLessThan(0.4 * simple);
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
    expect(() => localPivotal([1.1], () => 0, random)).toThrow(RangeError);
  });
});

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

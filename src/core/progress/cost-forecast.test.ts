import { expect, it } from 'vitest';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { predictTotal } from './progress-of.js';

// By hand: mean 3, s² 2.5, n 5, one more: 3 ± t(0.975, 4) √(2.5 · (1 + 1/5)); t(0.975, 4) = 2.776445 (tables).
it('is the prediction interval of one more observation', () => {
  const { expected, low, high } = predictTotal([{ seen: [1, 2, 3, 4, 5], left: 1 }], 0.95);
  expect(expected).toBe(3);
  expect(high).toBeCloseTo(3 + 2.776445 * Math.sqrt(3), 5);
  expect(low).toBe(0);
});

it('adds up groups, with degrees of freedom after Satterthwaite', () => {
  const groups = [
    { seen: [10, 12, 14], left: 4 },
    { seen: [1, 2, 3, 4], left: 2 },
  ];
  // Variances 4 (4 + 16/3) = 37.333 and 5/3 (2 + 1) = 5; freedom 42.333² / (37.333²/2 + 5²/3) = 2.5408.
  const { expected, low, high } = predictTotal(groups, 0.9);
  expect(expected).toBe(53);
  const reach = ((high ?? 0) - (low ?? 0)) / 2;
  // t(0.95, 2.5408) lies between t(0.95, 2) = 2.92 and t(0.95, 3) = 2.353.
  expect(reach).toBeGreaterThan(2.353 * Math.sqrt(42.333));
  expect(reach).toBeLessThan(2.92 * Math.sqrt(42.334));
});

it('knows nothing of the spread from one value, and all of it from equal ones', () => {
  expect(predictTotal([{ seen: [2], left: 3 }], 0.9)).toEqual({ expected: 6, low: undefined, high: undefined });
  expect(predictTotal([{ seen: [2, 2], left: 3 }], 0.9)).toEqual({ expected: 6, low: 6, high: 6 });
  expect(predictTotal([{ seen: [2], left: 0 }], 0.9)).toEqual({ expected: 0, low: 0, high: 0 });
});

it('covers as often as it says', () => {
  const stream = randomStreamFor('1', 'coverage');
  // The sum of three uniform numbers: near enough to normal, and cheap.
  const draw = () => 5 + stream.double() + stream.double() + stream.double();
  const rounds = 4000;
  let covered = 0;
  for (let round = 0; round < rounds; round++) {
    const { low, high } = predictTotal([{ seen: Array.from({ length: 8 }, draw), left: 6 }], 0.9);
    const total = Array.from({ length: 6 }, draw).reduce((sum, value) => sum + value, 0);
    if (total >= (low ?? 0) && total <= (high ?? 0)) covered++;
  }
  expect(Math.abs(covered / rounds - 0.9)).toBeLessThan(0.02);
});

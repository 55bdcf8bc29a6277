import { expect, it } from 'vitest';
import { priorDeviation } from './prior-deviation.js';
import { shareMeasure } from './share-measure.js';

it('a share is in proportion to its measure', () => {
  expect(shareMeasure('proportional', 50)).toBe(50);
  expect(shareMeasure('equal', 50)).toBe(1);
  expect(shareMeasure('square-root', 49)).toBe(7);
  expect(shareMeasure('neyman', 50, { deviation: 0.4 })).toBe(20);
});

it('a power is rounded to twelve digits, and has the other shares as its ends', () => {
  expect(shareMeasure('power', 731, { exponent: 0.3 })).toBe(7.2306145888);
  expect(shareMeasure('power', 731, { exponent: 0 })).toBe(1);
  expect(shareMeasure('power', 731, { exponent: 1 })).toBe(731);
});

it('what a share needs must be there', () => {
  expect(() => shareMeasure('power', 5)).toThrow('exponent');
  expect(() => shareMeasure('neyman', 5, { deviation: Number.NaN })).toThrow('deviation');
});

it('a deviation is guessed from earlier results', () => {
  // p = 4/10 and 10 tasks: √(0.24 · 10/9).
  expect(priorDeviation(3, 8, 10)).toBeCloseTo(Math.sqrt(0.24 / 0.9), 15);
  expect(priorDeviation(0, 0, 1)).toBe(0.5);
  expect(priorDeviation(0, 0, 5)).toBeCloseTo(Math.sqrt(0.3125), 15);
});

it('a deviation is never below 0.2', () => {
  expect(priorDeviation(0, 100, 50)).toBe(0.2);
  expect(priorDeviation(100, 100, 1)).toBe(0.2);
  expect(() => priorDeviation(3, 2, 5)).toThrow(RangeError);
  expect(() => priorDeviation(0, 0, 0)).toThrow(RangeError);
});

import { expect, it } from 'vitest';
import { lowerRankSumTest } from './rank-sum-test.js';

const marks = (text: string) => [...text].map((mark) => mark === '1');

it.each([
  // The three lowest of eight: one way of 56.
  [[1, 2, 3, 4, 5, 6, 7, 8], '11100000', 1 / 56],
  // 1 + 2 + 4: two ways of 56 sum to no more than 7.
  [[1, 2, 3, 4, 5, 6, 7, 8], '11010000', 2 / 56],
  [[1, 2, 3, 4, 5, 6, 7, 8], '00000111', 1],
  // Ties: of 1, 1, 2, 2 the pairs with the sum of 1 and 1: one of six.
  [[1, 1, 2, 2], '1100', 1 / 6],
  [[1, 1, 2, 2], '1010', 5 / 6],
  [[1, 2, 3], '000', 1],
  [[1, 2, 3], '111', 1],
])('of %j marked %s is %d', (values, marked, expected) => {
  expect(lowerRankSumTest(values, marks(marked))).toBeCloseTo(expected, 12);
});

it('is nearly the same by the normal approximation as exactly', () => {
  const values = (n: number) => Array.from({ length: n }, (_, i) => i);
  const marked = (n: number) => Array.from({ length: n }, (_, i) => i % 5 === 0 || i < n / 5);
  expect(lowerRankSumTest(values(60), marked(60))).toBeCloseTo(lowerRankSumTest(values(61), marked(61)), 1);
  expect(lowerRankSumTest(values(61), marked(61))).toBeGreaterThan(0);
});

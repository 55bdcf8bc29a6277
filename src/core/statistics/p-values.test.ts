import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg, holm, lowerRankSumTest } from './p-values.js';

// Computed independently in R.
const raw = [0.01, 0.04, 0.03, 0.005, 0.2, 0.65, 0.049, 0.3];
const cases = [
  { name: 'Holm', adjust: holm, expected: [0.07, 0.2, 0.18, 0.04, 0.6, 0.65, 0.2, 0.6] },
  {
    name: 'Benjamini and Hochberg',
    adjust: benjaminiHochberg,
    expected: [0.04, 0.0784, 0.0784, 0.04, 0.2666667, 0.65, 0.0784, 0.3428571],
  },
];

describe.each(cases)('p-values adjusted after $name', ({ adjust, expected }) => {
  it('are those of R', () => {
    adjust(raw).forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i] as number, 7);
    });
  });

  it('lie between the raw ones and 1, in the same order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (values) => {
        const adjusted = adjust(values);
        values.forEach((value, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(value);
          expect(adjusted[i]).toBeLessThanOrEqual(1);
          values.forEach((other, j) => {
            if (value <= other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] as number);
          });
        });
      }),
      { seed: 20_260_101 },
    );
  });

  it('leave a single one, and none, as they are', () => {
    expect(adjust([0.03])).toEqual([0.03]);
    expect(adjust([])).toEqual([]);
  });
});

describe('the two adjustments', () => {
  it('agree that Holm is the stricter', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (values) => {
        const mild = benjaminiHochberg(values);
        holm(values).forEach((strict, i) => {
          expect(strict).toBeGreaterThanOrEqual((mild[i] as number) * (1 - 1e-12));
        });
      }),
      { seed: 20_260_101 },
    );
  });
});

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

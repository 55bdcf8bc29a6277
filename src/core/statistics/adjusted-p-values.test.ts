import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from './tests/benjamini-hochberg.js';
import { holm } from './tests/holm.js';

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

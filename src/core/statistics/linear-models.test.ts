import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Moments } from './linear-models.js';

function ridge(rows: readonly (readonly number[])[], y: readonly number[], penalties: readonly number[]) {
  const moments = new Moments(rows[0]?.length ?? 0);
  rows.forEach((row, i) => {
    moments.addRow(row, y[i] ?? Number.NaN);
  });
  return penalties.map((penalty) => moments.ridge(penalty));
}

const rows = [
  [0.2, 0.3],
  [0.5, 0.6],
  [0.9, 0.2],
  [0.4, 0.8],
  [0.7, 0.5],
  [0.1, 0.9],
];
const y = [0, 0.2, 0.5, 0.3, 0.4, 0.1];

describe('ridge regression', () => {
  it('shrinks the coefficients as the penalty grows', () => {
    // Computed independently in R or Python.
    const expected = [
      [0, 0.7072954, 0.252669, -0.2190391],
      [0.1, 0.514049, 0.1018353, -0.045899],
      [1, 0.1749339, -0.0240115, 0.1815705],
    ];
    const fits = ridge(rows, y, [0, 0.1, 1]);
    expected.forEach(([penalty, first, second, intercept], i) => {
      const fit = fits[i];
      expect(fit?.penalty).toBe(penalty);
      expect(fit?.coefficients[0]).toBeCloseTo(first as number, 7);
      expect(fit?.coefficients[1]).toBeCloseTo(second as number, 7);
      expect(fit?.intercept).toBeCloseTo(intercept as number, 7);
    });
  });

  it('is undefined where columns repeat each other, until a penalty decides', () => {
    const twice = [0.25, 0.5, 0.75, 1.5].map((value) => [value, value]);
    const [none, some] = ridge(twice, [1, 2, 3, 5], [0, 0.1]);
    expect(none).toBeUndefined();
    expect(some?.coefficients[0]).toBeCloseTo(some?.coefficients[1] as number, 12);
  });

  it('without a column is the mean', () => {
    expect(ridge([[], [], []], [1, 2, 6], [1])).toEqual([{ penalty: 1, coefficients: [], intercept: 3 }]);
  });

  it('never grows in size with the penalty', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const data = fc.array(fc.tuple(unit, unit, unit), { minLength: 4, maxLength: 20 });
    fc.assert(
      fc.property(data, (list) => {
        const fits = ridge(
          list.map(([a, b]) => [a, b]),
          list.map(([, , outcome]) => outcome),
          [0.1, 1, 10],
        );
        const sizes = fits.map((fit) => Math.hypot(...(fit?.coefficients ?? [])));
        expect(sizes[1]).toBeLessThanOrEqual((sizes[0] as number) + 1e-12);
        expect(sizes[2]).toBeLessThanOrEqual((sizes[1] as number) + 1e-12);
      }),
      { seed: 20_260_101 },
    );
  });
});

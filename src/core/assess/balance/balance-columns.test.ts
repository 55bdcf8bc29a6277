import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kolmogorovSmirnov, standardisedDifference } from '../../statistics/balance.js';
import { columnOf } from './balance-columns.js';

const all = (values: readonly number[]) => Int32Array.from(values, (_, i) => i);

describe('a column', () => {
  it('measures as the plain estimators do, weighted or not', () => {
    const task = fc.record({
      value: fc.integer({ min: 0, max: 9 }),
      chosen: fc.boolean(),
      weight: fc.double({ min: 0.5, max: 20, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(task, { minLength: 2, maxLength: 40 }), (tasks) => {
        const values = tasks.map(({ value }) => value);
        const column = columnOf(Float64Array.from(values), all(values));
        const sample = Int32Array.from(tasks.flatMap(({ chosen }, i) => (chosen ? [i] : []))).toReversed();
        const picked = [...sample].map((i) => values[i] as number);
        const weights = tasks.map(({ weight }) => weight);
        const pickedWeights = [...sample].map((i) => weights[i] as number);
        if (new Set(values).size < 2) {
          expect(column).toBeUndefined();
          return;
        }
        const plain = column?.measure(sample, undefined);
        const weighted = column?.measure(sample, Float64Array.from(weights));
        if (picked.length === 0) {
          expect([plain, weighted]).toEqual([undefined, undefined]);
          return;
        }
        expect(plain?.difference).toBeCloseTo(standardisedDifference(picked, values) as number, 9);
        expect(plain?.distance).toBeCloseTo(kolmogorovSmirnov(picked, values) as number, 9);
        expect(weighted?.difference).toBeCloseTo(standardisedDifference(picked, values, pickedWeights) as number, 9);
        expect(weighted?.distance).toBeCloseTo(kolmogorovSmirnov(picked, values, pickedWeights) as number, 9);
      }),
      { seed: 20_260_101 },
    );
  });

  it('leaves out what is not known, in the pool and in the sample', () => {
    const values = Float64Array.from([1, Number.NaN, 3, 2, Number.NaN]);
    const column = columnOf(values, all([...values]));
    expect(column).toMatchObject({ known: 3, mean: 2, deviation: 1 });
    expect(column?.measure(Int32Array.from([1, 2]), undefined)).toMatchObject({ known: 1, mean: 3, difference: 1 });
    expect(column?.measure(Int32Array.from([1, 4]), undefined)).toBeUndefined();
  });
});

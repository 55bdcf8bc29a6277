import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, standardDeviation, weightedMean } from '../../statistics/summary.js';
import { columnOf } from './balance-columns.js';

/** The difference of the means in standard deviations of the pool, by definition. */
function standardisedDifference(sample: readonly number[], pool: readonly number[], weights = sample.map(() => 1)) {
  return (weightedMean(sample, weights) - mean(pool)) / standardDeviation(pool);
}

/** The largest distance between the distribution functions, by definition. */
function kolmogorovSmirnov(sample: readonly number[], pool: readonly number[], weights = sample.map(() => 1)) {
  const upTo = (values: readonly number[], own: readonly number[], x: number) =>
    weightedMean(
      values.map((value) => Number(value <= x)),
      own,
    );
  const even = pool.map(() => 1);
  return Math.max(...[...sample, ...pool].map((x) => Math.abs(upTo(sample, weights, x) - upTo(pool, even, x))));
}

describe('the plain estimators', () => {
  it('agree with R', () => {
    const x = [1, 2, 2, 3, 5, 8, 11, 20];
    const y = [1, 1, 2, 3, 3, 4, 5, 6, 9, 12];
    expect(standardisedDifference(x, y)).toBeCloseTo(0.5329198, 7);
    expect(kolmogorovSmirnov(x, y)).toBeCloseTo(0.175, 12);
  });
});

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
        expect(plain?.difference).toBeCloseTo(standardisedDifference(picked, values), 9);
        expect(plain?.distance).toBeCloseTo(kolmogorovSmirnov(picked, values), 9);
        expect(weighted?.difference).toBeCloseTo(standardisedDifference(picked, values, pickedWeights), 9);
        expect(weighted?.distance).toBeCloseTo(kolmogorovSmirnov(picked, values, pickedWeights), 9);
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

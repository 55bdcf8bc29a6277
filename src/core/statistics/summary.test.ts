import { describe, expect, it } from 'vitest';
import { quantile } from './summary.js';

describe('the quantiles of a bootstrap', () => {
  it('are those of R, type 7', () => {
    // Computed independently in R or Python.
    const expected = [1.3, 8, 18.8];
    [0.025, 0.5, 0.975].forEach((p, i) => {
      expect(quantile([1, 3, 4, 8, 9, 12, 20], p)).toBeCloseTo(expected[i] as number, 12);
    });
  });
});

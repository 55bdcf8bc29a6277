import { quantile } from '../../statistics/quantile.js';

/** Where the values of a figure lie over the draws. */
export interface Spread {
  readonly mean: number;
  readonly min: number;
  /** The 5% and the 95% quantile. */
  readonly low: number;
  readonly high: number;
}

/** Mean, minimum and the middle 90% of a non-empty list. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    min: quantile(sorted, 0),
    low: quantile(sorted, 0.05),
    high: quantile(sorted, 0.95),
  };
}

import { mean } from './mean.js';

/** The variance of a list of at least two values, with divisor n − 1. */
export function variance(values: readonly number[]): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}

/** The standard deviation of a list of at least two values, with divisor n − 1. */
export function standardDeviation(values: readonly number[]): number {
  return Math.sqrt(variance(values));
}

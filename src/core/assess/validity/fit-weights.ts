import type { Moments } from '../../statistics/linear-models.js';

/**
 * Weights of the components for a penalty: ridge on standardised components, then back on their own scale, negative
 * ones set to 0, and all to sum 1. Undefined where none is positive.
 */
export function fitWeights(tasks: Moments, penalty: number): readonly number[] | undefined {
  const raw = tasks.standardisedRidge(penalty)?.map((coefficient) => Math.max(0, coefficient));
  const sum = raw?.reduce((total, weight) => total + weight, 0) ?? 0;
  return sum > 0 ? raw?.map((weight) => weight / sum) : undefined;
}

/** The weighted sum of a task's components. */
export function scoreWith(weights: readonly number[], row: readonly number[]): number {
  let sum = 0;
  for (let j = 0; j < row.length; j++) sum += (row[j] ?? 0) * (weights[j] ?? 0);
  return sum;
}

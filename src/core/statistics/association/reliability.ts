import { type DifferenceVariances, varianceWithRepeats } from '../variance/difference-variances.js';

/**
 * The share of the variance of measured differences that is true difference between tasks and not chance of the runs, in
 * [0, 1] (Spearman 1910; Brown 1910). Undefined when nothing varies.
 */
export function reliability(variances: DifferenceVariances, repeats: number): number | undefined {
  const total = varianceWithRepeats(variances, repeats);
  return total === 0 ? undefined : variances.effect / total;
}

/** The largest correlation, in [0, 1], that even a perfect predictor can have with so reliable a measure (Spearman 1904). */
export function correlationCeiling(reliabilityOfMeasure: number): number {
  return Math.sqrt(reliabilityOfMeasure);
}

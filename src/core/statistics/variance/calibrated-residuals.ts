import { weightedResiduals } from './weighted-residuals.js';

/** A calibrated sample: the design's weights, the factors that calibrated them, and what they were calibrated on. */
export interface CalibratedSample {
  /** The weights before calibration. */
  readonly weights: readonly number[];
  /** Calibrated weight over design weight, unit by unit. */
  readonly factors: readonly number[];
  /** The row of calibration columns of each unit; for cells, one column a cell that is 1 inside it. */
  readonly rows: readonly (readonly number[])[];
}

/**
 * The residuals g(y − x′β̂), β̂ by least squares with the design weights, that stand for the values in the variance of
 * a calibrated estimate (Deville and Särndal 1992; Särndal, Swensson and Wretman 1989 for the factor g). The influences
 * for a mean are then weight · residual / Σ calibrated weights. R's survey has the same standard errors; without g, or
 * with β̂ by the calibrated weights, they differ. Dependent columns do no harm.
 */
export function calibratedResiduals(sample: CalibratedSample, values: readonly number[]): readonly number[] {
  const { weights, factors, rows } = sample;
  const { residuals } = weightedResiduals(values, rows, weights);
  return residuals.map((residual, i) => residual * (factors[i] ?? Number.NaN));
}

import { weightedResiduals } from './linear-models.js';

/** The size of the equally weighted sample with the same precision: (Σw)² / Σw² (Kish 1965). */
export function effectiveSize(weights: readonly number[]): number {
  let sum = 0;
  let squares = 0;
  for (const weight of weights) {
    sum += weight;
    squares += weight * weight;
  }
  return squares === 0 ? 0 : (sum * sum) / squares;
}

/** The factor by which unequal weights inflate the variance: n over the effective size (Kish 1965). */
export function weightingEffect(weights: readonly number[]): number {
  const size = effectiveSize(weights);
  return size === 0 ? 1 : weights.length / size;
}

/** One partition of the units: the cell of each unit, and the known total of each cell. */
export interface Margin {
  readonly cells: readonly string[];
  readonly targets: ReadonlyMap<string, number>;
}

export type Raked =
  | { readonly weights: readonly number[]; readonly iterations: number }
  | { readonly problem: 'empty-cell'; readonly margin: number; readonly cell: string }
  | { readonly problem: 'no-convergence' };

/** Raking: scales weights to one margin after another until all match (Deming and Stephan 1940). */
export function rake(weights: readonly number[], margins: readonly Margin[]): Raked {
  let current = weights;
  for (let iterations = 1; iterations <= mostIterations; iterations++) {
    let change = 0;
    for (const [margin, { cells, targets }] of margins.entries()) {
      const next = postStratify(current, cells, targets);
      if ('problem' in next) return { ...next, margin };
      change = Math.max(change, largestChange(current, next.weights));
      current = next.weights;
    }
    if (change < closeEnough) return { weights: current, iterations };
  }
  return { problem: 'no-convergence' };
}

/** The largest |after/before − 1|. */
function largestChange(before: readonly number[], after: readonly number[]): number {
  let largest = 0;
  before.forEach((weight, i) => {
    if (weight !== 0) largest = Math.max(largest, Math.abs((after[i] ?? Number.NaN) / weight - 1));
  });
  return largest;
}

const mostIterations = 1000;
const closeEnough = 1e-10;

type PostStratified =
  | { readonly weights: readonly number[] }
  | { readonly problem: 'empty-cell'; readonly cell: string };

/** Scales weights within each cell to its known total (Holt and Smith 1979); fails if a cell has no sampled weight. */
export function postStratify(
  weights: readonly number[],
  cells: readonly string[],
  targets: ReadonlyMap<string, number>,
): PostStratified {
  const sums = new Map<string, number>();
  cells.forEach((cell, i) => {
    sums.set(cell, (sums.get(cell) ?? 0) + (weights[i] ?? Number.NaN));
  });
  for (const [cell, target] of targets) {
    if (target > 0 && !((sums.get(cell) ?? 0) > 0)) return { problem: 'empty-cell', cell };
  }
  return {
    weights: cells.map((cell, i) => {
      const sum = sums.get(cell) ?? 0;
      return sum === 0 ? 0 : ((weights[i] ?? Number.NaN) * (targets.get(cell) ?? 0)) / sum;
    }),
  };
}

export interface CalibratedSample {
  /** The design weights, before calibration. */
  readonly weights: readonly number[];
  /** Calibrated weight over design weight for each unit. */
  readonly factors: readonly number[];
  /** Each unit's calibration columns; for cells, one indicator column per cell. */
  readonly rows: readonly (readonly number[])[];
}

/**
 * The residuals g(y − x′β̂), with β̂ from design-weighted least squares, that replace the values in the variance of a
 * calibrated estimate (Deville and Särndal 1992; Särndal, Swensson and Wretman 1989 for g), as in R's survey package.
 * `corrected` also divides by √(1 − leverage) (MacKinnon and White 1985, HC2), for intervals.
 */
export function calibratedResiduals(sample: CalibratedSample, values: readonly number[]) {
  const { weights, factors, rows } = sample;
  const fit = weightedResiduals(values, rows, weights);
  const residuals = fit.residuals.map((residual, i) => residual * (factors[i] ?? Number.NaN));
  const corrected = residuals.map(
    (residual, i) => residual / Math.sqrt(Math.max(leastLeft, 1 - (fit.leverages[i] ?? 0))),
  );
  return { residuals, corrected, rank: fit.rank };
}

/** The smallest 1 − leverage used: a unit almost alone in its cell has its residual raised at most 4.5-fold. */
const leastLeft = 0.05;

import { postStratify } from './post-stratify.js';

/** One way to divide the units: each unit's cell, and the known total of every cell. */
export interface Margin {
  readonly cells: readonly string[];
  readonly targets: ReadonlyMap<string, number>;
}

/** Weights that meet all margins, or why there are none. */
export type Raked =
  | { readonly weights: readonly number[]; readonly iterations: number }
  | { readonly problem: 'empty-cell'; readonly margin: number; readonly cell: string }
  | { readonly problem: 'no-convergence' };

/**
 * Weights scaled to one margin after another until all are met (Deming and Stephan 1940). Margins that contradict each
 * other, such as ones with different totals, do not converge.
 */
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

/** The largest |factor − 1|. */
function largestChange(before: readonly number[], after: readonly number[]): number {
  let largest = 0;
  before.forEach((weight, i) => {
    if (weight !== 0) largest = Math.max(largest, Math.abs((after[i] ?? Number.NaN) / weight - 1));
  });
  return largest;
}

const mostIterations = 1000;
const closeEnough = 1e-10;

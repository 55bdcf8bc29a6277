import { groupBy } from '../lists/group-by.js';
import { studentCdf, studentQuantile } from '../statistics/distributions.js';
import { mean, quantile, variance } from '../statistics/summary.js';

/** A mean with its interval and the chance of so much if there were none. */
export interface MeanFigure {
  readonly mean: number;
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
  readonly degreesOfFreedom: number;
  readonly pValue: number;
}

/** Fewer clusters say nothing of how much clusters differ. */
export const fewestClusters = 5;

/** The mean of task uplifts with tasks as units: the runs of a task count in through its uplift. Undefined for one task. */
export function meanByTask(uplifts: readonly number[], level = 0.95): MeanFigure | undefined {
  if (uplifts.length < 2) return undefined;
  return figureOf(mean(uplifts), variance(uplifts) / uplifts.length, uplifts.length - 1, level);
}

/** The middle of task uplifts. */
export function medianUplift(uplifts: readonly number[]): number {
  return quantile(
    [...uplifts].sort((a, b) => a - b),
    0.5,
  );
}

/**
 * The mean of task uplifts with clusters as units, for a claim beyond the clusters at hand: the variance CR2 of Bell &
 * McCaffrey (2002), and their degrees of freedom under clusters that differ as these do (Imbens & Kolesár 2016), so that
 * few clusters of unequal size are covered. Undefined for fewer than five clusters.
 */
export function meanByCluster(
  uplifts: readonly number[],
  clusters: readonly string[],
  level = 0.95,
): MeanFigure | undefined {
  const n = uplifts.length;
  const groups = [...groupBy(uplifts.entries(), ([i]) => clusters[i] ?? '').values()].map((own) =>
    own.map(([, u]) => u),
  );
  if (groups.length < fewestClusters) return undefined;
  const centre = mean(uplifts);
  const sizes = groups.map((own) => own.length);
  const errors = groups.map((own) => own.reduce((sum, uplift) => sum + uplift - centre, 0));
  const scales = sizes.map((size) => 1 / (n * Math.sqrt(1 - size / n)));
  const total = errors.reduce((sum, error, j) => sum + (error * (scales[j] ?? 0)) ** 2, 0);
  const { task, cluster } = workingVariances(groups, n);
  const spread = sizes.map((size) => task * size + cluster * size * size);
  return figureOf(centre, total, degreesOfFreedom(sizes, scales, spread, n), level);
}

/** Satterthwaite's (1946) degrees of freedom of a sum of squares: the trace squared over the trace of the square. */
function degreesOfFreedom(
  sizes: readonly number[],
  scales: readonly number[],
  spread: readonly number[],
  n: number,
): number {
  // What each cluster's term takes from the errors of cluster k.
  const share = (j: number, k: number) => (scales[j] ?? 0) * ((j === k ? 1 : 0) - (sizes[j] ?? 0) / n);
  let [trace, squares] = [0, 0];
  for (let j = 0; j < sizes.length; j++) {
    for (let l = 0; l < sizes.length; l++) {
      let together = 0;
      for (let k = 0; k < sizes.length; k++) together += share(j, k) * share(l, k) * (spread[k] ?? 0);
      if (j === l) trace += together;
      squares += together * together;
    }
  }
  return squares === 0 ? sizes.length - 1 : Math.max(1, trace ** 2 / squares);
}

/** The variance within clusters and between them, by analysis of variance (Searle, Casella & McCulloch 1992, 3.6). */
function workingVariances(groups: readonly (readonly number[])[], n: number) {
  const centre = mean(groups.flat());
  let [within, between, squares] = [0, 0, 0];
  for (const own of groups) {
    const middle = mean(own);
    within += own.reduce((sum, uplift) => sum + (uplift - middle) ** 2, 0);
    between += own.length * (middle - centre) ** 2;
    squares += own.length ** 2;
  }
  const task = n > groups.length ? within / (n - groups.length) : 0;
  const usual = (n - squares / n) / (groups.length - 1);
  const cluster = Math.max(0, (between / (groups.length - 1) - task) / usual);
  return task + cluster > 0 ? { task, cluster } : { task: 1, cluster: 0 };
}

function figureOf(centre: number, squaredError: number, df: number, level: number): MeanFigure {
  const standardError = Math.sqrt(squaredError);
  const reach = studentQuantile((1 + level) / 2, df) * standardError;
  const pValue = standardError === 0 ? (centre === 0 ? 1 : 0) : 2 * studentCdf(-Math.abs(centre) / standardError, df);
  return { mean: centre, standardError, low: centre - reach, high: centre + reach, degreesOfFreedom: df, pValue };
}

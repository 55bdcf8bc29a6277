import { largest } from '../lists/extremes.js';
import { groupBy } from '../lists/group-by.js';
import { normalCdf } from '../statistics/distributions.js';
import { mean } from '../statistics/summary.js';
import type { MeasuredUplift, ShrunkenUplifts } from './shrink-uplifts.js';

/** For each task, the variance of true uplifts that so much noise leaves known: its own, and that of its cluster. */
export function knownVariances(rows: readonly MeasuredUplift[], model: ShrunkenUplifts): readonly number[] {
  // Without any difference there is no gain, whatever the ratio: it only must not be 0 by 0.
  const [task, cluster] = [Math.max(0.01, model.taskDeviation) ** 2, model.clusterDeviation ** 2];
  const groups = groupBy(rows, (row) => row.cluster);
  const shared = new Map(
    [...groups].map(([name, own]) => {
      const error = 1 / own.reduce((sum, { noise }) => sum + 1 / (task + noise), 0);
      return [name, cluster ** 2 / (cluster + error)];
    }),
  );
  return rows.map((row) => task ** 2 / (task + row.noise) + (shared.get(row.cluster) ?? 0));
}

/** How far the tasks above a cut are above the mean if so much of them is known and all is normal. */
export function normalGain(known: readonly number[], share: number): number {
  const deviations = known.map(Math.sqrt);
  const above = (cut: number) => mean(deviations.map((deviation) => normalCdf(-cut / deviation)));
  let [low, high] = [-8 * largest(deviations), 8 * largest(deviations)];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (above(middle) > share) low = middle;
    else high = middle;
  }
  let [gain, chosen] = [0, 0];
  for (const deviation of deviations) {
    gain += (deviation * Math.exp(-((low / deviation) ** 2) / 2)) / Math.sqrt(2 * Math.PI);
    chosen += normalCdf(-low / deviation);
  }
  return chosen === 0 ? 0 : gain / chosen;
}

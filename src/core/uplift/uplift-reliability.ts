import { correlationCeiling, reliability } from '../statistics/power.js';
import type { UpliftComponents } from './variance-components.js';

/** How far a task's uplift can be told with so many runs in each arm. */
export interface UpliftReliability {
  readonly runs: number;
  /** The share of the variance of measured uplifts that is true; undefined when nothing varies. */
  readonly reliability: number | undefined;
  /** The largest correlation with the measured uplift that anything can reach. */
  readonly ceiling: number | undefined;
}

/** The reliability of a task's uplift with so many runs a side (Spearman 1910; Brown 1910), and the ceiling (Spearman 1904). */
export function upliftReliability(components: UpliftComponents, runs: number): UpliftReliability {
  const within = components.runWithout + components.runWith;
  const share = reliability({ effect: components.between, within }, runs);
  return { runs, reliability: share, ceiling: share === undefined ? undefined : correlationCeiling(share) };
}

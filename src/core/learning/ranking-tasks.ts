import { at } from '../lists/at.js';
import { type BrokenLimit, boundsOf, brokenLimit, type LabelBounds } from './label-places.js';

/** What a ranking picks from, a value for each task. */
export interface RankingChoice {
  /** NaN, for a task that no earlier system ran, comes last. */
  readonly variances: readonly number[];
  /** Who comes first among equal variances: permanent random numbers. */
  readonly tieNumbers: readonly number[];
  /** With floors or ceilings: the label of each task, and the bounds of each label. */
  readonly labels?: { readonly of: readonly number[]; readonly bounds: readonly LabelBounds[] };
}

/**
 * The tasks that tell systems apart best, ascending: those of the largest anticipated variance, which is the information
 * of an item (Lord 1980); floors first, then the largest under the ceilings. It ranks; its mean is no level of the pool.
 */
export function rankingTasks(
  { variances, tieNumbers, labels }: RankingChoice,
  places: number,
): { readonly tasks: readonly number[] } | { readonly broken: BrokenLimit } {
  const bounds = labels?.bounds ?? [{ size: variances.length, floor: 0, ceiling: Infinity }];
  const broken = brokenLimit(bounds, places);
  if (broken !== undefined) return { broken };
  const limits = bounds.map(boundsOf);
  const labelOf = (task: number) => (labels === undefined ? 0 : at(labels.of, task));
  const order = [...variances.keys()].sort(
    (a, b) => orLast(at(variances, b)) - orLast(at(variances, a)) || at(tieNumbers, a) - at(tieNumbers, b) || a - b,
  );
  const counts = limits.map(() => 0);
  const taken = new Set<number>();
  const take = (most: (label: number) => number) => {
    for (const task of order) {
      const label = labelOf(task);
      if (taken.size === places || taken.has(task) || at(counts, label) >= most(label)) continue;
      counts[label] = at(counts, label) + 1;
      taken.add(task);
    }
  };
  take((label) => at(limits, label).atLeast);
  take((label) => at(limits, label).atMost);
  return { tasks: [...taken].sort((a, b) => a - b) };
}

function orLast(variance: number): number {
  return Number.isNaN(variance) ? -1 : variance;
}

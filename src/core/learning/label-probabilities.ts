import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { boundedShares } from '../roundings/remainder-methods.js';
import { settle } from '../statistics/sampling/settle.js';

/**
 * The inclusion probability of each task: within its label min(1, k√v), with k such that they sum to the label's places
 * (Tillé 2006, Sampling Algorithms, 2.10). One label for all, with all places, is the design without floors.
 */
export function labelProbabilities(
  variances: readonly number[],
  labels: readonly number[],
  places: readonly number[],
): number[] {
  const probabilities = variances.map(() => 0);
  const members = groupBy(
    labels.map((_, task) => task),
    (task) => at(labels, task),
  );
  for (const [label, tasks] of members) {
    const groups = tasks.map((task) => ({ measure: Math.sqrt(at(variances, task)), atLeast: 0, atMost: 1 }));
    boundedShares(groups, at(places, label)).forEach((share, i) => {
      // What rounding alone keeps from 1 is certain.
      probabilities[at(tasks, i)] = settle(share);
    });
  }
  return probabilities;
}

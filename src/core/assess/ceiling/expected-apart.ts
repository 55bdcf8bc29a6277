import { groupBy } from '../../lists/group-by.js';
import type { Group } from '../../model/selection.js';
import type { ExpectedApart } from './ceiling.js';
import { verdictOn } from './ceiling-counts.js';
import type { TaskRewards } from './task-rewards.js';

/** So many deviations to either side hold about 95% of the choices. */
const deviations = 1.96;

/**
 * How many tasks that differ a random choice would hold: of each group's tasks with a score, as many are chosen as the
 * selection has. The number of a group is hypergeometric, the groups are independent.
 */
export function expectationOf(tasks: readonly TaskRewards[]): (members: readonly TaskRewards[]) => ExpectedApart {
  const tested = groupBy(
    tasks.filter((task) => verdictOn(task) !== 'without'),
    ({ group }) => group,
  );
  const sizes = new Map<Group, { readonly tested: number; readonly chosen: number }>(
    [...tested].map(([group, list]) => [
      group,
      { tested: list.length, chosen: list.filter(({ selected }) => selected).length },
    ]),
  );
  return (members) => {
    const apart = members.filter((task) => verdictOn(task) === 'apart');
    let [mean, variance, most] = [0, 0, 0];
    for (const [group, list] of groupBy(apart, (task) => task.group)) {
      const { tested: size, chosen } = sizes.get(group) ?? { tested: 1, chosen: 0 };
      const share = list.length / size;
      mean += chosen * share;
      variance += size === 1 ? 0 : (chosen * share * (1 - share) * (size - chosen)) / (size - 1);
      most += Math.min(chosen, list.length);
    }
    const half = deviations * Math.sqrt(variance);
    return { mean, low: Math.max(0, mean - half), high: Math.min(most, mean + half) };
  };
}

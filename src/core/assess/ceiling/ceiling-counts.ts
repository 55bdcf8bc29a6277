import { groupBy } from '../../lists/group-by.js';
import type { Group } from '../../model/selection.js';
import { normalQuantile } from '../../statistics/distributions/normal-quantile.js';
import type { CeilingCounts, ExpectedApart, ResultCounts } from './ceiling.js';
import type { TaskRewards } from './task-rewards.js';

type Verdict = Exclude<keyof CeilingCounts, 'tasks'>;

/** Counts tasks by what the configurations made of them. */
export function countCeiling(tasks: readonly TaskRewards[]): CeilingCounts {
  const counts = { tasks: tasks.length, byAll: 0, byNone: 0, alike: 0, apart: 0, open: 0, without: 0 };
  for (const task of tasks) counts[verdictOn(task)] += 1;
  return counts;
}

/** What the results say of one task. */
function verdictOn({ rewards }: TaskRewards): Verdict {
  const known = rewards.filter((reward) => reward !== undefined);
  const [first] = known;
  if (first === undefined) return 'without';
  if (known.some((reward) => reward !== first)) return 'apart';
  if (known.length < rewards.length) return 'open';
  return first === 1 ? 'byAll' : first === 0 ? 'byNone' : 'alike';
}

/** What is known of one configuration, by its place in the list. */
export function coverageOf(tasks: readonly TaskRewards[], configuration: number): ResultCounts {
  const inState = (state: string) => tasks.filter(({ states }) => states[configuration] === state).length;
  const withReward = (reward: number) => tasks.filter(({ rewards }) => rewards[configuration] === reward).length;
  return {
    scored: inState('scored'),
    errored: inState('errored'),
    notRun: inState('not-run'),
    absent: inState('absent'),
    solved: withReward(1),
    unsolved: withReward(0),
  };
}

/** So many deviations to either side hold about 95% of the choices. */
const deviations = normalQuantile(0.975);

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

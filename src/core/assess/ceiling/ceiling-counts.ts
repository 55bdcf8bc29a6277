import type { CeilingCounts, ResultCounts } from './ceiling.js';
import type { TaskRewards } from './task-rewards.js';

type Verdict = Exclude<keyof CeilingCounts, 'tasks'>;

/** Counts tasks by what the configurations made of them. */
export function countCeiling(tasks: readonly TaskRewards[]): CeilingCounts {
  const counts = { tasks: tasks.length, byAll: 0, byNone: 0, alike: 0, apart: 0, open: 0, without: 0 };
  for (const task of tasks) counts[verdictOn(task)] += 1;
  return counts;
}

/** What the results say of one task. */
export function verdictOn({ rewards }: TaskRewards): Verdict {
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

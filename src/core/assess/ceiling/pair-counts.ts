import { quantile } from '../../statistics/summary/quantile.js';
import { mcnemarExact } from '../../statistics/tests/mcnemar.js';
import { compareText } from '../../text/compare-text.js';
import type { PairCeiling, PairCounts, PairSummary } from './ceiling.js';
import type { TaskRewards } from './task-rewards.js';

/** Every two configurations on the selected tasks and on all, those that differ least often first. */
export function pairCounts(
  names: readonly string[],
  selected: readonly TaskRewards[],
  pool: readonly TaskRewards[],
): readonly PairCeiling[] {
  const pairs = names.flatMap((first, a) =>
    names.slice(a + 1).map((second, more) => {
      const b = a + 1 + more;
      return { first, second, selected: countsOf(selected, a, b), pool: countsOf(pool, a, b) };
    }),
  );
  return pairs.sort(
    (a, b) => a.selected.differ - b.selected.differ || compareText(a.first, b.first) || compareText(a.second, b.second),
  );
}

function countsOf(tasks: readonly TaskRewards[], a: number, b: number): PairCounts {
  let [both, differ] = [0, 0];
  for (const { rewards } of tasks) {
    const [first, second] = [rewards[a], rewards[b]];
    if (first === undefined || second === undefined) continue;
    both += 1;
    if (first !== second) differ += 1;
  }
  return { both, differ };
}

/** The fewest differing tasks with which the exact test can say anything, all of them being in favour of one side. */
function neededTasks(): number {
  let tasks = 1;
  while (mcnemarExact(0, tasks) >= 0.05) tasks += 1;
  return tasks;
}

/** Sums the pairs up; undefined without any. */
export function summarisePairs(pairs: readonly PairCeiling[]): PairSummary | undefined {
  if (pairs.length === 0) return undefined;
  const differ = pairs.map(({ selected }) => selected.differ).sort((a, b) => a - b);
  const needed = neededTasks();
  return {
    pairs: pairs.length,
    differ: { least: quantile(differ, 0), median: quantile(differ, 0.5), most: quantile(differ, 1) },
    share: {
      selected: meanShare(pairs.map(({ selected }) => selected)),
      pool: meanShare(pairs.map(({ pool }) => pool)),
    },
    needed,
    hopeless: differ.filter((count) => count < needed).length,
  };
}

function meanShare(counts: readonly PairCounts[]): number | undefined {
  const shares = counts.filter(({ both }) => both > 0).map(({ both, differ }) => differ / both);
  return shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

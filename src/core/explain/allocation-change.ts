import { boundFor } from '../model/select-rule.js';
import type { Group } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { ensureValues } from '../select/select-tasks.js';
import type { AllocationChange, RuledOut, Standing } from './explanation.js';
import { ensureEntries, isOf } from './find-standing.js';
import { type Rerun, runBudget } from './rerun.js';

/** Beyond so many runs the place by rank, which is always one, is taken for the answer. */
const mostRuns = 1000;

/** The fewest more places of its group that bring the task in, the other groups keeping theirs. */
export function allocationChange(task: ScoredTask, standing: Standing, rerun: Rerun): AllocationChange | RuledOut {
  const { group, rank } = standing;
  const byRank = rank - group.allocated;
  const scanned = entriesOverlap(rerun) ? Math.min(byRank - 1, runBudget(mostRuns, rerun.benchmark.tasks.length)) : 0;
  const tried = [...Array.from({ length: scanned }, (_, i) => i + 1), byRank];
  const more = tried.find((places) => selectsWithMore(task, group, places, rerun)) ?? byRank;
  const most = boundFor(rerun.plan.select.group?.atMost, group.key ?? '');
  if (most !== undefined && group.allocated + more > most) {
    return {
      kind: 'allocation',
      reason: `at_most holds the group to ${most}, and it would need ${group.allocated + more}`,
    };
  }
  return {
    kind: 'allocation',
    group: group.key,
    from: group.allocated,
    to: group.allocated + more,
    size: more / group.ranking.length,
  };
}

/** Whether the task is selected when its group has so many more places: the order is as it was, `ensure` is run again. */
function selectsWithMore(task: ScoredTask, group: Group, more: number, { benchmark, plan }: Rerun): boolean {
  const ranked = new Set(
    benchmark.groups.flatMap((each) => each.ranking.slice(0, each.allocated + (each === group ? more : 0))),
  );
  const eligible = benchmark.groups.flatMap(({ ranking }) => ranking);
  return ranked.has(task) || ensureValues(eligible, ranked, plan).added.has(task);
}

/**
 * Whether a task that one `ensure` entry added counts for a later one. Only then can a task come in by more places that
 * are not its own: they make the earlier addition needless, and the later entry looks for another.
 */
function entriesOverlap({ plan, benchmark }: Rerun): boolean {
  const entries = ensureEntries(plan);
  return benchmark.choices.some(({ task, ensured }) => {
    if (ensured === undefined) return false;
    const at = entries.findIndex(({ rule, value }) => rule === ensured.rule && value === ensured.value);
    return entries.slice(at + 1).some((later) => isOf(task, later));
  });
}

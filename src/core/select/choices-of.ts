import type { BenchmarkPlan } from '../model/plan.js';
import type { Choice, CutTie, EnsuredBy, Group } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import type { OrderedTask } from '../order/order-tasks.js';
import { compareText } from '../text/compare-text.js';
import type { FilledGroup } from './fill-groups.js';

/** Who is in and why: the pinned tasks, the first of each group, and what `ensure` rules added; by id. */
export function choicesOf(
  pinned: ReadonlySet<ScoredTask>,
  filled: readonly FilledGroup[],
  added: ReadonlyMap<ScoredTask, EnsuredBy>,
  plan: BenchmarkPlan,
): { groups: readonly Group[]; choices: readonly Choice[] } {
  const parts = [...(pinned.size === 0 ? [] : [pinnedPart([...pinned], plan)]), ...filled.map(partOf)];
  return {
    groups: parts.map(({ group }) => group),
    choices: parts.flatMap(({ choices }) => choices).sort((a, b) => compareText(a.task.id, b.task.id)),
  };

  function partOf({ key, order, allocated, deviation, draw }: FilledGroup) {
    const tie = draw === undefined ? cutTie(order, allocated) : undefined;
    const group: Group = { key, ranking: order.map(({ task }) => task), allocated, tie, deviation, pinned: false };
    // Beyond the places only a task that was added can be in; a large group need not be gone through for nothing.
    const candidates = added.size === 0 ? order.slice(0, allocated) : order;
    const choices = candidates.flatMap(({ task, keysNeeded }, index): Choice[] => {
      const ensured = added.get(task);
      if (index >= allocated && ensured === undefined) return [];
      const [probability, balance] = [draw?.probability(task), draw?.balance?.(task)];
      return [{ task, benchmark: plan, group, rank: index + 1, keysNeeded, probability, balance, ensured }];
    });
    return { group, choices };
  }
}

/** The certainty stratum: every task of it is in, and stands for itself alone. */
function pinnedPart(ranking: readonly ScoredTask[], plan: BenchmarkPlan) {
  const group: Group = { key: undefined, ranking, allocated: ranking.length, tie: undefined, pinned: true };
  const probability = plan.select.draw === undefined ? undefined : 1;
  const same = { benchmark: plan, group, keysNeeded: 1, probability, balance: undefined, ensured: undefined };
  return { group, choices: ranking.map((task, index): Choice => ({ ...same, task, rank: index + 1 })) };
}

/** The tasks around the last place that only their ids tell apart. */
function cutTie(order: readonly OrderedTask[], allocated: number): CutTie | undefined {
  if (order[allocated - 1]?.tiedWithNext !== true) return undefined;
  let first = allocated - 1;
  while (order[first - 1]?.tiedWithNext === true) first -= 1;
  let last = allocated;
  while (order[last]?.tiedWithNext === true) last += 1;
  return { tied: last - first + 1, taken: allocated - first };
}

import type { BenchmarkPlan } from '../model/plan.js';
import type { PoolCensus } from '../model/pool-census.js';
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
  census?: PoolCensus,
): { groups: readonly Group[]; choices: readonly Choice[] } {
  const parts = [...(pinned.size === 0 ? [] : [pinnedPart([...pinned], plan)]), ...filled.map(partOf)];
  return {
    groups: parts.map(({ group }) => group),
    choices: parts.flatMap(({ choices }) => choices).sort((a, b) => compareText(a.task.id, b.task.id)),
  };

  function partOf({ key, order, size, allocated, deviation, draw }: FilledGroup) {
    const tie = draw === undefined ? cutTie(order, allocated, census) : undefined;
    const ranking = order.map(({ task }) => task);
    const group: Group = { key, ranking, size, allocated, tie, deviation, pinned: false };
    // Beyond the places only a task that was added can be in; a large group need not be gone through for nothing.
    const candidates = added.size === 0 ? order.slice(0, allocated) : order;
    const choices: Choice[] = [];
    for (const [index, { task, keysNeeded }] of candidates.entries()) {
      const ensured = added.size === 0 ? undefined : added.get(task);
      if (index >= allocated && ensured === undefined) continue;
      const [probability, balance] = [draw?.probability(task), draw?.balance?.(task)];
      // Beyond the places, candidates need not be neighbours.
      const place = (index < allocated ? undefined : census?.standings.get(task.id)) ?? { rank: index + 1, keysNeeded };
      const { rank, keysNeeded: needed } = place;
      choices.push({ task, benchmark: plan, group, rank, keysNeeded: needed, probability, balance, ensured });
    }
    return { group, choices };
  }
}

/** The certainty stratum: every task of it is in, and stands for itself alone. */
function pinnedPart(ranking: readonly ScoredTask[], plan: BenchmarkPlan) {
  const size = ranking.length;
  const group: Group = { key: undefined, ranking, size, allocated: size, tie: undefined, pinned: true };
  const probability = plan.select.draw === undefined ? undefined : 1;
  const same = { benchmark: plan, group, keysNeeded: 1, probability, balance: undefined, ensured: undefined };
  return { group, choices: ranking.map((task, index): Choice => ({ ...same, task, rank: index + 1 })) };
}

/** The tasks around the last place that only their ids tell apart. */
function cutTie(order: readonly OrderedTask[], allocated: number, census?: PoolCensus): CutTie | undefined {
  const cut = order[allocated - 1];
  if (cut?.tiedWithNext !== true) return undefined;
  let first = allocated - 1;
  while (order[first - 1]?.tiedWithNext === true) first -= 1;
  const tied = census?.standings.get(cut.task.id)?.tied;
  if (tied !== undefined) return { tied, taken: allocated - first };
  let last = allocated;
  while (order[last]?.tiedWithNext === true) last += 1;
  return { tied: last - first + 1, taken: allocated - first };
}

import type { BenchmarkPlan } from '../model/plan.js';
import type { PoolCensus } from '../model/pool-census.js';
import type { AppliedExclusion, Choice, ResolvedExclusion } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { noReplacements } from './replacements.js';
import { type Chosen, selectTasks } from './select-tasks.js';

/**
 * What each exclusion did: whether the task would have been selected, and who came in instead. Found by selecting again
 * without the exclusions (`unexcluded`, where that takes a solver); within a group, whoever came in is paired with whoever would have been in, in order.
 */
export function appliedExclusions(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  exclusions: ReadonlyMap<string, ResolvedExclusion>,
  chosen: Chosen,
  unexcluded?: Chosen,
  census?: PoolCensus,
): readonly AppliedExclusion[] {
  if (exclusions.size === 0) return [];
  const without =
    unexcluded ??
    (plan.select.optimise === undefined ? selectTasks(tasks, plan, new Set(), noReplacements, census) : chosen);
  const isIn = idsOf(chosen.choices);
  const wasIn = idsOf(without.choices);
  const newcomers = new Map<string | undefined, string[]>();
  for (const choice of inRankOrder(chosen.choices)) {
    if (!wasIn.has(choice.task.id)) push(newcomers, choice.group.key, choice.task.id);
  }
  const replacedBy = new Map<string, string>();
  const taken = new Set<string>();
  const named = new Set([...exclusions.values()].map(({ replacementId }) => replacementId));
  for (const { task, group } of inRankOrder(without.choices)) {
    const exclusion = exclusions.get(task.id);
    if (exclusion === undefined) continue;
    const { replacementId } = exclusion;
    // Whoever is named takes that place and no other; the rest take theirs in order.
    const isFree = (id: string) => !named.has(id) && !taken.has(id);
    // With shares that follow the sizes, the place may have gone to another group.
    const free = newcomers.get(group.key)?.find(isFree) ?? [...newcomers.values()].flat().find(isFree);
    const isNew = replacementId !== undefined && isIn.has(replacementId) && !wasIn.has(replacementId);
    const next = isNew ? replacementId : free;
    if (next === undefined) continue;
    taken.add(next);
    replacedBy.set(task.id, next);
  }
  return [...exclusions.values()].map((exclusion) => ({
    ...exclusion,
    wouldBeIn: wasIn.has(exclusion.taskId),
    replacedBy: replacedBy.get(exclusion.taskId),
  }));
}

function idsOf(choices: readonly Choice[]): ReadonlySet<string> {
  return new Set(choices.map(({ task }) => task.id));
}

function inRankOrder(choices: readonly Choice[]): readonly Choice[] {
  return choices.toSorted((a, b) => a.rank - b.rank);
}

function push(map: Map<string | undefined, string[]>, key: string | undefined, id: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [id]);
  else list.push(id);
}

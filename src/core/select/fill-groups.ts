import type { Draw, DrawFrom } from '../draws/draw-design.js';
import { drawDesignOf } from '../draws/draws.js';
import { rankingTasks } from '../learning/label-places.js';
import { at } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import type { BenchmarkPlan } from '../model/plan.js';
import { type KeepRule, type Preference, type QuotaRule, quotaFault, quotaLabels } from '../model/select-rule.js';
import type { BenchmarkSelection, CountedDraw, CountedDraws } from '../model/selection.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { markNeighbours, type OrderedTask, orderTasks, sortKeys } from '../order/order-tasks.js';
import { groupKey, groupTasks, type TaskGroups } from './group-tasks.js';

/** A group with its places filled: the first `allocated` tasks of the order are selected. */
export interface FilledGroup {
  readonly key: string | undefined;
  readonly order: readonly OrderedTask[];
  /** The number of tasks; more than in `order` if only candidates are in memory. */
  readonly size: number;
  readonly allocated: number;
  /** The standard deviation that its share is based on. */
  readonly deviation?: number | undefined;
  /** Undefined if the tasks are ranked. */
  readonly draw: Omit<Draw, 'order'> | undefined;
  readonly faults?: readonly Fault[];
}

/** Ranks or draws within each group; `counted` has the draws already made if only candidates are in memory. */
export function fillGroups(
  members: TaskGroups,
  places: readonly number[],
  plan: BenchmarkPlan,
  replaced: readonly ScoredTask[],
  replacements: Replacements,
  pinned: readonly ScoredTask[],
  sizes: readonly number[],
  counted?: CountedDraws,
): FilledGroup[] {
  const { name: benchmark } = plan;
  const { draw, group: rule, quota, keep, purpose } = plan.select;
  const replacedByKey = groupTasks(replaced, rule);
  return [...members].map(([key, tasks], i) => {
    const allocated = places[i] ?? 0;
    const size = sizes[i] ?? tasks.length;
    if (draw === undefined) {
      const order = orderWithReplacements(tasks, replacedByKey.get(key) ?? [], plan, replacements);
      if (keep !== undefined && purpose !== undefined) {
        const kept = withinKept(order, keep.places ?? allocated, keep, { quota, pinned, benchmark });
        return { key, ...kept, size, allocated, draw };
      }
      return quota === undefined
        ? { key, order, size, allocated, draw }
        : { key, ...withinQuota(order, allocated, quota, pinned, benchmark), size, allocated, draw };
    }
    const stratum = key === undefined ? benchmark : `${benchmark}/${key}`;
    const drawn =
      counted === undefined
        ? drawDesignOf(draw).draw({ ...draw, tasks, size, places: allocated, stratum, benchmark, quota, pinned })
        : drawnBefore(tasks, allocated, counted.get(key));
    return { key, order: drawn.order.map(unranked), size, allocated, draw: drawn };
  });
}

function drawnBefore(tasks: readonly ScoredTask[], places: number, counted: CountedDraw | undefined): Draw {
  const { drawn = new Map(), warnings = [], faults = [] } = counted ?? {};
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const taken = [...drawn.keys()].flatMap((id) => byId.get(id) ?? []);
  if (faults.length === 0 && taken.length !== places) throw new Error('the drawn tasks are not among the given ones');
  const isBalanced = [...drawn.values()].some(({ balance }) => balance !== undefined);
  return {
    order: [...taken, ...tasks.filter(({ id }) => !drawn.has(id))],
    probability: ({ id }) => drawn.get(id)?.probability ?? 0,
    balance: isBalanced ? ({ id }) => drawn.get(id)?.balance ?? {} : undefined,
    warnings,
    faults,
  };
}

/** A random order has no ties and no sort keys. */
function unranked(task: ScoredTask): OrderedTask {
  return { task, keysNeeded: 1, tiedWithNext: false };
}

/** Reorders the tasks to meet a quota: the best of each label up to its floor, then up to its ceiling. */
function withinQuota(
  order: readonly OrderedTask[],
  places: number,
  quota: QuotaRule,
  pinned: readonly ScoredTask[],
  benchmark: string,
): { readonly order: readonly OrderedTask[]; readonly faults: readonly Fault[] } {
  const labels = quotaLabels(
    order.map(({ task }) => task),
    quota,
    pinned,
  );
  // The position in the order replaces the value that it ranks by.
  const rank = order.map((_, i) => -i);
  const chosen = rankingTasks({ variances: rank, tieNumbers: rank, labels }, places);
  if ('broken' in chosen) {
    return { order, faults: [quotaFault(benchmark, chosen.broken)] };
  }
  const isIn = new Set(chosen.tasks);
  const others = [...order.keys()].filter((i) => !isIn.has(i));
  return { order: [...chosen.tasks, ...others].map((i) => at(order, i)), faults: [] };
}

/**
 * Reorders the tasks so that the first `places` stay close to the previous version: first its tasks that still exist,
 * then the best other tasks for the remaining places, then the swaps that gain the most anticipated variance, within
 * the limit on new tasks and the quota. Both the selected and the unselected tasks keep their order.
 */
export function withinKept(
  order: readonly OrderedTask[],
  places: number,
  keep: KeepRule,
  { quota, pinned, benchmark }: Pick<DrawFrom, 'quota' | 'pinned' | 'benchmark'>,
): { readonly order: readonly OrderedTask[]; readonly faults: readonly Fault[] } {
  const former = new Set(keep.tasks);
  const { of, bounds } = quotaLabels(
    order.map(({ task }) => task),
    quota,
    pinned,
  );
  const floors = bounds.map(({ floor, size }) => Math.min(floor, size));
  const gain = (i: number) => Number(fieldValue(at(order, i).task, 'prior_variance') ?? 0);
  const isIn = new Set<number>();
  const counts = bounds.map(() => 0);
  const put = (i: number, by: 1 | -1) => {
    if (by === 1) isIn.add(i);
    else isIn.delete(i);
    counts[at(of, i)] = at(counts, at(of, i)) + by;
  };
  const fill = (fits: (i: number, label: number) => boolean) => {
    for (const i of order.keys()) {
      if (isIn.size === places) return;
      if (!isIn.has(i) && fits(i, at(of, i))) put(i, 1);
    }
  };
  const hasRoom = (label: number) => at(counts, label) < at(bounds, label).ceiling;
  const isFormer = (i: number) => former.has(at(order, i).task.id);
  fill((i, label) => isFormer(i) && hasRoom(label));
  fill((_, label) => at(counts, label) < at(floors, label));
  fill((_, label) => hasRoom(label));
  // Swaps first fill the floors, then gain the most variance.
  const fresh = () => [...isIn].filter((i) => !isFormer(i)).length;
  for (let pair = bestSwap(); pair !== undefined; pair = bestSwap()) {
    put(pair.out, -1);
    put(pair.in, 1);
  }
  const short = floors.findIndex((floor, label) => at(counts, label) < floor);
  const others = [...order.keys()].filter((i) => !isIn.has(i));
  const sorted = [...[...isIn].sort((a, b) => a - b), ...others].map((i) => at(order, i));
  if (short < 0 && isIn.size === Math.min(places, order.length)) return { order: sorted, faults: [] };
  const message = `benchmark "${benchmark}": the quota cannot be met with at most ${keep.newAtMost} new tasks.`;
  const hint = 'Raise "new_at_most" under "keep", or change the quota.';
  return { order: sorted, faults: [{ code: 'selection/quota', message, hint }] };

  /** The swap that gains the most; swaps that fill a floor come first. */
  function bestSwap(): { readonly in: number; readonly out: number } | undefined {
    const left = keep.newAtMost - fresh();
    const [best, worst] = [firstOf([...order.keys()], false), firstOf([...order.keys()].reverse(), true)];
    let found: { in: number; out: number; needs: boolean; gain: number } | undefined;
    for (const [to, i] of best) {
      for (const [from, out] of worst) {
        if (left <= 0 && !(isFormer(i) || !isFormer(out))) continue;
        const needs = at(counts, to) < at(floors, to);
        if (from !== to && (at(counts, from) <= at(floors, from) || !hasRoom(to))) continue;
        const gained = gain(i) - gain(out);
        if (!(gained > 0 || (needs && from !== to))) continue;
        const isBetter =
          found === undefined || (needs && !found.needs) || (needs === found.needs && gained > found.gain);
        if (isBetter) found = { in: i, out, needs, gain: gained };
      }
    }
    return found;
  }

  function firstOf(tasks: readonly number[], inside: boolean): ReadonlyMap<number, number> {
    const first = new Map<number, number>();
    for (const i of tasks) if (isIn.has(i) === inside && !first.has(at(of, i))) first.set(at(of, i), i);
    return first;
  }
}

/** The id of the task to select instead, by the id of the excluded task. */
export type Replacements = ReadonlyMap<string, string>;

export function replacementsOf({ exclusions }: BenchmarkSelection): Replacements {
  return new Map(
    exclusions.flatMap(({ taskId, replacementId }) => (replacementId === undefined ? [] : [[taskId, replacementId]])),
  );
}

/** The usual case: the next task takes the place. */
export const noReplacements: Replacements = new Map();

/** The order of a group, with each named replacement in the place of the excluded task unless already ahead. */
function orderWithReplacements(
  group: readonly ScoredTask[],
  replaced: readonly ScoredTask[],
  plan: BenchmarkPlan,
  replacements: Replacements,
): OrderedTask[] {
  const { prefer } = plan.select;
  if (replaced.length === 0) return orderTasks(group, prefer);
  const order = withReplacements(group, replaced, prefer, replacements);
  return markNeighbours(order.map(({ task, keysFrom }) => ({ task, keys: sortKeys(keysFrom, prefer) })));
}

/** The same order, each with the task whose sort keys determine its place. */
export function withReplacements(
  group: readonly ScoredTask[],
  replaced: readonly ScoredTask[],
  prefer: readonly Preference[],
  replacements: Replacements,
): readonly { readonly task: ScoredTask; readonly keysFrom: ScoredTask }[] {
  const byId = new Map(group.map((task) => [task.id, task]));
  const placed = new Set<string>();
  return orderTasks([...group, ...replaced], prefer).flatMap((each) => {
    const id = replacements.get(each.task.id);
    const task = id === undefined ? each.task : byId.get(id);
    if (task === undefined || placed.has(task.id)) return [];
    placed.add(task.id);
    return [{ task, keysFrom: each.task }];
  });
}

/** Errors for replacements that are not eligible or belong to another group. */
export function replacementFaults(
  replaced: readonly ScoredTask[],
  eligible: readonly ScoredTask[],
  plan: BenchmarkPlan,
  replacements: Replacements,
): Fault[] {
  const rule = plan.select.group;
  const by = rule?.by;
  const groupOf = (task: ScoredTask) => (rule === undefined ? undefined : groupKey(task, rule));
  const byId = replaced.length === 0 ? undefined : new Map(eligible.map((task) => [task.id, task]));
  return replaced.flatMap((task) => {
    const replacement = byId?.get(replacements.get(task.id) ?? '');
    if (replacement !== undefined && groupOf(replacement) === groupOf(task)) return [];
    const why =
      replacement === undefined
        ? 'is not eligible'
        : `has ${by} "${String(groupOf(replacement) ?? '')}", not "${String(groupOf(task) ?? '')}"`;
    const message = `benchmark "${plan.name}": the replacement "${replacements.get(task.id)}" for "${task.id}" ${why}.`;
    const hint = 'Name a task in the same group, or remove the replacement to use the next task in the group.';
    return [{ code: 'selection/replacement', message, hint }];
  });
}

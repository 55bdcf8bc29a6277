import type { Draw } from '../draws/draw-design.js';
import { drawDesignOf } from '../draws/draws.js';
import { rankingTasks } from '../learning/ranking-tasks.js';
import { at } from '../lists/at.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { CountedDraw, CountedDraws } from '../model/pool-census.js';
import { quotaLabels } from '../model/quota.js';
import type { QuotaRule } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import type { OrderedTask } from '../order/order-tasks.js';
import { groupTasks, type TaskGroups } from './group-tasks.js';
import { orderWithReplacements, type Replacements } from './replacements.js';
import { withinKept } from './within-kept.js';

/** A group with its places filled: the first `allocated` of the order are in. */
export interface FilledGroup {
  readonly key: string | undefined;
  readonly order: readonly OrderedTask[];
  /** How many tasks the group has; more than `order` where only candidates are at hand. */
  readonly size: number;
  readonly allocated: number;
  /** The standard deviation that its share rests on. */
  readonly deviation?: number | undefined;
  /** Undefined when the order ranks. */
  readonly draw: Omit<Draw, 'order'> | undefined;
  /** A quota that cannot be kept. */
  readonly faults?: readonly Fault[];
}

/**
 * Ranks or draws within each group; `places` are in the order of the groups, `replaced` are tasks that others stand in for,
 * and `counted` is what was drawn already, where only candidates are at hand.
 */
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
  const { draw, group: rule, quota, keep } = plan.select;
  const replacedByKey = groupTasks(replaced, rule);
  return [...members].map(([key, tasks], i) => {
    const allocated = places[i] ?? 0;
    const size = sizes[i] ?? tasks.length;
    if (draw === undefined) {
      const order = orderWithReplacements(tasks, replacedByKey.get(key) ?? [], plan, replacements);
      if (keep !== undefined) {
        const kept = withinKept(order, keep.places ?? allocated, keep, { quota, pinned, benchmark: plan.name });
        return { key, ...kept, size, allocated, draw };
      }
      return quota === undefined
        ? { key, order, size, allocated, draw }
        : { key, ...withinQuota(order, allocated, quota, pinned, plan.name), size, allocated, draw };
    }
    const stratum = key === undefined ? plan.name : `${plan.name}/${key}`;
    const drawn =
      counted === undefined
        ? drawDesignOf(draw).draw({
            ...draw,
            tasks,
            size,
            places: allocated,
            stratum,
            benchmark: plan.name,
            quota,
            pinned,
          })
        : drawnBefore(tasks, allocated, counted.get(key));
    return { key, order: drawn.order.map(unranked), size, allocated, draw: drawn };
  });
}

/** A draw that was made on columns, with the tasks that it took. */
function drawnBefore(tasks: readonly ScoredTask[], places: number, counted: CountedDraw | undefined): Draw {
  const { drawn = new Map(), warnings = [], faults = [] } = counted ?? {};
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const taken = [...drawn.keys()].flatMap((id) => byId.get(id) ?? []);
  if (faults.length === 0 && taken.length !== places) throw new Error('other tasks were drawn than are at hand');
  const isBalanced = [...drawn.values()].some(({ balance }) => balance !== undefined);
  return {
    order: [...taken, ...tasks.filter(({ id }) => !drawn.has(id))],
    probability: ({ id }) => drawn.get(id)?.probability ?? 0,
    balance: isBalanced ? ({ id }) => drawn.get(id)?.balance ?? {} : undefined,
    warnings,
    faults,
  };
}

/** In an order that chance made, nothing tells a task from its neighbours. */
function unranked(task: ScoredTask): OrderedTask {
  return { task, keysNeeded: 1, tiedWithNext: false };
}

/**
 * An order in which the first `places` keep a quota: the best of each label up to its floor, then the best whose label has
 * room under its ceiling. Who is in and who is not, each keep their order.
 */
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
  // The order itself stands for what it ranks by.
  const rank = order.map((_, i) => -i);
  const chosen = rankingTasks({ variances: rank, tieNumbers: rank, labels }, places);
  if ('broken' in chosen) {
    const { limit, total } = chosen.broken;
    const message = `benchmark "${benchmark}": the ${limit} of the quota sum to ${total}, but ${places} places are to be filled.`;
    const hint = 'Change the quota, or take another number.';
    return { order, faults: [{ code: 'selection/quota', message, hint }] };
  }
  const isIn = new Set(chosen.tasks);
  const others = [...order.keys()].filter((i) => !isIn.has(i));
  return { order: [...chosen.tasks, ...others].map((i) => at(order, i)), faults: [] };
}

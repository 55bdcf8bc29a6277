import type { Draw } from '../draws/draw-design.js';
import { drawDesignOf } from '../draws/draws.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { ScoredTask } from '../model/task.js';
import type { OrderedTask } from '../order/order-tasks.js';
import { groupTasks, type TaskGroups } from './group-tasks.js';
import { orderWithReplacements, type Replacements } from './replacements.js';
import { withinKept } from './within-kept.js';
import { withinQuota } from './within-quota.js';

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

/** Ranks or draws within each group; `places` are in the order of the groups, `replaced` are tasks that others stand in for. */
export function fillGroups(
  members: TaskGroups,
  places: readonly number[],
  plan: BenchmarkPlan,
  replaced: readonly ScoredTask[],
  replacements: Replacements,
  pinned: readonly ScoredTask[],
  sizes: readonly number[],
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
    const drawn = drawDesignOf(draw).draw({
      ...draw,
      tasks,
      size,
      places: allocated,
      stratum,
      benchmark: plan.name,
      quota,
      pinned,
    });
    return { key, order: drawn.order.map(unranked), size, allocated, draw: drawn };
  });
}

/** In an order that chance made, nothing tells a task from its neighbours. */
function unranked(task: ScoredTask): OrderedTask {
  return { task, keysNeeded: 1, tiedWithNext: false };
}

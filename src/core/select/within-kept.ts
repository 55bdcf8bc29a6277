import { at } from '../lists/at.js';
import type { Fault } from '../model/fault.js';
import { quotaLabels } from '../model/quota.js';
import type { KeepRule, QuotaRule } from '../model/select-rule.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import type { OrderedTask } from '../order/order-tasks.js';

interface Limits {
  readonly quota: QuotaRule | undefined;
  readonly pinned: readonly ScoredTask[];
  readonly benchmark: string;
}

/**
 * An order whose first `places` stay near to a former version: its tasks as far as they are there, then the best others for
 * the places that are left, then the swaps that gain most anticipated variance, as long as no more tasks are new than may be
 * and the quota holds. Who is in and who is not, each keep their order.
 */
export function withinKept(
  order: readonly OrderedTask[],
  places: number,
  keep: KeepRule,
  { quota, pinned, benchmark }: Limits,
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
  // What a floor lacks is made up for by swaps first, then whatever gains most.
  const fresh = () => [...isIn].filter((i) => !isFormer(i)).length;
  for (let pair = bestSwap(); pair !== undefined; pair = bestSwap()) {
    put(pair.out, -1);
    put(pair.in, 1);
  }
  const short = floors.findIndex((floor, label) => at(counts, label) < floor);
  const others = [...order.keys()].filter((i) => !isIn.has(i));
  const sorted = [...[...isIn].sort((a, b) => a - b), ...others].map((i) => at(order, i));
  if (short < 0 && isIn.size === Math.min(places, order.length)) return { order: sorted, faults: [] };
  const message = `benchmark "${benchmark}": the quota cannot be kept with at most ${keep.newAtMost} tasks that the former version does not have.`;
  const hint = 'Raise "new_at_most" under "keep", or change the quota.';
  return { order: sorted, faults: [{ code: 'selection/quota', message, hint }] };

  /** The swap that gains most; where a floor lacks tasks, one that fills it. */
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

  /** For each label the first of these that is in, or that is out. */
  function firstOf(tasks: readonly number[], inside: boolean): ReadonlyMap<number, number> {
    const first = new Map<number, number>();
    for (const i of tasks) if (isIn.has(i) === inside && !first.has(at(of, i))) first.set(at(of, i), i);
    return first;
  }
}

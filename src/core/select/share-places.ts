import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan, GroupRule } from '../model/plan.js';
import type { Shortfall } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { countOf } from '../text/count-of.js';
import { allocate, allocateInOrder, type Bin } from './allocate.js';

/** The eligible tasks of one group, by the value of `group.by`. */
export type TaskGroups = ReadonlyMap<string | undefined, readonly ScoredTask[]>;

/** Places for each group, in the order of `groups`. */
export interface SharedPlaces {
  readonly places: readonly number[];
  readonly shortfalls: readonly Shortfall[];
  readonly faults: readonly Fault[];
}

/** Shares the places a benchmark asks for among its groups; what cannot be given is said, not dropped. */
export function sharePlaces(groups: TaskGroups, plan: BenchmarkPlan): SharedPlaces {
  const { take, group: rule } = plan.select;
  const bins = [...groups].map(([key, tasks]) => makeBin(key, tasks.length, rule));
  const wanted = take === 'all' ? total(bins.map((bin) => bin.size)) : take;
  const most = total(bins.map((bin) => bin.atMost));
  const least = total(bins.map((bin) => bin.atLeast));
  if (least > wanted) return { places: bins.map(() => 0), shortfalls: [], faults: [floorFault(plan, bins, least)] };
  const shortfalls: Shortfall[] = [];
  // "all" under a cap asks for as much as the cap lets through.
  if (wanted > most && take !== 'all') {
    shortfalls.push({ message: shortMessage(plan, bins, wanted, most), wanted, found: most });
  }
  const places = Math.min(wanted, most);
  return { places: placesByRule(bins, places, rule), shortfalls, faults: [] };
}

function placesByRule(bins: readonly Bin[], places: number, rule: GroupRule | undefined): number[] {
  if (rule === undefined) return [places];
  const { share, rounding } = rule;
  return share === 'in-order' ? inListedOrder(bins, places, rule) : allocate(bins, places, { share, rounding });
}

function makeBin(key: string | undefined, size: number, rule: GroupRule | undefined): Bin {
  return {
    key: key ?? '',
    size,
    atLeast: Math.min(size, rule?.atLeast ?? 0, rule?.atMost ?? size),
    atMost: Math.min(size, rule?.atMost ?? size),
  };
}

/** The listed groups first, in their order; the others follow by key. */
function inListedOrder(bins: readonly Bin[], places: number, rule: GroupRule): number[] {
  const listed = (bin: Bin) => {
    const at = rule.order.indexOf(bin.key);
    return at === -1 ? rule.order.length : at;
  };
  const order = bins
    .map((bin, index) => ({ bin, index }))
    .sort((a, b) => listed(a.bin) - listed(b.bin) || a.index - b.index);
  const given = allocateInOrder(
    order.map(({ bin }) => bin),
    places,
  );
  const result = bins.map(() => 0);
  order.forEach(({ index }, at) => {
    result[index] = given[at] ?? 0;
  });
  return result;
}

function shortMessage(plan: BenchmarkPlan, bins: readonly Bin[], wanted: number, most: number): string {
  const { group } = plan.select;
  const start = `benchmark "${plan.name}" is to give ${countOf(wanted, 'task')}, but only ${most} can be taken`;
  if (most === 0) return `${start}: no task is eligible; the exclusions and "where" leave none.`;
  if (group === undefined) return `${start}: no more are eligible.`;
  const capped = bins.filter((bin) => bin.atMost < bin.size);
  const [which, why] = capped.length > 0 ? [capped, `capped at ${group.atMost}`] : [bins, 'used up'];
  const shown = which.slice(0, 5).map((bin) => `${bin.key === '' ? `no ${group.by}` : bin.key} (${bin.atMost})`);
  const more = which.length > shown.length ? ` and ${which.length - shown.length} more` : '';
  return `${start}: by ${group.by}, these groups are ${why}: ${shown.join(', ')}${more}.`;
}

function floorFault(plan: BenchmarkPlan, bins: readonly Bin[], least: number): Fault {
  const { take, group } = plan.select;
  return {
    code: 'selection/floors',
    message: `benchmark "${plan.name}": at_least ${group?.atLeast} for each of ${countOf(bins.length, 'group')} by ${group?.by} (all of a smaller one) asks for ${least} places, but take is ${take}.`,
    hint: `Raise take to ${least} or lower at_least.`,
  };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

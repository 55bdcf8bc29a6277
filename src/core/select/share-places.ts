import type { Fault } from '../model/fault.js';
import { boundFor } from '../model/group-bound.js';
import type { ShareRule } from '../model/select-rule.js';
import type { Shortfall } from '../model/selection.js';
import { countOf } from '../text/count-of.js';
import { allocate, allocateInOrder, type Bin } from './allocate.js';
import { type Measured, measureOf } from './measure-of.js';
import { capMessage, floorFault, measureFaults, unknownNameFaults } from './share-faults.js';

/** A group of tasks, or a benchmark, among which places are shared. */
export interface Sharer extends Measured {
  /** Undefined: the tasks without the field. */
  readonly key: string | undefined;
  /** Tasks that may be taken. */
  readonly eligible: number;
}

/** What is shared, for messages. */
export interface SharedWhat {
  /** Who gives the places: `benchmark "x"`, or `the plan`. */
  readonly who: string;
  /** What the sharers differ in. */
  readonly by: string | undefined;
  /** What a sharer is called. */
  readonly each: 'group' | 'benchmark';
  /** Every name that a bound may speak of. */
  readonly known: ReadonlySet<string>;
  /** Places that are taken already, by pins: they count in what is wanted and found. */
  readonly pinned: number;
  /** Whether the places are themselves a part of the plan's total. */
  readonly isShare: boolean;
}

/** A sharer as the allocation sees it; its size, which settles ties, is that before exclusions. */
export interface ShareBin extends Bin {
  readonly eligible: number;
}

/** Places for each sharer, in the order given. */
export interface SharedPlaces {
  readonly places: readonly number[];
  readonly shortfalls: readonly Shortfall[];
  readonly faults: readonly Fault[];
}

/** Shares places; what cannot be given is said, not dropped. Without a rule there is one sharer, which gets all. */
export function sharePlaces(
  sharers: readonly Sharer[],
  take: number | 'all',
  rule: ShareRule | undefined,
  what: SharedWhat,
): SharedPlaces {
  const nothing = sharers.map(() => 0);
  const unusable = rule === undefined ? [] : [...unknownNameFaults(rule, what), ...measureFaults(sharers, rule, what)];
  if (unusable.length > 0) return { places: nothing, shortfalls: [], faults: unusable };
  const bins = sharers.map((sharer) => makeBin(sharer, rule));
  const wanted = take === 'all' ? total(bins.map((bin) => bin.eligible)) : take;
  const most = total(bins.map((bin) => bin.atMost));
  const least = total(bins.map((bin) => bin.atLeast));
  if (least > wanted) return { places: nothing, shortfalls: [], faults: [floorFault(bins, wanted, rule, what)] };
  const shortfalls: Shortfall[] = [];
  // "all" under a cap asks for as much as the cap lets through.
  if (wanted > most && take !== 'all') {
    const message = shortMessage(bins, wanted + what.pinned, most + what.pinned, rule, what);
    shortfalls.push({ message, wanted: wanted + what.pinned, found: most + what.pinned });
  }
  return { places: placesByRule(bins, Math.min(wanted, most), rule), shortfalls, faults: [] };
}

function placesByRule(bins: readonly Bin[], places: number, rule: ShareRule | undefined): number[] {
  if (rule === undefined) return [places];
  return rule.share === 'in-order' ? inListedOrder(bins, places, rule) : allocate(bins, places, rule.rounding);
}

function makeBin(sharer: Sharer, rule: ShareRule | undefined): ShareBin {
  const key = sharer.key ?? '';
  const { eligible, size } = sharer;
  if (rule?.share === 'fixed') {
    const listed = rule.places.get(key) ?? 0;
    const places = Math.min(eligible, listed);
    // The list is what is asked for: a group too small for it leaves a shortfall, and nobody takes its places.
    return { key, size, eligible, measure: 0, atLeast: places, atMost: places };
  }
  const most = Math.min(eligible, boundFor(rule?.atMost, key) ?? eligible);
  return {
    key,
    size,
    eligible,
    measure: rule === undefined ? 1 : measureOf(sharer, rule),
    atLeast: Math.min(boundFor(rule?.atLeast, key) ?? 0, most),
    atMost: most,
  };
}

/** The listed ones first, in their order; the others follow as they stand. */
function inListedOrder(bins: readonly Bin[], places: number, rule: ShareRule): number[] {
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

function shortMessage(
  bins: readonly ShareBin[],
  wanted: number,
  most: number,
  rule: ShareRule | undefined,
  what: SharedWhat,
): string {
  const start = `${what.who} is to give ${countOf(wanted, 'task')}, but only ${most} can be taken`;
  if (most === 0) return `${start}: no task is eligible; the exclusions and "where" leave none.`;
  if (rule === undefined) return `${start}: no more are eligible.`;
  return `${start}: ${capMessage(bins, rule, what)}`;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

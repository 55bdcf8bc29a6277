import type { Condition } from './condition-holds.js';
import type { OptimiseRule } from './optimise-rule.js';
import { type AnyTask, fieldValue } from './task.js';

/** Eligible tasks → pins → groups → allocation → order or draw → ensure. */
export interface SelectRule {
  readonly take: number | 'all';
  /** Whether the plan gives the benchmark no number of its own, so that it shares in the plan's `total`. */
  readonly takesShare: boolean;
  /** Which tasks may be taken at all; undefined: every one that is not excluded. */
  readonly where: Condition | undefined;
  /** Tasks that are in whatever the order or the draw says, by any of their names; they count towards `take`. */
  readonly pin: readonly string[];
  /** Undefined: the whole benchmark is one group. */
  readonly group: GroupRule | undefined;
  readonly prefer: readonly Preference[];
  /** How tasks are drawn by chance; undefined: they are ranked by `prefer`. */
  readonly draw: DrawRule | undefined;
  readonly ensure: readonly EnsureRule[];
  /** What results are to tell, from which Winnow makes group, order and draw; undefined: the plan says them itself. */
  readonly purpose: PurposeRule | undefined;
  /** How many tasks of each label there must be, and may be; undefined: any number. */
  readonly quota: QuotaRule | undefined;
  /** The former version that a ranked selection stays near to; undefined: none. */
  readonly keep?: KeepRule | undefined;
  /** A goal and rules for which the tasks are chosen, in place of groups, order and draw; undefined: there is none. */
  readonly optimise: OptimiseRule | undefined;
}

/** The former version of a selection, and how far the new one may go from it. */
export interface KeepRule {
  /** The tasks of the former version, by their ids; those that are gone do not count. */
  readonly tasks: readonly string[];
  /** How many tasks may be new, as long as the others are there to be kept. */
  readonly newAtMost: number;
  /** The places of the whole selection, where those to fill are of a tier of it. */
  readonly places?: number | undefined;
}

/** What results are to tell, and how exactly. */
export interface PurposeRule {
  /** The name of a purpose. */
  readonly name: string;
  /** What the number of tasks follows from; undefined: the plan gives the number. */
  readonly target: SizeTarget | undefined;
}

/** What a number of tasks follows from. */
export type SizeTarget =
  /** The half-width of the 95% interval of a level, or the smallest difference found with 80% power; in [0, 1]. */
  | { readonly kind: 'precision' | 'detect'; readonly size: number }
  /** What all runs together may cost, in US dollars, or take, in seconds. */
  | { readonly kind: 'budget'; readonly unit: 'usd' | 'seconds'; readonly most: number };

/** Floors and ceilings on a label, or on several crossed into one. */
export interface QuotaRule {
  readonly by: readonly string[];
  readonly atLeast: GroupBound;
  readonly atMost: GroupBound | undefined;
}

/** How `take` is shared among groups. */
export interface GroupRule extends ShareRule {
  readonly by: string;
  /** For a number: where one group ends and the next begins, ascending; empty: each value is a group. */
  readonly bands: readonly number[];
}

/** How places are shared: among the groups of a benchmark, or among benchmarks. */
export interface ShareRule {
  /** What a group's share of the places is in proportion to, or how else it is found: the name of a share. */
  readonly share: string;
  /** What the share takes besides, by the keys of the plan. */
  readonly settings: ReadonlyMap<string, SettingValue>;
  readonly atLeast: GroupBound;
  /** Undefined: a group may have as many places as it has tasks. */
  readonly atMost: GroupBound | undefined;
  /** How shares become whole numbers: the name of a rounding. */
  readonly rounding: string;
}

/** A number, names in order, or a number for each name. */
export type SettingValue = number | readonly string[] | ReadonlyMap<string, number>;

/** A bound on the places of groups, or of benchmarks: for the ones named, and for every other; undefined: those have none. */
export interface GroupBound {
  readonly values: ReadonlyMap<string, number>;
  readonly otherwise: number | undefined;
}

/**
 * How tasks are drawn so that each has a known chance: by random numbers alone (`prefer: [random]`), or as a plan's `draw`
 * says.
 */
export interface DrawRule {
  /** The name of a draw. */
  readonly method: string;
  /** The fields the draw looks at, in order of importance. */
  readonly by: readonly string[];
  readonly seed: string;
}

/** One key of the order within a group: a field up or down, or a field by a list of values. The id always ends it. */
export type Preference =
  | { readonly kind: 'field'; readonly field: string; readonly direction: 'asc' | 'desc' }
  | { readonly kind: 'values'; readonly field: string; readonly values: readonly string[] };

/** For each value in turn: while fewer than `atLeast` are selected, add the most preferred task that has it. */
export interface EnsureRule {
  readonly by: string;
  readonly values: readonly string[];
  readonly atLeast: number;
  readonly prefer: readonly Preference[];
}

/** The bound of the group of that key; undefined when it has none. */
export function boundFor(bound: GroupBound | undefined, key: string): number | undefined {
  return bound?.values.get(key) ?? bound?.otherwise;
}

/** "4 points", also "4.5 points". */
export const pointsPattern = /^\s*(\d{1,2}(?:\.\d{1,4})?) ?points?\s*$/;

/** "$300", "300 USD", "6 hours", "90 minutes". */
export const budgetPattern = /^\s*(?:\$ ?(\d{1,9}(?:\.\d{1,2})?)|(\d{1,9}(?:\.\d{1,2})?) ?(USD|hours?|minutes?))\s*$/;

/** What a number of tasks follows from, as a plan writes it; undefined where it gives none. */
export function readTarget(written: {
  readonly precision?: string | undefined;
  readonly detect?: string | undefined;
  readonly budget?: string | undefined;
}): SizeTarget | undefined {
  for (const kind of ['precision', 'detect'] as const) {
    const [, points] = pointsPattern.exec(written[kind] ?? '') ?? [];
    if (points !== undefined) return { kind, size: Number(points) / 100 };
  }
  const [, dollars, amount, unit = ''] = budgetPattern.exec(written.budget ?? '') ?? [];
  const value = dollars ?? amount;
  if (value === undefined) return undefined;
  if (dollars !== undefined || unit === 'USD') return { kind: 'budget', unit: 'usd', most: Number(value) };
  return { kind: 'budget', unit: 'seconds', most: Number(value) * (unit.startsWith('hour') ? 3600 : 60) };
}

/** The labels of tasks under a quota: each task's by its number, and what each label may have of the places. */
export interface QuotaLabels {
  readonly of: readonly number[];
  readonly names: readonly string[];
  /** What is left to each beside the pinned tasks; a ceiling of Infinity is none. */
  readonly bounds: readonly { readonly size: number; readonly floor: number; readonly ceiling: number }[];
}

/** The label of a task, several crossed into one: "Fix × go"; what is not known is "unknown". */
function crossedLabel(task: AnyTask, by: readonly string[]): string {
  return by.map((field) => String(fieldValue(task, field) ?? 'unknown')).join(' × ');
}

/** The labels of tasks, in the order in which they first occur; without a quota all have the same one. */
export function quotaLabels(
  tasks: readonly AnyTask[],
  quota: QuotaRule | undefined,
  pinned: readonly AnyTask[] = [],
): QuotaLabels {
  const { by, atLeast, atMost } = quota ?? { by: [], atLeast: undefined, atMost: undefined };
  const numbers = new Map<string, number>();
  const of = tasks.map((task) => {
    const name = crossedLabel(task, by);
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  const sizes = Array<number>(numbers.size).fill(0);
  for (const label of of) sizes[label] = (sizes[label] ?? 0) + 1;
  const taken = new Map<string, number>();
  for (const task of pinned) taken.set(crossedLabel(task, by), (taken.get(crossedLabel(task, by)) ?? 0) + 1);
  const names = [...numbers.keys()];
  return {
    of,
    names,
    bounds: names.map((name, label) => ({
      size: sizes[label] ?? 0,
      floor: Math.max(0, (boundFor(atLeast, name) ?? 0) - (taken.get(name) ?? 0)),
      ceiling: Math.max(0, (boundFor(atMost, name) ?? Number.POSITIVE_INFINITY) - (taken.get(name) ?? 0)),
    })),
  };
}

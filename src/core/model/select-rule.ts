import type { Condition } from './condition-holds.js';
import type { OptimiseRule } from './optimise-rule.js';

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

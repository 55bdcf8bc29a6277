import type { Field } from './field.js';

/** A plan with every default filled in and every name checked: what the stages work from. */
export interface Plan {
  /** Where the plan was read from, as it was named; never part of a result. */
  readonly file: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly seed: string | number | undefined;
  /** Tasks to share among the benchmarks that have no `take` of their own. */
  readonly total: { readonly take: number; readonly share: ShareRule } | undefined;
  /** The closed list of phases, in report order. */
  readonly phases: readonly string[];
  /** Every field the plan may name, by name. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly score: ScoreRule;
  /** The file of exclusions that the plan names, relative to it. */
  readonly exclusionsFile: string | undefined;
  /** The labels that a field may have, after corrections; a field that is not listed may have any. */
  readonly vocabulary: ReadonlyMap<string, readonly string[]>;
  /** In the order of the plan file. */
  readonly benchmarks: readonly BenchmarkPlan[];
  /** SHA-256 of the plan's content; comments and layout do not count. */
  readonly hash: string;
}

/** The weighted sum: its name, how it is rounded and what each component weighs. */
export interface ScoreRule {
  /** "MCP benefit"; reports say "MCP benefit score". */
  readonly name: string;
  /** Decimals of the published score and average. */
  readonly decimals: number;
  /** Decimals of the published parts. */
  readonly partDecimals: number;
  /** Sums to 1; in the order of the plan, which is the order of summation. */
  readonly weights: ReadonlyMap<string, number>;
}

/** All that the plan says about one benchmark. */
export interface BenchmarkPlan {
  readonly name: string;
  readonly title: string;
  readonly source: SourcePlan;
  /** How many tasks the source must give. */
  readonly expect: number | undefined;
  /** What a reader of the figures must know, in the plan author's words. */
  readonly notes: readonly string[];
  /** Where its folders lie when a folder of benchmarks is given. */
  readonly folders: FoldersPlan | undefined;
  /** What one run of a task is expected to cost and take; undefined where the plan does not say. */
  readonly run: RunPlan;
  /** Results of earlier runs, from which each task's difficulty is known; paths as the plan gives them. */
  readonly prior: PriorPlan | undefined;
  readonly declarations: readonly DeclarationRule[];
  readonly corrections: readonly CorrectionRule[];
  readonly phase: PhaseRule;
  /** By component name, in the order of the weights. */
  readonly components: ReadonlyMap<string, ComponentRule>;
  readonly select: SelectRule;
  readonly exclusions: readonly Exclusion[];
}

/** Where a benchmark's tasks come from: a pool shipped with Winnow, or paths as the plan gives them. */
export type SourcePlan =
  | { readonly kind: 'embedded'; readonly name: string; readonly measured: readonly string[] }
  | PathSource;

/** Tasks in files and folders, in whatever format they are found to have. */
export interface PathSource {
  readonly kind: 'path';
  /** All of them are read. */
  readonly paths: readonly string[];
  /** The format to read; undefined: the one that is found, if it is only one. */
  readonly format: string | undefined;
  /** For a field, the place whose label is believed when several disagree: `{ language: 'task file' }`. */
  readonly trust: ReadonlyMap<string, string>;
  /** For a table, the column that holds a field where the two have different names. */
  readonly columns: ReadonlyMap<string, string>;
  /** For a table, the fields whose values were counted and not labelled. */
  readonly measured: readonly string[];
  /** For a git repository: the commits to compare, `BASE..HEAD`, each a task. */
  readonly ranges: readonly string[];
}

/** Where a benchmark lies below a folder of benchmarks. */
export interface FoldersPlan {
  /** Tried in order; the first that is there is read. A `*` stands for any run of characters within a name. */
  readonly anyOf: readonly string[];
  readonly source: PathSource;
}

/** What one run of a task is expected to come to. */
export interface RunPlan {
  readonly costUsd: number | undefined;
  readonly seconds: number | undefined;
}

/** Results of earlier runs: where they are, and whose count. */
export interface PriorPlan {
  readonly paths: readonly string[];
  /** Empty: every one. */
  readonly configurations: readonly string[];
}

/** A field that the sources do not hold, as the plan gives it: one value for all, or one for each value of `by`. */
export interface DeclarationRule {
  readonly field: string;
  readonly by: string | undefined;
  readonly values: ReadonlyMap<string, string | number>;
  readonly otherwise: string | number | undefined;
}

/** `field` becomes the value listed for the task's `by`. */
export interface CorrectionRule {
  readonly field: string;
  readonly by: string;
  readonly values: ReadonlyMap<string, string | number>;
}

/** The phase listed for the task's `by`, or always `otherwise` when `by` is undefined. */
export interface PhaseRule {
  readonly by: string | undefined;
  readonly values: ReadonlyMap<string, string>;
  readonly otherwise: string | undefined;
}

/** How a component gets its value, declared so that a report can say it in words. */
export type ComponentRule = RampRule | LookupRule | ConstantRule | ConditionsRule;

/** from + (to − from) · x / full, with x / full held in [0, 1], then raised to the floor. */
export interface RampRule {
  readonly kind: 'ramp';
  readonly field: string;
  readonly full: number;
  readonly from: number;
  readonly to: number;
  readonly floor: number;
  readonly unknown: number | undefined;
}

/** The value listed for the task's label. */
export interface LookupRule {
  readonly kind: 'lookup';
  readonly field: string;
  readonly values: ReadonlyMap<string, number>;
  readonly otherwise: number | undefined;
  readonly unknown: number | undefined;
}

/** The same value for every task. */
export interface ConstantRule {
  readonly kind: 'constant';
  readonly value: number;
}

/** The value of the first case that holds. */
export interface ConditionsRule {
  readonly kind: 'conditions';
  readonly cases: readonly { readonly condition: Condition; readonly value: number }[];
  readonly otherwise: number;
  readonly unknown: number | undefined;
}

/** Holds when every test holds; a test on a field the task lacks does not hold. */
export type Condition = readonly FieldTest[];

/** One test on one field; what is undefined is not asked. */
export interface FieldTest {
  readonly field: string;
  readonly oneOf: readonly string[] | undefined;
  readonly above: number | undefined;
  readonly atLeast: number | undefined;
  readonly below: number | undefined;
  readonly atMost: number | undefined;
}

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
}

/** How `take` is shared among groups. */
export interface GroupRule extends ShareRule {
  readonly by: string;
  /** For a number: where one group ends and the next begins, ascending; empty: each value is a group. */
  readonly bands: readonly number[];
}

/** How places are shared: among the groups of a benchmark, or among benchmarks. */
export interface ShareRule {
  readonly share: Share;
  /** With share "power": the power of a group's size that its share is in proportion to. */
  readonly exponent: number;
  /** With share "neyman": each group's standard deviation; undefined: from earlier results. */
  readonly deviations: ReadonlyMap<string, number> | undefined;
  /** With share "fixed": the places of each group. */
  readonly places: ReadonlyMap<string, number>;
  /** With share "in-order": the groups to fill first; the others follow by name. */
  readonly order: readonly string[];
  readonly atLeast: GroupBound;
  /** Undefined: a group may have as many places as it has tasks. */
  readonly atMost: GroupBound | undefined;
  readonly rounding: Rounding;
}

/** A bound on the places of groups, or of benchmarks: for the ones named, and for every other; undefined: those have none. */
export interface GroupBound {
  readonly values: ReadonlyMap<string, number>;
  readonly otherwise: number | undefined;
}

/** What a group's share of the places is in proportion to; "in-order" fills one after another, "fixed" is as listed. */
export const shares = ['proportional', 'equal', 'square-root', 'power', 'neyman', 'fixed', 'in-order'] as const;
export type Share = (typeof shares)[number];

/** How shares become whole numbers. */
export const roundings = ['webster', 'hill', 'largest-remainder', 'largest-group'] as const;
export type Rounding = (typeof roundings)[number];

/**
 * How tasks are drawn so that each has a known chance: by random numbers alone (`prefer: [random]`), or as a plan's `draw`
 * says.
 */
export interface DrawRule {
  readonly method: DrawMethod;
  /** The fields the method looks at, in order of importance; none for "random". */
  readonly by: readonly string[];
  readonly seed: string;
}

/** The ways of drawing that a plan names under `draw`. */
export const drawMethods = ['systematic', 'pareto', 'local-pivotal', 'cube'] as const;
export type DrawMethod = (typeof drawMethods)[number] | 'random';

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

/** Why a task may be excluded: a closed list, so that exclusions can be counted and argued about. */
export const exclusionReasons = [
  'broken environment',
  'unverifiable',
  'duplicate',
  'leaked',
  'licence',
  'ceiling',
  'floor',
  'other',
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/** A task that stays in the pool's count but may not be selected. */
export interface Exclusion {
  /** Any of the task's names. */
  readonly id: string;
  readonly reason: ExclusionReason;
  /** What shows it; needed when the reason is "other". */
  readonly evidence: string | undefined;
  /** The day it was decided, YYYY-MM-DD. */
  readonly date: string | undefined;
  /** Who decided it. */
  readonly who: string | undefined;
  /** The task that takes its place in the order; undefined: the next in its group. */
  readonly replacement: string | undefined;
}

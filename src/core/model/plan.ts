import type { Field } from './field.js';
import type { HistoryEntry } from './history.js';
import type { ResultColumns } from './outcome.js';
import type { PurposeRule, SelectRule, ShareRule } from './select-rule.js';

/** A plan with every default filled in and every name checked: what the stages work from. */
export interface Plan {
  /** Where the plan was read from, as it was named; never part of a result. */
  readonly file: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly seed: string | number | undefined;
  /** Tasks to share among the benchmarks that have no `take` of their own. */
  readonly total: TotalRule | undefined;
  /** Smaller selections within the whole one: how many tasks each has, by name; undefined: none. */
  readonly tiers?: ReadonlyMap<string, number> | undefined;
  /** What a pilot of two arms is for, and how often each arm runs each task; undefined: the selection is none. */
  readonly pilot?: PilotRule | undefined;
  /** How its selection came to be what it is, oldest first; undefined: it is the first version. */
  readonly history?: readonly HistoryEntry[] | undefined;
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

/** A pilot: every task is run so often in each of two arms. */
export interface PilotRule {
  /** The name of a goal. */
  readonly goal: string;
  readonly repeats: number;
  /** As it was given: "$300". */
  readonly budget: string;
}

/** A number of tasks for several benchmarks together. */
export interface TotalRule {
  /** Undefined until what the number follows from, its target, is worked out. */
  readonly take: number | undefined;
  readonly share: ShareRule;
  /** What results are to tell; undefined: each benchmark says for itself. */
  readonly purpose: PurposeRule | undefined;
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
  /** What paired results say of it; empty: none is given. */
  readonly evidence: readonly Evidence[];
}

/** What one set of paired results says of a score. */
export interface Evidence {
  /** Tasks with a score and a result in both arms. */
  readonly pairs: number;
  /** Of score and uplift, by rank, over all pairs and within benchmarks, with 95% intervals where known. */
  readonly correlation: number;
  readonly interval: readonly [low: number, high: number] | undefined;
  readonly within: number;
  readonly withinInterval: readonly [low: number, high: number] | undefined;
  readonly source: string;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly date: string;
}

/** All that the plan says about one benchmark. */
export interface BenchmarkPlan {
  readonly name: string;
  readonly title: string;
  readonly source: SourcePlan;
  /** Whether its tasks are others than those of the same id in another benchmark. */
  readonly distinct: boolean;
  /** How many tasks the source must give. */
  readonly expect: number | undefined;
  /** What a reader of the figures must know, in the plan author's words. */
  readonly notes: readonly string[];
  /** Where its folders lie when a folder of benchmarks is given. */
  readonly folders: FoldersPlan | undefined;
  /** What one run of a task is expected to cost and take; undefined where the plan does not say. */
  readonly run: { readonly costUsd: number | undefined; readonly seconds: number | undefined };
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

/** Where a benchmark's tasks come from: a pool shipped with Winnow, paths as the plan gives them, or a table of a cluster. */
export type SourcePlan =
  | {
      readonly kind: 'embedded';
      readonly name: string;
      readonly measured: readonly string[];
      readonly where: Condition | undefined;
    }
  | PathSource
  | TrinoSource;

/** What a plan says of the rows of a table. */
export interface TableReading {
  /** The column that holds a field, or the id, where the two have different names; dots lead into records. */
  readonly columns: ReadonlyMap<string, string>;
  /** The fields whose values were counted and not labelled. */
  readonly measured: readonly string[];
  /** What a task must fulfil to belong to the pool. */
  readonly where: Condition | undefined;
}

/** Tasks in a table of a Trino cluster. */
export interface TrinoSource extends TableReading {
  readonly kind: 'trino';
  readonly table: TrinoTable;
}

/** Where a table of a Trino cluster is. */
export interface TrinoTable {
  /** With its protocol and port: `https://trino.example:8443`. */
  readonly server: string;
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
}

/** A table as reports name it: `trino:catalog.schema.table`, wherever the cluster is. */
export function trinoName({ catalog, schema, table }: TrinoTable): string {
  return `trino:${catalog}.${schema}.${table}`;
}

/** Tasks in files and folders, in whatever format they are found to have. */
export interface PathSource extends TableReading {
  readonly kind: 'path';
  /** All of them are read. */
  readonly paths: readonly string[];
  /** The format to read; undefined: the one that is found, if it is only one. */
  readonly format: string | undefined;
  /** For a field, the place whose label is believed when several disagree: `{ language: 'task file' }`. */
  readonly trust: ReadonlyMap<string, string>;
  /** Tables with more about the same tasks. */
  readonly joins: readonly JoinPlan[];
  /** Fields that are worked out from others where the source does not give them. */
  readonly derivations: readonly DerivationRule[];
  /** For a git repository: the commits to compare, `BASE..HEAD`, each a task. */
  readonly ranges: readonly string[];
}

/** A table with more about tasks that a source gives, found by their ids. */
export interface JoinPlan {
  /** Relative to the plan. */
  readonly path: string;
  /** The column that holds the id; undefined: `id`, `task_id` or `instance_id`. */
  readonly id: string | undefined;
  readonly columns: ReadonlyMap<string, string>;
  readonly measured: readonly string[];
}

/** A field that is cut out of another by a pattern. */
export interface DerivationRule {
  readonly field: string;
  /** The field that is looked at, or `id`. */
  readonly from: string;
  /** Text and `{names}`, each of which stands for as many characters as it can, at least one. */
  readonly pattern: string;
  /** The value, made of the pattern's names. */
  readonly value: string;
}

/** Where a benchmark lies below a folder of benchmarks. */
export interface FoldersPlan {
  /** Tried in order; the first that is there is read. A `*` stands for any run of characters within a name. */
  readonly anyOf: readonly string[];
  readonly source: PathSource;
}

/** Results of earlier runs: where they are, and whose count. */
export interface PriorPlan {
  readonly paths: readonly string[];
  /** Empty: every one. */
  readonly configurations: readonly string[];
  /** Which column of a table holds what, by role; the known names otherwise. */
  readonly columns: ResultColumns;
  /** The two configurations whose runs give each task's `prior_uplift`; undefined: none is worked out. */
  readonly uplift: { readonly with: string; readonly without: string } | undefined;
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

/** How a component gets its value, declared so that a report can say it in words; `core/components` describes each kind. */
export interface ComponentRule {
  /** The name of its kind; what else the rule holds, only the kind's own description knows. */
  readonly kind: string;
}

/** Holds when every test holds; a test on a field the task lacks does not hold. */
export type Condition = readonly FieldTest[];

/** One test on one field; what is undefined is not asked. */
export interface FieldTest {
  readonly field: string;
  readonly oneOf: readonly string[] | undefined;
  /** For a list: it has one of these words. */
  readonly has?: readonly string[] | undefined;
  readonly above: number | undefined;
  readonly atLeast: number | undefined;
  readonly below: number | undefined;
  readonly atMost: number | undefined;
}

/** Why a task may be excluded: a closed list, so that exclusions can be counted and argued about. */
export const exclusionReasons = [
  'broken environment',
  'flaky',
  'unverifiable',
  'trivial',
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

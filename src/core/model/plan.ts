import type { Forecast } from './learned.js';
import type { ResultSettings } from './result-settings.js';
import {
  type Condition,
  groupFields,
  optimisedFields,
  type PurposeRule,
  type SelectRule,
  type ShareRule,
} from './select-rule.js';
import { type Field, isNamedAfter } from './task.js';

/** A plan with defaults filled in and names checked: what the stages work from. */
export interface Plan {
  /** The path of the plan as given; never part of a result. */
  readonly file: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly seed: string | number | undefined;
  /** A number of tasks for the benchmarks without their own `take`. */
  readonly total: TotalRule | undefined;
  /** Smaller selections within the whole: their sizes by name. */
  readonly tiers?: ReadonlyMap<string, number> | undefined;
  /** Planned looks at growing results: how many of equal size, or one after each tier. */
  readonly looks?: number | 'tiers' | undefined;
  /** Set if each system is run in two waves, the second fitted to its results on the first. */
  readonly waves?: 2 | undefined;
  /** Set if the selection is a pilot of two arms. */
  readonly pilot?: PilotRule | undefined;
  /** Which level comes first: weighted by the pool, or equally over the values of a label. */
  readonly level?: { readonly weight: 'pool' | 'equal'; readonly by: string } | undefined;
  /** How results of runs are read. */
  readonly results?: ResultSettings | undefined;
  /** The earlier versions of the selection, oldest first; undefined for the first. */
  readonly history?: readonly HistoryEntry[] | undefined;
  readonly phases: readonly string[];
  /** Every field the plan may use, by name. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly score: ScoreRule;
  /** The plan's file of exclusions, relative to the plan. */
  readonly exclusionsFile: string | undefined;
  /** The labels allowed for a field, after corrections; other fields may have any. */
  readonly vocabulary: ReadonlyMap<string, readonly string[]>;
  readonly benchmarks: readonly BenchmarkPlan[];
  /** SHA-256 of the plan's content; comments and layout do not count. */
  readonly hash: string;
}

/** A pilot runs every task several times in each of two arms. */
interface PilotRule {
  readonly goal: string;
  readonly repeats: number;
  /** As it was given: "$300". */
  readonly budget: string;
}

/** A number of tasks for several benchmarks together. */
export interface TotalRule {
  /** Undefined until the number is worked out from the target. */
  readonly take: number | undefined;
  readonly share: ShareRule;
  /** What the results should show; undefined if each benchmark has its own purpose. */
  readonly purpose: PurposeRule | undefined;
}

/** The weighted sum of components, and how it is rounded. */
export interface ScoreRule {
  /** "MCP benefit"; reports say "MCP benefit score". */
  readonly name: string;
  readonly decimals: number;
  readonly partDecimals: number;
  /** Sums to 1; summed in the order of the plan. */
  readonly weights: ReadonlyMap<string, number>;
  /** How well the score agrees with paired results. */
  readonly evidence: readonly Evidence[];
}

/** The agreement of a score with one set of paired results. */
export interface Evidence {
  readonly pairs: number;
  /** Rank correlation of score and uplift, over all pairs and within benchmarks, with 95% intervals if known. */
  readonly correlation: number;
  readonly interval: readonly [low: number, high: number] | undefined;
  readonly within: number;
  readonly withinInterval: readonly [low: number, high: number] | undefined;
  readonly source: string;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly date: string;
}

/** Everything that the plan says about one benchmark. */
export interface BenchmarkPlan {
  readonly name: string;
  readonly title: string;
  readonly source: SourcePlan;
  /** The dataset behind the tasks, if the plan says. */
  readonly dataset?: Dataset | undefined;
  /** Whether its tasks differ from tasks with the same id in another benchmark. */
  readonly distinct: boolean;
  readonly expect: number | undefined;
  /** Notes for readers of the figures, by the author of the plan. */
  readonly notes: readonly string[];
  /** Where its folders are below a folder of benchmarks. */
  readonly folders: FoldersPlan | undefined;
  /** The expected cost and duration of one run; undefined if the plan does not say. */
  readonly run: { readonly costUsd: number | undefined; readonly seconds: number | undefined };
  /** Results of earlier runs, which show each task's difficulty; paths as in the plan. */
  readonly prior: PriorPlan | undefined;
  /** Forecasts of its selections that the build worked out, by a key; only for a plan that ships. */
  readonly forecasts?: ReadonlyMap<string, Forecast> | undefined;
  readonly declarations: readonly DeclarationRule[];
  readonly corrections: readonly CorrectionRule[];
  readonly phase: PhaseRule;
  /** By component name, in the order of the weights. */
  readonly components: ReadonlyMap<string, ComponentRule>;
  readonly select: SelectRule;
  readonly exclusions: readonly Exclusion[];
  /** Conditions whose tasks may not be selected. */
  readonly exclusionRules?: readonly ExclusionRule[] | undefined;
}

/** Where a dataset is published, which copy was used, and its licence. */
export interface Dataset {
  readonly url?: string | undefined;
  readonly version?: string | undefined;
  readonly licence?: string | undefined;
}

/** Results of earlier runs, and whose results count. */
export interface PriorPlan {
  /** The pool that ships with Winnow whose earlier results are used; undefined for none. */
  readonly embedded: string | undefined;
  readonly paths: readonly string[];
  /** Empty means all. */
  readonly configurations: readonly string[];
  /** How they are read: the plan's settings, overridden by those of these results. */
  readonly results: ResultSettings;
  /** The two configurations whose runs give each task's `prior_uplift`. */
  readonly uplift: PriorArms | undefined;
}

/** Two configurations that ran the same tasks. */
export interface PriorArms {
  readonly with: string;
  readonly without: string;
  /** The standard deviation of one run, assumed instead of measured from repeats. */
  readonly assumeNoise: number | undefined;
}

/** A field that the sources lack: one value for all tasks, or one for each value of `by`. */
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

/** How a component gets its value; `core/components` describes each kind. */
export interface ComponentRule {
  /** The name of its kind, which defines the other keys. */
  readonly kind: string;
}

/** The reasons for excluding a task: a closed list, so that exclusions can be counted. */
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

/** A task that counts in the pool but may not be selected. */
export interface Exclusion {
  /** Any of the task's names. */
  readonly id: string;
  readonly reason: ExclusionReason;
  /** The evidence; required if the reason is "other". */
  readonly evidence: string | undefined;
  /** The day it was decided, YYYY-MM-DD. */
  readonly date: string | undefined;
  readonly who: string | undefined;
  /** The task that takes its place in the order; undefined: the next in its group. */
  readonly replacement: string | undefined;
}

/** Tasks that may not be selected because a condition holds for them. */
export interface ExclusionRule extends Omit<Exclusion, 'id' | 'replacement'> {
  readonly where: Condition;
}

/** How a version of a selection differs from the one before it. */
export interface HistoryEntry {
  readonly version: number;
  /** SHA-256 of the `selection.json` it replaces. */
  readonly of: string;
  readonly change: string;
  readonly reasons: readonly HistoryReason[];
}

/** A task that was removed, and its replacement. */
export interface HistoryReason {
  readonly benchmark: string;
  readonly taskId: string;
  /** Undefined if there is none. */
  readonly replacedBy: string | undefined;
  readonly reason: string;
  readonly evidence: string | undefined;
}

/** The tier of a larger selection that a selection is. */
export interface Tier {
  readonly name: string;
  readonly size: number;
  /** The size of the whole selection. */
  readonly full: number;
  readonly sizes: ReadonlyMap<string, number>;
}

/** When results are looked at while they grow, and how often a verdict may be false. */
export interface LookSchedule {
  /** Tasks of each look, rising to those of the whole selection. */
  readonly sizes: readonly number[];
  /** The chance of a false verdict over all looks together. */
  readonly errorRate: number;
}

/** The results of one system on the first wave, which the second is fitted to. */
export interface FirstWave {
  readonly system: string;
  /** Its mean reward on each task, by `BENCHMARK/ID`. */
  readonly rewards: ReadonlyMap<string, number>;
}

/** The fields whose values divide tasks: in phases, groups, bounds, guarantees and draws. */
export function dividingFields({ phase, select }: BenchmarkPlan): readonly string[] {
  const { group, ensure, quota, draw, optimise } = select;
  return [
    ...new Set([
      ...(phase.by === undefined ? [] : [phase.by]),
      ...(group === undefined ? [] : groupFields(group)),
      ...ensure.map(({ by }) => by),
      ...(quota?.by ?? []),
      ...(draw?.by ?? []),
      ...(optimise === undefined ? [] : optimisedFields(optimise)),
    ]),
  ];
}

/** The fields that decide which tasks are selected, except those of the score. */
export function selectingFields(plan: BenchmarkPlan): ReadonlySet<string> {
  const { prefer, ensure, where = [], pinWhere = [] } = plan.select;
  const orders = [...prefer, ...ensure.flatMap((rule) => rule.prefer)];
  const tests = [...where, ...pinWhere.flat(), ...(plan.exclusionRules ?? []).flatMap((rule) => rule.where)];
  return new Set([...dividingFields(plan), ...[...orders, ...tests].map(({ field }) => field)]);
}

/** Where a benchmark's tasks come from: a pool that ships with Winnow, paths, or a table of a Trino cluster. */
export type SourcePlan = EmbeddedSource | PathSource | TrinoSource;

/** A pool that ships; its columns are those of the original dataset. */
interface EmbeddedSource extends TableRules {
  readonly kind: 'embedded';
  readonly name: string;
}

/** How the rows of a table become tasks. */
export interface TableRules {
  /** The column of a field or of the id, if it has another name; dots lead into records. */
  readonly columns: ReadonlyMap<string, string>;
  /** The fields whose values were counted, not labelled. */
  readonly measured: readonly string[];
  /** The condition for belonging to the pool. */
  readonly where: Condition | undefined;
}

/** Tasks in a table of a Trino cluster. */
export interface TrinoSource extends TableRules {
  readonly kind: 'trino';
  readonly table: TrinoTable;
}

/** The place of a table in a Trino cluster. */
export interface TrinoTable {
  /** With its protocol and port: `https://trino.example:8443`. */
  readonly server: string;
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
}

/** A table as reports name it: `trino:catalog.schema.table`, without the server. */
export function trinoName({ catalog, schema, table }: TrinoTable): string {
  return `trino:${catalog}.${schema}.${table}`;
}

/** Tasks in files and folders, in any known format. */
export interface PathSource extends TableRules {
  readonly kind: 'path';
  readonly paths: readonly string[];
  /** The format to read; undefined means the one that is found. */
  readonly format: string | undefined;
  /** For a field, the place whose label is used if several disagree: `{ language: 'task file' }`. */
  readonly trust: ReadonlyMap<string, string>;
  /** Tables with more fields of the same tasks. */
  readonly joins: readonly JoinPlan[];
  /** Fields derived from others if the source lacks them. */
  readonly derivations: readonly DerivationRule[];
  /** For a git repository: the commits to compare, `BASE..HEAD`, each a task. */
  readonly ranges: readonly string[];
}

/** A table with more fields of tasks, matched by id. */
export interface JoinPlan {
  readonly path: string;
  /** The column that holds the id; undefined: `id`, `task_id` or `instance_id`. */
  readonly id: string | undefined;
  readonly columns: ReadonlyMap<string, string>;
  readonly measured: readonly string[];
}

/** A field that a pattern extracts from another. */
export interface DerivationRule {
  readonly field: string;
  /** The field to match, or `id`. */
  readonly from: string;
  /** Text and `{names}`; each name matches as many characters as possible, at least one. */
  readonly pattern: string;
  /** The value, built from the pattern's names. */
  readonly value: string;
}

/** The place of a benchmark below a folder of benchmarks. */
export interface FoldersPlan {
  /** Tried in order until one exists. A `*` matches any part of a name. */
  readonly anyOf: readonly string[];
  readonly source: PathSource;
}

/** A field as the plan writes it: by the name of its column, if the field is only that name in another spelling. */
export function writtenField({ source }: Pick<BenchmarkPlan, 'source'>, field: string): string {
  const column = source.columns.get(field);
  return column !== undefined && isNamedAfter(field, column) ? column : field;
}

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

/** A plan with defaults filled in and names checked, as the stages use it. */
export interface Plan {
  /** The path as given. Only the file's name may be part of a result. */
  readonly file: string;
  readonly isBuiltIn?: true;
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly seed: string | number | undefined;
  /** A number of tasks shared by the benchmarks without their own `take`. */
  readonly total: TotalRule | undefined;
  /** The sizes of smaller selections within the whole, by name. */
  readonly tiers?: ReadonlyMap<string, number> | undefined;
  /** Planned looks at the results: a number of looks at equal intervals, or one after each tier. */
  readonly looks?: number | 'tiers' | undefined;
  /** Set if each system runs in two waves, the second fitted to its results on the first. */
  readonly waves?: 2 | undefined;
  readonly pilot?: PilotRule | undefined;
  /** The level to report first: weighted by the pool, or equally across the values of a label. */
  readonly level?: { readonly weight: 'pool' | 'equal'; readonly by: string } | undefined;
  readonly results?: ResultSettings | undefined;
  /** The earlier versions of the selection, oldest first; undefined for the first version. */
  readonly history?: readonly HistoryEntry[] | undefined;
  readonly phases: readonly string[];
  /** Every field the plan may use, by name. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly score: ScoreRule;
  /** The path relative to the plan. */
  readonly exclusionsFile: string | undefined;
  /** The allowed labels by field, after corrections; other fields allow any. */
  readonly vocabulary: ReadonlyMap<string, readonly string[]>;
  readonly benchmarks: readonly BenchmarkPlan[];
  /** SHA-256 of the plan's content, ignoring comments and layout. */
  readonly hash: string;
}

/** A pilot runs every task several times in each of two arms. */
interface PilotRule {
  readonly goal: string;
  readonly repeats: number;
  /** As written: "$300". */
  readonly budget: string;
}

export interface TotalRule {
  /** Undefined until it is calculated from the target. */
  readonly take: number | undefined;
  readonly share: ShareRule;
  /** Undefined if each benchmark has its own purpose. */
  readonly purpose: PurposeRule | undefined;
}

export interface ScoreRule {
  /** Such as "MCP benefit"; reports add the word "score". */
  readonly name: string;
  readonly decimals: number;
  readonly partDecimals: number;
  /** They sum to 1. Scores are added up in this order, which is the order in the plan. */
  readonly weights: ReadonlyMap<string, number>;
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

export interface BenchmarkPlan {
  readonly name: string;
  readonly title: string;
  readonly source: SourcePlan;
  readonly dataset?: Dataset | undefined;
  /** Whether its tasks are different from tasks with the same id in another benchmark. */
  readonly distinct: boolean;
  readonly expect: number | undefined;
  /** The plan author's notes on the figures. */
  readonly notes: readonly string[];
  readonly folders: FoldersPlan | undefined;
  readonly run: { readonly costUsd: number | undefined; readonly seconds: number | undefined };
  /** Results of earlier runs, which show each task's difficulty; paths are as written in the plan. */
  readonly prior: PriorPlan | undefined;
  /** Precomputed forecasts of its selections, by key; only in plans that ship with Winnow. */
  readonly forecasts?: ReadonlyMap<string, Forecast> | undefined;
  readonly declarations: readonly DeclarationRule[];
  readonly corrections: readonly CorrectionRule[];
  readonly phase: PhaseRule;
  /** By component name, in the order of the weights. */
  readonly components: ReadonlyMap<string, ComponentRule>;
  readonly select: SelectRule;
  readonly exclusions: readonly Exclusion[];
  readonly exclusionRules?: readonly ExclusionRule[] | undefined;
}

export interface Dataset {
  readonly url?: string | undefined;
  readonly version?: string | undefined;
  readonly licence?: string | undefined;
}

export interface PriorPlan {
  /** A pool that ships with Winnow; its earlier results are used. */
  readonly embedded: string | undefined;
  readonly paths: readonly string[];
  /** Empty means all systems. */
  readonly configurations: readonly string[];
  /** The plan's settings, overridden by those for these results. */
  readonly results: ResultSettings;
  /** The two systems whose runs give each task's `prior_uplift`. */
  readonly uplift: PriorArms | undefined;
}

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

/** Sets `field` to the value listed for the task's `by`. */
export interface CorrectionRule {
  readonly field: string;
  readonly by: string;
  readonly values: ReadonlyMap<string, string | number>;
}

/** The phase listed for the task's `by`, or `otherwise` if it is not listed or `by` is undefined. */
export interface PhaseRule {
  readonly by: string | undefined;
  readonly values: ReadonlyMap<string, string>;
  readonly otherwise: string | undefined;
}

/** How a component gets its value; `core/components` describes each kind. */
export interface ComponentRule {
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

/** A task that counts as part of the pool but may not be selected. */
export interface Exclusion {
  /** Any of the task's names. */
  readonly id: string;
  readonly reason: ExclusionReason;
  /** Required if the reason is "other". */
  readonly evidence: string | undefined;
  /** The day of the decision, YYYY-MM-DD. */
  readonly date: string | undefined;
  readonly who: string | undefined;
  /** The task that takes its place in the order; undefined means the next task in its group. */
  readonly replacement: string | undefined;
}

/** Excludes all tasks that meet a condition. */
export interface ExclusionRule extends Omit<Exclusion, 'id' | 'replacement'> {
  readonly where: Condition;
}

/** The changes from the previous version of a selection. */
export interface HistoryEntry {
  readonly version: number;
  /** SHA-256 of the `selection.json` it replaces. */
  readonly of: string;
  readonly change: string;
  readonly reasons: readonly HistoryReason[];
}

export interface HistoryReason {
  readonly benchmark: string;
  readonly taskId: string;
  readonly replacedBy: string | undefined;
  readonly reason: string;
  readonly evidence: string | undefined;
}

/** A selection that is one tier of a larger one. */
export interface Tier {
  readonly name: string;
  readonly size: number;
  /** The size of the whole selection. */
  readonly full: number;
  readonly sizes: ReadonlyMap<string, number>;
}

/** The planned looks at the results, and the probability of a false verdict. */
export interface LookSchedule {
  /** The number of tasks at each look, rising to the whole selection. */
  readonly sizes: readonly number[];
  /** Over all looks together. */
  readonly errorRate: number;
}

/** One system's results on the first wave, to which the second wave is fitted. */
export interface FirstWave {
  readonly system: string;
  /** The mean reward on each task, by `BENCHMARK/ID`. */
  readonly rewards: ReadonlyMap<string, number>;
}

/** The fields by which phases, groups, guarantees, quotas, draws and optimisations divide tasks. */
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

/** The fields that decide which tasks are selected, apart from the components of the score. */
export function selectingFields(plan: BenchmarkPlan): ReadonlySet<string> {
  const { prefer, ensure, where = [], pinWhere = [] } = plan.select;
  const orders = [...prefer, ...ensure.flatMap((rule) => rule.prefer)];
  const tests = [...where, ...pinWhere.flat(), ...(plan.exclusionRules ?? []).flatMap((rule) => rule.where)];
  return new Set([...dividingFields(plan), ...[...orders, ...tests].map(({ field }) => field)]);
}

export type SourcePlan = EmbeddedSource | PathSource | TrinoSource;

/** A pool that ships with Winnow, with the columns of the original dataset. */
interface EmbeddedSource extends TableRules {
  readonly kind: 'embedded';
  readonly name: string;
}

export interface TableRules {
  /** The columns of fields, or of the id, that have other names; dots select values inside records. */
  readonly columns: ReadonlyMap<string, string>;
  /** The fields whose values are measured rather than declared. */
  readonly measured: readonly string[];
  /** Only rows that meet this belong to the pool. */
  readonly where: Condition | undefined;
}

export interface TrinoSource extends TableRules {
  readonly kind: 'trino';
  readonly table: TrinoTable;
}

export interface TrinoTable {
  /** With protocol and port: `https://trino.example:8443`. */
  readonly server: string;
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
}

/** The name of a table in reports, without the server: `trino:catalog.schema.table`. */
export function trinoName({ catalog, schema, table }: TrinoTable): string {
  return `trino:${catalog}.${schema}.${table}`;
}

export interface PathSource extends TableRules {
  readonly kind: 'path';
  readonly paths: readonly string[];
  /** Undefined means that Winnow detects the format. */
  readonly format: string | undefined;
  /** For each field, the place whose label is used if several disagree: `{ language: 'task file' }`. */
  readonly trust: ReadonlyMap<string, string>;
  readonly joins: readonly JoinPlan[];
  /** Fields derived from others if the source lacks them. */
  readonly derivations: readonly DerivationRule[];
  /** For a git repository: `BASE..HEAD` ranges of commits, each of which is a task. */
  readonly ranges: readonly string[];
}

/** A table with more fields for the tasks, matched by id. */
export interface JoinPlan {
  readonly path: string;
  /** The column with the id; undefined means `id`, `task_id` or `instance_id`. */
  readonly id: string | undefined;
  readonly columns: ReadonlyMap<string, string>;
  readonly measured: readonly string[];
}

export interface DerivationRule {
  readonly field: string;
  /** A field, or `id`. */
  readonly from: string;
  /** Text and `{names}`; each name matches as many characters as possible, at least one. */
  readonly pattern: string;
  /** The value, built from the pattern's names. */
  readonly value: string;
}

/** The location of a benchmark below a folder of benchmarks. */
export interface FoldersPlan {
  /** Tried in order until one exists. A `*` matches any part of a name. */
  readonly anyOf: readonly string[];
  readonly source: PathSource;
}

/** The field as the plan writes it: the name of its column, if the field's name is derived from that. */
export function writtenField({ source }: Pick<BenchmarkPlan, 'source'>, field: string): string {
  const column = source.columns.get(field);
  return column !== undefined && isNamedAfter(field, column) ? column : field;
}

/** The fields that divide the tasks into groups, as the plan writes them. */
export function writtenGroup({
  source,
  select: { group },
}: Pick<BenchmarkPlan, 'source' | 'select'>): readonly string[] {
  return group === undefined ? [] : groupFields(group).map((field) => writtenField({ source }, field));
}

import type { Field } from './field.js';
import { optimisedFields } from './optimise-rule.js';
import type { ResultSettings } from './result-settings.js';
import type { PurposeRule, SelectRule, ShareRule } from './select-rule.js';
import type { FoldersPlan, SourcePlan } from './source-plan.js';

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
  /** How results of runs are read; undefined: as they are. */
  readonly results?: ResultSettings | undefined;
  /** How its selection came to be what it is, oldest first; undefined: it is the first version. */
  readonly history?: readonly HistoryEntry[] | undefined;
  /** The closed list of phases, in report order. */
  readonly phases: readonly string[];
  /** Every field the plan may name, by name. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Set if documents leave out the labels that the plan declares, as those of earlier versions did. */
  readonly hidesLabels?: true;
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
interface PilotRule {
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

/** Results of earlier runs: where they are, and whose count. */
export interface PriorPlan {
  readonly paths: readonly string[];
  /** Empty: every one. */
  readonly configurations: readonly string[];
  /** How they are read: the plan's settings, and over them those of these results. */
  readonly results: ResultSettings;
  /** The two configurations whose runs give each task's `prior_uplift`; undefined: none is worked out. */
  readonly uplift: PriorArms | undefined;
}

/** Two configurations that ran the same tasks. */
export interface PriorArms {
  readonly with: string;
  readonly without: string;
  /** The standard deviation of one run, assumed instead of measured from repeats. */
  readonly assumeNoise: number | undefined;
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

/** How a version of a selection came from the one before it. */
export interface HistoryEntry {
  /** The number of the version, from 2. */
  readonly version: number;
  /** SHA-256 of the `selection.json` that it replaces. */
  readonly of: string;
  /** What was done, in a sentence. */
  readonly change: string;
  /** Each task that went out. */
  readonly reasons: readonly HistoryReason[];
}

/** A task that went out, why, and which came in for it. */
export interface HistoryReason {
  readonly benchmark: string;
  readonly taskId: string;
  /** Undefined where none came in. */
  readonly replacedBy: string | undefined;
  readonly reason: string;
  readonly evidence: string | undefined;
}

/** Which tier of a larger selection a selection is. */
export interface Tier {
  readonly name: string;
  /** Its tasks. */
  readonly size: number;
  /** The tasks of the whole selection, which has every tier in it. */
  readonly full: number;
  /** The size of each tier that the plan names. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** The fields by whose values tasks are put together or apart: in phases, groups, bounds, guarantees and draws. */
export function dividingFields({ phase, select }: BenchmarkPlan): readonly string[] {
  const { group, ensure, quota, draw, optimise } = select;
  return [
    ...new Set([
      ...(phase.by === undefined ? [] : [phase.by]),
      ...(group === undefined ? [] : [group.by]),
      ...ensure.map(({ by }) => by),
      ...(quota?.by ?? []),
      ...(draw?.by ?? []),
      ...(optimise === undefined ? [] : optimisedFields(optimise)),
    ]),
  ];
}

/** The fields that decide who is selected, scores aside. */
export function selectingFields(plan: BenchmarkPlan): ReadonlySet<string> {
  const { prefer, ensure, where = [] } = plan.select;
  const orders = [...prefer, ...ensure.flatMap((rule) => rule.prefer)];
  return new Set([...dividingFields(plan), ...[...orders, ...where].map(({ field }) => field)]);
}

import type { Fault, Warning } from './errors.js';
import type { CountedPrior, ExpectedUplift, Learned } from './learned.js';
import type { Optimum } from './optimum.js';
import {
  type BenchmarkPlan,
  type CorrectionRule,
  type Exclusion,
  type FirstWave,
  type LookSchedule,
  type Plan,
  selectingFields,
  type Tier,
} from './plan.js';
import type { EnsureRule } from './select-rule.js';
import {
  isNamedAfter,
  isOwnField,
  type LabelConflict,
  type PriorRewards,
  type Provenance,
  type ScoredTask,
  type Task,
} from './task.js';

/** A plan's selection from its pools as plain data, which all reports are based on. */
export interface Selection {
  readonly plan: Plan;
  /** Undefined for the whole selection. */
  readonly tier?: Tier | undefined;
  /** The planned looks at its results; undefined for a tier or a plan without looks. */
  readonly looks?: LookSchedule | undefined;
  /** The first wave that the selection was fitted to, if any. */
  readonly wave?: FirstWave | undefined;
  readonly benchmarks: readonly BenchmarkSelection[];
  /** Sorted by benchmark, then id, in code-unit order. */
  readonly choices: readonly Choice[];
  /** Representative only if every benchmark is. */
  readonly kind: SelectionKind;
  /** The weights across all benchmarks; undefined for a purposive selection. */
  readonly weighting: Weighting | undefined;
  readonly statistics: SelectionStatistics;
  readonly warnings: readonly Warning[];
  /** Set if tasks were chosen by their uplift in earlier runs. */
  readonly expectedUplift?: ExpectedUplift | undefined;
}

/** "focus" (purposive): results describe only the chosen tasks. "representative": they describe all eligible tasks. */
export type SelectionKind = 'focus' | 'representative';

export interface Weighting {
  readonly population: number;
  readonly sampled: number;
  /** Σ 1 / probability: the population in a stratified sample, and close to it with unequal probabilities. */
  readonly weightSum: number;
  readonly effectiveSize: number;
  /** The cost of unequal weights: sampled / effective size. */
  readonly designEffect: number;
}

export interface BenchmarkSelection {
  readonly plan: BenchmarkPlan;
  /** Every task of the pool, sorted by id; with a census, only the candidates. */
  readonly tasks: readonly ScoredTask[];
  readonly available: number;
  /** Counts over the whole pool, if `tasks` are only the candidates. */
  readonly census?: PoolCensus | undefined;
  /** The tasks as read from their source, in order of id, for `selectionHashes`. */
  readonly sourceTasks: readonly Task[];
  /** Set if a large pool is hashed the way earlier versions hashed it. */
  readonly isHashedOneByOne?: true | undefined;
  /** The systems with earlier results on the tasks. Anything learned from them must be judged on other systems. */
  readonly priorSystems: readonly string[];
  /** The rewards of those systems on each task, if known. */
  readonly priorRewards?: PriorRewards | undefined;
  readonly learned?: Learned | undefined;
  readonly optimum?: Optimum | undefined;
  /** The number of tasks that can be selected: the pool without exclusions and tasks that do not meet `where`. */
  readonly eligible: number;
  /** The number of source tasks that `source.where` keeps out of the pool. */
  readonly outside: number | undefined;
  /** The ids of the tasks that do not meet `where`. */
  readonly leftOut: readonly string[];
  readonly exclusions: readonly AppliedExclusion[];
  readonly corrections: readonly AppliedCorrection[];
  /** Labels on which a task's own files disagree. */
  readonly conflicts: readonly LabelConflictCount[];
  /** The fields of the score, in the order of its components. */
  readonly features: readonly FeatureCount[];
  readonly warnings: readonly Warning[];
  readonly groups: readonly Group[];
  readonly ensured: readonly EnsureResult[];
  readonly shortfalls: readonly Shortfall[];
  /** Sorted by id. */
  readonly choices: readonly Choice[];
  readonly kind: SelectionKind;
  /** Undefined for a purposive selection. */
  readonly weighting: Weighting | undefined;
}

export function eligibleIds({ tasks, leftOut, exclusions }: BenchmarkSelection): readonly string[] {
  const out = new Set([...leftOut, ...exclusions.map(({ taskId }) => taskId)]);
  return tasks.map(({ id }) => id).filter((id) => !out.has(id));
}

export interface ResolvedExclusion extends Exclusion {
  /** The excluded task's id, whichever of its names the plan uses. */
  readonly taskId: string;
  /** The id of the task to select instead; undefined means the next task in its group. */
  readonly replacementId: string | undefined;
}

export interface AppliedExclusion extends ResolvedExclusion {
  readonly wouldBeIn: boolean;
  readonly replacedBy: string | undefined;
}

export interface AppliedCorrection {
  readonly rule: CorrectionRule;
  /** The value of `rule.by` that it applies to. */
  readonly key: string;
  readonly to: string | number;
  readonly matched: number;
  /** The number of tasks changed, by their previous label; a missing label is "". */
  readonly changed: ReadonlyMap<string, number>;
}

export interface LabelConflictCount extends LabelConflict {
  readonly tasks: number;
}

/** Where the value of a scored field comes from; "defaulted" means the plan's `unknown`. */
export type FeatureProvenance = Provenance | 'defaulted';

export interface FeatureCount {
  readonly field: string;
  readonly measured: number;
  readonly declared: number;
  readonly derived?: number;
  readonly defaulted: number;
}

/** The tasks that compete for the same places. */
export interface Group {
  /** The value of the plan's `group.by`; undefined for tasks without a value and for a plan without groups. */
  readonly key: string | undefined;
  /** Best first, or drawn tasks first if the draw does not rank. */
  readonly ranking: readonly ScoredTask[];
  /** The number of tasks; more than in `ranking` if only candidates are in memory. */
  readonly size: number;
  /** The standard deviation that the group's share is based on, if any. */
  readonly deviation?: number | undefined;
  readonly pinned: boolean;
  readonly allocated: number;
  /** Set if only the id decided the last place. */
  readonly tie: CutTie | undefined;
}

/** Tasks with the same keys, only some of which are selected. */
export interface CutTie {
  readonly tied: number;
  readonly taken: number;
}

export interface Choice {
  readonly task: ScoredTask;
  readonly benchmark: BenchmarkPlan;
  readonly group: Group;
  /** Its position in the group's order, from 1. */
  readonly rank: number;
  /** The number of sort keys needed to distinguish it from its neighbours. */
  readonly keysNeeded: number;
  /** The probability of its selection, in (0, 1]; undefined if the tasks were ranked. */
  readonly probability: number | undefined;
  /** The values that a balanced draw used, on the draw's scale. */
  readonly balance: Readonly<Record<string, number>> | undefined;
  readonly ensured: EnsuredBy | undefined;
  /** The first planned look that includes it, from 1; undefined without planned looks. */
  readonly look?: number | undefined;
}

export interface EnsuredBy {
  readonly rule: EnsureRule;
  readonly value: string;
  /** The number of tasks with the value that were selected before this one. */
  readonly before: number;
}

export interface EnsureResult {
  readonly rule: EnsureRule;
  readonly value: string;
  /** The number of tasks selected before the rule was applied. */
  readonly before: number;
  readonly added: number;
}

export interface Shortfall {
  readonly message: string;
  readonly wanted: number;
  readonly found: number;
}

export interface SelectionStatistics {
  readonly available: number;
  readonly selected: number;
  /** The mean of the published scores, rounded like them. */
  readonly averageScore: number;
  readonly byPhase: readonly CoverageRow[];
  readonly byBenchmark: readonly CoverageRow[];
  /** Most selected first, then by name; includes languages without selected tasks. */
  readonly byLanguage: readonly CoverageRow[];
}

export interface CoverageRow {
  readonly name: string;
  readonly selected: number;
  readonly available: number;
  /** Sorted by name. */
  readonly benchmarks: readonly string[];
}

export type SelectedBy = 'pin' | 'ensure' | 'rank' | 'draw' | 'optimum';

export function selectedBy({ group, ensured, benchmark }: Choice): SelectedBy {
  if (group.pinned) return 'pin';
  if (ensured !== undefined) return 'ensure';
  if (benchmark.select.optimise !== undefined) return 'optimum';
  return benchmark.select.draw === undefined ? 'rank' : 'draw';
}

export interface UsedField {
  readonly name: string;
  readonly kind: 'label' | 'number' | 'date';
  /** Whether the plan declares the field or names a pool column; false for Winnow's standard fields. */
  readonly declared: boolean;
  /** The column as written in the plan and the pool, if it is not a valid field name: "Component/s". */
  readonly column?: string;
}

const notShown: ReadonlySet<string> = new Set(['id', 'phase', 'score', 'random', 'benchmark']);

interface FieldUsers {
  readonly plan: Plan;
  readonly benchmarks: readonly Pick<BenchmarkSelection, 'plan' | 'features'>[];
}

/** The fields that a selection's plan uses or declares, in the order of first use. */
export function usedFields({ plan, benchmarks }: FieldUsers): readonly UsedField[] {
  const names = new Set<string>();
  for (const { plan: rules, features } of benchmarks) {
    for (const name of selectingFields(rules)) names.add(name);
    for (const { field, by } of rules.corrections) names.add(field).add(by);
    for (const { field } of features) names.add(field);
  }
  for (const name of plan.vocabulary.keys()) names.add(name);
  for (const name of plan.fields.keys()) if (isOwnField(name)) names.add(name);
  return fieldsNamed(names, plan);
}

/** Labels for breaking down and weighting results, whether or not the plan uses them. */
export const usualLabels: readonly string[] = ['repo', 'language', 'difficulty', 'category'];

/** Fields that may contain a task's title, if the plan declares them. */
const titleFields: readonly string[] = ['title', 'summary', 'name'];

/**
 * The fields shown for every task in a selection's files: fields the plan uses, declared titles, known usual labels.
 */
export function shownFields(selection: Selection): readonly UsedField[] {
  const used = usedFields(selection);
  // One pass over the tasks finds all fields; separate passes are slow for fields that no task has.
  const missing = new Set([...titleFields, ...usualLabels]);
  for (const { task } of selection.choices) {
    for (const name of missing) if (task.fields[name] !== undefined) missing.delete(name);
    if (missing.size === 0) break;
  }
  const known = [...titleFields, ...usualLabels].filter((name) => !missing.has(name));
  const names = new Set(used.map(({ name }) => name));
  return [
    ...used,
    ...fieldsNamed(
      known.filter((name) => !names.has(name)),
      selection.plan,
    ),
  ];
}

function fieldsNamed(names: Iterable<string>, plan: Plan): readonly UsedField[] {
  return [...names].flatMap((name) => {
    const kind = plan.fields.get(name)?.kind;
    if (kind === undefined || kind === 'list' || notShown.has(name)) return [];
    const column = plan.benchmarks.map(({ source }) => source.columns.get(name)).find((each) => each !== undefined);
    const isOwn = column !== undefined && column !== name && isOwnField(name) && isNamedAfter(name, column);
    return [{ name, kind, declared: isOwnField(name), ...(isOwn ? { column } : {}) }];
  });
}

/** Counts that an engine made over all tasks of a pool, when only the candidates are in memory. */
export interface PoolCensus {
  readonly available: number;
  /** The fingerprint that `fingerprintPool` gives a large pool. */
  readonly sha256: string;
  /** The fields that any task has. */
  readonly fields: ReadonlySet<string>;
  readonly conflicts: readonly LabelConflictCount[];
  readonly corrections: readonly AppliedCorrection[];
  readonly features: readonly FeatureCount[];
  /** The components that are the same for all tasks. */
  readonly constant: ReadonlySet<string>;
  /** By field, the tasks with each value, in the order of the first id with the value. */
  readonly counts: ReadonlyMap<string, readonly ValueTally[]>;
  /** The words of each list that a condition tests. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** The number of tasks that meet `select.where`; `eligible` leaves out excluded tasks. */
  readonly fitting: number;
  readonly eligible: number;
  /** Fitting and eligible tasks by group, without pinned tasks. */
  readonly groups: ReadonlyMap<string | undefined, GroupCensus>;
  /** Each candidate's place in its group, by id. */
  readonly standings: ReadonlyMap<string, Standing>;
  /** Set if `tasks` are the tasks with errors, so that nothing can be selected. */
  readonly isFaulty?: true | undefined;
  /** Results of earlier systems on all tasks; undefined without "prior". */
  readonly prior?: CountedPrior | undefined;
  /** The draws over all tasks, with exclusions applied and without. */
  readonly draws?: { readonly eligible: CountedDraws; readonly fitting: CountedDraws } | undefined;
}

/** The number of tasks with a value of a field, and of those that can be selected; undefined is no value. */
export interface ValueTally {
  readonly value: string | undefined;
  readonly tasks: number;
  readonly eligible: number;
}

/** By group key. */
export type CountedDraws = ReadonlyMap<string | undefined, CountedDraw>;

/** A draw from a group with only its drawn tasks in memory. */
export interface CountedDraw {
  /** By id, in order. */
  readonly drawn: ReadonlyMap<
    string,
    { readonly probability: number; readonly balance: Readonly<Record<string, number>> | undefined }
  >;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/** The number of tasks in a group that can be selected, before and after exclusions. */
export interface GroupCensus {
  readonly fitting: number;
  readonly eligible: number;
  /** Σ√v over the `fitting` tasks, with v their anticipated variance, if the share needs it. */
  readonly anticipated?: number | undefined;
}

export type ValueCount = readonly [value: number, tasks: number];

/** A task's place among the eligible tasks of its group. */
export interface Standing {
  /** 1-based. */
  readonly rank: number;
  /** The number of sort keys needed to distinguish it from its neighbours. */
  readonly keysNeeded: number;
  /** The number of tasks with the same keys, including this one. */
  readonly tied: number;
}

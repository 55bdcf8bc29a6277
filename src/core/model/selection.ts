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

/** The selection of a plan from its pools, as plain data: everything the reports say is read from here. */
export interface Selection {
  readonly plan: Plan;
  /** The tier it is; undefined for the whole. */
  readonly tier?: Tier | undefined;
  /** The planned looks at its results; undefined without any, and for a tier. */
  readonly looks?: LookSchedule | undefined;
  /** The first wave that it was fitted to; undefined for any other selection. */
  readonly wave?: FirstWave | undefined;
  readonly benchmarks: readonly BenchmarkSelection[];
  /** By benchmark, then id, in code-unit order. */
  readonly choices: readonly Choice[];
  /** Representative only if every benchmark is. */
  readonly kind: SelectionKind;
  /** The weights of all benchmarks together; undefined for a purposive selection. */
  readonly weighting: Weighting | undefined;
  readonly statistics: SelectionStatistics;
  readonly warnings: readonly Warning[];
  /** What new runs of tasks chosen by their uplift in earlier runs are expected to show; undefined if none were. */
  readonly expectedUplift?: ExpectedUplift | undefined;
}

/** "focus": results are only about the chosen tasks. "representative": they are about all eligible tasks. */
export type SelectionKind = 'focus' | 'representative';

/** A summary of the design weights of a probability sample. */
export interface Weighting {
  readonly population: number;
  readonly sampled: number;
  /** Σ 1 / probability; the population in a stratified sample, and nearly so with unequal probabilities. */
  readonly weightSum: number;
  readonly effectiveSize: number;
  /** The cost of unequal weights: sampled / effective size. */
  readonly designEffect: number;
}

/** One benchmark's part of a selection. */
export interface BenchmarkSelection {
  readonly plan: BenchmarkPlan;
  /** Every task of the pool, by id; with a census only the candidates. */
  readonly tasks: readonly ScoredTask[];
  readonly available: number;
  /** What was counted over the whole pool, if `tasks` are only the candidates. */
  readonly census?: PoolCensus | undefined;
  /** The same tasks as their source gave them, in order of id: `selectionHashes` hashes them. */
  readonly sourceTasks: readonly Task[];
  /** Set if a large pool is hashed as earlier versions did. */
  readonly isHashedOneByOne?: true | undefined;
  /** The systems whose earlier results the tasks have; lessons from them must be judged on other systems. */
  readonly priorSystems: readonly string[];
  /** Their results on each task, if known. */
  readonly priorRewards?: PriorRewards | undefined;
  /** What was learned for the benchmark's purpose. */
  readonly learned?: Learned | undefined;
  /** The optimum for its goal and rules, if it has any. */
  readonly optimum?: Optimum | undefined;
  /** How many tasks may be selected: the pool without exclusions and without those that `where` leaves out. */
  readonly eligible: number;
  /** How many tasks of the source are not in the pool because of `source.where`. */
  readonly outside: number | undefined;
  /** The ids of the tasks that `where` leaves out. */
  readonly leftOut: readonly string[];
  readonly exclusions: readonly AppliedExclusion[];
  readonly corrections: readonly AppliedCorrection[];
  /** Labels on which the tasks' own files disagree. */
  readonly conflicts: readonly LabelConflictCount[];
  /** The fields of the score, in the order of its components. */
  readonly features: readonly FeatureCount[];
  /** Warnings about the pool and its scores. */
  readonly warnings: readonly Warning[];
  readonly groups: readonly Group[];
  readonly ensured: readonly EnsureResult[];
  readonly shortfalls: readonly Shortfall[];
  readonly choices: readonly Choice[];
  readonly kind: SelectionKind;
  /** Undefined for a purposive selection. */
  readonly weighting: Weighting | undefined;
}

/** The ids of the tasks that may be selected. */
export function eligibleIds({ tasks, leftOut, exclusions }: BenchmarkSelection): readonly string[] {
  const out = new Set([...leftOut, ...exclusions.map(({ taskId }) => taskId)]);
  return tasks.map(({ id }) => id).filter((id) => !out.has(id));
}

/** An exclusion with the ids of its tasks. */
export interface ResolvedExclusion extends Exclusion {
  /** The excluded task's own id, whichever name the plan uses. */
  readonly taskId: string;
  /** The id of the task to select instead; undefined means the next in its group. */
  readonly replacementId: string | undefined;
}

/** An exclusion and its effect. */
export interface AppliedExclusion extends ResolvedExclusion {
  readonly wouldBeIn: boolean;
  /** The task selected instead, if there is one. */
  readonly replacedBy: string | undefined;
}

/** An entry of a correction rule and its effect. */
export interface AppliedCorrection {
  readonly rule: CorrectionRule;
  /** The value of `rule.by` it applies to. */
  readonly key: string;
  readonly to: string | number;
  readonly matched: number;
  /** How many tasks it changed, by their previous label; a missing label is "". */
  readonly changed: ReadonlyMap<string, number>;
}

/** A conflict of labels and how many tasks have it. */
export interface LabelConflictCount extends LabelConflict {
  readonly tasks: number;
}

/** Where the value of a scored field comes from; "defaulted" means the plan's `unknown`. */
export type FeatureProvenance = Provenance | 'defaulted';

/** How many tasks have a scored field measured, declared, derived or defaulted. */
export interface FeatureCount {
  readonly field: string;
  readonly measured: number;
  readonly declared: number;
  /** Missing if there are none. */
  readonly derived?: number;
  readonly defaulted: number;
}

/** The tasks that compete for the same places. */
export interface Group {
  /** The value of the plan's `group.by`; undefined for tasks without it, and without groups. */
  readonly key: string | undefined;
  /** Best first; drawn tasks first if the draw does not rank. */
  readonly ranking: readonly ScoredTask[];
  /** How many tasks it has; more than `ranking` if only candidates are in memory. */
  readonly size: number;
  /** The standard deviation behind its share, if it uses one. */
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

/** Why a task is selected. */
export interface Choice {
  readonly task: ScoredTask;
  readonly benchmark: BenchmarkPlan;
  readonly group: Group;
  /** Its place in the group's order, from 1. */
  readonly rank: number;
  /** How many keys of the order distinguish it from its neighbours. */
  readonly keysNeeded: number;
  /** The probability of its selection, in (0, 1]; undefined if the tasks were ranked. */
  readonly probability: number | undefined;
  /** The columns that a balanced draw used, on the scale it used. */
  readonly balance: Readonly<Record<string, number>> | undefined;
  /** Set if an `ensure` rule added it. */
  readonly ensured: EnsuredBy | undefined;
  /** The first planned look that has it, from 1; undefined without planned looks. */
  readonly look?: number | undefined;
}

/** The `ensure` rule that added a task. */
export interface EnsuredBy {
  readonly rule: EnsureRule;
  readonly value: string;
  /** How many tasks with the value were selected before this one. */
  readonly before: number;
}

/** The effect of an `ensure` rule for one value. */
export interface EnsureResult {
  readonly rule: EnsureRule;
  readonly value: string;
  /** Selected before the rule was applied. */
  readonly before: number;
  readonly added: number;
}

/** Places that could not be filled. */
export interface Shortfall {
  readonly message: string;
  readonly wanted: number;
  readonly found: number;
}

/** Counts of the selection and of the pool, all made from the tasks. */
export interface SelectionStatistics {
  readonly available: number;
  readonly selected: number;
  /** Mean of the published scores, rounded like them. */
  readonly averageScore: number;
  readonly byPhase: readonly CoverageRow[];
  readonly byBenchmark: readonly CoverageRow[];
  /** Most selected first, then by name; includes languages without selected tasks. */
  readonly byLanguage: readonly CoverageRow[];
}

/** Selected out of available for one phase, benchmark or language. */
export interface CoverageRow {
  readonly name: string;
  readonly selected: number;
  readonly available: number;
  /** The benchmarks of the selected tasks, by name. */
  readonly benchmarks: readonly string[];
}

/** Why a task was selected: a pin, an `ensure` rule, its rank, a draw, or an optimisation. */
export type SelectedBy = 'pin' | 'ensure' | 'rank' | 'draw' | 'optimum';

/** Why a task was selected. */
export function selectedBy({ group, ensured, benchmark }: Choice): SelectedBy {
  if (group.pinned) return 'pin';
  if (ensured !== undefined) return 'ensure';
  if (benchmark.select.optimise !== undefined) return 'optimum';
  return benchmark.select.draw === undefined ? 'rank' : 'draw';
}

/** A field that a selection shows for every task. */
export interface UsedField {
  readonly name: string;
  readonly kind: 'label' | 'number' | 'date';
  /** Whether the plan declares it, or uses a column of its pool by name. */
  readonly declared: boolean;
  /** The column as the plan and the pool write it, if that is no name of a field: "Component/s". */
  readonly column?: string;
}

const notShown: ReadonlySet<string> = new Set(['id', 'phase', 'score', 'random', 'benchmark']);

/** A plan, and the fields that the scores of its benchmarks look at. */
interface FieldUsers {
  readonly plan: Plan;
  readonly benchmarks: readonly Pick<BenchmarkSelection, 'plan' | 'features'>[];
}

/** The fields that the plan of a selection uses or declares, in the order in which it names them. */
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

/** Labels that results are divided and weighted by, whether the plan uses them or not. */
export const usualLabels: readonly string[] = ['repo', 'language', 'difficulty', 'category'];

/** What people know a task by, if the plan declares one of these fields. */
const titleFields: readonly string[] = ['title', 'summary', 'name'];

/**
 * The fields that the files of a selection have for every task: those that the plan uses, a title that it declares, and the
 * usual labels that are known.
 */
export function shownFields(selection: Selection): readonly UsedField[] {
  const used = usedFields(selection);
  // In one pass: a field that no task has is looked for in all of them.
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

/** What an engine counted over all tasks of a pool of which only the candidates are in memory. */
export interface PoolCensus {
  readonly available: number;
  /** The fingerprint of the pool, as `fingerprintPool` gives it for a large pool. */
  readonly sha256: string;
  readonly fields: ReadonlySet<string>;
  /** The lists that any task has. */
  readonly lists: ReadonlySet<string>;
  readonly conflicts: readonly LabelConflictCount[];
  readonly byPhase: ReadonlyMap<string, number>;
  readonly byLanguage: ReadonlyMap<string, number>;
  readonly corrections: readonly AppliedCorrection[];
  readonly features: readonly FeatureCount[];
  /** By component, the number of tasks that got the plan's `unknown`. */
  readonly defaulted: ReadonlyMap<string, number>;
  readonly constant: ReadonlySet<string>;
  /** By field, the distinct values of the tasks, in the order of the first id that has them. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Tasks by label and value, for labels that a summary may show; a missing label is "". */
  readonly labels: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Tasks that meet `select.where`, and those of them that are not excluded. */
  readonly fitting: number;
  readonly eligible: number;
  /** The same for each group, without pinned tasks. */
  readonly groups: ReadonlyMap<string | undefined, GroupCensus>;
  /** Eligible tasks by label and value, for labels that a manifest counts; a missing label is "". */
  readonly population: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By number field and `score`, the values of the eligible tasks with their counts, ascending. */
  readonly numbers: ReadonlyMap<string, readonly ValueCount[]>;
  /** By id of a candidate, its place in its group. */
  readonly standings: ReadonlyMap<string, Standing>;
  /** Set where `tasks` are those of which the plan makes nothing, so that nothing can be selected. */
  readonly isFaulty?: true | undefined;
  /** What earlier systems made of all tasks; undefined without "prior". */
  readonly prior?: CountedPrior | undefined;
  /** The draws made over all tasks, with the exclusions and without them. */
  readonly draws?: { readonly eligible: CountedDraws; readonly fitting: CountedDraws } | undefined;
}

/** By key, what was drawn from each group. */
export type CountedDraws = ReadonlyMap<string | undefined, CountedDraw>;

/** A draw from a group of which only the drawn tasks are in memory. */
export interface CountedDraw {
  /** By id, in order. */
  readonly drawn: ReadonlyMap<
    string,
    { readonly probability: number; readonly balance: Readonly<Record<string, number>> | undefined }
  >;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/** How many tasks of a group could be selected without exclusions, and with them. */
export interface GroupCensus {
  readonly fitting: number;
  readonly eligible: number;
  /** Σ√v of the former by the anticipated variance, where a share needs it. */
  readonly anticipated?: number | undefined;
}

/** A number and how many tasks have it. */
export type ValueCount = readonly [value: number, tasks: number];

/** The place of a task among the eligible ones of its group. */
export interface Standing {
  /** 1-based. */
  readonly rank: number;
  /** How many keys of the order distinguish it from its neighbours. */
  readonly keysNeeded: number;
  /** How many tasks have the same keys, including itself. */
  readonly tied: number;
}

import type { Warning } from './fault.js';
import type { ExpectedUplift, Learned } from './learned.js';
import type { Optimum } from './optimum.js';
import type { BenchmarkPlan, CorrectionRule, Exclusion, Plan, Tier } from './plan.js';
import type { PoolCensus } from './pool-census.js';
import type { EnsureRule } from './select-rule.js';
import type { LabelConflict, PriorRewards, Provenance, ScoredTask, Task } from './task.js';

/** What a plan gives on a pool: everything the reports say is read from here. */
export interface Selection {
  readonly plan: Plan;
  /** Which tier of the plan's selection it is; undefined: the whole. */
  readonly tier?: Tier | undefined;
  /** In the order of the plan. */
  readonly benchmarks: readonly BenchmarkSelection[];
  /** By benchmark, then id, in code-unit order. */
  readonly choices: readonly Choice[];
  /** Representative only if every benchmark is. */
  readonly kind: SelectionKind;
  /** What the weights amount to over all benchmarks; undefined for a focus selection. */
  readonly weighting: Weighting | undefined;
  readonly statistics: SelectionStatistics;
  readonly warnings: readonly Warning[];
  /** What new runs of tasks chosen by their uplift in earlier runs are expected to show; undefined if none were. */
  readonly expectedUplift?: ExpectedUplift | undefined;
}

/**
 * What may be claimed. "focus": the tasks were chosen by rank, and results speak of them alone. "representative": each
 * eligible task had a known chance above 0, and results speak for all of them.
 */
export type SelectionKind = 'focus' | 'representative';

/** What the design weights of a probability sample amount to. */
export interface Weighting {
  /** Eligible tasks: those that the sample represents. */
  readonly population: number;
  readonly sampled: number;
  /** Σ 1 / probability; equals the population for a stratified sample, and nearly so for one by unequal chances. */
  readonly weightSum: number;
  /** Kish's effective sample size. */
  readonly effectiveSize: number;
  /** What unequal weights cost: sampled / effective size. */
  readonly designEffect: number;
}

/** One benchmark's part of a selection. */
export interface BenchmarkSelection {
  readonly plan: BenchmarkPlan;
  /** Every task of the pool, by id; with a census the candidates alone. */
  readonly tasks: readonly ScoredTask[];
  /** How many tasks the pool has. */
  readonly available: number;
  /** What was counted over all of them, where `tasks` are only the candidates. */
  readonly census?: PoolCensus | undefined;
  /** The same tasks as their source gave them, in order of id: `selectionHashes` hashes them. */
  readonly sourceTasks: readonly Task[];
  /** Set if a large pool is hashed as earlier versions did. */
  readonly isHashedOneByOne?: true | undefined;
  /** The systems whose earlier results the tasks carry; what was learned from them must be judged on others. */
  readonly priorSystems: readonly string[];
  /** What they made of each task; undefined where it is not at hand. */
  readonly priorRewards?: PriorRewards | undefined;
  /** What was learned from them for the benchmark's purpose; undefined where the plan gives none. */
  readonly learned?: Learned | undefined;
  /** What was found for the goal and rules that it has, alone or with others; undefined where it has none. */
  readonly optimum?: Optimum | undefined;
  /** How many may be selected: the pool less the exclusions and what `where` leaves out. */
  readonly eligible: number;
  /** How many tasks of the source `source.where` leaves out of the pool; undefined without one. */
  readonly outside: number | undefined;
  /** The ids of the tasks that `where` leaves out. */
  readonly leftOut: readonly string[];
  readonly exclusions: readonly AppliedExclusion[];
  readonly corrections: readonly AppliedCorrection[];
  /** Labels on which the tasks' own files disagree. */
  readonly conflicts: readonly LabelConflictCount[];
  /** The fields the score looks at, in the order of its components. */
  readonly features: readonly FeatureCount[];
  /** What is to be known about the pool and its scores. */
  readonly warnings: readonly Warning[];
  readonly groups: readonly Group[];
  readonly ensured: readonly EnsureResult[];
  readonly shortfalls: readonly Shortfall[];
  readonly choices: readonly Choice[];
  readonly kind: SelectionKind;
  /** Undefined for focus. */
  readonly weighting: Weighting | undefined;
}

/** An exclusion whose names are those of tasks. */
export interface ResolvedExclusion extends Exclusion {
  /** The excluded task's own id, whichever name the plan uses. */
  readonly taskId: string;
  /** The own id of the task that takes its place in the order; undefined: the next in its group. */
  readonly replacementId: string | undefined;
}

/** An exclusion and what it did. */
export interface AppliedExclusion extends ResolvedExclusion {
  /** Whether it would have been selected. */
  readonly wouldBeIn: boolean;
  /** The task that came in instead; undefined when it would not have been selected, or no other came. */
  readonly replacedBy: string | undefined;
}

/** A correction rule's entry and what it changed. */
export interface AppliedCorrection {
  readonly rule: CorrectionRule;
  /** The value of `rule.by` that it speaks of. */
  readonly key: string;
  readonly to: string | number;
  /** Tasks that have the key. */
  readonly matched: number;
  /** How many tasks it changed, by the label they had before; a missing label is an empty string. */
  readonly changed: ReadonlyMap<string, number>;
}

/** A conflict of labels and how many tasks have it. */
export interface LabelConflictCount extends LabelConflict {
  readonly tasks: number;
}

/** Where the value of a field that a score looks at comes from; "defaulted": the plan's `unknown` stands in for it. */
export type FeatureProvenance = Provenance | 'defaulted';

/** How many tasks have a scored field measured, declared, derived or defaulted. */
export interface FeatureCount {
  readonly field: string;
  readonly measured: number;
  readonly declared: number;
  /** Left out where it is none. */
  readonly derived?: number;
  readonly defaulted: number;
}

/** The tasks that compete for the same places. */
export interface Group {
  /** The value of the plan's `group.by`; undefined for tasks that lack it, and for a benchmark that is not grouped. */
  readonly key: string | undefined;
  /** In order of preference; of a draw that does not rank, the drawn ones first. */
  readonly ranking: readonly ScoredTask[];
  /** How many tasks it has; more than `ranking` where only candidates are at hand. */
  readonly size: number;
  /** The standard deviation that its share rests on; undefined when on none. */
  readonly deviation?: number | undefined;
  /** Whether it is the group of the pinned tasks. */
  readonly pinned: boolean;
  /** Places the allocation gave it. */
  readonly allocated: number;
  /** Set when the last place was decided by the id alone. */
  readonly tie: CutTie | undefined;
}

/** Tasks that the order does not tell apart, some of which are taken and some not. */
export interface CutTie {
  readonly tied: number;
  readonly taken: number;
}

/** Why a task is in. */
export interface Choice {
  readonly task: ScoredTask;
  readonly benchmark: BenchmarkPlan;
  readonly group: Group;
  /** 1-based place in the group's order. */
  readonly rank: number;
  /** How many keys of the order it takes to tell the task from its neighbours: 1 for the first key alone. */
  readonly keysNeeded: number;
  /** The chance it had of being selected, in (0, 1]; undefined where none is known, because the tasks were ranked. */
  readonly probability: number | undefined;
  /** What a draw that balances looked at, by column: the field's value on the scale it was balanced on. */
  readonly balance: Readonly<Record<string, number>> | undefined;
  /** Set when it came in through an `ensure` rule and not by its rank. */
  readonly ensured: EnsuredBy | undefined;
}

/** The `ensure` rule that brought a task in. */
export interface EnsuredBy {
  readonly rule: EnsureRule;
  readonly value: string;
  /** How many tasks with the value were selected before this one. */
  readonly before: number;
}

/** What one value of an `ensure` rule found and did. */
export interface EnsureResult {
  readonly rule: EnsureRule;
  readonly value: string;
  /** Selected by rank, before the rule. */
  readonly before: number;
  readonly added: number;
}

/** Places that could not be filled. */
export interface Shortfall {
  readonly message: string;
  readonly wanted: number;
  readonly found: number;
}

/** Counts over `choices` and over the pool; each is recounted from the tasks, never carried along. */
export interface SelectionStatistics {
  readonly available: number;
  readonly selected: number;
  /** Mean of the published scores, rounded like them. */
  readonly averageScore: number;
  /** In the order of the plan's phases. */
  readonly byPhase: readonly CoverageRow[];
  /** By name. */
  readonly byBenchmark: readonly CoverageRow[];
  /** Most selected first, then by name; also the languages of which none is selected. */
  readonly byLanguage: readonly CoverageRow[];
}

/** Selected out of available for one phase, benchmark or language. */
export interface CoverageRow {
  readonly name: string;
  readonly selected: number;
  readonly available: number;
  /** The benchmarks the selected ones come from, by name. */
  readonly benchmarks: readonly string[];
}

/** What brought a task in: a pin, an `ensure` rule, its rank, a draw, or an optimisation. */
export type SelectedBy = 'pin' | 'ensure' | 'rank' | 'draw' | 'optimum';

/** What brought the chosen task in. */
export function selectedBy({ group, ensured, benchmark }: Choice): SelectedBy {
  if (group.pinned) return 'pin';
  if (ensured !== undefined) return 'ensure';
  if (benchmark.select.optimise !== undefined) return 'optimum';
  return benchmark.select.draw === undefined ? 'rank' : 'draw';
}

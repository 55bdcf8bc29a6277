import type { FieldValue } from '../model/field.js';
import type { Forced } from '../model/optimum.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { AppliedExclusion, Choice, FeatureProvenance, Group, SelectedBy } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';

/** Why a task is where it is, and what would change that. Every "if" in it was answered by running the selection again. */
export interface Explanation {
  /** With its label corrections (`changes`) and its aliases. */
  readonly task: ScoredTask;
  readonly benchmark: BenchmarkPlan;
  /** Every field the task has or the plan looks at, in the order of the plan's fields. */
  readonly features: readonly ExplainedFeature[];
  readonly phase: ExplainedPhase;
  readonly score: ExplainedScore;
  /** Undefined when the task competes for no place: it is excluded or not eligible. */
  readonly standing: Standing | undefined;
  readonly verdict: Verdict;
}

/** A field of the task, where its value comes from, and which parts of the plan look at it. */
export interface ExplainedFeature {
  readonly field: string;
  readonly words: string;
  readonly value: FieldValue | undefined;
  readonly provenance: FeatureProvenance;
  readonly usedBy: readonly FeatureUse[];
}

export type FeatureUse = 'phase' | 'score' | 'where' | 'group' | 'order' | 'draw' | 'ensure' | 'optimise';

/** The phase and the label it follows from. */
export interface ExplainedPhase {
  readonly name: string;
  readonly why: string;
}

/** The score as the sum it is. */
export interface ExplainedScore {
  /** "MCP benefit". */
  readonly name: string;
  /** The sum of the contributions, rounded to `decimals`. */
  readonly total: number;
  readonly decimals: number;
  readonly terms: readonly ScoreTerm[];
}

/** One component: weight × part = contribution, unrounded. */
interface ScoreTerm {
  readonly component: string;
  readonly weight: number;
  readonly part: number;
  readonly contribution: number;
  /** The rule in words. */
  readonly rule: string;
  /** Whether the plan's `unknown` stood in for a field the task lacks. */
  readonly defaulted: boolean;
}

/** Where a task stands among those it competes with. */
export interface Standing {
  readonly group: Group;
  /** 1-based. */
  readonly rank: number;
  /** "9th of 96 in ansible/ansible by files changed (9); 5 taken". */
  readonly words: string;
}

export type Verdict = InVerdict | OutVerdict | ExcludedVerdict | IneligibleVerdict;

/** The task is selected. */
export interface InVerdict {
  readonly kind: 'in';
  readonly by: SelectedBy;
  readonly choice: Choice;
  readonly why: string;
  /** How far the first task that did not get in this way is behind; undefined when all of them are taken. */
  readonly margin: Gap | undefined;
  /** Set where who comes next was not worked out, because not every task was at hand. */
  readonly isMarginUnknown?: true;
  readonly ifExcluded: Effect;
}

/** The task was eligible and is not selected. */
interface OutVerdict extends WaysIn {
  readonly kind: 'out';
  /** Who holds the last place this task could have had: by rank, then by each ensure rule that could have added it. */
  readonly lastPlaces: readonly LastPlace[];
  /** Of an optimum: what comes of forcing the task in. */
  readonly forced?: Forced;
}

/** The plan excludes the task. */
export interface ExcludedVerdict {
  readonly kind: 'excluded';
  readonly exclusion: AppliedExclusion;
  readonly ifLifted: Effect & { readonly selected: boolean; readonly words: string };
}

/** The plan's `where` does not hold for the task. */
interface IneligibleVerdict extends WaysIn {
  readonly kind: 'ineligible';
  /** The tests that fail, in words. */
  readonly failed: string;
}

/** What would bring a task in: of each kind the smallest change that was found and seen to work, smallest first. */
export interface WaysIn {
  readonly changes: readonly Change[];
  /** The kinds that do not work, and why. */
  readonly ruledOut: readonly RuledOut[];
}

/** A holder of a place and how far the task is behind it. */
export interface LastPlace {
  readonly by: 'rank' | 'ensure';
  readonly gap: Gap;
}

/** The first key of the order on which two tasks differ; the id when nothing else tells them apart. */
export interface Gap {
  readonly other: ScoredTask;
  /** The excluded task that the other replaces and whose rank it has; `others` is then its value. */
  readonly insteadOf: ScoredTask | undefined;
  readonly field: string;
  readonly words: string;
  /** Whether it counts things, so that the difference does as well. */
  readonly counts: boolean;
  readonly own: FieldValue | undefined;
  readonly others: FieldValue | undefined;
}

/** What a change of the exclusions does to the others. */
export interface Effect {
  readonly comesIn: readonly ScoredTask[];
  readonly goesOut: readonly ScoredTask[];
  /** What would stop the run: floors that no longer fit, places that can no longer be filled. */
  readonly stops: readonly string[];
  /** Set where it was not worked out, because that takes solving again. */
  readonly isUnknown?: true;
}

export type Change = WeightChange | AllocationChange | FeatureChange;
type ChangeKind = Change['kind'];

/** One weight moved, the others rescaled so that all sum to 1. */
export interface WeightChange {
  readonly kind: 'weight';
  readonly component: string;
  readonly from: number;
  readonly to: number;
  /** All weights, as they were tried. */
  readonly weights: ReadonlyMap<string, number>;
  /** |to − from|. */
  readonly size: number;
}

/** More places for the task's group, the other groups keeping theirs. */
export interface AllocationChange {
  readonly kind: 'allocation';
  /** Undefined for the tasks that lack the field, and for a benchmark that is not grouped. */
  readonly group: string | undefined;
  readonly from: number;
  readonly to: number;
  /** (to − from) / the group's size. */
  readonly size: number;
}

/** One number field of the task moved. */
export interface FeatureChange {
  readonly kind: 'feature';
  readonly field: string;
  readonly words: string;
  readonly from: number;
  readonly to: number;
  /** |to − from| / the benchmark's range of the field. */
  readonly size: number;
}

/** A kind of change that does not bring the task in, and why. */
export interface RuledOut {
  readonly kind: ChangeKind;
  readonly reason: string;
}

import type { Warning } from '../model/fault.js';
import type { SelectionKind } from '../model/selection.js';
import type { Reading } from '../outcomes/task-result.js';
import type { Interval } from '../statistics/rate-intervals.js';
import type { Scope } from './design-variance.js';
import type { Requirement } from './requirement.js';

/** What results on a selection say: for the pool where the selection is a sample of it, else of the selected tasks alone. */
export interface Estimate {
  readonly plan: string;
  readonly kind: SelectionKind;
  /** What may be claimed, in a sentence. */
  readonly claim: string;
  readonly scope: Scope;
  /** The confidence level of every interval. */
  readonly level: number;
  readonly selected: number;
  /** Eligible tasks of the benchmarks that are samples. */
  readonly population: number;
  /** How the weights were moved, in words; undefined: not at all. */
  readonly weighting: string | undefined;
  /** What levels lean on besides the results, in words; undefined: nothing. */
  readonly assistance: string | undefined;
  /** On tasks that were chosen to rank; undefined for any other selection. */
  readonly order: OrderEstimate | undefined;
  readonly configurations: readonly ConfigurationEstimate[];
  readonly differences: readonly DifferenceEstimate[];
  readonly warnings: readonly Warning[];
  /** What was required, and whether it holds; absent when nothing was. */
  readonly judgements?: readonly Judgement[];
}

/** One configuration's level. */
export interface ConfigurationEstimate {
  readonly name: string;
  readonly coverage: Coverage;
  /** Scored runs of a task, fewest and most; runs without a score; how many each task should have, how many are not there, and attempts that were retried. */
  readonly attempts: Readonly<Record<'fewest' | 'most' | 'unscored' | 'expected' | 'missing' | 'retried', number>>;
  /** The mean variance of runs of one task; undefined with one run each. */
  readonly runVariance: number | undefined;
  /** Under both readings; the second is left out when nothing is missing, for then it is the same. */
  readonly readings: readonly LevelReading[];
}

/** How many of the selected tasks have a result, over all and by stratum. */
export interface Coverage extends StratumCoverage {
  /** The strata in which a result is missing, by name. */
  readonly incomplete: readonly (StratumCoverage & { readonly stratum: string })[];
}

/** Selected tasks by what is known of them. */
export interface StratumCoverage {
  readonly selected: number;
  readonly scored: number;
  readonly errored: number;
  readonly notRun: number;
  readonly absent: number;
  /** Of the scored: those of which some run has no score or is missing. */
  readonly partly: number;
}

/** A level with what is missing left out, or counted as failed. */
export interface LevelReading {
  readonly reading: Reading;
  /** The mean reward of the selected tasks that count, each alike. */
  readonly selectedMean: number | undefined;
  readonly tasks: number;
  /** The estimate for the pool; undefined for a focus selection. */
  readonly pool: PoolFigure | undefined;
  /** By benchmark, phase and language, or as asked. */
  readonly parts: readonly PartFigure[];
}

/** A figure for the pool, with its interval. */
export interface PoolFigure {
  readonly mean: number;
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
  readonly tasks: number;
  /** The tasks of the pool it stands for: without those of strata that have no result at all. */
  readonly population: number;
  /** The size of a simple random sample that would know as much. */
  readonly effectiveSize: number;
  readonly degreesOfFreedom: number;
  /** The pool given these runs; with repeats, noise from run to run included; or tasks like those of the pool. */
  readonly about: 'as-run' | 'runs-counted' | 'beyond';
  /** With repeats: the interval of the pool given these runs. */
  readonly asRun: Interval | undefined;
  /** Where earlier results assist it: what it would be without them; undefined where nothing does. */
  readonly assisted?: AssistedBy | undefined;
}

/** What an assisted figure is held against. */
export interface AssistedBy {
  /** The weighted mean, and its interval by the design alone. */
  readonly plain: {
    readonly mean: number;
    readonly low: number;
    readonly high: number;
    readonly standardError: number;
  };
  /** Half of the interval that as many tasks drawn at random from the whole pool would have given. */
  readonly randomHalfWidth: number;
  /** How closely the results of each benchmark follow the earlier ones: 1 as closely as those each other, 0 not at all. */
  readonly slopes: readonly { readonly benchmark: string; readonly slope: number; readonly isLow: boolean }[];
}

/** The order of the configurations on tasks that were chosen to rank. */
export interface OrderEstimate {
  /** What may be claimed, in a sentence. */
  readonly claim: string;
  /** The benchmarks whose tasks they are. */
  readonly benchmarks: readonly string[];
  /** Their selected tasks. */
  readonly selected: number;
  /** Over the tasks that all configurations have a result for; and, where one is missing, counted as failed. */
  readonly readings: readonly OrderReading[];
}

/** An order under one reading of what is missing. */
export interface OrderReading {
  readonly reading: Reading;
  readonly tasks: number;
  /** Best first. */
  readonly places: readonly OrderedConfiguration[];
  /** Every pair, the better one first. */
  readonly pairs: readonly OrderedPair[];
}

/** A configuration in its place. */
interface OrderedConfiguration {
  readonly name: string;
  /** From 1; equal means share one. */
  readonly rank: number;
  readonly mean: number;
  /** Tasks with the full reward in every run. */
  readonly passed: number;
  /** Neighbours that share a letter cannot be told apart. */
  readonly groups: readonly string[];
}

/** Two configurations: the first less the second, with an interval that holds together with those of all other pairs. */
export interface OrderedPair {
  readonly first: string;
  readonly second: string;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Adjusted for all pairs. */
  readonly pValue: number;
  /** Whether 0 lies outside the interval. */
  readonly isApart: boolean;
}

/** How far a figure for a part may be believed, by the number of its tasks. */
export type Trust = 'shown' | 'indicative' | 'suppressed';

/** A part of the selection. */
export interface PartFigure {
  readonly by: string;
  readonly value: string;
  readonly tasks: number;
  readonly selectedMean: number | undefined;
  readonly trust: Trust;
  /** Undefined when it is suppressed, or the part is one of focus. */
  readonly pool: PoolFigure | undefined;
}

/** Two configurations on the same tasks: the second less the first. */
export interface DifferenceEstimate {
  readonly first: string;
  readonly second: string;
  readonly readings: readonly DifferenceReading[];
}

/** A paired difference with what is missing left out, or counted as failed. */
export interface DifferenceReading {
  readonly reading: Reading;
  readonly pairs: number;
  /** The mean difference over the selected tasks, each alike. */
  readonly selectedMean: number;
  /** Tasks better under the second, worse, and alike. */
  readonly gained: number;
  readonly lost: number;
  readonly same: number;
  /**
   * That the two differ: for a sample by the rule of its interval; on the tasks of a focus selection by McNemar's mid-p for
   * single pass-or-fail runs, else by flipping signs.
   */
  readonly test: { readonly name: 'design t' | 'McNemar mid-p' | 'sign flips'; readonly pValue: number };
  /** For the pool; undefined for focus. */
  readonly pool: PairedFigure | undefined;
  /** By benchmark, phase and language; none for focus. */
  readonly parts: readonly PairedPart[];
  /** What tasks and what runs add to the variance of a task's difference; undefined with one run each. */
  readonly split: { readonly runsFirst: number; readonly runsSecond: number; readonly tasks: number } | undefined;
}

/** The paired difference within a part. */
interface PairedPart {
  readonly by: string;
  readonly value: string;
  readonly pairs: number;
  readonly trust: Trust;
  /** Undefined when it is suppressed. */
  readonly pool: PairedFigure | undefined;
}

/** The paired difference for the pool. */
export interface PairedFigure {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly standardError: number;
  /** How interval and p-value were made: Student's t on the variance of the design. */
  readonly method: 'design t';
  readonly degreesOfFreedom: number;
  /** That the difference is 0; below 1 − level exactly when 0 lies outside the interval. */
  readonly pValue: number;
  /** The two systems, with no regard to the size of the pool; the tasks of the pool, runs counted in; or tasks like them. */
  readonly about: 'systems' | 'pool' | 'beyond';
  /** For the differences that stand beside it; undefined when there is no other. */
  readonly adjusted: Adjusted | undefined;
}

/** A difference as one of several: Holm's p-value, and an interval that holds together with all the others. */
export interface Adjusted {
  readonly comparisons: number;
  readonly pValue: number;
  readonly low: number;
  readonly high: number;
}

/** What results say of a requirement: held, not held, or not to be told from so few. */
export interface Judgement {
  readonly requirement: Requirement;
  readonly verdict: 'yes' | 'no' | 'cannot-tell';
  /** In words, with the figure it rests on. */
  readonly why: string;
  /** About how many tasks would tell, if what was found stays; undefined where no number would, or none is needed. */
  readonly tasksNeeded: number | undefined;
  /** About how many runs of each task would tell; undefined where no number would, or run noise is not known. */
  readonly repeatsNeeded: number | undefined;
}

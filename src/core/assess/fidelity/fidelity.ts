import type { SelectionKind } from '../../model/selection.js';
import type { Reading } from '../../outcomes/task-result.js';
import type { Interval } from '../../statistics/rate-intervals.js';
import type { Metric } from './fidelity-metrics.js';

/** What is to be judged, and against how many random draws. */
export interface FidelityOptions {
  /** Random draws to compare with; 100 or more. Default 1,000. */
  readonly draws?: number | undefined;
  /** Default: the plan's seed, or "0". */
  readonly seed?: string | undefined;
  /** Other numbers of tasks at which to apply each benchmark's own rule. */
  readonly sizes?: readonly number[] | undefined;
  /** Judge this benchmark alone. */
  readonly benchmark?: string | undefined;
  /** A reward of at least this is a pass, for finding near-duplicate systems. Default 1. */
  readonly passAt?: number | undefined;
}

/** How well results on a selection give the results on its pool. */
export interface FidelityAssessment {
  readonly plan: string;
  readonly kind: SelectionKind;
  readonly draws: number;
  readonly seed: string;
  readonly seedFrom: 'option' | 'plan' | 'default';
  /** The systems that have results on the pool, by name. */
  readonly systems: readonly string[];
  readonly nearDuplicates: readonly NearDuplicates[];
  /** All benchmarks together first, where several are judged; then each, in the order of the plan. */
  readonly scopes: readonly FidelityScope[];
  readonly notJudged: readonly NotJudged[];
  /** What a reader must know about these figures, and what cannot be said. */
  readonly notes: readonly string[];
}

/** Two systems whose results are nearly the same. */
export interface NearDuplicates {
  readonly systems: readonly [string, string];
  readonly phi: number;
  /** Tasks on which both have a result, and on how many of them they differ. */
  readonly common: number;
  readonly discordant: number;
}

/** Why nothing can be said of a benchmark; a reason that results would not change comes first. */
export interface WhyNotJudged {
  readonly reason: 'taken-whole' | 'no-results' | 'results-not-enough' | 'learned-from';
  /** The same in words. */
  readonly why: string;
}

/** A benchmark of which nothing can be said. */
export interface NotJudged extends WhyNotJudged {
  readonly benchmark: string;
}

/** A benchmark, or all that are judged together. */
export interface FidelityScope {
  /** Undefined: all benchmarks that are judged, together. */
  readonly benchmark: string | undefined;
  readonly kind: SelectionKind;
  /** The tasks that could have been selected: what the results are to speak for. */
  readonly eligible: number;
  /** How the random draws are made. */
  readonly design: string;
  /** Systems whose results the design has learned from, which therefore are not judged. */
  readonly leftOut: readonly LeftOutSystem[];
  /** Where the plan has a purpose: what was forecast for it beside what came out. */
  readonly forecast?: ForecastCheck | undefined;
  /** The selection first, then the same rule at other sizes. */
  readonly rows: readonly FidelityRow[];
}

/** A forecast that was made before the runs, and what came out of it. */
export interface ForecastCheck {
  readonly purpose: string;
  /** Half of the 95% interval of a level that was forecast; undefined for a ranking. */
  readonly halfWidth: number | undefined;
  /** Systems whose error is within it, and all that are judged. */
  readonly within: number | undefined;
  readonly judged: number;
  /** The share of the variance of a level that is left. */
  readonly share: Checked | undefined;
  /** As many random tasks know as much of a level. */
  readonly equivalent: Checked | undefined;
  /** Kendall's τ with the order on all tasks; undefined but for a ranking. */
  readonly tau: Checked | undefined;
}

interface Checked {
  readonly forecast: number | undefined;
  readonly found: number | undefined;
}

/** A system that is no witness. */
export interface LeftOutSystem {
  readonly system: string;
  readonly why: string;
}

/** The rule at one size. */
export interface FidelityRow {
  /** How many tasks it takes. */
  readonly selected: number;
  /** Whether it is the selection itself. */
  readonly isSelection: boolean;
  /** Missing results left out first; then counted as failed, where any is missing. */
  readonly readings: readonly [FidelityReading, ...FidelityReading[]];
}

/** The figures under one reading of what is missing. */
export interface FidelityReading {
  readonly reading: Reading;
  /** By name. */
  readonly systems: readonly SystemFidelity[];
  /** How many systems the metrics are over; near-duplicates count once. */
  readonly counted: number;
  readonly metrics: Readonly<Record<Metric, MetricFidelity>>;
  /**
   * For the mean error of a ranked choice, with missing results left out: the middle 95% over bootstraps of the tasks
   * within groups. Undefined for a probability sample, for which the random draws say it.
   */
  readonly biasInterval: Interval | undefined;
}

/** One system: its rate in the pool, its rate on the selected tasks, and what chance gives. */
export interface SystemFidelity {
  readonly name: string;
  /** Whether it is in the metrics; if not, another near-duplicate of it stands for both. */
  readonly counted: boolean;
  /** Eligible tasks with a result, and without. */
  readonly poolTasks: number;
  readonly poolMissing: number;
  /** Selected tasks with a result, and without. */
  readonly selectedTasks: number;
  readonly selectedMissing: number;
  readonly poolRate: number;
  readonly rate: number;
  readonly error: number;
  /** Of the error; undefined when no random draw holds a task that it has a result on. */
  readonly chance: Chance | undefined;
}

/** Where a figure stands among those of the random draws. */
export interface MetricFidelity {
  /** Undefined where there is none, such as a ranking of one system. */
  readonly value: number | undefined;
  readonly chance: Chance | undefined;
}

/** A figure over the random draws, and where the selection's own stands among them. */
export interface Chance {
  readonly mean: number;
  /** Root mean square. */
  readonly size: number;
  /** The middle 90%. */
  readonly low: number;
  readonly high: number;
  /** The middle 95%. */
  readonly from: number;
  readonly to: number;
  /** Share of the draws below the selection's figure, ties half. */
  readonly percentile: number;
  readonly standing: BesideChance;
}

/** Within the middle 95% of the random draws, or outside it and for the better or the worse. */
export type BesideChance = 'within' | 'better' | 'worse';

import type { DifferenceVariances } from '../../statistics/power.js';
import type { Interval } from '../../statistics/rate-intervals.js';
import type { MeasuredUplift } from './measure-uplift.js';

/** What is compared, and by which score. */
export interface ValidityOptions {
  /** The configuration that the others are compared with. Default: the one called "baseline"; of two, the first by name. */
  readonly baseline?: string | undefined;
  /** The column of the results, or the field of the tasks, that holds the score; "pool": the scores of the plan. Default: `mcp_benefit_score`, or the plan's. */
  readonly score?: string | undefined;
}

/** Whether the score of a task tells how much a configuration gains on it. */
export interface ValidityAssessment {
  /** Undefined when it is not clear which one it is; the notes say how to name it. */
  readonly baseline: string | undefined;
  /** What is to be said of the choice of the baseline, or why there is none. */
  readonly whyBaseline: string | undefined;
  /** By name, the baseline too. */
  readonly configurations: readonly string[];
  readonly score: ScoreSource;
  /** One for each configuration but the baseline, by name. */
  readonly comparisons: readonly ScoreValidity[];
  /** What a reader must know about these figures. */
  readonly notes: readonly string[];
}

/** Where the scores come from. */
export interface ScoreSource {
  /** The plan's score, a column of the results, or a field of the pool's tasks. */
  readonly from: 'pool' | 'results' | 'field';
  /** The column or field, or the plan's name for its score. */
  readonly name: string;
}

/** "predicts": overall and within benchmarks all intervals lie above 0. "opposite": overall they lie below 0. */
export type ValidityFinding = 'predicts' | 'not shown' | 'opposite' | 'cannot say';

/** How the score and the uplift of one configuration go together, over the tasks scored in both arms. */
export interface ScoreValidity {
  readonly configuration: string;
  /** Tasks with a score of their own and a result in both arms. */
  readonly pairs: number;
  /** How many of them the pool does not have. */
  readonly outsidePool: number;
  readonly dropped: DroppedPairs;
  /** Reward of the configuration less that of the baseline. */
  readonly meanUplift: MeanUplift | undefined;
  readonly overall: RankCorrelation | undefined;
  /** Within benchmarks: what differences between benchmarks cannot cause. */
  readonly within: RankCorrelation | undefined;
  readonly benchmarks: readonly BenchmarkValidity[];
  /** The share of the scores' variance that lies between benchmarks; undefined when all scores are equal. */
  readonly betweenBenchmarks: number | undefined;
  readonly helped: number;
  readonly hurt: number;
  readonly unchanged: number;
  /** The chance that a helped task has the higher score than a hurt one; ties count half. */
  readonly helpedOverHurt: number | undefined;
  readonly helpedOverOthers: number | undefined;
  readonly bands: readonly ScoreBand[];
  readonly ceiling: UpliftCeiling;
  /** The standard deviation of the scores here, and of all scores of the pool where they are on one scale. */
  readonly spread: { readonly here: number | undefined; readonly pool: number | undefined };
  readonly refit: Refit;
  readonly finding: ValidityFinding;
  /** The uplift itself over all pairs: its noise, what foretells it, and what may have made it. */
  readonly measured: MeasuredUplift;
  /** By benchmark, then id. */
  readonly tasks: readonly ScoredUplift[];
}

/** Tasks of either arm that could not be compared, each counted once, by the first reason that holds. */
export interface DroppedPairs {
  readonly errored: number;
  readonly notRun: number;
  /** Without any result in one of the arms. */
  readonly absent: number;
  readonly withoutScore: number;
}

export interface MeanUplift {
  readonly mean: number;
  readonly interval: Interval | undefined;
}

export interface RankCorrelation {
  readonly correlation: number;
  /** 95%, by formula; undefined for too few tasks. */
  readonly interval: Interval | undefined;
  /** 95%, by drawing the tasks again: right also where most uplifts are equal. Only over all benchmarks. */
  readonly resampled: Interval | undefined;
  /** As many tasks would say as much about a plain correlation. */
  readonly size: number;
}

export interface BenchmarkValidity {
  readonly name: string;
  readonly pairs: number;
  readonly correlation: RankCorrelation | undefined;
}

/** Tasks with neighbouring scores. */
export interface ScoreBand extends MeanUplift {
  readonly name: 'low' | 'middle' | 'high';
  readonly from: number;
  readonly to: number;
  readonly pairs: number;
}

/** The largest correlation that the noise of the runs allows. */
export interface UpliftCeiling {
  readonly from: 'results' | 'default';
  readonly variances: DifferenceVariances;
  readonly repeats: number;
  readonly reliability: number | undefined;
  readonly ceiling: number | undefined;
}

/** What other weights would do on tasks they were not fitted to. */
export interface Refit {
  /** Tasks of the pool, whose parts are known, and the groups that stay together. */
  readonly tasks: number;
  readonly groups: number;
  /** Undefined when none could be tried; then `why` says so. */
  readonly trial: RefitTrial | undefined;
  readonly why: string | undefined;
  readonly offered: boolean;
}

interface RefitTrial {
  readonly penalty: number;
  /** The mean squared error out of sample: of the mean alone, of the present weights, of the refitted ones. */
  readonly loss: { readonly none: number; readonly present: number; readonly refitted: number };
  /** How much smaller the error of the refit is than with the present weights, and than without a score. */
  readonly overPresent: RefitGain;
  readonly overNone: RefitGain;
  readonly weights: readonly { readonly component: string; readonly present: number; readonly refitted: number }[];
}

export interface RefitGain {
  readonly gain: number;
  readonly standardError: number;
}

/** A task's score and what it gained. */
export interface ScoredUplift {
  readonly benchmark: string;
  readonly id: string;
  readonly score: number;
  readonly uplift: number;
}

import type { WeightStep } from './weights.js';

/** How the weights are perturbed. */
export interface SensitivityOptions {
  /** How many random weightings; 1 or more. Default 500. */
  readonly draws?: number | undefined;
  /** How close the random weights stay to the plan's; 0.001 or more. Default 50, which moves a weight of 0.25 by about 0.06. */
  readonly concentration?: number | undefined;
  /** Default: the plan's seed, or "0". */
  readonly seed?: string | undefined;
}

/** How a selection depends on the weights of its score. */
export interface Sensitivity {
  readonly draws: number;
  readonly concentration: number;
  readonly seed: string;
  readonly seedFrom: 'option' | 'plan' | 'default';
  /** In the order of the plan. */
  readonly weights: readonly PerturbedWeight[];
  readonly selected: number;
  readonly available: number;
  /** Over the whole selection. */
  readonly stability: Stability;
  /** Spearman's rank correlation of all scores with the plan's; undefined when all scores are equal. */
  readonly correlation: Spread | undefined;
  /** In the order of the plan. */
  readonly benchmarks: readonly BenchmarkStability[];
  /** Every task that is selected, or would be in some draw: by benchmark, then id. */
  readonly tasks: readonly TaskFrequency[];
  /** Each weight raised, lowered and left out, in the order of the plan. */
  readonly changes: readonly ChangeEffect[];
  readonly deciding: Deciding | undefined;
  readonly ties: Ties;
  /** What a reader must know about these figures. */
  readonly notes: readonly string[];
}

/** A weight and how far the draws move it. */
interface PerturbedWeight {
  readonly component: string;
  readonly weight: number;
  /** Standard deviation of the draws. */
  readonly deviation: number;
}

/** How much of a selection the draws keep. */
export interface Stability {
  /** Jaccard index of each draw's selection with the plan's. */
  readonly overlap: Spread;
  /** Selected tasks that at least nine draws in ten select. */
  readonly core: number;
  /** Tasks that more than one draw in ten but fewer than nine select, whether selected now or not. */
  readonly swing: number;
  /** Tasks that are not selected now but are in some draw. */
  readonly newcomers: number;
}

/** Where the values of a figure lie over the draws. */
export interface Spread {
  readonly mean: number;
  readonly min: number;
  /** The 5% and the 95% quantile. */
  readonly low: number;
  readonly high: number;
}

/** One benchmark's part of it. */
interface BenchmarkStability extends Stability {
  readonly name: string;
  readonly selected: number;
  readonly eligible: number;
  readonly ties: Ties;
}

/** How often a task is selected. */
export interface TaskFrequency {
  readonly benchmark: string;
  readonly id: string;
  /** Whether the plan's own weights select it. */
  readonly selected: boolean;
  /** Share of the draws that select it. */
  readonly frequency: number;
  /** Whether that is more than one draw in ten but fewer than nine. */
  readonly swings: boolean;
}

/** What one change of one weight does. */
export interface ChangeEffect {
  readonly component: string;
  readonly change: WeightStep;
  /** The changed weight; the others are scaled so that all sum to 1. */
  readonly weight: number;
  readonly overlap: number;
  readonly correlation: number | undefined;
  /** How many tasks leave or how many enter, whichever is more. */
  readonly moved: number;
  /** Places that only an id decided under these weights: some of the tasks moved for no better reason. */
  readonly tiedPlaces: number;
  readonly leaving: readonly TaskName[];
  readonly entering: readonly TaskName[];
}

/** A task by its benchmark and id. */
export interface TaskName {
  readonly benchmark: string;
  readonly id: string;
}

/** The components, usually one, of which a single change moves more tasks than any change of another. */
export interface Deciding {
  readonly components: readonly string[];
  /** How many tasks that change moves. */
  readonly tasks: number;
  /** Places that only an id decided under it. */
  readonly tiedPlaces: number;
}

/** Where the order says nothing. */
export interface Ties {
  /** Places that went to some of several tasks which only their ids tell apart. */
  readonly places: number;
  /** How many tasks tie for those places. */
  readonly tied: number;
  /** How many different scores the tasks have, and how many tasks there are. */
  readonly distinctScores: number;
  readonly scores: number;
}

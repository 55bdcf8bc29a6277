/** What was learned about a benchmark from earlier results, and the design based on it. */
export interface Learned {
  readonly purpose: string;
  readonly systems: number;
  readonly forecast: Forecast;
  /** The design, as the end of a sentence that begins with the number of tasks. */
  readonly words: string;
  /** The log odds of solving each task, by id; tasks that no earlier system ran are missing. */
  readonly ease: ReadonlyMap<string, number>;
  /** The factor by which floors and ceilings raise the variance; undefined without them. */
  readonly quotaCost: number | undefined;
}

/** The expected precision of a selection, before any run, beside a simple random sample of the same size. */
export interface Forecast {
  readonly tasks: number;
  readonly population: number;
  /** The share of the variance of a level that remains; undefined if no system could be left out. */
  readonly share: number | undefined;
  readonly verdict: 'helps' | 'little gain' | 'cannot be forecast';
  /** How many random tasks would be as precise for a level; undefined if unknown. */
  readonly equivalent: number | undefined;
  /** Half of the 95% interval of a level. */
  readonly halfWidth: Forecasted;
  /** The smallest difference of two systems found with 80% power; undefined if no two could be compared. */
  readonly detectable: Forecasted | undefined;
  /** How often two systems disagree, and what the design gains for their difference; undefined if no two could be compared. */
  readonly difference: (ExpectedDiscordance & ExpectedShares) | undefined;
  /** Kendall's τ with the order on all tasks; undefined if too few systems could be ranked. */
  readonly tau: (Forecasted & { readonly low: number; readonly high: number; readonly pairs: number }) | undefined;
}

/** A figure of the design and of simple random samples of the same size; for τ, 90% of those are from `low` to `high`. */
interface Forecasted {
  readonly design: number;
  readonly random: number;
}

/** How often two systems disagree on a task: base + slope · |their difference|. */
export interface ExpectedDiscordance {
  readonly base: number;
  readonly slope: number;
  /** Whether rewards are between 0 and 1: it is then a mean squared difference. */
  readonly isPartial: boolean;
}

/** Variances of a difference by the design. */
interface ExpectedShares {
  /** What flips of signs show, over that of a simple random sample. */
  readonly share: number;
  /** The variance itself over what flips show. */
  readonly drawShare: number;
}

/** What new runs of tasks chosen by their uplift in earlier runs are expected to show. */
export interface ExpectedUplift {
  readonly with: string;
  readonly without: string;
  /** The chosen tasks with earlier runs in both arms, which the figures are about, and the others. */
  readonly tasks: number;
  readonly unknown: number;
  /** Their mean uplift in the runs that chose them, which is too high because luck helped to choose them. Undefined without the runs. */
  readonly measured: number | undefined;
  readonly shrunken: number;
  /** The mean shrunken uplift of the whole pool. */
  readonly pool: number;
  /** The run noise that the figures assume. */
  readonly runNoise: RunNoise;
  /** The plan run again on part of the data and measured on the rest; undefined if that is not possible. */
  readonly crossFitted: CrossFitted | undefined;
  /** The expected uplift: by cross-fitting, else by shrinkage; the mean of the pool if the assumed noise is too large. */
  readonly expected: number;
}

/** The variance of one run in each arm, and how it is known. */
interface RunNoise {
  readonly by: 'repeats' | 'assumed';
  readonly without: number;
  readonly with: number;
  /** Whether the measured uplifts vary less than this noise alone would make them. */
  readonly isTooLarge: boolean;
}

/** What a choice by part of the data keeps in the rest. */
interface CrossFitted {
  /** By leaving out runs, or, with assumed noise, by adding more noise. */
  readonly by: 'runs' | 'added noise';
  readonly splits: number;
  /** The mean uplift of the chosen tasks in the data left out. */
  readonly heldOut: number;
  /** The same over all tasks. */
  readonly all: number;
  /** How much more a choice by all runs is expected to gain: at least 1. */
  readonly raise: number;
}

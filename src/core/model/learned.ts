/** What earlier results say of a benchmark, and the design that followed from it. */
export interface Learned {
  /** The name of the purpose. */
  readonly purpose: string;
  /** How many earlier systems have results on its tasks. */
  readonly systems: number;
  readonly forecast: Forecast;
  /** What was done, in words: the end of a sentence that begins with the number of tasks. */
  readonly words: string;
  /** How easy each task was, in log odds, by id: high is easy. A task that no earlier system ran has none. */
  readonly ease: ReadonlyMap<string, number>;
  /** What floors and ceilings multiply the variance with; undefined without them. */
  readonly quotaCost: number | undefined;
}

/** What is to be expected of so many tasks, before any run; each beside a simple random sample of the same size. */
export interface Forecast {
  readonly tasks: number;
  readonly population: number;
  /** The share of the variance of a level that is left; undefined where no system could be left out. */
  readonly share: number | undefined;
  readonly verdict: 'helps' | 'little gain' | 'cannot be forecast';
  /** How many random tasks would know as much of a level; undefined where that cannot be told. */
  readonly equivalent: number | undefined;
  /** Half of the 95% interval of a level. */
  readonly halfWidth: Forecasted;
  /** The smallest difference of two systems that is found with 80% power; undefined where no two could be compared. */
  readonly detectable: Forecasted | undefined;
  /** How often two systems disagree, and the variance of their difference over that of a simple random sample. */
  readonly difference:
    | { readonly discordance: number; readonly isPartial: boolean; readonly share: number }
    | undefined;
  /** Kendall's τ with the order on all tasks; undefined where too few systems could be ranked. */
  readonly tau: (Forecasted & { readonly low: number; readonly high: number; readonly pairs: number }) | undefined;
}

/** A figure of the design, and of simple random samples of the same size; for τ, `low` to `high` are 90% of those. */
interface Forecasted {
  readonly design: number;
  readonly random: number;
}

/** What new runs of tasks that were chosen by their uplift in earlier runs are to be expected to show. */
export interface ExpectedUplift {
  readonly with: string;
  readonly without: string;
  /** The chosen tasks with earlier runs in both arms, which the figures are about, and the chosen ones without. */
  readonly tasks: number;
  readonly unknown: number;
  /** Their mean uplift in the runs that chose them: too high, for luck chose too. Undefined where the runs are not at hand. */
  readonly measured: number | undefined;
  /** The mean of their shrunken uplifts. */
  readonly shrunken: number;
  /** The mean of the shrunken uplifts of all tasks of the pool. */
  readonly pool: number;
  /** The noise of a run that the figures rest on. */
  readonly runNoise: RunNoise;
  /** The same plan run again on part of what is known and measured in the rest; undefined where that cannot be done. */
  readonly crossFitted: CrossFitted | undefined;
  /** What to expect: by cross-fitting, by shrinkage without it; the mean of all where the noise cannot be so large. */
  readonly expected: number;
}

/** How much one run varies, as a variance, and how that is known. */
interface RunNoise {
  readonly by: 'repeats' | 'assumed';
  readonly without: number;
  readonly with: number;
  /** Whether the measured uplifts differ by less than so much noise lets them, so that nothing can be told from it. */
  readonly isTooLarge: boolean;
}

/** What a choice by part of what is known keeps in the rest. */
interface CrossFitted {
  /** Runs held out, or, if the noise of a run is assumed, that noise divided by adding more of it. */
  readonly by: 'runs' | 'added noise';
  readonly splits: number;
  /** The mean uplift of the chosen tasks in what had no say. */
  readonly heldOut: number;
  /** That of all tasks so measured. */
  readonly all: number;
  /** How much more a choice by all runs is expected to gain over all tasks: at least 1. */
  readonly raise: number;
}

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
export interface Forecasted {
  readonly design: number;
  readonly random: number;
}

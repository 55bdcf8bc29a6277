/** Which tasks can tell the configurations apart, and which cannot because all or none solve them. */
export interface Ceiling {
  /** By name. */
  readonly configurations: readonly ConfigurationCoverage[];
  readonly overall: StratumCeiling;
  /** In the order of the plan. */
  readonly benchmarks: readonly StratumCeiling[];
  /** In the order of the plan. */
  readonly phases: readonly StratumCeiling[];
  /** The groups of the benchmarks that are grouped, benchmark by benchmark. */
  readonly groups: readonly StratumCeiling[];
  /** Every two configurations, those that differ on the fewest selected tasks first; at most 300. */
  readonly pairs: readonly PairCeiling[];
  /** Undefined with fewer than two configurations. */
  readonly pairSummary: PairSummary | undefined;
  /** Whether any mean reward lies between 0 and 1. */
  readonly partial: boolean;
  /** What to act on, in words. */
  readonly conclusion: string;
  /** What a reader must know about these figures. */
  readonly notes: readonly string[];
}

/** What is known of one configuration on some tasks; a task without a result is not a failed one. */
export interface ResultCounts {
  readonly scored: number;
  /** All attempts broke. */
  readonly errored: number;
  readonly notRun: number;
  readonly absent: number;
  /** Mean reward 1, and mean reward 0, of those scored. */
  readonly solved: number;
  readonly unsolved: number;
}

/** One configuration's results. */
interface ConfigurationCoverage {
  readonly name: string;
  readonly selected: ResultCounts;
  readonly pool: ResultCounts;
}

/** The tasks of a benchmark, a phase or a group, selected and eligible. */
export interface StratumCeiling {
  /** Undefined: all tasks. */
  readonly name: string | undefined;
  /** The benchmark of a group. */
  readonly benchmark: string | undefined;
  readonly selected: CeilingCounts;
  readonly pool: CeilingCounts;
  readonly expected: ExpectedApart;
}

/** Tasks that differ in a random choice of as many tasks with a score from each group. */
export interface ExpectedApart {
  readonly mean: number;
  /** Where about 95% of such choices lie. */
  readonly low: number;
  readonly high: number;
}

/** Tasks by what the configurations made of them; they sum to `tasks`. */
export interface CeilingCounts {
  readonly tasks: number;
  /** Every configuration has a score, and all of them full marks. */
  readonly byAll: number;
  /** Every configuration has a score, and all of them none. */
  readonly byNone: number;
  /** Every configuration has a score, the same one in between. */
  readonly alike: number;
  /** Two configurations differ: more results cannot change that. */
  readonly apart: number;
  /** Alike so far, but some configuration has no score: it may yet differ. */
  readonly open: number;
  /** No configuration has a score. */
  readonly without: number;
}

/** Two configurations on the tasks that both have a score for. */
export interface PairCeiling {
  readonly first: string;
  readonly second: string;
  readonly selected: PairCounts;
  readonly pool: PairCounts;
}

/** Tasks with both scores, and those where the scores differ. */
export interface PairCounts {
  readonly both: number;
  readonly differ: number;
}

/** The pairs together. */
export interface PairSummary {
  readonly pairs: number;
  /** Selected tasks on which a pair differs: these alone carry its comparison. */
  readonly differ: { readonly least: number; readonly median: number; readonly most: number };
  /** The mean share of the tasks on which a pair differs; undefined when no pair shares a task. */
  readonly share: { readonly selected: number | undefined; readonly pool: number | undefined };
  /** With fewer tasks that differ than this, no result reaches p < 0.05. */
  readonly needed: number;
  /** Pairs that have fewer. */
  readonly hopeless: number;
}

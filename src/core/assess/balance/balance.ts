/** How the redraws that a selection is compared with are made. */
export interface BalanceOptions {
  /** How many redraws; 1 to 10,000. Default 1,000, or fewer where that would take long. */
  readonly draws?: number | undefined;
  /** Default: the plan's seed, or "0". */
  readonly seed?: string | undefined;
}

/** How a selection differs from the tasks it was chosen from, before any run. */
export interface Balance {
  readonly draws: number;
  readonly seed: string;
  readonly seedFrom: 'option' | 'plan' | 'default';
  readonly kind: 'focus' | 'representative';
  /** Every benchmark together. */
  readonly overall: ScopeBalance;
  /** In the order of the plan. */
  readonly benchmarks: readonly ScopeBalance[];
  readonly empty: EmptyCells;
  /** What to act on, in words. */
  readonly conclusion: string;
  /** What a reader must know about these figures. */
  readonly notes: readonly string[];
}

/** A selection, or a benchmark's part of it, against the tasks that may be selected. */
export interface ScopeBalance {
  /** The benchmark; undefined: all of them. */
  readonly name: string | undefined;
  readonly kind: 'focus' | 'representative';
  readonly selected: number;
  /** The eligible tasks: those the selection is compared with. */
  readonly eligible: number;
  /** Whether every eligible task is selected, so that nothing can differ. */
  readonly whole: boolean;
  /** The score, its components, then the fields; empty when the benchmark is taken whole. */
  readonly numbers: readonly NumberBalance[];
  readonly labels: readonly LabelBalance[];
  /** Numbers that could not be compared, and why. */
  readonly left: readonly { readonly name: string; readonly why: 'no spread' | 'too few known' }[];
  readonly conclusion: string;
}

/** How far from its pool: within a quarter of a standard deviation, within a half, or beyond (Stuart 2010). */
type BalanceLevel = 'close' | 'off' | 'far';

/** One number, selection against pool. */
export interface NumberBalance {
  readonly name: string;
  /** How a report says it. */
  readonly words: string;
  readonly of: 'score' | 'component' | 'field';
  /** Counts are compared as log(1 + x): a few large ones would be all that is seen otherwise. */
  readonly scale: 'as is' | 'log(1+x)';
  /** Tasks for which it is known. */
  readonly known: { readonly selected: number; readonly pool: number };
  /** The mean, back on the scale of the number: for a count, exp(mean log(1 + x)) − 1. */
  readonly typical: { readonly selected: number; readonly pool: number };
  /** Mean of the selected less mean of the pool, in standard deviations of the pool; each task counts once. */
  readonly difference: number;
  /** The same with the design weights; undefined for tasks chosen by rank, which have none. */
  readonly weightedDifference: number | undefined;
  /** The difference to be expected of a random choice of the same sizes from the same groups: what the shares alone do. */
  readonly fromShares: number;
  /** The largest distance of the cumulative distributions; weighted where there are weights. */
  readonly distance: number;
  /** What 95% of the redraws stay within, whichever way they differ. */
  readonly chance: { readonly difference: number; readonly distance: number };
  /** The 2.5% and 97.5% points of the differences of the redraws: where a random choice of the same sizes lies. */
  readonly redrawn: { readonly low: number; readonly high: number };
  readonly level: BalanceLevel;
  /** Whether the difference is more than chance explains; and the distance. */
  readonly beyondChance: { readonly difference: boolean; readonly distance: boolean };
}

/** One label, selection against pool. */
export interface LabelBalance {
  readonly name: string;
  /** By value; an unknown label is "". */
  readonly values: readonly LabelCount[];
  /** The share of the selection that would have to move to have the shares of the pool. */
  readonly totalVariation: number;
  /** The same with the design weights; undefined for tasks chosen by rank. */
  readonly weightedVariation: number | undefined;
  /** What 95% of the redraws stay within; weighted where there are weights. */
  readonly chance: number;
}

/** How often a value of a label is selected, and how often it would be. */
export interface LabelCount {
  readonly value: string;
  readonly selected: number;
  /** The share of the selection that has it, by the design weights; undefined for tasks chosen by rank. */
  readonly weightedShare: number | undefined;
  readonly pool: number;
  /** What a proportional sample of this size has. */
  readonly proportional: number;
  /** What a random choice with the plan's own groups and sizes has. */
  readonly planned: number;
}

/** What the pool has and the selection does not. */
export interface EmptyCells {
  readonly phases: readonly EmptyCell[];
  readonly languages: readonly EmptyCell[];
  readonly benchmarks: readonly EmptyCell[];
  /** A phase within a benchmark. */
  readonly phasesOfBenchmarks: readonly (EmptyCell & { readonly benchmark: string })[];
  /** Phases of the plan of which no task may be selected. */
  readonly phasesWithoutTasks: readonly string[];
}

/** A value of which none is selected. */
export interface EmptyCell {
  readonly value: string;
  readonly pool: number;
}

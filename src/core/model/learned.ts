import type { SelectRule } from './select-rule.js';

/** Findings from earlier results on a benchmark, and the design based on them. */
export interface Learned extends Pick<LearnedDesign, 'words' | 'quotaCost'> {
  readonly purpose: string;
  readonly systems: number;
  readonly forecast: Forecast;
  /** Log odds of being solved, by id; tasks that no earlier system ran are missing. */
  readonly ease: ReadonlyMap<string, number>;
}

/** The expected precision of a selection before any run, compared with a simple random sample of the same size. */
export interface Forecast extends Pick<ForecastShare, 'share' | 'verdict'> {
  readonly tasks: number;
  readonly population: number;
  /** The size of a simple random sample that is equally precise for a level; undefined if unknown. */
  readonly equivalent: number | undefined;
  /** Half the width of a level's 95% interval. */
  readonly halfWidth: Forecasted;
  /** The smallest difference between two systems detected with 80% power; undefined if no two could be compared. */
  readonly detectable: Forecasted | undefined;
  /** The systems' disagreement and the design's gain for a difference; undefined if no two could be compared. */
  readonly difference: (ExpectedDiscordance & ExpectedShares) | undefined;
  /**
   * Kendall's τ against the ranking on all tasks, with 90% of random samples from `low` to `high`; undefined if too few
   * systems could be ranked.
   */
  readonly tau: (Forecasted & { readonly low: number; readonly high: number; readonly pairs: number }) | undefined;
}

/** A value for the design, and the mean over simple random samples of the same size. */
interface Forecasted {
  readonly design: number;
  readonly random: number;
}

/** How often two systems disagree on a task: base + slope · |their difference|. */
export interface ExpectedDiscordance {
  readonly base: number;
  readonly slope: number;
  /** Whether some rewards are between 0 and 1; the rate is then a mean squared difference. */
  readonly isPartial: boolean;
}

interface ExpectedShares {
  /** The sign-flip variance divided by that of a simple random sample. */
  readonly share: number;
  /** The variance divided by the sign-flip variance. */
  readonly drawShare: number;
}

/** The uplift to expect in new runs of tasks chosen by their uplift in earlier runs. */
export interface ExpectedUplift {
  readonly with: string;
  readonly without: string;
  /** The chosen tasks with earlier runs in both arms, which the figures describe; `unknown` counts the rest. */
  readonly tasks: number;
  readonly unknown: number;
  /** Too high, because luck in these runs helped to choose the tasks. */
  readonly measured: number | undefined;
  readonly shrunken: number;
  /** The mean shrunken uplift of the whole pool. */
  readonly pool: number;
  readonly runNoise: RunNoise;
  /** The plan rerun on part of the data and measured on the rest; undefined if that is impossible. */
  readonly crossFitted: CrossFitted | undefined;
  /** From cross-fitting if possible, otherwise from shrinkage; the pool's mean if the assumed noise is too large. */
  readonly expected: number;
}

/** The variance of one run in each arm, measured from repeats or assumed. */
interface RunNoise {
  readonly by: 'repeats' | 'assumed';
  readonly without: number;
  readonly with: number;
  /** Whether the measured uplifts vary less than this noise would make them vary. */
  readonly isTooLarge: boolean;
}

/** The uplift, in the rest of the data, of tasks chosen on part of it. */
interface CrossFitted {
  /** With assumed noise, no runs are left out; noise is added instead. */
  readonly by: 'runs' | 'added noise';
  readonly splits: number;
  /** The mean uplift of the chosen tasks in the data left out. */
  readonly heldOut: number;
  /** The mean uplift of all tasks in the data left out. */
  readonly all: number;
  /** The expected gain of choosing on all runs, as a multiple of the held-out gain; at least 1. */
  readonly raise: number;
}

/** One system's result on each task of a pool; NaN if it has none. */
export type ResultColumn = readonly number[] | CodedResults;

/** Results on a large pool, stored compactly because they have few distinct values. */
export interface CodedResults {
  readonly length: number;
  /** For each task, the index of its result in `values`. */
  readonly codes: Uint8Array;
  readonly values: readonly number[];
}

export function resultAt(column: ResultColumn, task: number): number {
  return ('codes' in column ? column.values[column.codes[task] ?? 0] : column[task]) ?? Number.NaN;
}

/** The share of one system's variance that the other systems do not explain. */
export interface LeftOutShare {
  /** The system's row in the matrix of results. */
  readonly system: number;
  readonly alpha: number;
  readonly beta: number;
  readonly share: number;
}

/** The precision that earlier results predict for the next system's level. */
export interface ForecastShare {
  readonly systems: readonly LeftOutShare[];
  /** The remaining share of the variance; undefined if no system could be left out. */
  readonly share: number | undefined;
  /** Places are shared by anticipated variance only if it "helps", otherwise by the sizes of the bands. */
  readonly verdict: 'helps' | 'little gain' | 'cannot be forecast';
}

/** Values learned from earlier systems, one for each task, in the order of the tasks. */
export interface LearnedTasks {
  /** One column for each earlier system with a result on any of the tasks. */
  readonly results: readonly ResultColumn[];
  /** In log odds, higher for easier tasks; NaN for a task that no earlier system ran. */
  readonly ease: readonly number[];
  /** NaN where `ease` is NaN. */
  readonly variance: readonly number[];
  /** Plausible success rates of the next system. */
  readonly rates: readonly number[];
  readonly share: ForecastShare;
}

/** Statistics of earlier systems on the same tasks, whatever the design. */
export interface EarlierSystems {
  readonly population: number;
  readonly rates: readonly number[];
  /** How often two of them disagree; undefined if no two can be compared. */
  readonly difference: ExpectedDiscordance | undefined;
}

/** The rule that implements a purpose, and the task values that the rule needs. */
export interface LearnedDesign {
  readonly rule: Pick<SelectRule, 'group' | 'prefer' | 'draw'>;
  /** The band of each task; undefined for a design without bands, and for a task that no earlier system ran. */
  readonly bands: readonly (string | undefined)[] | undefined;
  /** Whether tasks keep their anticipated variance. If it does not help, nothing may use it. */
  readonly usesVariance: boolean;
  /** The factor by which floors and ceilings raise the variance. */
  readonly quotaCost: number | undefined;
  /** A description for readers who don't know strata: the end of a sentence that begins with the number of tasks. */
  readonly words: string;
}

/** Earlier results on the tasks that meet `where`, in order of id, for a pool with only its candidates in memory. */
export interface CountedPrior {
  readonly systems: readonly string[];
  readonly results: readonly ResultColumn[];
  readonly length: number;
  /** Numbers that break ties between tasks of equal difficulty. */
  readonly ties: readonly number[];
  /** 1 for a pinned task; in `excluded`, 1 for an excluded task. */
  readonly pinned: Uint8Array;
  readonly excluded: Uint8Array;
  /** The index of each candidate, by id. */
  readonly places: ReadonlyMap<string, number>;
  /** The values learned for the purpose; the design has bands for all these tasks. */
  readonly learned?: LearnedTasks | undefined;
  readonly design?: LearnedDesign | undefined;
  /** The variance assumed for tasks that no earlier system ran, if the purpose accepts them. */
  readonly usual?: number | undefined;
}

/** The known values of a learned field for the eligible tasks. */
export function learnedNumbers(
  { learned, design, usual, excluded }: CountedPrior,
  field: 'prior_ease' | 'prior_variance',
): readonly number[] {
  const numbers: number[] = [];
  if (learned === undefined || (field === 'prior_variance' && design?.usesVariance !== true)) return numbers;
  const { ease, variance } = learned;
  for (let i = 0; i < ease.length; i++) {
    if (excluded[i] === 1) continue;
    const isKnown = !Number.isNaN(ease[i]);
    const number = field === 'prior_ease' ? ease[i] : isKnown ? variance[i] : usual;
    if (number !== undefined && !Number.isNaN(number)) numbers.push(number);
  }
  return numbers;
}

import type { SelectRule } from './select-rule.js';

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

/** The results of a system on the tasks of a pool; NaN where there is none. */
export type ResultColumn = readonly number[] | CodedResults;

/** Results on the tasks of a large pool, which are few different numbers. */
export interface CodedResults {
  readonly length: number;
  /** By task, the place of its result among the values. */
  readonly codes: Uint8Array;
  readonly values: readonly number[];
}

/** The result of a system on a task; NaN where there is none. */
export function resultAt(column: ResultColumn, task: number): number {
  return ('codes' in column ? column.values[column.codes[task] ?? 0] : column[task]) ?? Number.NaN;
}

/** What the other systems leave unexplained of one. */
export interface LeftOutShare {
  /** Its row in the matrix. */
  readonly system: number;
  readonly alpha: number;
  readonly beta: number;
  readonly share: number;
}

/** What earlier results promise for the level of the next system, before any run. */
export interface ForecastShare {
  readonly systems: readonly LeftOutShare[];
  /** The share of the variance that is left; undefined where no system could be left out. */
  readonly share: number | undefined;
  /** Only where they help are places shared by anticipated variance; otherwise by the sizes of the bands. */
  readonly verdict: 'helps' | 'little gain' | 'cannot be forecast';
}

/** What earlier systems say of tasks, a value for each in the order of the tasks. */
export interface LearnedTasks {
  /** The results of each earlier system that has one on any of the tasks. */
  readonly results: readonly ResultColumn[];
  /** In log odds, high is easy; NaN for a task that none of them ran. */
  readonly ease: readonly number[];
  /** NaN where the ease is. */
  readonly variance: readonly number[];
  /** The rates that the next system may have. */
  readonly rates: readonly number[];
  readonly share: ForecastShare;
}

/** What earlier systems say about the next ones on the same tasks, whatever design draws them. */
export interface EarlierSystems {
  readonly population: number;
  readonly rates: readonly number[];
  /** How often two of them disagree; undefined where no two can be compared. */
  readonly difference: ExpectedDiscordance | undefined;
}

/** A design: the rule that stands in for the purpose, and what its tasks must carry for it. */
export interface Design {
  readonly rule: Pick<SelectRule, 'group' | 'prefer' | 'draw'>;
  /** The band of each task; undefined for a design without bands, and for a task that no earlier system ran. */
  readonly bands: readonly (string | undefined)[] | undefined;
  /** Whether tasks keep their anticipated variance: where it does not help, nothing may look at it. */
  readonly usesVariance: boolean;
  /** What floors and ceilings multiply the variance with. */
  readonly quotaCost: number | undefined;
  /** What it does, for a reader who has never heard of strata: the end of a sentence that begins with the number of tasks. */
  readonly words: string;
}

/** Earlier results on the tasks that `where` keeps, in order of id, of a pool of which only the candidates are in memory. */
export interface CountedPrior {
  /** The systems that have a result on one of them. */
  readonly systems: readonly string[];
  readonly results: readonly ResultColumn[];
  /** How many tasks there are. */
  readonly length: number;
  /** Who comes first among tasks of equal difficulty. */
  readonly ties: readonly number[];
  /** 1 for a task that is pinned, or excluded. */
  readonly pinned: Uint8Array;
  readonly excluded: Uint8Array;
  /** By id, the places of the candidates. */
  readonly places: ReadonlyMap<string, number>;
  /** What was learned for a purpose, and the design for it, whose bands are those of all these tasks. */
  readonly learned?: LearnedTasks | undefined;
  readonly design?: Design | undefined;
  /** The variance of a task that no earlier system ran, if the purpose takes such tasks like others. */
  readonly usual?: number | undefined;
}

/** The numbers that were learned of the eligible ones among these tasks, by field. */
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

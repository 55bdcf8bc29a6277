import type { DifferenceVariances } from '../../statistics/power.js';

/** What the comparison is to achieve, and what is known of it beforehand. */
export interface PowerOptions {
  /** The chance to find a difference that is there. Default 0.8. */
  readonly power?: number | undefined;
  /** The significance level of the two-sided test. Default 0.05. */
  readonly alpha?: number | undefined;
  /** The difference that one wants to find, as a share: 0.1 for 10 points. */
  readonly difference?: number | undefined;
  /** The share of tasks that only one of two configurations solves. Default: from the results, or 0.21 to 0.4. */
  readonly discordance?: number | undefined;
  /** Runs of each task under each configuration. Default 1. */
  readonly repeats?: number | undefined;
  /** How many configurations are compared, each with every other. Default 2. */
  readonly configurations?: number | undefined;
  /** What a task costs once, whatever its runs. */
  readonly taskCost?: number | undefined;
  /** What one run of a task costs, under all configurations together. */
  readonly runCost?: number | undefined;
}

/** A figure at the lower and at the higher end of what is assumed about the runs. */
export interface AtEnds<Value> {
  readonly low: Value;
  readonly high: Value;
}

/** What the tasks of a selection can show when two configurations are compared on them. */
export interface PowerAssessment {
  readonly kind: 'focus' | 'representative';
  readonly selected: number;
  /** Tasks that could have been selected. */
  readonly eligible: number;
  readonly power: number;
  readonly alpha: number;
  /** Pairs of configurations that are compared. */
  readonly contrasts: number;
  /** Alpha over the contrasts: the level of each test. */
  readonly level: number;
  readonly repeats: number;
  readonly wanted: number | undefined;
  readonly discordance: PlannedDiscordance;
  readonly variances: PlannedVariances;
  readonly overall: PowerRow;
  /** In the order of the plan; a phase without a selected task is not there. */
  readonly phases: readonly PowerRow[];
  readonly benchmarks: readonly PowerRow[];
  readonly needed: readonly TasksNeeded[];
  readonly budget: SameBudget;
  readonly merging: Merging;
  /** What a reader must know about these figures. */
  readonly notes: readonly string[];
}

/** How often two configurations disagree, and how that is known. */
export interface PlannedDiscordance extends AtEnds<number> {
  readonly from: 'option' | 'results' | 'earlier' | 'default';
  /** Whether rewards lie between 0 and 1 too: then it is a mean squared difference, and no bound on the difference. */
  readonly partial: boolean;
  /** What the results show, used or not. */
  readonly pairs: readonly PairDiscordance[];
}

/** How often two configurations of the results disagree. */
export interface PairDiscordance {
  readonly a: string;
  readonly b: string;
  /** Tasks of the pool that both have a score on. */
  readonly tasks: number;
  /** The mean squared difference of single runs: of passes and failures, the share of tasks that only one solves. */
  readonly discordance: number;
  readonly partial: boolean;
  readonly use: 'used' | 'too few tasks' | 'all alike';
}

/** How the outcome of a task varies, and how that is known. */
export interface PlannedVariances extends AtEnds<DifferenceVariances> {
  /** "discordance": a share of it, as large as in the defaults. */
  readonly effectFrom: 'results' | 'discordance' | 'default';
  readonly withinFrom: 'results' | 'discordance' | 'default';
}

/** What some of the tasks can show by themselves. */
export interface PowerRow {
  readonly name: string;
  readonly tasks: number;
  /** As many equally weighted tasks know as much; the tasks themselves where there are no weights. */
  readonly size: number;
  /** The smallest difference that is found with 1, 2, … 5 runs; undefined where none can be. */
  readonly detectable: readonly AtEnds<number | undefined>[];
  /** With the number of runs that is planned. */
  readonly planned: AtEnds<number | undefined>;
  /** The same for one run by summing over all outcomes of McNemar's mid-p test; undefined for many tasks, more runs or partial rewards. */
  readonly exact: AtEnds<number | undefined> | undefined;
  /** Whether any difference can be found: at both ends of the discordance, at one, or at none. */
  readonly testable: 'yes' | 'perhaps' | 'no';
  /** The chance to find the wanted difference; undefined when none is named. */
  readonly powerForWanted: AtEnds<number> | undefined;
  /** The same by summing over all outcomes, as for `exact`: with few tasks the formula promises too much. */
  readonly exactPowerForWanted: AtEnds<number> | undefined;
}

/** How many tasks a difference needs. */
export interface TasksNeeded {
  readonly difference: number;
  /** With 1, 2, … 5 runs of each. */
  readonly tasks: readonly AtEnds<number>[];
}

/** The same number of runs as more tasks or as more repeats. */
export interface SameBudget {
  /** Runs of each configuration. */
  readonly runs: number;
  readonly ways: readonly BudgetWay[];
  /** Two runs pay when a task costs more than this many runs once. */
  readonly twoRunsPayFrom: AtEnds<number>;
  /** Undefined when no costs are given. */
  readonly best: AtEnds<BestRepeats> | undefined;
}

interface BudgetWay {
  readonly repeats: number;
  readonly tasks: number;
  /** Whether there are so many tasks. */
  readonly possible: boolean;
  readonly standardError: AtEnds<number>;
}

/** The number of runs that finds the smallest difference for its cost. */
export interface BestRepeats {
  readonly exact: number;
  readonly whole: number;
}

/** Which phases to take together, by their numbers alone. */
export interface Merging {
  /** The difference that merged phases are to find; undefined: any at all. */
  readonly difference: number | undefined;
  /** Tasks that takes. */
  readonly needed: number;
  readonly groups: readonly MergedPhases[];
  /** Phases that are too small even together. */
  readonly left: readonly string[];
}

interface MergedPhases {
  readonly phases: readonly string[];
  readonly tasks: number;
  readonly size: number;
  /** The smallest difference that they find together. */
  readonly detectable: AtEnds<number | undefined>;
}

import type { Warning } from '../model/fault.js';

/** How far the runs of a selection have come. */
export interface RunProgress {
  readonly plan: string;
  readonly selected: number;
  /** How often each task is to be run. */
  readonly repeat: number;
  /** The level of the intervals. */
  readonly level: number;
  /** By name: those that the results have. */
  readonly configurations: readonly ConfigurationProgress[];
  readonly warnings: readonly Warning[];
}

/**
 * What is known of a task under a configuration: done has all its runs, short has some of them, errored has none that was
 * scored and one that broke, missing has none at all.
 */
export const taskStates = ['done', 'short', 'errored', 'missing'] as const;
export type TaskState = (typeof taskStates)[number];

/** How far one configuration has come. */
export interface ConfigurationProgress {
  readonly name: string;
  readonly counts: Readonly<Record<TaskState, number>>;
  /** Runs still to be made, over all tasks. */
  readonly runsLeft: number;
  /** Attempts without a score that were made again until there was one. */
  readonly retried: number;
  /** The tasks that are not done, in the order of waves: the order in which to run them. */
  readonly open: readonly OpenTask[];
  /** In US dollars; undefined when nothing is known of costs. */
  readonly cost: Forecast | undefined;
  /** In milliseconds, one run after the other; undefined when nothing is known of durations. */
  readonly time: Forecast | undefined;
  /** What of the rest a budget pays for; undefined without one, or when nothing is known of costs. */
  readonly budget: BudgetFit | undefined;
}

/** A task that is not done. */
export interface OpenTask {
  readonly benchmark: string;
  readonly id: string;
  readonly state: Exclude<TaskState, 'done'>;
  /** Runs that were scored. */
  readonly scored: number;
  /** Runs that it lacks. */
  readonly lacking: number;
  /** Attempts without a score that were made again until there was one. */
  readonly retried: number;
}

/** What the rest will come to, and what that rests on. */
export interface Forecast {
  /** What the runs so far came to, of those with a figure; undefined when runs were made and none has one. */
  readonly spent: number | undefined;
  /** Runs that were made, with a figure or without. */
  readonly made: number;
  readonly expected: number;
  /** Undefined when the spread is not known: one run was seen, or the figure was given. */
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** How many runs with a figure it rests on; 0 when the figure was given. */
  readonly runs: number;
  /** Runs left of which nothing is known: the total leaves them out. */
  readonly unknownRuns: number;
  /** For each benchmark with runs left: the figure of a run, and who told it: its own runs, the plan, all runs, the caller, or nobody. */
  readonly parts: readonly ForecastPart[];
}

export interface ForecastPart {
  readonly benchmark: string;
  readonly runsLeft: number;
  readonly perRun: number;
  readonly from: 'own' | 'plan' | 'all' | 'given' | 'unknown';
}

/** How much of the rest a budget pays for, in the order of waves. */
export interface BudgetFit {
  readonly budgetUsd: number;
  /** Tasks of which nothing is known, and which are left out. */
  readonly unknownTasks: number;
  /** Tasks whose runs are expected to fit. */
  readonly tasks: number;
  readonly runs: number;
  /** Those tasks. */
  readonly fitting: readonly OpenTask[];
  /** Tasks that fit even at the upper end of the interval; undefined when the spread is not known. */
  readonly surely: number | undefined;
}

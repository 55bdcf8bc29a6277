import type { OutcomeStatus, ResultColumns } from './outcome.js';

/** The meanings of a status; "error" is short for "errored". */
export const statusMeanings = ['passed', 'failed', 'errored', 'error', 'not-run'] as const;
type StatusMeaning = (typeof statusMeanings)[number];

/** The lowest and the highest possible reward. */
export type RewardRange = readonly [least: number, most: number];

/** US dollars per million tokens of a model; without `cached`, cached tokens cost as much as others. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
  readonly cached?: number | undefined;
}

/** How results are read, with the keys of a plan's `results`. */
export interface ResultSettings {
  readonly reward?: string | undefined;
  readonly scorer?: string | undefined;
  readonly statuses?: Readonly<Record<string, StatusMeaning>> | undefined;
  readonly reward_range?: RewardRange | undefined;
  readonly pass_at?: number | undefined;
  readonly task_pattern?: string | readonly string[] | undefined;
  readonly any_version?: boolean | undefined;
  readonly columns?: ResultColumns | undefined;
  readonly prices?: Readonly<Record<string, TokenPrice>> | undefined;
}

/** How results are read, as the reader takes it. */
export interface ReadingOptions {
  /** The reward to use if a result has several. */
  readonly reward?: string | undefined;
  /** The scorer or metric to use if a log has several. */
  readonly scorer?: string | undefined;
  /** The meaning of statuses, by word; these override the known ones. */
  readonly statuses?: ReadonlyMap<string, OutcomeStatus> | undefined;
  /** The range that rewards are rescaled from. Default: 0 to 1. */
  readonly rewardRange?: RewardRange | undefined;
  /** A reward of at least this is a pass; above 0, at most 1. Default 1. */
  readonly passAt?: number | undefined;
  /** Names of tasks in the results, with `{id}` where the id is: "sgonly_{id}". */
  readonly taskPatterns?: readonly string[] | undefined;
  /** Whether results of other versions of a task count. Default false. */
  readonly anyVersion?: boolean | undefined;
  /** The columns of tables, by role. Default: the known names. */
  readonly columns?: ResultColumns | undefined;
  /** The prices of models, for results that have tokens and no cost. */
  readonly prices?: ReadonlyMap<string, TokenPrice> | undefined;
}

/** The settings of a plan in the form the reader takes. */
export function readingOptions(settings: ResultSettings = {}): ReadingOptions {
  const { reward, scorer, statuses, reward_range: rewardRange, pass_at: passAt, task_pattern, columns } = settings;
  return {
    reward,
    scorer,
    statuses:
      statuses &&
      new Map(Object.entries(statuses).map(([word, means]) => [word, means === 'error' ? 'errored' : means])),
    rewardRange,
    passAt,
    taskPatterns: task_pattern === undefined ? undefined : [task_pattern].flat(),
    anyVersion: settings.any_version,
    columns,
    prices: settings.prices === undefined ? undefined : new Map(Object.entries(settings.prices)),
  };
}

/** Settings overridden by others; columns, statuses and prices are replaced one by one. */
export function mergedSettings(base: ResultSettings | undefined, over: ResultSettings): ResultSettings {
  const named = (['statuses', 'columns', 'prices'] as const).filter((key) => base?.[key] !== undefined);
  const merged = named.map((key) => [key, { ...base?.[key], ...over[key] }]);
  return { ...base, ...over, ...Object.fromEntries(merged) };
}

import type { OutcomeStatus, ResultColumns } from './outcome.js';

/** The meanings that a plan can give a status; "error" means "errored". */
export const statusMeanings = ['passed', 'failed', 'errored', 'error', 'not-run'] as const;
type StatusMeaning = (typeof statusMeanings)[number];

export type RewardRange = readonly [least: number, most: number];

/** US dollars per million tokens of a model; without `cached`, cached tokens cost the same as other input tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
  readonly cached?: number | undefined;
}

/** The settings of a plan's `results`, under the plan's keys. */
export interface ResultSettings {
  /** The reward to use if a result has several. */
  readonly reward?: string | undefined;
  /** The scorer or metric to use if a log has several. */
  readonly scorer?: string | undefined;
  readonly statuses?: Readonly<Record<string, StatusMeaning>> | undefined;
  readonly reward_range?: RewardRange | undefined;
  readonly pass_at?: number | undefined;
  readonly task_pattern?: string | readonly string[] | undefined;
  readonly any_version?: boolean | undefined;
  readonly columns?: ResultColumns | undefined;
  readonly prices?: Readonly<Record<string, TokenPrice>> | undefined;
}

export interface ReadingOptions extends Pick<ResultSettings, 'reward' | 'scorer' | 'columns'> {
  /** Meanings by status word; these override the known ones. */
  readonly statuses?: ReadonlyMap<string, OutcomeStatus> | undefined;
  /** The range that rewards are rescaled from. Default: 0 to 1. */
  readonly rewardRange?: RewardRange | undefined;
  /** A reward of at least this is a pass; above 0, at most 1. Default 1. */
  readonly passAt?: number | undefined;
  /** Patterns of task names in the results, with `{id}` for the id: "sgonly_{id}". */
  readonly taskPatterns?: readonly string[] | undefined;
  /** Whether results of other versions of a task count. Default false. */
  readonly anyVersion?: boolean | undefined;
  readonly prices?: ReadonlyMap<string, TokenPrice> | undefined;
}

export function readingOptions(settings: ResultSettings = {}): ReadingOptions {
  const { reward, scorer, statuses, reward_range: rewardRange, pass_at: passAt, task_pattern, columns } = settings;
  const { prices, any_version: anyVersion } = settings;
  return {
    reward,
    scorer,
    statuses:
      statuses &&
      new Map(Object.entries(statuses).map(([word, means]) => [word, means === 'error' ? 'errored' : means])),
    rewardRange,
    passAt,
    taskPatterns: task_pattern === undefined ? undefined : [task_pattern].flat(),
    anyVersion,
    columns,
    prices: prices && new Map(Object.entries(prices)),
  };
}

/** Merges settings; columns, statuses and prices are merged key by key. */
export function mergedSettings(base: ResultSettings | undefined, over: ResultSettings): ResultSettings {
  const named = (['statuses', 'columns', 'prices'] as const).filter((key) => base?.[key] !== undefined);
  const merged = named.map((key) => [key, { ...base?.[key], ...over[key] }]);
  return { ...base, ...over, ...Object.fromEntries(merged) };
}

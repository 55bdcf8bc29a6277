import { at, itemAt, ListView } from '../lists/lists.js';
import type { Outcome, OutcomeList, RunResults } from '../model/outcome.js';
import { compareText } from '../text/words.js';

/** What is known of one task under one system. */
type ResultState = 'scored' | 'errored' | 'not-run' | 'absent';

/** A system's attempts at one task: each with a score is a run, one without fills a missing run or was retried. */
export interface TaskResult {
  readonly state: ResultState;
  readonly rewards: readonly number[];
  /** Runs without a score, of which there was an attempt that errored or was not run. */
  readonly unscored: number;
  /** Runs without any attempt. */
  readonly lacking: number;
  /** Attempts that errored or were not run, and were made again until there was a score. */
  readonly retried: number;
  /** All attempts that errored or were not run. */
  readonly scoreless: number;
}

/** Adds up attempts; none at all is absent, which is not failed. `expected` is how many runs the task should have. */
export function taskResult(outcomes: readonly Outcome[] | undefined, expected = 1): TaskResult {
  const attempts = outcomes ?? [];
  const rewards = attempts.flatMap(({ reward }) => (reward === undefined ? [] : [reward]));
  const scoreless = attempts.length - rewards.length;
  const missing = Math.max(0, expected - rewards.length);
  const unscored = Math.min(scoreless, missing);
  const state =
    rewards.length > 0
      ? 'scored'
      : attempts.some(({ status }) => status === 'errored')
        ? 'errored'
        : attempts.length > 0
          ? 'not-run'
          : 'absent';
  return { state, rewards, unscored, lacking: missing - unscored, retried: missing === 0 ? scoreless : 0, scoreless };
}

/** How many runs each task should have: the most attempts that at least half of the tasks have or exceed, without retries. */
export function usualRuns(tasks: Iterable<readonly Outcome[]>): number {
  const counts: number[] = [];
  let mostScored = 1;
  for (const attempts of tasks) {
    if (attempts.length === 0) continue;
    counts.push(attempts.length);
    const scored = attempts.reduce((sum, { reward }) => sum + (reward === undefined ? 0 : 1), 0);
    mostScored = Math.max(mostScored, scored);
  }
  const usual = counts.sort((a, b) => b - a)[Math.ceil(counts.length / 2) - 1] ?? 1;
  return Math.min(usual, mostScored);
}

/** The two ways of reading what is missing: left out, or counted as failed. */
export const readings = ['absent', 'failed'] as const;
export type Reading = (typeof readings)[number];

/** The rewards of a task under a reading; none when it is left out. */
export function rewardsUnder(reading: Reading, { rewards, unscored, lacking }: TaskResult): readonly number[] {
  if (reading === 'absent') return rewards;
  const failures = Math.max(unscored + lacking, rewards.length === 0 ? 1 : 0);
  return [...rewards, ...Array.from({ length: failures }, () => 0)];
}

/** Full results lack little: with more missing, the draw of a tier says more than what happens to be there. */
export const enoughOfPool = 0.95;

/** The results that `isKept` says yes to, in their order; none of them is copied. */
export function filterOutcomes(list: OutcomeList, isKept: (outcome: Outcome) => boolean): OutcomeList {
  const indexes: number[] = [];
  let index = 0;
  for (const outcome of list) {
    if (isKept(outcome)) indexes.push(index);
    index += 1;
  }
  return new ListView(indexes.length, (i) => itemAt(list, at(indexes, i)));
}

/** The names of the configurations, in the order of their first results. */
export function configurationNames(list: OutcomeList): readonly string[] {
  const names = new Set<string>();
  for (const { configuration } of list) names.add(configuration);
  return [...names];
}

/** The names of the configurations, sorted. */
export function sortedConfigurationNames(list: OutcomeList): readonly string[] {
  return configurationNames(list).toSorted(compareText);
}

/** What reading says of passing, which has no bearing where rewards are used as they are. */
export const aboutPassing: ReadonlySet<string> = new Set(['outcomes/partial-rewards', 'outcomes/status-differs']);

/** Results as passed or not, 1 or 0, in the place of rewards in between; what has no score still has none. */
export function asPasses(results: RunResults): RunResults {
  const { outcomes } = results;
  const passes = new ListView(outcomes.length, (i) => {
    const outcome = itemAt(outcomes, i);
    return outcome.reward === undefined ? outcome : { ...outcome, reward: outcome.status === 'passed' ? 1 : 0 };
  });
  return { ...results, outcomes: passes };
}

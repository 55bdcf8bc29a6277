import { at, itemAt, ListView, sumOf } from '../lists/lists.js';
import type { Outcome, OutcomeList, RunResults } from '../model/outcome.js';
import { compareText, joinWords } from '../text/words.js';

type ResultState = 'scored' | 'errored' | 'not-run' | 'absent';

/** A system's attempts at one task. An attempt without a score fills a missing run, or was retried. */
export interface TaskResult {
  readonly state: ResultState;
  readonly rewards: readonly number[];
  /** Runs with an attempt, but no score: it errored or was not run. */
  readonly unscored: number;
  /** Expected runs without any attempt. */
  readonly lacking: number;
  /** Errored attempts that were repeated until there was a score. */
  readonly retried: number;
  /** All attempts that errored or were not run. */
  readonly scoreless: number;
}

/** Summarises attempts. No attempts means absent, not failed. `expected` is the number of runs the task should have. */
export function taskResult(outcomes: readonly Outcome[] | undefined, expected = 1): TaskResult {
  const attempts = outcomes ?? [];
  const rewards = attempts.flatMap(({ reward }) => (reward === undefined ? [] : [reward]));
  const scoreless = attempts.length - rewards.length;
  const errored = attempts.filter(({ status }) => status === 'errored').length;
  const missing = Math.max(0, expected - rewards.length);
  const unscored = Math.min(scoreless, missing);
  const state = rewards.length > 0 ? 'scored' : errored > 0 ? 'errored' : attempts.length > 0 ? 'not-run' : 'absent';
  return { state, rewards, unscored, lacking: missing - unscored, retried: missing === 0 ? errored : 0, scoreless };
}

/** The most attempts that at least half of the tasks have, but no more than the most scores that any task has. */
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

/** With fewer runs of a task, a majority vote is hardly more than a single run. */
export const fewestVotes = 3;

/** The majority vote of a task's runs, as 1 or 0. As in earlier results that are votes, half of the runs are enough. */
export function voteOf(rewards: readonly number[]): number {
  return sumOf(rewards, (reward) => reward) >= rewards.length / 2 ? 1 : 0;
}

/** Missing results are left out, or counted as failed. */
export const readings = ['absent', 'failed'] as const;
export type Reading = (typeof readings)[number];

/** The rewards of a task under a reading; empty if the task is left out. */
export function rewardsUnder(reading: Reading, { rewards, unscored, lacking }: TaskResult): readonly number[] {
  if (reading === 'absent') return rewards;
  const failures = Math.max(unscored + lacking, rewards.length === 0 ? 1 : 0);
  return [...rewards, ...Array.from({ length: failures }, () => 0)];
}

/** Results on this share of the pool count as full; with fewer, the sample is more reliable. */
export const enoughOfPool = 0.95;

/** The results that pass the test, in order, without copying them. */
export function filterOutcomes(list: OutcomeList, isKept: (outcome: Outcome) => boolean): OutcomeList {
  const indexes: number[] = [];
  let index = 0;
  for (const outcome of list) {
    if (isKept(outcome)) indexes.push(index);
    index += 1;
  }
  return new ListView(indexes.length, (i) => itemAt(list, at(indexes, i)));
}

/** In order of first appearance. */
export function configurationNames(list: OutcomeList): readonly string[] {
  const names = new Set<string>();
  for (const { configuration } of list) names.add(configuration);
  return [...names];
}

export function sortedConfigurationNames(list: OutcomeList): readonly string[] {
  return configurationNames(list).toSorted(compareText);
}

/** The first system in order that shares at least two tasks with another, and the one with which it shares the most. */
export function comparablePair(list: OutcomeList, names: readonly string[]): readonly [string, string] | undefined {
  const tasksOf = new Map(names.map((name) => [name, new Set<string>()]));
  for (const { configuration, benchmark, taskId } of list)
    tasksOf.get(configuration)?.add(JSON.stringify([benchmark, taskId]));
  for (const [name, tasks] of tasksOf) {
    let [most, partner] = [1, ''];
    for (const [other, own] of tasksOf) {
      const shared = other === name ? 0 : [...own].filter((task) => tasks.has(task)).length;
      if (shared > most) [most, partner] = [shared, other];
    }
    if (most > 1) return [name, partner];
  }
  return undefined;
}

const baselineNames = ['baseline', 'control', 'vanilla', 'without', 'before', 'plain'];
const namesBaseline = new RegExp(`(?:^|__|\\()(?:${baselineNames.join('|')})(?![a-z])`, 'i');

/** For the help: which system is the baseline by its name. */
export const baselineNameWords = `the one whose name, arm or place starts with ${joinWords(baselineNames, 'or')}`;

/** The system whose name, arm or place says that it is the baseline; undefined if none or several do. */
export function namedBaseline(names: readonly string[]): string | undefined {
  const [named, ...others] = names.filter((name) => namesBaseline.test(name));
  return others.length === 0 ? named : names.find((name) => name.toLowerCase() === 'baseline');
}

/** The names, the baseline first. Default: the one that is called so; if there is none, the order stays. */
export function baselineFirst(names: readonly string[], baseline = namedBaseline(names)): readonly string[] {
  return baseline === undefined ? names : [baseline, ...names.filter((name) => name !== baseline)];
}

/** Warnings about pass thresholds, which do not matter if rewards are used as they are. */
export const aboutPassing: ReadonlySet<string> = new Set(['outcomes/partial-rewards', 'outcomes/status-differs']);

/** Replaces rewards by 1 (passed) or 0. Results without a score keep none. */
export function asPasses(results: RunResults): RunResults {
  const { outcomes } = results;
  const passes = new ListView(outcomes.length, (i) => {
    const outcome = itemAt(outcomes, i);
    return outcome.reward === undefined ? outcome : { ...outcome, reward: outcome.status === 'passed' ? 1 : 0 };
  });
  return { ...results, outcomes: passes };
}

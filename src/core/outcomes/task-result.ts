import type { Outcome } from '../model/outcome.js';

/** What is known of one task under one configuration. */
export type ResultState = 'scored' | 'errored' | 'not-run' | 'absent';

/** A configuration's attempts at one task, added up. */
export interface TaskResult {
  readonly state: ResultState;
  /** The rewards of the attempts that were scored. */
  readonly rewards: readonly number[];
  /** Attempts that errored or were not run: they have no score. */
  readonly unscored: number;
  /** Attempts that there should be and of which there is nothing. */
  readonly lacking: number;
}

/** Adds up attempts; none at all is absent, which is not failed. `expected` is how many there should be, where that is known. */
export function taskResult(outcomes: readonly Outcome[] | undefined, expected = 0): TaskResult {
  const attempts = outcomes ?? [];
  const rewards = attempts.flatMap(({ reward }) => (reward === undefined ? [] : [reward]));
  const unscored = attempts.length - rewards.length;
  const state =
    rewards.length > 0
      ? 'scored'
      : attempts.some(({ status }) => status === 'errored')
        ? 'errored'
        : attempts.length > 0
          ? 'not-run'
          : 'absent';
  return { state, rewards, unscored, lacking: Math.max(0, expected - attempts.length) };
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

import { describe, expect, it } from 'vitest';
import type { Outcome } from '../model/outcome.js';
import { rewardsUnder, taskResult } from './task-result.js';

const attempts = (...list: readonly (number | 'errored' | 'not-run')[]) =>
  list.map((each, i): Outcome => {
    const own = { taskId: 't', configuration: 'a', run: '', attempt: i + 1, place: {} };
    if (typeof each === 'string') return { ...own, status: each, reward: undefined };
    return { ...own, status: each >= 1 ? 'passed' : 'failed', reward: each };
  });

describe('what is known of a task', () => {
  it.each([
    ['no attempt', undefined, 'absent', [], [0]],
    ['an empty list', [], 'absent', [], [0]],
    ['one that failed', attempts(0), 'scored', [0], [0]],
    ['one that broke', attempts('errored'), 'errored', [], [0]],
    ['one that was not made', attempts('not-run'), 'not-run', [], [0]],
    ['one that broke and one that was not made', attempts('not-run', 'errored'), 'errored', [], [0, 0]],
    ['one that passed and one that broke', attempts(1, 'errored'), 'scored', [1], [1, 0]],
    ['fractions', attempts(0.25, 0.5), 'scored', [0.25, 0.5], [0.25, 0.5]],
  ] as const)('from %s', (_, outcomes, state, absent, failed) => {
    const result = taskResult(outcomes);
    expect(result.state).toBe(state);
    expect(rewardsUnder('absent', result)).toEqual(absent);
    expect(rewardsUnder('failed', result)).toEqual(failed);
  });
});

import { describe, expect, it } from 'vitest';
import type { Outcome } from '../model/outcome.js';
import { baselineFirst, comparablePair, namedBaseline, rewardsUnder, taskResult, usualRuns } from './task-result.js';

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
    ['one that broke and one that was not made', attempts('not-run', 'errored'), 'errored', [], [0]],
    ['one that broke and one that passed', attempts('errored', 1), 'scored', [1], [1]],
    ['fractions', attempts(0.25, 0.5), 'scored', [0.25, 0.5], [0.25, 0.5]],
  ] as const)('from %s', (_, outcomes, state, absent, failed) => {
    const result = taskResult(outcomes);
    expect(result.state).toBe(state);
    expect(rewardsUnder('absent', result)).toEqual(absent);
    expect(rewardsUnder('failed', result)).toEqual(failed);
  });

  it.each([
    [1, attempts('errored', 1), { unscored: 0, lacking: 0, retried: 1 }],
    [1, attempts('not-run', 1), { unscored: 0, lacking: 0, retried: 0 }],
    [1, attempts('errored', 'not-run'), { unscored: 1, lacking: 0, retried: 0, scoreless: 2 }],
    [2, attempts('errored', 1), { unscored: 1, lacking: 0, retried: 0 }],
    [2, attempts('errored', 1, 0), { unscored: 0, lacking: 0, retried: 1 }],
    [3, attempts('errored', 1), { unscored: 1, lacking: 1, retried: 0 }],
    [2, undefined, { unscored: 0, lacking: 2, retried: 0 }],
  ] as const)(
    'with %i runs asked for: what has no score is missing only where a run lacks one',
    (expected, list, counts) => {
      expect(taskResult(list, expected)).toMatchObject(counts);
    },
  );
});

describe('how many runs a task should have', () => {
  it.each([
    ['one each', [attempts(1), attempts(0)], 1],
    ['a retry among single runs', [attempts(1), attempts(0), attempts('errored', 1)], 1],
    ['most of them retried', [attempts(1), attempts('errored', 0), attempts('errored', 1)], 1],
    ['a first round that broke as a whole', [attempts('errored', 0), attempts('errored', 1)], 1],
    ['repeats, one of which broke', [attempts(1, 1), attempts('errored', 0), attempts(0, 1)], 2],
    [
      'repeats that break at random',
      [attempts(1, 'errored', 1), attempts('errored', 0, 'errored'), attempts(1, 1, 0)],
      3,
    ],
    ['retries among repeats', [attempts(1, 1), attempts('errored', 0, 1), attempts(0, 'errored', 1)], 2],
    ['a few that were run again', [attempts(1), attempts(0), attempts(1), attempts(1, 0)], 1],
    ['repeats, some of which were thrown away', [attempts(1, 1, 1), attempts(1, 1), attempts(1)], 2],
    ['as many as half of the tasks have or exceed', [attempts(1, 1, 1), attempts(1, 1), attempts(1), attempts(1)], 2],
    ['nothing but errors', [attempts('errored', 'errored')], 1],
    ['none', [[]], 1],
  ] as const)('follows from %s', (_, tasks, expected) => {
    expect(usualRuns(tasks)).toBe(expected);
  });
});

describe('the baseline among names', () => {
  it.each([
    [['with_mcp', 'without_mcp'], 'without_mcp'],
    [['new', 'Baseline 2'], 'Baseline 2'],
    [['baseline', 'baseline-tuned'], 'baseline'],
    [['agent__mcp', 'agent__without_mcp'], 'agent__without_mcp'],
    [['agent (mcp)', 'agent (plain)'], 'agent (plain)'],
    [['before', 'control'], undefined],
    [['controller', 'beforehand'], undefined],
  ])('of %j', (names, expected) => expect(namedBaseline(names)).toBe(expected));

  it('comes first, or the one that is known', () => {
    const names = ['agent', 'control', 'tool'];
    expect(baselineFirst(names)).toEqual(['control', 'agent', 'tool']);
    expect(baselineFirst(names, 'tool')).toEqual(['tool', 'agent', 'control']);
    expect(baselineFirst(['a', 'b'])).toEqual(['a', 'b']);
  });
});

it('suggests comparing two systems that share tasks', () => {
  const list = (systems: Readonly<Record<string, string>>) =>
    Object.entries(systems).flatMap(([configuration, tasks]) =>
      [...tasks].flatMap((taskId) => attempts(1).map((run) => ({ ...run, configuration, taskId }))),
    );
  expect(comparablePair(list({ a: 'x', b: 'xyz', c: 'xy', d: 'xyz' }), ['a', 'b', 'c', 'd'])).toEqual(['b', 'd']);
  expect(comparablePair(list({ a: 'xy', b: 'xy', c: 'xy' }), ['a', 'b', 'c'])).toEqual(['a', 'b']);
  expect(comparablePair(list({ a: 'xy', b: 'yz' }), ['a', 'b'])).toBeUndefined();
});

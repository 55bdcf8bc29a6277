import { describe, expect, it } from 'vitest';
import type { Outcome } from '../model/outcome.js';
import { withoutRetries } from './without-retries.js';

const outcome = (taskId: string, reward: number | undefined, run = '', attempt = 1): Outcome => ({
  taskId,
  configuration: 'agent',
  run,
  attempt,
  status: reward === undefined ? 'errored' : reward === 1 ? 'passed' : 'failed',
  reward,
  place: { file: 'results.csv' },
});

/** The results that are kept, and the warnings. */
function kept(outcomes: readonly Outcome[]) {
  const { outcomes: left, warnings } = withoutRetries({ outcomes, files: [], faults: [], warnings: [] });
  return { left: [...left].map(({ taskId, run, reward }) => `${taskId} ${run} ${reward}`), warnings };
}

describe('tasks that were run again', () => {
  it('only because they failed count with their first run', () => {
    const { left, warnings } = kept([outcome('a', 1), outcome('b', 0), outcome('b', 1, '', 2), outcome('c', 0)]);
    expect(left).toEqual(['a  1', 'b  0', 'c  0']);
    expect(warnings[0]?.message).toBe(
      'agent: 1 task was run again after failing. Only the first run of each task counts. Winnow skips 1 retry, because repeating only failures raises the level. To count repeats, run every task the same number of times.',
    );
  });

  it('in a smaller run count with the larger run, whatever the names', () => {
    const all = [outcome('a', 1, 'main'), outcome('b', 0, 'main'), outcome('b', 1, 'again')];
    expect(kept(all).left).toEqual(['a main 1', 'b main 0']);
  });

  it('after they passed as well are repeats', () => {
    const all = [
      outcome('a', 1, '1'),
      outcome('b', 0, '1'),
      outcome('c', 1, '1'),
      outcome('a', 0, '2'),
      outcome('b', 1, '2'),
    ];
    expect(kept(all)).toEqual({ left: ['a 1 1', 'b 1 0', 'c 1 1', 'a 2 0', 'b 2 1'], warnings: [] });
  });

  it('after an error have one run', () => {
    expect(kept([outcome('a', 1), outcome('b', undefined), outcome('b', 1, '', 2)]).warnings).toEqual([]);
  });

  it('equally often, or all of which failed, are repeats', () => {
    expect(
      kept([outcome('a', 0, '1'), outcome('a', 0, '2'), outcome('b', 1, '1'), outcome('b', 1, '2')]).warnings,
    ).toEqual([]);
    expect(kept([outcome('a', 0, '1'), outcome('a', 0, '2'), outcome('b', 0, '1')]).warnings).toEqual([]);
  });
});

describe('a list of more than a million results', () => {
  it('is not searched for retries, with a warning', () => {
    const outcomes = { length: 1_000_001, at: () => undefined, *[Symbol.iterator]() {} };
    const { warnings } = withoutRetries({ outcomes, files: [], faults: [], warnings: [] });
    expect(warnings.map(({ code }) => code)).toEqual(['retries-unchecked']);
  });
});

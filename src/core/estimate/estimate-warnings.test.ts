import { describe, expect, it } from 'vitest';
import { taskResult } from '../outcomes/task-result.js';
import { groupedBySystem, misspeltNotes, passesOnlyWarnings } from './estimate-warnings.js';

const of = (...counts: readonly (readonly [name: string, scored: number])[]) =>
  misspeltNotes(counts.map(([name, scored]) => ({ name, coverage: { scored } }))).map(({ message }) => message);

describe('a configuration that may be misspelt', () => {
  it('is named where it has few results and another of nearly its name has many', () => {
    expect(of(['claude-4', 75], ['kimi-k2-instruct', 95], ['kimmi-k2-instruct', 5])).toEqual([
      '"kimmi-k2-instruct" has results on 5 tasks and "kimi-k2-instruct" on 95 tasks. If they are the same system, use one spelling, or set the name with --name.',
    ]);
  });

  it('is none where both have many results, or the names differ', () => {
    expect(of(['gpt-4.1', 80], ['gpt-4.2', 90])).toEqual([]);
    expect(of(['kimi-k2-instruct', 95], ['gemini-pro', 5])).toEqual([]);
  });
});

describe('results without failures', () => {
  const place = { file: 'results.csv' };
  const run = (status: 'passed' | 'failed' | 'errored') => {
    const reward = { passed: 1, failed: 0, errored: undefined }[status];
    return taskResult([{ taskId: 't', configuration: 'a', run: '', attempt: 1, status, reward, place }]);
  };
  const warned = (...results: ReturnType<typeof taskResult>[]) =>
    passesOnlyWarnings(new Map([['a', results]])).map(({ message }) => message);

  it('are pointed out if tasks are missing, because failures may have been left out', () => {
    expect(warned(run('passed'), run('passed'), run('errored'), taskResult(undefined))).toEqual([
      'a: all 2 results are passes and 1 task is missing. Were failures left out of the file?',
    ]);
  });

  it('may be complete, and one failure is enough', () => {
    expect(warned(run('passed'), run('passed'), run('errored'))).toEqual([]);
    expect(warned(run('passed'), run('failed'), taskResult(undefined))).toEqual([]);
    expect(warned(taskResult(undefined))).toEqual([]);
  });
});

describe('warnings of one kind', () => {
  const about = (...names: readonly string[]) =>
    names.map((name) => ({ code: 'low-slope', message: `${name}: the slope of ${name} is low.`, system: name }));
  const other = { code: 'one-look', message: 'results are missing: one look.' };

  it('about many systems are one line, with the first names and the number of the others', () => {
    expect(groupedBySystem([...about('a', 'b', 'c', 'd', 'e', 'f'), other])).toEqual([
      {
        code: 'low-slope',
        message: 'a: the slope of a is low. The same warning applies to b, c, d and 2 other systems.',
      },
      other,
    ]);
  });

  it('about two systems stay apart, and so do those that only begin with the name of one', () => {
    expect(groupedBySystem(about('a', 'b'))).toEqual(about('a', 'b'));
    const pools = ['a', 'b', 'c'].map((name) => ({ code: 'few-samples', message: `${name}: few samples.` }));
    expect(groupedBySystem(pools)).toEqual(pools);
  });
});

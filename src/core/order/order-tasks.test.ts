import { describe, expect, it } from 'vitest';
import type { ScoredTask } from '../model/task.js';
import { orderTasks } from './order-tasks.js';

function task(id: string, fields: ScoredTask['fields'], score = 0.5): ScoredTask {
  return { benchmark: 'b', id, fields, phase: 'Fix', changes: [], score, parts: {}, defaulted: [] };
}

const order = (...args: Parameters<typeof orderTasks>) => orderTasks(...args).map((each) => each.task.id);

describe('the order within a group', () => {
  const tasks = [
    task('a', { files_changed: 2, difficulty: 'easy' }, 0.9),
    task('b', { files_changed: 7, difficulty: 'hard' }, 0.1),
    task('c', { difficulty: 'odd' }, 0.5),
    task('B', { files_changed: 7, difficulty: 'hard' }, 0.1),
  ];

  it('ends every tie at the id, by code unit', () => {
    expect(order(tasks, [{ kind: 'field', field: 'files_changed', direction: 'desc' }])).toEqual(['B', 'b', 'a', 'c']);
  });

  it('puts the unknown last in both directions', () => {
    expect(order(tasks, [{ kind: 'field', field: 'files_changed', direction: 'asc' }])).toEqual(['a', 'B', 'b', 'c']);
  });

  it('follows a list of values and puts the unlisted last', () => {
    expect(order(tasks, [{ kind: 'values', field: 'difficulty', values: ['easy', 'hard'] }])).toEqual([
      'a',
      'B',
      'b',
      'c',
    ]);
  });

  it('tells how many keys it took', () => {
    const prefer = [
      { kind: 'field', field: 'files_changed', direction: 'desc' },
      { kind: 'field', field: 'score', direction: 'desc' },
    ] as const;
    expect(orderTasks(tasks, prefer).map((each) => each.keysNeeded)).toEqual([3, 3, 1, 1]);
  });

  it('compares labels by code unit, not by locale', () => {
    const named = ['ä', 'z', 'Z', 'a'].map((repo) => task(repo, { repo }));
    expect(order(named, [{ kind: 'field', field: 'repo', direction: 'asc' }])).toEqual(['Z', 'a', 'z', 'ä']);
  });
});

import { describe, expect, it } from 'vitest';
import { aboutTasks } from './task-index.js';

const task = (benchmark: string, id: string, aliases: readonly string[] = []) => ({ benchmark, id, aliases });

describe('the tasks that a list leaves out', () => {
  const tasks = [
    ...['a-1', 'a-2', 'a-3'].map((id) => task('a', id, [`old-${id}`])),
    task('b', 'b-1'),
    task('b', 'b-2'),
  ];
  const { unlisted } = aboutTasks(tasks.slice(0, 1), [...tasks, task('a', 'a-1')]);
  const idsFor = (...listed: readonly string[]) => {
    const rest = unlisted?.(new Set(listed));
    return typeof rest === 'object' ? rest.tasks.map(({ id }) => id) : rest;
  };

  it('are those of the benchmark that it is of, by any name', () => {
    expect(idsFor('a-1', 'OLD-A-3')).toEqual(['a-2']);
    expect(idsFor('b-2')).toEqual(['b-1']);
  });

  it('are unknown if its tasks are not those of one benchmark', () => {
    expect(idsFor('a-1', 'x', 'y')).toBeUndefined();
    expect(idsFor('a-1', 'b-1')).toBeUndefined();
    expect(idsFor('x', 'y')).toBe('foreign');
    // Nothing passed: it may be either.
    expect(idsFor()).toBeUndefined();
  });
});

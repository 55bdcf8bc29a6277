import { describe, expect, it } from 'vitest';
import type { Outcome } from '../model/outcome.js';
import { erroredTasks } from './propose-refresh.js';

/** A system that errors on some tasks of a hundred. */
function system(name: string, errors: readonly number[]) {
  const tasks = Array.from({ length: 100 }, (_, i): [string, Outcome[]] => {
    const status = errors.includes(i) ? 'errored' : 'passed';
    const reward = status === 'errored' ? undefined : 1;
    return [`b/${i}`, [{ taskId: String(i), configuration: name, run: '', attempt: 1, status, reward, place: {} }]];
  });
  return { name, byTask: new Map(tasks) };
}

describe('tasks on which every system errors', () => {
  it('are found, with what shows it', () => {
    const found = erroredTasks([system('a', [1]), system('b', [1]), system('c', [1, 2])]);
    expect([...found]).toEqual([
      [
        'b/1',
        'all 3 runs of 3 systems errored (a, b, c), p = 0.0002 given their error rates (Holm-adjusted for 100 tasks)',
      ],
    ]);
  });

  it('are none where outages explain them, or one system alone was run', () => {
    const outage = Array.from({ length: 40 }, (_, i) => i);
    expect(erroredTasks([system('a', outage), system('b', outage.slice(20)), system('c', [25])]).size).toBe(0);
    expect(erroredTasks([system('a', [1])]).size).toBe(0);
  });
});

import { expect, it } from 'vitest';
import { errorGroups } from './progress-of.js';

it('groups errors that differ in ids, numbers and paths only, the most frequent first', () => {
  const pulls = Array.from({ length: 38 }, (_, i) => ({
    task: `t-${i}`,
    error: `ImagePullError: pull of registry.example/org/image-${i}:${i}f3a failed after ${i} s`,
  }));
  const others = [
    { task: 't-1', error: 'TimeoutError: no answer' },
    { task: 't-1', error: 'TimeoutError: no answer' },
    { task: 't-9', error: undefined },
  ];
  expect(errorGroups([...others, ...pulls])).toEqual([
    { message: 'ImagePullError: pull of … failed after … s', runs: 38, tasks: 38, example: pulls[0]?.error },
    { message: 'TimeoutError: no answer', runs: 2, tasks: 1, example: 'TimeoutError: no answer' },
    { message: 'no error message in the results', runs: 1, tasks: 1, example: 'no error message in the results' },
  ]);
});

import { expect, it } from 'vitest';
import { largest, smallest } from './lists.js';

it('gives the extremes of more values than a call has room for', () => {
  const values = Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 300_000);
  expect([smallest(values), largest(values)]).toEqual([0, 299_999]);
});

it('gives what Math.min and Math.max give', () => {
  for (const values of [[], [3], [2, -1, 5], [Number.NaN, 1]]) {
    expect([smallest(values), largest(values)]).toEqual([Math.min(...values), Math.max(...values)]);
  }
  expect([smallest([5], 2), largest([5], 7)]).toEqual([2, 7]);
});

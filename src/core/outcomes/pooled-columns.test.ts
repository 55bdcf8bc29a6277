import { describe, expect, it } from 'vitest';
import { PooledColumns, pooledWords } from './pooled-columns.js';

/** The columns found if each of 20 tasks has these runs. */
function found(runsOf: (task: number) => readonly Readonly<Record<string, string | number>>[]) {
  const columns = new PooledColumns();
  for (let task = 0; task < 20; task++) columns.add(runsOf(task).map((fields) => ({ fields })));
  return pooledWords(columns.found);
}
const arms = (...names: readonly string[]) => names.map((arm) => ({ arm }));
/** The same numbers in each run: from 0 to 1, evenly distributed. */
const chance = (i: number) => (i * 0.6180339887498949) % 1;

describe('a column that splits the runs of each task', () => {
  it.each([
    ['evenly', () => arms('a', 'b'), '"arm" (a and b)'],
    ['in other proportions', () => arms('a', 'b', 'b', 'b'), '"arm" (a and b)'],
    ['with blank cells for one of them', () => [{}, { arm: 'b' }], '"arm" (blank and b)'],
    [
      'apart from a few missing runs',
      (task: number) => arms('a', 'b', 'c').slice(task < 2 ? 1 : 0),
      '"arm" (a, b and c)',
    ],
    [
      'apart from systems that have not run all tasks',
      (task: number) => arms('a', 'a', 'a', 'b', 'b', 'b').slice(0, task < 8 ? 3 : 6),
      '"arm" (a and b)',
    ],
    ['for a part of the tasks', (task: number) => arms('a', 'b').slice(task < 15 ? 1 : 0), '"arm" (a and b)'],
  ])('is found %s', (_, runsOf, words) => {
    expect(found(runsOf)).toBe(words);
  });

  it.each([
    ['has one value', () => arms('a', 'a')],
    ['has one value for each task', (task: number) => arms(`${task % 2}x`, `${task % 2}x`)],
    ['numbers the runs', () => arms('run-1', 'run-2')],
    ['dates them', () => arms('2026-01-01', '2026-01-02')],
    ['has numbers', () => [{ arm: 1 }, { arm: 2 }]],
    ['has its own value in each run', (task: number) => arms(`a${task}`, `b${task}`)],
    [
      'has values that depend on chance',
      (task: number) => arms(...[0, 1].map((i) => (chance(7 * task + 3 * i) < 0.5 ? 'a' : 'b'))),
    ],
    ['mostly has one value', (task: number) => arms('a', task === 3 ? 'b' : 'a', 'a')],
    ['splits one task', (task: number) => (task === 0 ? arms('a', 'b') : arms('a'))],
  ])('is not found if it %s', (_, runsOf) => {
    expect(found(runsOf)).toBe('');
  });
});

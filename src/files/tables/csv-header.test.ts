import { expect, it } from 'vitest';
import { csvHeader } from './csv-notes.js';

it('names columns that have no name, and finds those of the same name', () => {
  expect(csvHeader(['', 'Labels', 'Labels', 'Labels.1', 'Labels', ' '])).toEqual({
    names: ['Unnamed: 0', 'Labels', 'Labels', 'Labels.1', 'Labels', 'Unnamed: 5'],
    unnamed: ['Unnamed: 0', 'Unnamed: 5'],
    repeated: new Map([['Labels', [1, 2, 4]]]),
  });
});

it.each<[string, (i: number) => string]>([
  ['different', (i) => `c${i}`],
  ['all the same', () => 'c'],
])('takes time in proportion to the columns, when names are %s', (_, nameOf) => {
  const cells = Array.from({ length: 100_000 }, (__, i) => nameOf(i));
  const start = performance.now();
  expect(csvHeader(cells).names).toHaveLength(100_000);
  // Comparing every name with every other takes half a minute.
  expect(performance.now() - start).toBeLessThan(3000);
});

it('refuses more columns than it promises to read', () => {
  expect(() => csvHeader(Array.from({ length: 100_001 }, (_, i) => `c${i}`))).toThrow(
    'the header has 100,001 columns; Winnow reads at most 100,000',
  );
});

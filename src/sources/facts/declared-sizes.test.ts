import { expect, it } from 'vitest';
import { declaredSizes } from './sizes.js';

it.each([
  ['- 3 files modified\n- 10 additions, 2 deletions', [3, 10, 2]],
  ['**1 file modified**, **1,234 additions**, **5 deletions**', [1, 1234, 5]],
  ['**12** files modified; 1 addition and 1 deletion', [12, 1, 1]],
  ['Changes: 110 files modified (4,026 additions, 0 deletions)', [110, 4026, 0]],
  ['many files modified', []],
  ['v1.3 files modified', []],
  ['7 additions', []],
])('the sizes stated in %j', (text, values) => {
  expect(declaredSizes(text).map(({ value }) => value)).toEqual(values);
});

it.each([
  ['digits', '1'.repeat(1_000_000)],
  ['commas', '1,'.repeat(500_000)],
  ['stars', `1${'*'.repeat(1_000_000)}`],
  ['numbers', '1 additions '.repeat(100_000)],
])('a million characters of %s are no trouble', (_, text) => {
  expect(declaredSizes(text)).toEqual([]);
});

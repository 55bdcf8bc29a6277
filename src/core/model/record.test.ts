import { expect, it } from 'vitest';
import { deepestNesting, isNestedTooDeeply } from './record.js';

const nested = (depth: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);

it.each([
  ['lists', '[', ']'],
  ['mappings', '{"a":', '}'],
])('tells %s that are nested too deeply from those that are not', (_, open, close) => {
  expect(isNestedTooDeeply(nested(deepestNesting, open, close))).toBe(false);
  expect(isNestedTooDeeply(nested(deepestNesting + 2, open, close))).toBe(true);
  expect(isNestedTooDeeply(nested(300_000, open, close))).toBe(true);
});

it('takes what is no container, and what is wide', () => {
  for (const data of [1, 'x', null, undefined, [], {}, [[], {}]]) expect(isNestedTooDeeply(data)).toBe(false);
  expect(isNestedTooDeeply(Array.from({ length: 300_000 }, () => ({})))).toBe(false);
});

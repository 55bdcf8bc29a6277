import { expect, it } from 'vitest';
import { alikeLabels } from './nearest-name.js';

it('puts labels together that differ only in letter case or in spaces at their ends', () => {
  expect(alikeLabels(['low', 'Mid', 'LOW', ' low', 'mid-size', 'mid'])).toEqual([
    [' low', 'LOW', 'low'],
    ['Mid', 'mid'],
  ]);
  expect(alikeLabels(['a b', 'ab', 'a-b', 'a'])).toEqual([]);
});

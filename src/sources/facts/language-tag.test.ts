import { expect, it } from 'vitest';
import { languageTag } from './languages.js';

it.each([
  [['cache', 'go'], 'go'],
  [['python', 'js', 'web'], 'js'],
  [['C++'], 'C++'],
  [['cache'], undefined],
  [[1, null, ['go']], undefined],
  ['go', undefined],
  [undefined, undefined],
])('the language among %j is %j', (tags, language) => {
  expect(languageTag(tags)).toBe(language);
});

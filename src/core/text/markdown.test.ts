import { describe, expect, it } from 'vitest';
import { markdownTable, markdownText } from './words.js';

describe('markdownText', () => {
  it.each([
    ['Requirements & Discovery', 'Requirements & Discovery'],
    ['cross_file_deps', 'cross_file_deps'],
    ['__init__', '\\_\\_init\\_\\_'],
    ['a|b', 'a\\|b'],
    ['<img onerror=x>', '\\<img onerror=x\\>'],
    ['[a](b) *x* `y`', '\\[a\\](b) \\*x\\* \\`y\\`'],
    ['&lt; & &amp;', '&amp;lt; & &amp;amp;'],
    ['# title', '\\# title'],
    ['line\nbreak', 'line\\\\u000abreak'],
  ])('%j shows as itself', (text, markdown) => {
    expect(markdownText(text)).toBe(markdown);
  });
});

it('markdownTable aligns the columns that ask for it', () => {
  expect(markdownTable(['a', 'n:'], [['x', 1]])).toBe('| a | n |\n| --- | ---: |\n| x | 1 |');
});

import { describe, expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest-name.js';
import { compareText, countOf, formatCount, inPoints, joinWords, ordinal, roundTo, visibleText } from './words.js';

describe('roundTo', () => {
  it.each([
    [0.70145, 4, 0.7015],
    [1.005, 2, 1.01],
    [0.65722222, 4, 0.6572],
    [-0.00005, 4, -0.0001],
    [0.12344999, 4, 0.1234],
    [2 / 3, 3, 0.667],
    [5, 0, 5],
    [115_201, 10, 115_201],
    [115_200.5, 10, 115_200.5],
    [9_007_199_254_740_991, 10, 9_007_199_254_740_991],
  ])('%d to %d decimals is %d', (value, decimals, expected) => {
    expect(roundTo(value, decimals)).toBe(expected);
  });
});

describe('nearestName', () => {
  it('finds a misspelling, a swap and another case', () => {
    expect(nearestName('categry', ['repo', 'category'])).toBe('category');
    expect(nearestName('tkae', ['take', 'where'])).toBe('take');
    expect(nearestName('Python', ['python', 'go'])).toBe('python');
  });

  it('guesses nothing when nothing is near', () => {
    expect(nearestName('zebra', ['take', 'where'])).toBeUndefined();
    expect(nearestName('c', ['a', 'b'])).toBeUndefined();
    expect(didYouMean('zebra', [])).toBe('');
  });

  it('does not slow down on names without end', () => {
    const endless = 'x'.repeat(1_000_000);
    expect(nearestName(endless, [endless.slice(1), 'y'.repeat(1_000_000)])).toBe(endless.slice(1));
  });
});

describe('words and numbers', () => {
  it('gives points without a negative zero', () => {
    expect([-0.0001, 0, -0.001].map(inPoints)).toEqual(['0.0', '0.0', '-0.1']);
  });

  it('counts', () => {
    expect([countOf(1, 'task'), countOf(4026, 'line'), countOf(0, 'entry', 'entries')]).toEqual([
      '1 task',
      '4,026 lines',
      '0 entries',
    ]);
    expect([
      formatCount(999),
      formatCount(1_000_000),
      formatCount(0.9575),
      formatCount(1234.5678),
      formatCount(-1000),
      formatCount(100),
      formatCount(0),
    ]).toEqual(['999', '1,000,000', '0.9575', '1,234.5678', '-1,000', '100', '0']);
  });

  it('ranks', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 101, 111].map(ordinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 101st 111th',
    );
  });

  it('lists', () => {
    expect([joinWords([]), joinWords(['a']), joinWords(['a', 'b']), joinWords(['a', 'b', 'c'], 'or')]).toEqual([
      '',
      'a',
      'a and b',
      'a, b or c',
    ]);
  });

  it('orders by code unit', () => {
    expect(['b', 'a', 'B', 'ä', 'I', 'ı'].sort(compareText)).toEqual(['B', 'I', 'a', 'b', 'ä', 'ı']);
  });
});

describe('visibleText', () => {
  it('shows what would move or colour a terminal', () => {
    expect(visibleText('\u001b[31mred\r\n\u202ebackwards')).toBe('\\u001b[31mred\\u000d\\u000a\\u202ebackwards');
    expect(visibleText('\ud800')).toBe('\\ud800');
    expect(visibleText('naïve 日本 😀')).toBe('naïve 日本 😀');
  });

  it('cuts what is too long', () => {
    expect(visibleText('x'.repeat(50), 10)).toBe('xxxxxxxxx…');
  });
});

import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { csvText, inertText } from './csv-text.js';

it.each(['plain', 'a,b', 'say "x"', 'two\nlines', 'carriage\rreturn', ' padded ', '\ttab', '=1+1', '', 'ünï'])(
  '%j is read back as it was given',
  (text) => {
    expect(parse(csvText([['a', text, 'b']]), { relax_column_count: true })).toEqual([['a', text, 'b']]);
  },
);

it('writes numbers as they are and nothing for what is not there', () => {
  expect(csvText([[1.5, -2, null, undefined, 'x']])).toBe('1.5,-2,,,x\n');
});

it.each(['=1', '+1', '-1', '@x', '\tx', '\rx', "'x"])(
  'no spreadsheet runs %j, and one apostrophe less gives it back',
  (text) => {
    expect(inertText(text)).toBe(`'${text}`);
    expect(inertText(text).slice(1)).toBe(text);
  },
);

it('leaves any other text alone', () => {
  expect(['x', 'a=1', '1-2', ''].map(inertText)).toEqual(['x', 'a=1', '1-2', '']);
});

import { describe, expect, it } from 'vitest';
import { withoutOptions } from './without-options.js';

describe('a text of the command line on the page', () => {
  it.each([
    ['Two may miss the truth (--joint widens all).', 'Two may miss the truth.'],
    ['4 systems are not compared: name the baseline with --baseline NAME.', '4 systems are not compared.'],
    ['Run them, or set the number of runs with --repeats.', 'Run them.'],
    ['The figures are mean rewards. --pass-at counts passes instead.', 'The figures are mean rewards.'],
    ['9 results of other versions are used, as --any-version says: a.', undefined],
    ['Nothing to leave out; a--b is an id: all of it stays.', undefined],
  ])('%s', (text, shown = text) => {
    expect(withoutOptions(text)).toBe(shown);
  });

  it('has no hint that is only about options', () => {
    expect(withoutOptions('Give them with --results.', true)).toBe('');
    expect(withoutOptions('Take fewer tasks, or pass --allow-shortfall to continue.', true)).toBe('Take fewer tasks.');
  });
});

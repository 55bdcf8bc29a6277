import { describe, expect, it } from 'vitest';
import { checkShare } from '../../../test/support/share-checks.js';
import { shareRule } from '../../../test/support/share-rule.js';
import { shares } from './shares.js';

for (const design of shares) checkShare(design);

describe('the list of shares', () => {
  it('has no two with the same name, label or setting', () => {
    const settings = { exponent: 0.5, order: ['a'], places: new Map([['a', 1]]) };
    for (const texts of [
      shares.map(({ name }) => name),
      shares.map(({ name, words }) => words.label(shareRule(name, settings))),
      shares.map(({ name, words }) => words.sentence(shareRule(name, settings), '', 'x')),
    ]) {
      expect(new Set(texts).size).toBe(shares.length);
    }
    const keys = shares.flatMap((share) => share.settings.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

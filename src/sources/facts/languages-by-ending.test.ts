import { describe, expect, it } from 'vitest';
import { languageByEndings } from './languages.js';

describe('languageByEndings', () => {
  it.each([
    [['a.py', 'b.py', 'c.js'], 'python'],
    [['a.PY'], 'python'],
    [['a.d.ts', 'b.tsx'], 'typescript'],
    [['a.c', 'a.h'], 'c'],
    [['a.h'], 'c'],
    [['a.cc', 'a.h', 'b.h'], 'cpp'],
    [['README.md', 'x.json', 'Makefile'], undefined],
    [['README.md', 'CHANGES.md', 'a.go'], 'go'],
    [['.py'], 'python'],
    [['py', 'a.', '', 'a.constructor', 'a.__proto__'], undefined],
    [['b.rs', 'a.go'], 'go'],
    [[], undefined],
  ])('of %j is %s', (paths, language) => {
    expect(languageByEndings(paths)).toBe(language);
  });

  it('goes by changed lines where files are as many', () => {
    const files = [
      { path: 'a.go', additions: 1, deletions: 1 },
      { path: 'b.rs', additions: 3, deletions: 0 },
    ];
    expect(languageByEndings(files)).toBe('rust');
  });
});

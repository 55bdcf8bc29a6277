import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepText } from './keep-text.js';
import { diffLines, matchLines } from './line-diff.js';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

describe('a difference of two texts', () => {
  it('gives both texts back, and is empty where they are equal', () => {
    fc.assert(
      fc.property(lines, lines, (first, second) => {
        const [before, after] = [first.join('\n'), second.join('\n')];
        const diff = diffLines(before, after);
        const without = (kind: 'gone' | 'new') => diff.filter((line) => line.kind !== kind).map(({ text }) => text);
        expect([without('new').join('\n'), without('gone').join('\n')]).toEqual([before, after]);
        expect(diffLines(before, before).every(({ kind }) => kind === 'same')).toBe(true);
      }),
      { seed: 20_260_101 },
    );
  });

  it('keeps as many lines as can be kept', () => {
    const matched = (first: string, second: string) =>
      matchLines([...first], [...second]).filter((place) => place >= 0).length;
    expect(matched('abcabba', 'cbabac')).toBe(4);
    expect(matched('', 'abc')).toBe(0);
  });
});

describe('a change to a text', () => {
  const written = 'a:   1  # one\nb: [1,2]\n\nc:   3\n';
  const plain = 'a: 1 # one\nb: [ 1, 2 ]\n\nc: 3\n';

  it('leaves every other line as it was written', () => {
    expect(keepText(written, plain, plain)).toBe(written);
    expect(keepText(written, plain, plain.replace('c: 3', 'c: 4'))).toBe('a:   1  # one\nb: [1,2]\n\nc: 4\n');
    expect(keepText(written, plain, plain.replace('b: [ 1, 2 ]\n', 'b: [ 1, 2 ]\nnew: 0\n'))).toBe(
      'a:   1  # one\nb: [1,2]\nnew: 0\n\nc:   3\n',
    );
    expect(keepText(written, plain, plain.replace('a: 1 # one\n', ''))).toBe('b: [1,2]\n\nc:   3\n');
  });
});

import { describe, expect, it } from 'vitest';
import { keepText } from './edit-plan-text.js';

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

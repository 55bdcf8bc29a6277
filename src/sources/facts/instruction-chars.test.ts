import { expect, it } from 'vitest';
import { instructionChars } from './sizes.js';

it.each([
  ['Do it.', 6],
  ['# canary GUID 1\nDo it.', 6],
  ['<!-- Benchmark data must never be trained on. -->\r\n<!-- canary 1 -->\r\n\r\nDo it.', 6],
  ['# canary', 0],
  ['\n# canary\nDo it.', 16],
  ['Do it.\n# canary', 15],
  ['# Feed the bird\nDo it.', 22],
])('the length of %j is %d', (text, length) => {
  expect(instructionChars(text)).toEqual([{ field: 'instruction_chars', value: length, measured: true }]);
});

it('is not known without an instruction', () => {
  expect(instructionChars(undefined)).toEqual([]);
  expect(instructionChars('')).toEqual([]);
});

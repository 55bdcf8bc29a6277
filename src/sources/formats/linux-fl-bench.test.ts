import { expect, it } from 'vitest';
import { factsOf } from '../../../test/support/facts-of.js';
import { linuxFlBench } from './column-formats.js';

const row = { id: 201, description: 'Dark.', 'Kernel Version': '6.1', paths: ['a/b.c', 'a/b.h', 'a/b.c'] };
const patch = '--- a/a/b.c\n+++ b/a/b.c\n@@ -1 +1 @@\n-a\n+b\n';

it('LinuxFLBench counts the patch, not the list of paths', () => {
  const { id, fields, numbers } = factsOf(linuxFlBench, { ...row, patch });
  expect(id).toBe('201');
  expect(fields).toEqual({ language: 'c', files_changed: 1, additions: 1, deletions: 1, instruction_chars: 5 });
  expect(numbers.every(({ measured }) => measured)).toBe(true);
});

it.each([
  ['', 'no patch'],
  [undefined, 'no patch'],
  ['see the commit', 'the patch does not name any files'],
])('LinuxFLBench takes the paths for want of a patch: %j', (unusable, remark) => {
  const { fields, labels, numbers, remarks } = factsOf(linuxFlBench, { ...row, patch: unusable });
  expect(fields).toMatchObject({ files_changed: 2, language: 'c' });
  expect(labels).toContainEqual({ field: 'language', value: 'c', origin: 'paths' });
  expect(numbers).toContainEqual({ field: 'files_changed', value: 2, measured: false });
  expect(remarks).toEqual([remark]);
});

it('LinuxFLBench reads paths from text, and does without', () => {
  expect(factsOf(linuxFlBench, { ...row, paths: "['x.c']" }).fields).toMatchObject({ files_changed: 1 });
  expect(factsOf(linuxFlBench, { ...row, paths: null }).fields).toEqual({ instruction_chars: 5 });
  expect(linuxFlBench.read({ ...row, id: {} })).toEqual({ broken: '"id" must be text; found an object' });
  expect(linuxFlBench.matches({ id: 1, kernel_version: '6' })).toBe(false);
});

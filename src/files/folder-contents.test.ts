import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { type ContentsLimits, folderContents } from './folder-contents.js';

function folderOf(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

const contentsIn = (root: string, limits?: ContentsLimits) =>
  folderContents(root, readdirSync(root, { withFileTypes: true }), new Map(), limits);

describe('folderContents', () => {
  it('marks every file, nested and hidden, but .git', () => {
    const root = folderOf({ 'b/.c/d': 'x', a: 'x', '.e': 'y', '.git/HEAD': 'z', 'b/.git/HEAD': 'z' });
    symlinkSync('/etc', join(root, 'link'));
    const { contents, remarks } = contentsIn(root);
    expect(contents.names).toEqual(['.e', 'a', 'b/.c/d', 'link']);
    const [y, x, again, link] = contents.marks.split('\n');
    expect(x).toMatch(/^[0-9a-f]{12}$/);
    expect([again, y === x, link?.startsWith('link ')]).toEqual([x, false, true]);
    expect(remarks).toEqual([]);
  });

  it('hashes no more bytes than it may, and says which files count by their size', () => {
    const root = folderOf({ a: '12345', big: '1234567890', c: '123' });
    const { contents, remarks } = contentsIn(root, { mostBytes: 9, mostMarks: 10, mostEntries: 10 });
    expect(contents.marks.split('\n')[1]).toBe('10 bytes');
    expect(contents.marks.split('\n')[2]).toMatch(/^[0-9a-f]{12}$/);
    expect(remarks).toEqual([
      'changes to 1 file are detected only by size, because the task has more than 9 bytes: big',
    ]);
    writeFileSync(join(root, 'big'), '12345678901');
    expect(contentsIn(root, { mostBytes: 9, mostMarks: 10, mostEntries: 10 }).contents.marks).not.toBe(contents.marks);
  });

  it('looks at no more files than it may, and says so', () => {
    const root = folderOf({ a: '1', b: '2', c: '3' });
    const { contents, remarks } = contentsIn(root, { mostBytes: 9, mostMarks: 10, mostEntries: 2 });
    expect(contents.names).toEqual(['a', 'b']);
    expect(remarks).toEqual(['changes are detected only in the first 2 files and folders']);
    expect(contentsIn(root, { mostBytes: 9, mostMarks: 10, mostEntries: 3 }).remarks).toEqual([]);
  });

  it('finds a changed byte in a file of any size, and in any of many files', () => {
    const root = folderOf({ a: '1', b: '2', 'c/d': '3', e: '4' });
    // Sparse, so it takes no disk space.
    truncateSync(join(root, 'a'), 70 * 1024 * 1024);
    const limits = { mostBytes: 2 ** 33, mostMarks: 1, mostEntries: 100 };
    const before = [contentsIn(root), contentsIn(root, limits)];
    expect(before.map(({ contents, remarks }) => [contents.names, remarks])).toEqual([
      [['a', 'b', 'c/d', 'e'], []],
      [['./further files', 'a'], []],
    ]);
    const handle = openSync(join(root, 'a'), 'r+');
    writeSync(handle, 'x', 69 * 1024 * 1024);
    closeSync(handle);
    expect(contentsIn(root).contents.marks).not.toBe(before[0]?.contents.marks);
    for (const [file, text] of [
      ['c/d', '5'],
      ['e', '5'],
    ] as const) {
      const { marks } = contentsIn(root, limits).contents;
      writeFileSync(join(root, file), text);
      expect(contentsIn(root, limits).contents.marks).not.toBe(marks);
    }
  });

  it('gives a file of many blocks the hash of its bytes', () => {
    const text = 'x'.repeat(700_000);
    const whole = folderOf({ a: text });
    const other = folderOf({ a: `${text.slice(1)}y` });
    const marks = [whole, folderOf({ a: text }), other].map((root) => contentsIn(root).contents.marks);
    expect(marks[0]).toBe(marks[1]);
    expect(marks[0]).not.toBe(marks[2]);
  });

  it('marks what is gone by the time it is read, and says why', () => {
    const root = folderOf({ a: '1' });
    const entries = readdirSync(folderOf({ a: '', 'b/c': '', d: '' }), { withFileTypes: true });
    const { contents, remarks } = folderContents(root, entries, new Map());
    expect([contents.names, contents.marks.split('\n').slice(1)]).toEqual([
      ['a', 'b/', 'd'],
      ['unreadable', 'unreadable'],
    ]);
    expect(remarks).toEqual([
      "changes to 2 files are detected only by name, because Winnow can't read the contents: d: no such file or folder …",
    ]);
  });
});

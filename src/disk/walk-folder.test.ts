import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { deepestFolder, type Met, type WalkOptions, walkFolder } from './walk-folder.js';

function folderOf(...files: readonly string[]): string {
  const root = temporaryFolder();
  for (const file of files) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  return root;
}

function walked(root: string, options: Partial<WalkOptions> = {}, each: (met: Met) => void = () => undefined) {
  const lines: string[] = [];
  for (const met of walkFolder(root, { mostEntries: 1000, ...options })) {
    lines.push(`${met.kind} ${relative(root, met.path)}`.trimEnd());
    each(met);
  }
  return lines;
}

describe('a walk through folders', () => {
  it('meets each folder before what it holds, by name', () => {
    const root = folderOf('b/2', 'b/1', 'a', 'c', '.git/x', 'b/node_modules/y');
    expect(walked(root)).toEqual(['folder', 'file a', 'folder b', 'file b/1', 'file b/2', 'file c']);
  });

  it('tells of links and does not follow them', () => {
    const root = folderOf('a');
    symlinkSync(root, join(root, 'circle'));
    symlinkSync(join(root, 'a'), join(root, 'alias'));
    expect(walked(root)).toEqual(['folder', 'file a', 'link alias', 'link circle']);
  });

  it('meets less where less is asked for', () => {
    const root = folderOf('a/1', 'b/1', 'c');
    const lines = walked(root, { refuses: (name) => (name === 'b' ? 'because' : undefined) }, (met) => {
      if (met.kind === 'folder' && met.path === join(root, 'a')) met.meetOnly([]);
    });
    expect(lines).toEqual(['folder', 'folder a', 'refused b', 'file c']);
  });

  it('ends at a depth and at a number', () => {
    const deep = folderOf(join(...Array.from({ length: deepestFolder + 2 }, () => 'd'), 'x'));
    expect(walked(deep).at(-1)).toMatch(/^too-deep d\/d/);
    const many = folderOf('a/1', 'a/2', 'a/3', 'b');
    expect(walked(many, { mostEntries: 4 })).toEqual(['folder', 'too-many']);
  });

  it('says why a folder cannot be read', () => {
    expect([...walkFolder(join(temporaryFolder(), 'none'), { mostEntries: 1 })]).toMatchObject([
      { kind: 'unreadable', reason: 'no such file or folder' },
    ]);
  });
});

import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at } from '../../src/core/lists/lists.js';
import type { TaskFolder } from '../../src/files/task-folder.js';
import { discover } from '../../src/sources/discover.js';
import type { Format } from '../../src/sources/formats/task-format.js';
import { taskFormats } from '../../src/sources/formats/task-formats.js';
import { projectRoot } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folderFormats = taskFormats.filter((format) => format.kind === 'folder');

/** The fixtures of all formats of folders, over and over: a cache is kept for many tasks only. */
function manyFolders(): string {
  const root = temporaryFolder();
  for (const { name } of folderFormats) {
    const fixture = join(projectRoot, 'test/sources/fixtures', name);
    const { path } = JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8')) as { path: string };
    for (let copy = 0; copy < 5; copy++) {
      cpSync(join(fixture, path), join(root, `${name}-${copy}`), { recursive: true });
    }
  }
  return root;
}

/** All that is found, as text, and how many folders a format was asked to read. */
async function read(path: string, cache?: string): Promise<{ text: string; reads: number }> {
  let reads = 0;
  const counting = folderFormats.map(
    (format): Format => ({
      ...format,
      read: (folder: TaskFolder) => {
        reads += 1;
        return format.read(folder);
      },
    }),
  );
  const found: unknown[] = [];
  for await (const each of discover(path, counting, { contents: true, cache })) {
    found.push('format' in each ? { ...each, format: each.format.name } : each);
  }
  return { text: JSON.stringify(found), reads };
}

const manifestOfFixture = join(projectRoot, 'test/sources/fixtures/harbor/tasks/kite-004/task.toml');

const cacheFiles = (cache: string) => readdirSync(join(cache, 'folders')).map((name) => join(cache, 'folders', name));

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile())
    .sort();
}

/** Changes one byte and leaves size and time as they were. */
function changeByte(file: string, place = 0): void {
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  if (bytes.length === 0) return;
  const i = place % bytes.length;
  bytes[i] = at(bytes, i) === 0x61 ? 0x62 : 0x61;
  writeFileSync(file, bytes);
  utimesSync(file, atime, mtime);
}

describe('the cache of task folders', () => {
  it('saves reading by a format, and changes nothing of what is found', async () => {
    const [pool, cache] = [manyFolders(), temporaryFolder()];
    const plain = await read(pool);
    const first = await read(pool, cache);
    expect(cacheFiles(cache)).toHaveLength(1);
    const second = await read(pool, cache);
    expect([first.text, second.text]).toEqual([plain.text, plain.text]);
    // What cannot be read is never kept.
    expect([first.reads, second.reads < first.reads / 4]).toEqual([plain.reads, true]);
  });

  it('sees one other byte in any file, whatever its size and time say', async () => {
    const [pool, cache] = [manyFolders(), temporaryFolder()];
    await read(pool, cache);
    const before = (await read(pool, cache)).text;
    for (const file of filesBelow(pool).filter((path) => /-0\//.test(path))) {
      const bytes = readFileSync(file);
      changeByte(file);
      const { text } = await read(pool, cache);
      expect(text, file).toBe((await read(pool)).text);
      if (bytes.length > 0) expect(text, file).not.toBe(before);
      writeFileSync(file, bytes);
    }
  }, 60_000);

  it('is right after any edits', async () => {
    const [pool, cache] = [manyFolders(), temporaryFolder()];
    const edit = fc.tuple(fc.constantFrom('byte', 'remove', 'add', 'link', 'copy'), fc.nat(), fc.nat());
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const files = filesBelow(pool);
        for (const [kind, which, place] of edits) {
          const file = at(files, which % files.length);
          if (kind === 'add') writeFileSync(`${file}-${place % 3}`, 'more');
          else if (kind !== 'byte') rmSync(file, { force: true });
          else if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === true) changeByte(file, place);
          if (kind === 'link') symlinkSync('elsewhere', file);
          if (kind === 'copy') writeFileSync(file, readFileSync(manifestOfFixture));
        }
        expect((await read(pool, cache)).text).toBe((await read(pool)).text);
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  it('ignores what is damaged or could be another user’s, and writes it again', async () => {
    const [pool, cache] = [manyFolders(), temporaryFolder()];
    const { text, reads } = await read(pool, cache);
    const [file = ''] = cacheFiles(cache);
    const whole = readFileSync(file);
    const damages = [
      () => changeByte(file, 0),
      () => changeByte(file, whole.length >> 1),
      () => writeFileSync(file, whole.subarray(0, -1)),
      () => writeFileSync(file, ''),
      () => chmodSync(file, 0o666),
    ];
    for (const damage of damages) {
      damage();
      expect(await read(pool, cache)).toEqual({ text, reads });
      expect(readFileSync(file).equals(whole)).toBe(true);
      expect((await read(pool, cache)).reads).toBeLessThan(reads);
    }
  });

  it('does without a folder that cannot be used', async () => {
    const pool = manyFolders();
    const blocked = join(temporaryFolder(), 'file');
    writeFileSync(blocked, '');
    const plain = await read(pool);
    expect(await read(pool, blocked)).toEqual(plain);
    expect(await read(pool, join(blocked, 'below'))).toEqual(plain);
  });

  it('is not written for a few tasks', async () => {
    const [pool, cache] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(pool, 'one'));
    writeFileSync(join(pool, 'one', 'task.toml'), '[task]\nid = "one"\n');
    await read(pool, cache);
    expect(readdirSync(cache)).toEqual([]);
  });
});

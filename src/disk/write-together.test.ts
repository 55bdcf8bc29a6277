import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { OutputError } from '../core/model/errors.js';
import { writeTogether } from './write-together.js';

/** Runs before each rename, to simulate a failing disk or another run's writes. */
const rename = vi.hoisted(() => ({ before: (_from: string, _to: string): void => undefined }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const mocked = (from: string, to: string) => {
    rename.before(from, to);
    real.renameSync(from, to);
  };
  return { ...real, renameSync: mocked };
});

beforeEach(() => {
  rename.before = () => undefined;
});

function refuse(): never {
  throw Object.assign(new Error('refused'), { code: 'EACCES' });
}

/** A folder with a, c, d and below/e, to which a new a, b and c are written while d and below/e go. */
function folderWith() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'below'));
  for (const name of ['a', 'c', 'd', 'below/e', 'mine']) writeFileSync(join(folder, name), 'old');
  const files = ['a', 'b', 'c'].map((name) => ({ name, text: 'new' }));
  const write = () => writeTogether(folder, files, () => ['d', 'below/e']);
  const held = () =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: false })
        .filter((name) => name !== 'below')
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
  return { folder, write, held };
}

const old = { a: 'old', c: 'old', d: 'old', 'below/e': 'old', mine: 'old' };
const done = { a: 'new', b: 'new', c: 'new', mine: 'old' };

describe('writing together', () => {
  it('replaces, adds and removes, and leaves nothing behind', () => {
    const { folder, write, held } = folderWith();
    write();
    expect(held()).toEqual(done);
    expect(readdirSync(folder).sort()).toEqual(['a', 'b', 'c', 'mine']);
  });

  it('places the last file when all others are in place and removed files are gone', () => {
    const { folder, write, held } = folderWith();
    let before = {};
    rename.before = (_, to) => {
      if (to === join(folder, 'c')) before = held();
    };
    write();
    expect(before).toMatchObject({ a: 'new', b: 'new', c: 'old' });
    expect(before).not.toHaveProperty('d');
    expect(before).not.toHaveProperty('below/e');
  });

  it.each(['a', 'b', 'c'])('restores everything when %s cannot be placed', (name) => {
    const { folder, write, held } = folderWith();
    rename.before = (_, to) => {
      if (to === join(folder, name)) refuse();
    };
    expect(write).toThrow(new RegExp(`${name}: cannot be written: permission denied\\. Nothing was changed`));
    expect(held()).toEqual(old);
  });

  it('names the files that it cannot restore, and says what to do', () => {
    const { folder, write } = folderWith();
    let placed = 0;
    rename.before = (_, to) => {
      if (to === join(folder, 'c') || (to === join(folder, 'a') && ++placed > 1)) refuse();
    };
    const error = catchFrom(write);
    expect(error).toBeInstanceOf(OutputError);
    const { faults } = error as OutputError;
    expect(faults.map(({ code, place }) => [code, place?.file])).toEqual([
      ['output/unwritable', join(folder, 'c')],
      ['output/not-put-back', join(folder, 'a')],
    ]);
    expect(faults[1]?.hint).toMatch(/Run the command again/);
    expect(String(error)).not.toContain('Nothing was changed');
  });

  it('leaves the files of another run alone when it restores its own', () => {
    const { folder, write, held } = folderWith();
    rename.before = (_, to) => {
      if (to !== join(folder, 'c')) return;
      for (const name of ['a', 'b', 'd']) {
        writeFileSync(join(folder, 'theirs'), name === 'a' ? 'new' : 'theirs');
        renameSync(join(folder, 'theirs'), join(folder, name));
      }
      refuse();
    };
    expect(write).toThrow(OutputError);
    // The other run's a has the same content, but is another file.
    expect(held()).toEqual({ ...old, a: 'new', b: 'theirs', d: 'theirs' });
  });

  it('writes nothing when another run takes the lock over', () => {
    const { folder, write, held } = folderWith();
    rename.before = (_, to) => {
      if (to !== join(folder, 'b')) return;
      rename.before = () => undefined;
      renameSync(join(folder, '.winnow-lock'), join(folder, 'gone'));
      writeFileSync(join(folder, '.winnow-lock'), 'theirs');
    };
    expect(write).toThrow(/another run took over the folder/);
    const { gone: _, '.winnow-lock': lock, ...rest } = held() as Record<string, string>;
    expect(rest).toEqual(old);
    expect(lock).toBe('theirs');
  });

  it('deletes the temporary files of killed runs, by their exact name, and nothing else', () => {
    const folder = temporaryFolder();
    const kept = ['.winnow-0123456789abcdef-1.tmp.bak', '.winnow-0123456789abcde-1.tmp', '.winnow-writing'];
    for (const name of [...kept, '.winnow-0123456789abcdef-1.tmp']) writeFileSync(join(folder, name), 'x');
    mkdirSync(join(folder, '.winnow-0123456789abcdef-2.tmp'));
    writeTogether(folder, [{ name: 'a', text: 'new' }]);
    expect(readdirSync(folder).sort()).toEqual([...kept, '.winnow-0123456789abcdef-2.tmp', 'a'].sort());
  });
});

function catchFrom(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

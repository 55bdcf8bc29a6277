import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { OutputError } from '../core/model/errors.js';
import { settleForReading } from './settle-folder.js';
import { writeTogether } from './write-together.js';

/** Renames that fail, as on a disk that is in trouble: from where, to where. */
const failing = vi.hoisted(() => ({ when: (_from: string, _to: string): boolean => false }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const renameSync = (from: string, to: string) => {
    if (failing.when(from, to)) throw Object.assign(new Error('refused'), { code: 'EACCES' });
    real.renameSync(from, to);
  };
  return { ...real, renameSync };
});

beforeEach(() => {
  failing.when = () => false;
});

/** A folder with a, c and d, to which a new a and b and no more d are to be written; the provenance c comes last. */
function folderWith() {
  const folder = temporaryFolder();
  for (const name of ['a', 'c', 'd', 'mine']) writeFileSync(join(folder, name), 'old');
  const files = ['a', 'b', 'c'].map((name) => ({ name, text: 'new' }));
  const write = () => writeTogether(folder, files, () => ['d']);
  const held = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  return { folder, write, held };
}

const old = { a: 'old', c: 'old', d: 'old', mine: 'old' };
const done = { a: 'new', b: 'new', c: 'new', mine: 'old' };

describe('writing together', () => {
  it('replaces, adds and removes in one go', () => {
    const { write, held } = folderWith();
    write();
    expect(held()).toEqual(done);
  });

  it('puts back all that was replaced and removed when a later step fails', () => {
    const { folder, write, held } = folderWith();
    failing.when = (_, to) => to === join(folder, 'c');
    expect(write).toThrow(/c: cannot be written: permission is denied\. Nothing was changed/);
    expect(held()).toEqual(old);
  });

  it('names what could not be put back, and leaves it to the next run', () => {
    const { folder, write, held } = folderWith();
    failing.when = (from, to) => to === join(folder, 'c') || (to === join(folder, 'a') && from.endsWith('old-0'));
    const error = catchFrom(write);
    expect(error).toBeInstanceOf(OutputError);
    expect((error as OutputError).faults.map(({ code, place }) => [code, place?.file])).toEqual([
      ['output/unwritable', join(folder, 'c')],
      ['output/not-put-back', join(folder, 'a')],
    ]);
    failing.when = () => false;
    settleForReading(folder);
    expect(held()).toEqual(old);
  });

  it('tells readers when what a killed run left cannot be finished, and what to do', () => {
    const { folder, write, held } = folderWith();
    // Neither the step nor its undoing, nor the change from the one to the other: as good as a kill.
    failing.when = (from, to) => to === join(folder, 'b') || from.endsWith('/journal') || from.endsWith('old-0');
    expect(write).toThrow(OutputError);
    failing.when = () => true;
    expect(() => settleForReading(folder)).toThrow(
      /a run was killed while it placed its files here, and they cannot be placed now: permission is denied\.\n.*\.winnow-writing/,
    );
    failing.when = () => false;
    settleForReading(folder);
    expect(held()).toEqual(done);
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

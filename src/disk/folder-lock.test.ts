import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { FolderLock, isLocked } from './folder-lock.js';

const aged = (file: string, seconds: number) => {
  const time = Date.now() / 1000 - seconds;
  utimesSync(file, time, time);
};

describe('the lock of a folder', () => {
  it('is a file that is there while a run writes, with a random token', () => {
    const folder = temporaryFolder();
    const lock = new FolderLock(folder);
    expect(readFileSync(join(folder, '.winnow-lock'), 'utf8')).toBe(`${lock.token}\n`);
    expect(isLocked(folder)).toBe(true);
    lock.assertHeld();
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
    expect(isLocked(folder)).toBe(false);
    expect(new FolderLock(folder).token).not.toBe(lock.token);
  });

  it('is refused to a second run, which is told the file and how to go on', () => {
    const folder = temporaryFolder();
    const lock = new FolderLock(folder);
    expect(() => new FolderLock(folder)).toThrow(
      /\.winnow-lock: another run is writing into this folder \(.*\n.*delete the lock, or wait 30 seconds/,
    );
    lock.assertHeld();
    lock.release();
  });

  it.each([31, -31])('is taken over when its time is %s seconds ago, as after a kill or in a clone', (seconds) => {
    const folder = temporaryFolder();
    const former = new FolderLock(folder);
    aged(join(folder, '.winnow-lock'), seconds);
    expect(isLocked(folder)).toBe(false);
    const lock = new FolderLock(folder);
    expect(readdirSync(folder)).toEqual(['.winnow-lock']);
    expect(() => former.assertHeld()).toThrow(/another run took over/);
    // A run that lost the lock does not remove its new holder's.
    former.release();
    lock.assertHeld();
    lock.release();
  });

  it('is not followed to another place, and not deleted when it is no file', () => {
    const folder = temporaryFolder();
    symlinkSync(join(folder, 'elsewhere'), join(folder, '.winnow-lock'));
    expect(() => new FolderLock(folder)).toThrow(
      /Winnow needs this name for a lock file, but something else has it.*\n.*Delete or move it/,
    );
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
    const other = temporaryFolder();
    mkdirSync(join(other, '.winnow-lock'));
    writeFileSync(join(other, '.winnow-lock', 'mine'), '');
    aged(join(other, '.winnow-lock'), 100);
    expect(() => new FolderLock(other)).toThrow(/something else has it/);
    expect(existsSync(join(other, '.winnow-lock', 'mine'))).toBe(true);
  });
});

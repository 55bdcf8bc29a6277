import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Called before a file is opened, to do what another program might do just then. */
const meanwhile = vi.hoisted(() => ({ opening: (): unknown => undefined }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return {
    ...real,
    openSync: (path: string, ...rest: [number, number?]) => {
      meanwhile.opening();
      return real.openSync(path, ...rest);
    },
  };
});

type Port = typeof import('./file-access.js');

const { readdirSync, readFileSync } = fs;
let base: string;
let port: Port;
// Not joined, which would take ".." out of them.
const inside = (name = '.') => `${base}/in/${name}`;
const outside = (name = '.') => `${base}/out/${name}`;

/** A module without roots yet: they are set once per process. */
async function fresh(): Promise<Port> {
  vi.resetModules();
  return import('./file-access.js');
}

beforeEach(async () => {
  base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'winnow-test-')));
  for (const folder of ['in/deep/er', 'in/other', 'out/deep', 'write'])
    fs.mkdirSync(join(base, folder), { recursive: true });
  for (const file of ['in/a', 'in/deep/b', 'in/deep/er/c', 'out/a', 'out/deep/b', 'write/w'])
    fs.writeFileSync(join(base, file), `${file}\n`);
  port = await fresh();
});
afterEach(() => {
  meanwhile.opening = () => undefined;
  fs.rmSync(base, { recursive: true, force: true });
});

const confined = () => port.allowOnly({ read: [inside()], write: [join(base, 'write')] });

describe('file access', () => {
  it('is that of the system until it is confined', () => {
    expect(port.isConfined()).toBe(false);
    expect(port.readFileSync(outside('a'), 'utf8')).toBe('out/a\n');
    expect(port.readdirSync(outside())).toEqual(['a', 'deep']);
    expect(() => port.assertAllowed([outside()])).not.toThrow();
  });

  it('gives of an allowed file what the system gives', () => {
    confined();
    fs.symlinkSync('deep/er', inside('link'));
    fs.symlinkSync(inside('a'), inside('absolute'));
    for (const path of [
      inside('a'),
      inside('absolute'),
      inside('link/c'),
      inside('link/../b'),
      inside('deep//er/./c'),
    ]) {
      expect(port.readFileSync(path, 'utf8'), path).toBe(readFileSync(path, 'utf8'));
      expect(port.statSync(path).ino, path).toBe(fs.statSync(path).ino);
      expect(port.lstatSync(path).ino, path).toBe(fs.lstatSync(path).ino);
      expect(port.realpathSync(path), path).toBe(fs.realpathSync.native(path));
      expect(port.existsSync(path), path).toBe(true);
    }
    expect(port.readdirSync(inside('link'))).toEqual(['c']);
    expect(port.readdirSync(inside(), { withFileTypes: true }).map(({ name }) => name)).toEqual(readdirSync(inside()));
    expect(port.readlinkSync(inside('link'))).toBe('deep/er');
    expect(port.statSync(inside('none'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('has the errors of the system, with the path that was asked for', () => {
    confined();
    fs.symlinkSync('loop', inside('loop'));
    const codeOf = (path: string, read: (path: string) => unknown = (each) => port.readFileSync(each)) => {
      try {
        return read(path);
      } catch (error) {
        const { code, path: named, message } = error as NodeJS.ErrnoException;
        expect(named).toBe(path);
        expect(message).not.toContain('/proc/');
        return code;
      }
    };
    expect(codeOf(inside('none'))).toBe('ENOENT');
    expect(codeOf(inside('none/../a'))).toBe('ENOENT');
    expect(codeOf(inside('a/x'))).toBe('ENOTDIR');
    expect(codeOf(inside('a/'))).toBe('ENOTDIR');
    expect(codeOf(inside('loop'))).toBe('ELOOP');
    expect(codeOf(inside('x'.repeat(300)))).toBe('ENAMETOOLONG');
    expect(codeOf(inside('a'), (path) => port.readdirSync(path))).toBe('ENOTDIR');
    const noFollow = (path: string) => port.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
    expect(codeOf(inside('loop'), noFollow)).toBe('ELOOP');
  });

  it('refuses every way out, whether or not something is there', () => {
    confined();
    fs.symlinkSync(outside('a'), inside('file'));
    fs.symlinkSync('../out', inside('folder'));
    fs.symlinkSync(outside('none'), inside('dangling'));
    fs.symlinkSync('folder', inside('twice'));
    fs.symlinkSync('/proc/self/root', inside('root'));
    const ways = [
      outside('a'),
      outside('none'),
      inside('file'),
      inside('dangling'),
      inside('folder/a'),
      inside('twice/a'),
      inside('deep/../folder/deep/../a'),
      inside('folder/../in/../out/a'),
      inside('../out/a'),
      inside(`root${outside('a')}`),
      `/proc/self/root${outside('a')}`,
      '/etc/passwd',
      '/',
      base,
    ];
    for (const path of ways) {
      const uses: readonly (() => unknown)[] = [
        () => port.readFileSync(path),
        () => port.openSync(path, 'r'),
        () => port.statSync(path),
        () => port.statSync(path, { throwIfNoEntry: false }),
        () => port.readdirSync(path),
        () => port.realpathSync(path),
        () => port.createReadStream(path),
        () => port.assertAllowed([path]),
        () => port.symlinkSync(path, join(base, 'write/link')),
        () => port.copyFileSync(path, join(base, 'write/copy')),
      ];
      for (const use of uses) expect(use, `${path}: ${use}`).toThrow(/outside the folders that may be read/);
      expect(port.existsSync(path), path).toBe(false);
    }
    expect(readdirSync(join(base, 'write'))).toEqual(['w']);
  });

  it('writes only where that is allowed', () => {
    confined();
    const write = (name = '.') => `${base}/write/${name}`;
    fs.symlinkSync(outside('new'), write('dangling'));
    fs.symlinkSync(outside(), write('folder'));
    for (const path of [inside('new'), outside('new'), write('dangling'), write('folder/new'), write('../new')]) {
      expect(() => port.writeFileSync(path, 'x'), path).toThrow(/outside the folders that may be written to/);
    }
    for (const path of [inside('new'), outside('new'), write('folder/new'), write('../new')]) {
      const uses: readonly (() => unknown)[] = [
        () => port.mkdirSync(path),
        () => port.mkdirSync(`${path}/deeper`, { recursive: true }),
        () => port.mkdtempSync(path),
        () => port.rmSync(path, { force: true }),
        () => port.rmdirSync(path),
        () => port.renameSync(write('w'), path),
        () => port.renameSync(path, write('x')),
        () => port.linkSync(write('w'), path),
        () => port.linkSync(path, write('x')),
        () => port.symlinkSync(write('w'), path),
        () => port.copyFileSync(write('w'), path),
        () => port.utimesSync(path, new Date(0), new Date(0)),
      ];
      for (const use of uses) expect(use, `${path}: ${use}`).toThrow(/outside the folders that may be written to/);
    }
    expect(readdirSync(base).sort()).toEqual(['in', 'out', 'write']);
    expect([readdirSync(outside()), readdirSync(inside())]).toEqual([
      ['a', 'deep'],
      ['a', 'deep', 'other'],
    ]);
    // A link itself is removed, not its target.
    port.rmSync(write('folder'), { recursive: true });
    expect(readdirSync(outside())).toEqual(['a', 'deep']);
    port.mkdirSync(write('one/two'), { recursive: true });
    port.writeFileSync(write('one/two/file'), 'text', { flag: 'wx', mode: 0o600 });
    port.renameSync(write('one/two/file'), write('moved'));
    port.linkSync(write('moved'), write('linked'));
    const temporary = port.mkdtempSync(port.temporaryPrefix());
    expect(temporary.startsWith(write('.winnow-temporary-'))).toBe(true);
    port.rmdirSync(temporary);
    expect(readdirSync(write()).sort()).toEqual(['dangling', 'linked', 'moved', 'one', 'w']);
    expect(readFileSync(write('moved'), 'utf8')).toBe('text');
  });

  it.runIf(process.platform === 'linux')('is not misled by a folder that becomes a link while a file is opened', () => {
    confined();
    const swapped = () => {
      meanwhile.opening = () => undefined;
      fs.renameSync(inside('deep'), inside('was'));
      fs.symlinkSync(outside('deep'), inside('deep'));
    };
    meanwhile.opening = swapped;
    expect(() => port.readFileSync(inside('deep/b'), 'utf8')).toThrow(/changed while it was opened|ELOOP|ENOTDIR/);
    // Deeper, the folder that is opened is a folder, but elsewhere.
    fs.rmSync(inside('deep'));
    fs.renameSync(inside('was'), inside('deep'));
    fs.mkdirSync(outside('deep/er'));
    fs.writeFileSync(outside('deep/er/c'), 'secret\n');
    meanwhile.opening = swapped;
    expect(() => port.readFileSync(inside('deep/er/c'), 'utf8')).toThrow(/changed while it was opened/);
  });

  it.runIf(process.platform === 'linux')('is not misled by a file that becomes a link while it is opened', () => {
    confined();
    let opened = 0;
    meanwhile.opening = () => {
      opened += 1;
      // The folder comes first, then the file in it.
      if (opened !== 2) return;
      fs.rmSync(inside('deep/b'));
      fs.symlinkSync(outside('deep/b'), inside('deep/b'));
    };
    expect(() => port.readFileSync(inside('deep/b'), 'utf8')).toThrow(/ELOOP/);
    expect(opened).toBe(2);
  });

  it('can only be narrowed', () => {
    confined();
    expect(() => port.allowOnly({ read: [outside()], write: [] })).toThrow(/outside the folders that may be read/);
    expect(() => port.allowOnly({ read: [], write: [inside()] })).toThrow(/outside the folders that may be written to/);
    port.allowOnly({ read: [inside('deep')], write: [] });
    expect(port.existsSync(inside('deep/b'))).toBe(true);
    expect(port.existsSync(inside('a'))).toBe(false);
    expect(() => port.writeFileSync(join(base, 'write/w'), '')).toThrow(/may not write files/);
    expect(() => port.temporaryPrefix()).toThrow(/may not write files/);
  });

  it('takes roots by any name, and does not start without them', async () => {
    fs.symlinkSync(inside(), join(base, 'alias'));
    port.allowOnly({ read: [join(base, 'alias')], write: [] });
    expect(port.readFileSync(join(base, 'alias/a'), 'utf8')).toBe('in/a\n');
    expect(port.allowedRoots()).toEqual({ read: [join(base, 'in')], write: [] });
    const other = await fresh();
    expect(() => other.allowOnly({ read: [inside('none')], write: [] })).toThrow(/folder does not exist/);
    expect(() => other.confineAsAsked({ WINNOW_ALLOW_ONLY: '{"read":["in"],"write":[]}' })).toThrow(/absolute paths/);
    other.confineAsAsked({ WINNOW_ALLOW_ONLY: JSON.stringify({ read: [inside()], write: [] }) });
    expect(other.existsSync(outside('a'))).toBe(false);
  });
});

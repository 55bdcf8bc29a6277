import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { CacheFile, cacheFolder } from './cache-file.js';

describe('a cache file', () => {
  it('gives what was written last', () => {
    const file = new CacheFile(temporaryFolder(), 'a');
    expect(file.read()).toBeUndefined();
    file.write({ x: [1, 'ü'] });
    file.write({ x: [2, 'ü'] });
    expect(file.read()).toEqual({ x: [2, 'ü'] });
  });

  it('drops those that were not used for longest, beyond a number and a size', () => {
    const folder = temporaryFolder();
    const write = (name: string, day: number, limits: { mostFiles: number; mostBytes: number }) => {
      const file = new CacheFile(folder, name, limits);
      file.write({ text: 'x'.repeat(1000) });
      const time = new Date(2000, 0, day);
      utimesSync(join(folder, 'folders', `${name}.json`), time, time);
    };
    const names = () => readdirSync(join(folder, 'folders')).sort();
    const few = { mostFiles: 3, mostBytes: 1_000_000 };
    write('a', 3, few);
    write('b', 1, few);
    write('c', 2, few);
    write('d', 4, few);
    expect(names()).toEqual(['a.json', 'c.json', 'd.json']);
    write('e', 5, { mostFiles: 9, mostBytes: 2500 });
    expect(names()).toEqual(['d.json', 'e.json']);
    new CacheFile(folder, 'f', { mostFiles: 9, mostBytes: 100 }).write({ text: 'x'.repeat(1000) });
    expect(names()).toEqual(['d.json', 'e.json']);
  });
});

it('lies where each system has its caches, and nowhere when it is switched off', () => {
  expect(cacheFolder({ HOME: '/home/a' }, 'linux')).toBe('/home/a/.cache/winnow');
  expect(cacheFolder({ HOME: '/home/a', XDG_CACHE_HOME: '/c' }, 'linux')).toBe('/c/winnow');
  expect(cacheFolder({ HOME: '/home/a', XDG_CACHE_HOME: 'c' }, 'linux')).toBe('/home/a/.cache/winnow');
  expect(cacheFolder({ HOME: '/Users/a' }, 'darwin')).toBe('/Users/a/Library/Caches/winnow');
  expect(cacheFolder({ HOME: '/home/a', WINNOW_CACHE: 'off' }, 'linux')).toBeUndefined();
  expect(cacheFolder({}, 'linux')).toBeUndefined();
  expect(cacheFolder({}, 'win32')).toBeUndefined();
});

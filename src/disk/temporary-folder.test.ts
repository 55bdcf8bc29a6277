import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cliFile, runInProcess } from '../../test/support/run-winnow.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { parquetBytes } from '../files/tables/write-parquet.js';
import { makeTemporaryFolder } from './temporary-folder.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('a temporary folder', () => {
  it('is deleted with what is in it, and its listeners go with it', () => {
    const before = process.listenerCount('SIGINT');
    const { path, remove } = makeTemporaryFolder();
    writeFileSync(join(path, 'file'), '');
    expect(process.listenerCount('SIGINT')).toBe(before + 1);
    remove();
    expect(existsSync(path)).toBe(false);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  it('is deleted when DuckDB cannot be opened', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    const { DuckDBInstance } = await import('@duckdb/node-api');
    vi.spyOn(DuckDBInstance, 'create').mockRejectedValue(new Error('no memory'));
    await expect(parquetBytes([])).rejects.toThrow('no memory');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not left behind by a command that reads a file with an odd name, right or damaged', () => {
    const [cwd, temporary] = [temporaryFolder(), temporaryFolder()];
    const parquet = join(cwd, 'tasks[1].parquet');
    const env = { TMPDIR: temporary };
    expect(runInProcess(['pool', 'ccb', '-o', parquet], { cwd, env }).code).toBe(0);
    expect(runInProcess(['inspect', parquet], { cwd, env }).code).toBe(0);
    writeFileSync(join(cwd, 'damaged[1].parquet'), 'PAR1 nothing PAR1');
    runInProcess(['inspect', 'damaged[1].parquet'], { cwd, env });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is deleted when %s ends the command', (signal) => {
    const [cwd, temporary] = [temporaryFolder(), temporaryFolder()];
    // The signal comes when the folder has been made.
    const preload = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const make = fs.mkdtempSync;
      fs.mkdtempSync = (...given) => {
        setImmediate(() => process.kill(process.pid, '${signal}'));
        return make(...given);
      };
      syncBuiltinESMExports();`;
    const args = [
      '--import',
      `data:text/javascript,${encodeURIComponent(preload)}`,
      cliFile,
      'pool',
      'ccb',
      '-o',
      'a.parquet',
    ];
    const run = spawnSync(process.execPath, args, { cwd, env: { TMPDIR: temporary } });
    expect(run.signal).toBe(signal);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

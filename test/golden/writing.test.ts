import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeTogether } from '../../src/disk/write-together.js';
import { cliFile, projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { goldens, kept } from './goldens.js';

const outputs = ['METHODOLOGY.md', 'selection.csv', 'selection.json'];
const ccb = goldens[0] as (typeof goldens)[number];

describe('the files of a selection', () => {
  it('replace those of an earlier one and leave others alone', () => {
    const out = temporaryFolder();
    writeFileSync(join(out, 'selection.json'), 'old');
    writeFileSync(join(out, 'notes.txt'), 'mine');
    expect(runWinnow(['select', 'ccb', '-q', '--out', out]).code).toBe(0);
    expect(readdirSync(out).sort()).toEqual([...outputs, 'notes.txt'].sort());
    expect(readFileSync(join(out, 'selection.json'), 'utf8')).toBe(kept(ccb, 'selection.json'));
    expect(readFileSync(join(out, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('are not written at all when one of them cannot be', () => {
    const out = temporaryFolder();
    mkdirSync(join(out, 'selection.csv'));
    writeFileSync(join(out, 'selection.json'), 'old');
    const run = runWinnow(['select', 'ccb', '--out', out]);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/selection\.csv: cannot be written: .*not a file.*Nothing was changed\./);
    expect(readdirSync(out).sort()).toEqual(['selection.csv', 'selection.json']);
    expect(readFileSync(join(out, 'selection.json'), 'utf8')).toBe('old');
  });

  it('are not written through a link that leads elsewhere', () => {
    const out = temporaryFolder();
    const elsewhere = join(temporaryFolder(), 'precious.json');
    writeFileSync(elsewhere, 'precious');
    symlinkSync(elsewhere, join(out, 'selection.json'));
    expect(runWinnow(['select', 'ccb', '-q', '--out', out]).code).toBe(2);
    expect(readFileSync(elsewhere, 'utf8')).toBe('precious');
  });

  it('need a folder that can be made', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const run = runWinnow(['select', 'ccb', '--out', join(folder, 'file', 'out')]);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/cannot be written: part of the path is not a folder/);
  });

  it('are as they were when there is no room for new ones', () => {
    const out = temporaryFolder();
    expect(runWinnow(['select', 'ccb', '-q', '--out', out]).code).toBe(0);
    writeFileSync(join(out, 'selection.csv'), 'old');
    // A limit on the size of a file stands in for a full disk: the write fails half-way in the same manner.
    const command = `ulimit -f 20; exec "${process.execPath}" "${cliFile}" select ccb --out "${out}"`;
    const run = spawnSync('bash', ['-c', command], { cwd: projectRoot, encoding: 'utf8' });
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/cannot be written: .*Nothing was changed\./);
    expect(readdirSync(out).sort()).toEqual(outputs);
    expect(readFileSync(join(out, 'selection.csv'), 'utf8')).toBe('old');
    expect(readFileSync(join(out, 'selection.json'), 'utf8')).toBe(kept(ccb, 'selection.json'));
  });

  it('leave no folder behind when it was made for nothing', () => {
    const folder = temporaryFolder();
    const command = `ulimit -f 20; exec "${process.execPath}" "${cliFile}" select ccb --out "${folder}/a/b"`;
    expect(spawnSync('bash', ['-c', command]).status).toBe(2);
    expect(existsSync(join(folder, 'a'))).toBe(false);
  });

  it('do not mix when several runs write at once', async () => {
    const out = temporaryFolder();
    const plans = ['ccb', join(projectRoot, 'examples/review-assistant/plan.yaml')];
    const codes = await Promise.all(
      [0, 1, 0, 1, 0, 1].map(
        (which) =>
          new Promise<number | null>((resolve) => {
            const args = [cliFile, 'select', plans[which] ?? '', '-q', '--out', out];
            spawn(process.execPath, args, { stdio: 'ignore' }).on('exit', resolve);
          }),
      ),
    );
    // Whoever finds the folder taken says so; whoever writes, writes all.
    expect(codes.every((code) => code === 0 || code === 2)).toBe(true);
    expect(codes).toContain(0);
    const names = goldens.map((golden) => golden.name);
    const owners = outputs.map((file) =>
      names.find(
        (_, i) => readFileSync(join(out, file), 'utf8') === kept(goldens[i] as (typeof goldens)[number], file),
      ),
    );
    expect(new Set(owners).size).toBe(1);
    expect(readdirSync(out).sort()).toEqual(outputs);
  });

  it('go nowhere that cannot hold them, and never hang', () => {
    const run = spawnSync(process.execPath, [cliFile, 'select', 'ccb', '-q', '--out', '/proc/winnow'], {
      timeout: 5 * 60_000,
      encoding: 'utf8',
    });
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('cannot be written');
  });

  it('puts back what was there when a later file cannot be placed', () => {
    const out = temporaryFolder();
    writeFileSync(join(out, 'a'), 'old');
    const files = [
      { name: 'a', text: 'new' },
      { name: 'b', text: 'new' },
      { name: 'c', text: 'new' },
      {
        name: 'd',
        // Someone puts a folder where c belongs, after c was found to be placeable.
        get text() {
          mkdirSync(join(out, 'c'));
          return 'new';
        },
      },
    ];
    expect(() => writeTogether(out, files)).toThrow(/c: cannot be written: .*Nothing was changed/);
    expect(readdirSync(out)).toEqual(['a', 'c']);
    expect(readFileSync(join(out, 'a'), 'utf8')).toBe('old');
  });
});

describe('standard output', () => {
  it.each([['--json'], ['--dry-run']])('may be full: %s', (flag) => {
    const command = `"${process.execPath}" "${cliFile}" select ccb --dry-run ${flag} > /dev/full`;
    const run = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/^error: cannot write to standard output: .*\n$/);
  });

  it('may be closed early', () => {
    const folder = temporaryFolder();
    const command = `"${process.execPath}" "${cliFile}" select ccb --json --dry-run | head -c 10; exit "\${PIPESTATUS[0]}"`;
    const run = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    rmSync(folder, { recursive: true });
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cliFile, projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const preload = pathToFileURL(join(projectRoot, 'test/support/raise-in-run.mjs')).href;

/** Runs the command line with something that goes wrong at a point of its run. */
function runWith(
  raise: string,
  at: 'reading' | 'writing' | 'printed',
  args: readonly string[],
  cwd = temporaryFolder(),
) {
  const env = { PATH: process.env['PATH'] ?? '', RAISE: raise, RAISE_AT: at };
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, ['--import', preload, cliFile, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, signal, stdout, stderr };
}

const plan = (source: string, more = '') => `name: small
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 20, unknown: 0.1 } } }
benchmarks: { mine: { source: { path: ${source} }, select: { take: 1 } } }
${more}`;

/** A folder with a plan whose pool takes many turns to read, so that what goes wrong comes before the end. */
function longRead(): string {
  const folder = temporaryFolder();
  const rows = Array.from({ length: 100_000 }, (_, i) => `t${i},${i % 30}`);
  writeFileSync(join(folder, 'pool.csv'), `id,files_changed\n${rows.join('\n')}\n`);
  writeFileSync(join(folder, 'plan.yaml'), plan('pool.csv'));
  return folder;
}

describe.each(['exception', 'rejection'])('an %s that nobody handles', (raise) => {
  it('is exit code 3 and one document with --json', () => {
    const { status, stdout, stderr } = runWith(
      raise,
      'reading',
      ['select', 'plan.yaml', '--json', '--out', 'out'],
      longRead(),
    );
    expect({ status, stderr }).toEqual({ status: 3, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      error: { kind: 'InternalError', faults: [{ code: 'internal', message: expect.stringContaining('nobody') }] },
    });
  });

  it('is a message that asks to report it', () => {
    const { status, stdout, stderr } = runWith(raise, 'reading', ['select', 'plan.yaml', '--out', 'out'], longRead());
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toMatch(/^error: this is a bug in Winnow, not in your input\. Please report it .*\n.*nobody/);
  });

  it('adds no second document to one that is there', () => {
    const { status, stdout, stderr } = runWith(raise, 'printed', ['diff', 'ccb', 'ccb', '--json']);
    expect({ status, stderr }).toEqual({ status: 3, stderr: '' });
    expect(JSON.parse(stdout)).toHaveProperty('same', true);
  });
});

describe.each(['SIGINT', 'SIGTERM'])('%s', (signal) => {
  it.each(['reading', 'writing'] as const)(
    'ends a command while it is %s, at once, and leaves nothing half-written',
    (at) => {
      const folder = temporaryFolder();
      const run = runWith(signal, at, ['select', '--out', 'out'], folder);
      // A shell shows 130 or 143 for it.
      expect(run).toEqual({ status: null, signal, stdout: '', stderr: '' });
      expect(existsSync(join(folder, 'out', 'selection.json'))).toBe(false);
      expect(readdirSync(folder).filter((name) => !name.startsWith('.') && name !== 'out')).toEqual([]);
    },
  );
});

describe.runIf(process.platform === 'linux')('standard output', () => {
  const shell = (script: string, cwd = temporaryFolder()) =>
    spawnSync('bash', ['-c', `set -o pipefail; winnow() { "${process.execPath}" "${cliFile}" "$@"; }; ${script}`], {
      cwd,
      encoding: 'utf8',
    });

  it('may be closed by its reader', () => {
    const { status, stdout, stderr } = shell('winnow diff ccb ccb --json | head -1');
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '{\n', stderr: '' });
  });

  it.each(['winnow diff ccb ccb --json', 'winnow --help', 'winnow explain none --json'])(
    'without room gives exit code 2: %s',
    (command) => {
      const { status, stderr } = shell(`${command} > /dev/full`);
      expect(status).toBe(2);
      expect(stderr).toMatch(/ENOSPC|no space/i);
    },
  );
});

describe('standard error', () => {
  it('shows the first 50 of many errors, and all of them with --json', () => {
    const folder = temporaryFolder();
    const unknown = Array.from({ length: 60 }, (_, i) => `unknown${i}: 1\n`).join('');
    writeFileSync(join(folder, 'plan.yaml'), plan('tasks', unknown));
    const { code, stderr } = runWinnow(['select', 'plan.yaml', '--out', 'o'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(/\n60 errors; nothing was written\. More: winnow help /);
    expect(stderr).toMatch(/\nand 10 more errors \(--json lists all\)\.\n/);
    expect(stderr.match(/^error: /gm)).toHaveLength(50);
    const { stdout } = runWinnow(['select', 'plan.yaml', '--out', 'o', '--json'], { cwd: folder });
    expect((JSON.parse(stdout) as { error: { faults: unknown[] } }).error.faults).toHaveLength(60);
  });

  it('is empty with --json, whatever a YAML file makes its parser say', () => {
    const folder = temporaryFolder();
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('tag.yaml', plan('tasks', 'description: !mine text\n'));
    write('file.yaml', plan('tasks', 'exclusions: out.yaml\n'));
    write('out.yaml', '- { benchmark: mine, id: !mine a, reason: leaked }\n');
    for (const name of ['tag.yaml', 'file.yaml']) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [cliFile, 'select', name, '--json', '--out', 'o'],
        {
          cwd: folder,
          encoding: 'utf8',
        },
      );
      expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
      expect(stdout).toContain('Plans do not support the tag !mine');
    }
  });
});

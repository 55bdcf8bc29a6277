import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { isDeep, oneIn } from '../support/depth.js';
import { cliFile, projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { hostileFiles } from './hostile-files.js';

const mostBytes = 1.5e9;
/** Processor time; a busy machine takes longer by the clock, which is no fault of the file. */
const mostSeconds = 30;

const template = suiteFolder();
const preload = pathToFileURL(join(projectRoot, 'test/hostile/report-usage.mjs')).href;

beforeAll(() => {
  const ids = Array.from({ length: 12 }, (_, i) => `t${i}`);
  writeFileSync(join(template, 'tasks.csv'), `id,files_changed\n${ids.map((id, i) => `${id},${i}`).join('\n')}\n`);
  writeFileSync(join(template, 'results.csv'), `task,system,result\n${ids.map((id) => `${id},new,1`).join('\n')}\n`);
  writeFileSync(
    join(template, 'plan.yaml'),
    `name: small
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 20, unknown: 0.1 } } }
benchmarks: { mine: { source: { path: tasks.csv }, select: { take: 4 } } }
`,
  );
  expect(runWinnow(['select', 'plan.yaml', '--quiet'], { cwd: template })).toMatchObject({ code: 0, stderr: '' });
});

/** Runs the command line in its own process, and measures it. */
function measured(command: string, cwd: string) {
  const usage = join(cwd, '..', 'usage');
  rmSync(usage, { force: true });
  const started = performance.now();
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, cliFile, ...command.split(' '), '--json'],
    {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', USAGE_FILE: usage },
      maxBuffer: 2 ** 30,
      timeout: 10 * 60_000,
    },
  );
  const [bytes = 0, seconds = 0] = signal === null ? readFileSync(usage, 'utf8').split(' ').map(Number) : [];
  return { status, signal, stdout, stderr, bytes, seconds, wall: (performance.now() - started) / 1000 };
}

it.each(hostileFiles.filter(({ isQuick }) => isDeep || isQuick === true))(
  '$kind: $title',
  async ({ write, commands }) => {
    const folder = join(temporaryFolder(), 'work');
    cpSync(template, folder, { recursive: true });
    await write(folder);
    // Two commands in a row read the file in the same way; `npm test` runs one of them.
    for (const command of oneIn(2, commands)) {
      const { status, signal, stdout, stderr, bytes, seconds } = measured(command, folder);
      const said = status === 0 ? '' : `${stdout.slice(0, 500)}${stderr.slice(-2000)}`;
      expect({ command, signal, status, said }).toEqual({
        command,
        signal: null,
        status: expect.toBeOneOf([0, 1, 2]),
        said: expect.not.stringMatching(/InternalError|Maximum call stack|Invalid string length|heap/),
      });
      expect({ command, bytes: bytes < mostBytes ? 'few' : bytes }).toEqual({ command, bytes: 'few' });
      expect({ command, seconds: seconds < mostSeconds ? 'few' : seconds }).toEqual({ command, seconds: 'few' });
    }
  },
);

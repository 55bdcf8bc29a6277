import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inDepth } from '../support/depth.js';
import { filesIn, makeLocksStale } from '../support/kill-everywhere.js';
import { cliFile, projectRoot, runInThread } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const example = join(projectRoot, 'examples/review-assistant/plan.yaml');

/** How a process is started: plainly, or with process ids of its own, as in a container. */
const places: readonly { readonly place: string; readonly prefix: readonly string[] }[] = [
  { place: 'in two processes', prefix: [] },
  { place: 'in two PID namespaces', prefix: ['unshare', '--user', '--map-root-user', '--pid', '--fork'] },
];

const pairs = [
  {
    name: 'two selections of one folder',
    runs: [
      ['select', 'ccb', '-q', '--force'],
      ['select', example, '-q', '--force'],
    ],
    prepare: () => undefined,
  },
  {
    name: 'refresh --write and select',
    runs: [
      ['refresh', '--results', 'oracle.csv', '--write'],
      ['select', 'plan.yaml', '-q'],
    ],
    prepare: (cwd: string) => {
      const plan = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
      writeFileSync(join(cwd, 'plan.yaml'), plan.replace(/^name: ccb$/m, 'name: mine'));
      writeFileSync(join(cwd, 'oracle.csv'), 'task_id,config,reward\nsgt-003,oracle,0\n');
      expect(runInThread(['select', '-q'], cwd).code).toBe(0);
    },
  },
  {
    name: 'two exports into one folder',
    runs: [
      ['export', 'selection', '--to', 'ids', '--out', 'out'],
      ['export', 'selection', '--to', 'ids', '--out', 'out', '--limit', '5'],
    ],
    prepare: (cwd: string) => {
      expect(runInThread(['select', 'ccb', '-q'], cwd).code).toBe(0);
    },
  },
  {
    name: 'two exclusions in one plan',
    runs: [
      ['exclude', 'sgt-003', '--reason', 'leaked', '--plan', 'plan.yaml', '--date', '2026-11-01'],
      ['exclude', 'sgt-004', '--reason', 'leaked', '--plan', 'plan.yaml', '--date', '2026-11-01'],
    ],
    prepare: (cwd: string) => {
      writeFileSync(join(cwd, 'plan.yaml'), readFileSync(join(projectRoot, 'plans/ccb.yaml')));
    },
  },
] as const;

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/** Starts a run; `killAfterMs` ends it and everything that it started. */
function start(prefix: readonly string[], args: readonly string[], cwd: string, killAfterMs?: number): Promise<Ended> {
  const [command = '', ...rest] = [...prefix, process.execPath, cliFile, ...args];
  return new Promise((resolve) => {
    const child = spawn(command, rest, { cwd, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const timer =
      killAfterMs === undefined ? undefined : setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), killAfterMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stderr });
    });
  });
}

const isPermitted = ([command, ...args]: readonly string[]) =>
  command === undefined || spawnSync(command, [...args, 'true']).status === 0;
const rounds = inDepth(12, 1);

describe.each(inDepth(places, places.slice(0, 1)))('two runs that write at once, $place', ({ place, prefix }) => {
  const isPossible = isPermitted(prefix);
  if (!isPossible) process.stderr.write(`two-runs.test.ts: skipped ${place}: unshare is not permitted here\n`);

  it.runIf(isPossible).each(pairs)(
    '$name: each writes everything or says that it did not',
    async ({ runs, prepare }) => {
      const start0 = temporaryFolder();
      prepare(start0);
      const finals = await endsOf(runs, start0);
      for (let round = 0; round < rounds; round++) {
        const cwd = join(temporaryFolder(), 'run');
        cpSync(start0, cwd, { recursive: true });
        const ended = await Promise.all(runs.map((args) => start(prefix, args, cwd)));
        for (const { code, stderr } of ended) expect([0, 2], stderr).toContain(code);
        const codes = ended.map(({ code }) => code === 0);
        expect(codes, JSON.stringify(ended)).toContain(true);
        // The files are those of one run alone, or of both, one after the other; nothing is left over.
        expect(finals).toContain(keyOf(cwd));
      }
    },
  );

  it.runIf(isPossible)('a run that is killed deletes nothing of the other', async () => {
    for (let round = 0; round < rounds; round++) {
      const cwd = temporaryFolder();
      mkdirSync(join(cwd, 'selection'));
      const [first, second] = await Promise.all([
        start(prefix, ['select', 'ccb', '-q', '--force'], cwd, 150 + 17 * round),
        start(prefix, ['select', example, '-q', '--force'], cwd),
      ]);
      expect([null, 0, 2]).toContain(first.code);
      expect([0, 2], second.stderr).toContain(second.code);
      makeLocksStale(cwd);
      const status = runInThread(['status', 'selection'], cwd);
      expect([0, 2]).toContain(status.code);
      if (status.code === 2) expect(status.stderr).toMatch(/winnow select/);
      // The next run takes over, whatever was left.
      expect(runInThread(['select', 'ccb', '-q', '--force'], cwd)).toMatchObject({ code: 0, stderr: '' });
      expect([...filesIn(cwd).keys()]).toEqual([
        'selection/METHODOLOGY.md',
        'selection/selection.csv',
        'selection/selection.json',
      ]);
    }
  });
});

it('waits for no process id: a fresh lock is respected, as of a run in another container', () => {
  const cwd = temporaryFolder();
  expect(runInThread(['select', 'ccb', '-q'], cwd)).toMatchObject({ code: 0, stderr: '' });
  const before = keyOf(cwd);
  const lock = join(cwd, 'selection/.winnow-lock');
  writeFileSync(lock, '0123456789abcdef\n');
  const { code, stderr } = runInThread(['select', example, '-q', '--force'], cwd);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/another run is writing into this folder/),
  });
  expect(readFileSync(lock, 'utf8')).toBe('0123456789abcdef\n');
  rmSync(lock);
  expect(keyOf(cwd)).toBe(before);
});

/** What a folder holds after either run, and after both in either order. */
async function endsOf(runs: readonly (readonly string[])[], from: string): Promise<readonly string[]> {
  const orders = [[0], [1], [0, 1], [1, 0]];
  return orders.map((order) => {
    const cwd = join(temporaryFolder(), 'run');
    cpSync(from, cwd, { recursive: true });
    for (const which of order) runInThread(runs[which] ?? [], cwd);
    return keyOf(cwd);
  });
}

function keyOf(cwd: string): string {
  return JSON.stringify([...filesIn(cwd)]);
}

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lchownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isDeep, oneIn } from '../support/depth.js';
import { cliFile, type Run, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Stands for the path of a case in the arguments of a command. */
const bad = '{bad}';

/** A plan of one benchmark, declared as given. */
function planWith(benchmark: string, more = ''): string {
  return `${more}name: small

seed: 1
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 20, unknown: 0.1 } } }
benchmarks: { mine: { ${benchmark}, folders: { any_of: [tasks] }, select: { take: 4 } } }
`;
}

/** Every place where a command reads what a path names. */
const reading: readonly string[] = [
  `inspect ${bad}`,
  `init ${bad} --dry-run`,
  `init tasks.csv --prior ${bad} --purpose level --dry-run`,
  `select ${bad} --dry-run`,
  `select plan.yaml --dry-run --benchmarks ${bad}`,
  `select plan.yaml --dry-run --pool ${bad}`,
  `explain t1 --plan ${bad}`,
  `explain t1 --plan plan.yaml --benchmarks ${bad}`,
  `explain t1 --plan plan.yaml --pool ${bad}`,
  `exclude t1 --reason flaky --dry-run --plan ${bad}`,
  `exclude t1 --reason flaky --dry-run --plan plan.yaml --pool ${bad}`,
  `exclude --plan plan.yaml --dry-run --from ${bad}`,
  `check ${bad}`,
  `check selection --plan ${bad}`,
  `check selection --benchmarks ${bad}`,
  `check selection --pool ${bad}`,
  `diff ${bad} selection`,
  `diff selection ${bad}`,
  `refresh ${bad}`,
  `refresh selection --results ${bad}`,
  `refresh selection --plan ${bad}`,
  `refresh selection --pool ${bad}`,
  `assess ${bad}`,
  `assess power ${bad}`,
  `assess balance selection --plan ${bad}`,
  `assess fidelity selection --results ${bad}`,
  `assess selection --pool ${bad}`,
  `serve ${bad} --no-open`,
  `report ${bad} --html page.html`,
  `report plan.yaml --html page.html --results ${bad}`,
  `report plan.yaml --html page.html --pool ${bad}`,
  `pool ${bad} --out table.csv`,
  `pool plan.yaml --out table.csv --benchmarks ${bad}`,
  `pilot ${bad} --budget 20_runs`,
  `pilot plan.yaml --budget 20_runs --uplift with=a,without=b --pairs ${bad}`,
  `export ${bad} --to ids --out exported`,
  `export selection --to swe-bench --out exported --dataset ${bad}`,
  `export selection --to swe-bench --out exported --predictions ${bad}`,
  `status ${bad}`,
  `status selection ${bad}`,
  `estimate ${bad} results.csv`,
  `estimate selection ${bad}`,
  `estimate selection results.csv --prior ${bad}`,
  `mcp ${bad}`,
];

/** Every place where a command writes to what a path names. */
const writing: readonly string[] = [
  `init tasks.csv --out ${bad}`,
  `select plan.yaml --out ${bad}`,
  `exclude --plan plan.yaml --from results.csv --reference new --out ${bad}`,
  `refresh selection --write --out ${bad}`,
  `assess power selection --pictures ${bad}`,
  `report plan.yaml --html ${bad}`,
  `pool plan.yaml --out ${bad}`,
  `pilot plan.yaml --budget 20_runs --out ${bad}`,
  `export selection --to ids --out ${bad}`,
  `estimate selection results.csv --retrieved 0 --organisation me --every-eval-ever ${bad}`,
  `mcp --write ${bad}`,
];

/** Every place where a plan names a path. */
const inPlan: readonly string[] = [
  planWith(`source: { path: "${bad}" }`),
  planWith(`source: { path: tasks.csv, join: [{ path: "${bad}" }] }`),
  planWith(`source: { path: tasks.csv }, prior: { path: "${bad}" }`),
  planWith('source: { path: tasks.csv }', `exclusions: "${bad}"\n`),
];

/** Paths at which nothing can be read or written. */
const nowhere: Readonly<Record<string, string>> = {
  'a trailing slash on a file': 'tasks.csv/',
  'a path through a file': 'tasks.csv/inside.csv',
  'a link that leads to itself': 'loop.csv',
  'a path through a link that leads to itself': 'loop.csv/inside.csv',
  'a name of 300 characters': `${'n'.repeat(296)}.csv`,
  'a path of 9,000 characters': `${'folder/'.repeat(1285)}a.csv`,
};

/** Paths at which there is nothing to read. */
const nothing: Readonly<Record<string, string>> = {
  ...nowhere,
  'a missing file': 'missing.csv',
  'a missing plan': 'missing.yaml',
  'a missing folder': 'missing/inside.csv',
  'a link to nothing': 'dangling.csv',
};

const template = suiteFolder();

beforeAll(() => {
  const ids = Array.from({ length: 12 }, (_, i) => `t${i}`);
  const write = (name: string, text: string) => writeFileSync(join(template, name), text);
  write('tasks.csv', `id,files_changed\n${ids.map((id, i) => `${id},${i}`).join('\n')}\n`);
  write('results.csv', `task,system,result\n${ids.map((id, i) => `${id},new,${i % 2}`).join('\n')}\n`);
  write('plan.yaml', planWith('source: { path: tasks.csv }'));
  expect(runWinnow(['select', 'plan.yaml', '--quiet'], { cwd: template })).toMatchObject({ code: 0, stderr: '' });
  symlinkSync('loop.csv', join(template, 'loop.csv'));
  symlinkSync('nothing.csv', join(template, 'dangling.csv'));
});

function folderOf(): string {
  const folder = join(temporaryFolder(), 'work');
  cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

const wordOf = (word: string, path: string) => (word === bad ? path : word.replace('_', ' '));

/** Runs a command on a path; the servers in a process that is ended if it starts to serve. */
function runOn(command: string, path: string, cwd = folderOf()): Run {
  const args = [...command.split(' ').map((word) => wordOf(word, path)), '--json'];
  if (!/^(?:serve|mcp)\b/.test(command)) return runWinnow(args, { cwd });
  const plain = command.startsWith('mcp') ? args.slice(0, -1) : args;
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliFile, ...plain], {
    cwd,
    encoding: 'utf8',
    input: '',
    timeout: 5 * 60_000,
  });
  return { code: status, stdout, stderr };
}

/** Runs a command as a user whom permissions bind: the owner of everything but the locked folder. */
function runWithoutRights(command: string, path: string, cwd: string): Run {
  const args = [
    ...command.split(' ').map((word) => wordOf(word, path)),
    ...(command.startsWith('mcp') ? [] : ['--json']),
  ];
  const nobody = 65_534;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(dirname(cwd), 0o755);
    for (const each of ['', ...readdirSync(cwd, { recursive: true, encoding: 'utf8' })])
      lchownSync(join(cwd, each), nobody, nobody);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliFile, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
    encoding: 'utf8',
    input: '',
    timeout: 5 * 60_000,
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  return { code: status, stdout, stderr };
}

/** Exit code 2, and a message with the path, or as much as an error shows of a long one. */
function expectRefusal({ code, stdout, stderr }: Run, path: string): void {
  const said = `${stdout}${stderr}`;
  expect({ code, said }).toMatchObject({
    code: 2,
    said: expect.stringContaining(path.replace(/\/.*/, '').slice(0, 40)),
  });
  expect(said).not.toMatch(/InternalError|\bE[A-Z]{4,}: |\n\s+at /);
}

/** Gives `refresh` something to write. */
const excluding = ['exclude', 't11', '--reason', 'flaky', '--plan', 'plan.yaml'];

// In `npm test` the steps below have no factor in common with the number of kinds, so that every kind is tried.
const cases = (places: readonly string[], kinds: Readonly<Record<string, string>>) =>
  places.flatMap((place) => Object.entries(kinds).map(([kind, path]) => ({ place, kind, path })));

describe('a path at which there is nothing to read', () => {
  it.each(oneIn(7, cases(reading, nothing)))('is refused: $kind in $place', ({ place, path }) => {
    expectRefusal(runOn(place, path), path);
  });

  // A plan's paths are joined to its folder, which drops a slash at the end.
  const { 'a trailing slash on a file': _, ...inside } = nothing;
  it.each(oneIn(5, cases(inPlan, inside)))('is refused in a plan: $kind in $place', ({ place, path }) => {
    const cwd = folderOf();
    writeFileSync(join(cwd, 'plan.yaml'), place.replace(bad, path));
    expectRefusal(runWinnow(['select', 'plan.yaml', '--dry-run', '--json'], { cwd }), path);
  });
});

describe('a path at which nothing can be written', () => {
  it.each(oneIn(5, cases(writing, nowhere)))('is refused: $kind in $place', ({ place, path }) => {
    const cwd = folderOf();
    if (place.startsWith('refresh')) runWinnow(excluding, { cwd });
    expectRefusal(runOn(place, path, cwd), path);
  });
});

describe.runIf(process.platform === 'linux')('a folder without permission', () => {
  it.each(oneIn(9, cases([...reading, ...writing], { file: 'locked/tasks.csv', folder: 'locked' })))(
    'is refused: $path in $place',
    ({ place, path }) => {
      const cwd = folderOf();
      if (place.startsWith('refresh')) runWinnow(excluding, { cwd });
      mkdirSync(join(cwd, 'locked'));
      cpSync(join(cwd, 'tasks.csv'), join(cwd, 'locked/tasks.csv'));
      chmodSync(join(cwd, 'locked'), 0);
      try {
        expectRefusal(runWithoutRights(place, path, cwd), path);
      } finally {
        chmodSync(join(cwd, 'locked'), 0o700);
      }
    },
  );
});

describe('a folder for temporary files', () => {
  /** Every use of a temporary file: Parquet is written. */
  const uses = ['export ccb --to parquet --out exported', 'pool plan.yaml --out table.parquet'];

  function runWithTemporary(command: string, folder: string): Run {
    return runWinnow([...command.split(' '), '--json'], { cwd: folderOf(), env: { TMPDIR: folder } });
  }

  it.each(cases(uses, { 'a missing one': 'missing-folder', 'a file': 'tasks.csv' }))(
    'is refused: $kind in $place',
    ({ place, path }) => {
      const run = runWithTemporary(place, path);
      expectRefusal(run, path);
      expect(run.stdout).toContain('Set TMPDIR');
    },
  );

  it.runIf(canMount())('is refused when it is full', () => {
    const full = mountSmall(4);
    writeFileSync(join(full, 'filler'), Buffer.alloc(4096));
    expectRefusal(runWithTemporary('export ccb --to parquet --out exported', full), full);
  });
});

it.runIf(canMount()).each(writing.filter((place) => !place.startsWith('mcp')))(
  'a full disk is refused: %s',
  (place) => {
    const full = mountSmall(4);
    writeFileSync(join(full, 'filler'), Buffer.alloc(4096));
    const cwd = folderOf();
    if (place.startsWith('refresh')) runWinnow(excluding, { cwd });
    expectRefusal(runOn(place, join(full, 'out.csv'), cwd), full);
  },
);

/** Whether this process may mount a file system; a container often may not. */
function canMount(): boolean {
  if (!isDeep || process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

/** A folder with room for so many kilobytes, gone when the test is over. */
function mountSmall(kilobytes: number): string {
  const folder = join(temporaryFolder(), 'small');
  mkdirSync(folder);
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]).status).toBe(0);
  onTestFinished(() => void spawnSync('umount', [folder]));
  return folder;
}

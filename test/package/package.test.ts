import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { sbomOf } from '../../scripts/sbom.mjs';
import { projectRoot } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

/** Another project with the package and its dependencies installed, and nothing else of ours around it. */
const consumer = suiteFolder();
const installed = join(consumer, 'node_modules', 'winnow-bench');
const tsc = join(projectRoot, 'node_modules', '.bin', 'tsc');

beforeAll(() => {
  const packed = npm(['pack', '--ignore-scripts', '--json', '--pack-destination', consumer], projectRoot);
  const [{ filename } = { filename: '' }] = JSON.parse(packed) as { filename: string }[];
  write('package.json', '{ "name": "consumer", "private": true }');
  // `npm install` needs the registry or its cache, and a fresh machine has neither. This lays out the same folders.
  mkdirSync(installed, { recursive: true });
  expect(runIn('tar', ['-xzf', filename, '--strip-components=1', '-C', installed])).toMatchObject({ status: 0 });
  const { bin, dependencies } = packageJson();
  for (const name of Object.keys(dependencies)) {
    link(join(projectRoot, 'node_modules', name), join(consumer, 'node_modules', name));
  }
  for (const [name, file] of Object.entries(bin)) {
    link(join(installed, file), join(consumer, 'node_modules', '.bin', name));
  }
});

function namesOf(types: string): string {
  return [...types.matchAll(/^export declare function (\w+)/gm)].map(([, name]) => name).join(', ');
}

describe('the package, installed on its own', () => {
  it('depends only on the two packages that cannot be bundled, in the versions tested here', () => {
    const names = ['@duckdb/node-bindings', 'highs'];
    const versions = names.map((name) => [name, packageJson(join(consumer, 'node_modules', name)).version]);
    expect(packageJson().dependencies).toEqual(Object.fromEntries(versions));
  });

  it('reads and writes Parquet', () => {
    const winnow = join(consumer, 'node_modules', '.bin', 'winnow');
    const made = runIn(winnow, ['export', 'ccb', '--to', 'parquet', '--out', 'table']);
    expect(made).toMatchObject({ status: 0, stderr: '' });
    const run = runIn(winnow, ['inspect', 'table/tasks.parquet', '--json']);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect((JSON.parse(run.stdout) as { tasks: number }).tasks).toBe(93);
  });

  it.each([
    ['to read', ['inspect', 'table/tasks.parquet', '--json']],
    ['to write', ['export', 'ccb', '--to', 'parquet', '--out', 'other', '--json']],
  ])('says what is missing where that package is not installed: %s', (_, args) => {
    const folder = join(consumer, 'node_modules', '@duckdb');
    renameSync(folder, `${folder}-hidden`);
    try {
      const run = runIn(join(consumer, 'node_modules', '.bin', 'winnow'), args);
      expect(run.status).toBe(2);
      const { error } = JSON.parse(run.stdout) as { error: { kind: string; faults: { code: string; hint: string }[] } };
      expect(error).toMatchObject({ kind: 'EngineError', faults: [{ code: 'engine/missing' }] });
      expect(error.faults[0]?.hint).toContain('npm install @duckdb/node-bindings');
      const winnow = join(consumer, 'node_modules', '.bin', 'winnow');
      expect(runIn(winnow, ['select', 'ccb', '--out', 'chosen', '--quiet'])).toMatchObject({ status: 0, stderr: '' });
      expect(runIn(winnow, ['inspect', 'chosen/selection.csv', '--json'])).toMatchObject({ status: 0, stderr: '' });
    } finally {
      renameSync(`${folder}-hidden`, folder);
    }
  });

  it('optimises, and says what is missing where the solver is not installed', () => {
    const winnow = join(consumer, 'node_modules', '.bin', 'winnow');
    const plan = join('node_modules', 'winnow-bench', 'examples', 'optimise', 'plan.yaml');
    expect(runIn(winnow, ['select', plan, '--dry-run', '--quiet'])).toMatchObject({ status: 0, stderr: '' });
    const folder = join(consumer, 'node_modules', 'highs');
    renameSync(folder, `${folder}-hidden`);
    try {
      const run = runIn(winnow, ['select', plan, '--dry-run', '--json']);
      expect(run.status).toBe(2);
      const { error } = JSON.parse(run.stdout) as { error: { faults: { code: string; hint: string }[] } };
      expect(error.faults).toMatchObject([
        { code: 'engine/missing', hint: expect.stringContaining('npm install highs@') },
      ]);
    } finally {
      renameSync(`${folder}-hidden`, folder);
    }
  });

  it('runs its command', () => {
    const run = runIn(join(consumer, 'node_modules', '.bin', 'winnow'), ['select', 'ccb', '--dry-run', '--json']);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect((JSON.parse(run.stdout) as { tasks: unknown[] }).tasks).toHaveLength(93);
  });

  const use = `select({ plan: 'ccb' }).then(({ tasks }) => console.log(tasks.length));`;

  it.each([
    ['import', 'use.mjs', `import { select } from 'winnow-bench';\n${use}`],
    ['require', 'use.cjs', `const { select } = require('winnow-bench');\n${use}`],
  ])('is a library for %s', (_, file, text) => {
    write(file, text);
    // A warning about `require` of a module comes from Node, on its versions that still call that an experiment.
    expect(runIn(process.execPath, ['--no-warnings', file])).toMatchObject({ status: 0, stdout: '93\n', stderr: '' });
  });

  it('has types that need no other package, with every declaration checked', () => {
    write(
      'use.mts',
      `import { definePlan, estimate, type Fault, select, WinnowError } from 'winnow-bench';

const tasks = Array.from({ length: 200 }, (_, i) => ({ id: \`task-\${i}\`, files_changed: (i * 7) % 23 }));
const plan = definePlan({
  name: 'mine',
  seed: 1,
  phases: ['Fix'],
  phase: 'Fix',
  score: { name: 'size', weights: { size: 1 }, components: { size: { ramp: 'files_changed', full: 20 } } },
  benchmarks: { mine: { select: { take: 40, draw: { method: 'random' } } } },
});

const selection = await select({ plan, pools: { mine: tasks } });
const runs = selection.tasks.map(({ task_id: task }, i) => ({ task, system: 'new', reward: i % 3 === 0 ? 0 : 1 }));
const estimated = await estimate({ selection, runs });
export const names: readonly string[] = selection.tasks.map(({ task_id }) => task_id);
export const answer = 'configurations' in estimated ? estimated.configurations : [];

export async function faultsOf(name: string): Promise<readonly Fault[]> {
  try {
    await select({ plan: name });
    return [];
  } catch (error) {
    if (error instanceof WinnowError) return error.faults;
    throw error;
  }
}
// @ts-expect-error A number is no plan: types that nothing can be told from would take it.
await select({ plan: 1 });
`,
    );
    const types = readFileSync(join(installed, 'dist/types/index.d.ts'), 'utf8');
    const examples = [...types.matchAll(/^ \* (?:const plan = |await )(.*;)$/gm)].map(([, call]) => `await ${call}`);
    expect(examples.length).toBeGreaterThan(40);
    write('examples.mts', `import { ${namesOf(types)} } from 'winnow-bench';\n${examples.join('\n')}\n`);
    const options = { module: 'NodeNext', target: 'ES2023', lib: ['ES2023'], types: [], strict: true, noEmit: true };
    write('tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['use.mts', 'examples.mts'] }));
    expect(runIn(process.execPath, [tsc, '-p', '.'])).toMatchObject({ status: 0, stdout: '' });
  });

  it('holds the plan’s schema and its own description', () => {
    write(
      'files.cjs',
      `console.log(require('winnow-bench/plan.schema.json').type, require('winnow-bench/package.json').name);`,
    );
    expect(runIn(process.execPath, ['files.cjs']).stdout).toBe('object winnow-bench\n');
  });

  it('ships no tests and no state of the build', () => {
    expect(
      shipped().filter((file) => /(?:^|[\\/])(?:test|\.built|node_modules)(?:[\\/]|$)|\.test\./.test(file)),
    ).toEqual([]);
  });

  it('ships every picture that its pages show, and no other screenshot', () => {
    const pages = shipped().filter((file) => file.endsWith('.md') && !file.startsWith('examples'));
    const shown = pages.flatMap((page) =>
      [...read(page).matchAll(/(?:src|srcset)="([^":]+)"|!\[[^\]]*\]\(([^):]+)\)/g)].map(([, html, markdown]) =>
        join(dirname(page), html ?? markdown ?? ''),
      ),
    );
    expect(shown).toContain('docs/screenshots/page-light.png');
    const files = new Set(shipped());
    expect(shown.filter((picture) => !files.has(picture))).toEqual([]);
    const screenshots = [...files].filter((file) => /^docs\/screenshots\/.*\.png$/.test(file));
    expect(screenshots.filter((file) => !shown.includes(file))).toEqual([]);
  });

  it('names its repository, which npm needs to show pictures and provenance', () => {
    expect(JSON.parse(read('package.json'))).toMatchObject({ repository: { type: 'git', url: expect.any(String) } });
  });

  it('ships the licence of each package in its bundles', () => {
    const text = read('dist/THIRD-PARTY-LICENSES.txt');
    for (const name of ['commander', 'preact', 'yaml', 'zod']) {
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:MIT|ISC)\\)$`, 'm'));
    }
  });

  it('ships a bill of materials of the packages in its bundles', () => {
    const text = read('dist/sbom.cdx.json');
    const { bomFormat, components } = JSON.parse(text) as ReturnType<typeof sbomOf>;
    expect(bomFormat).toBe('CycloneDX');
    const licensed = [...read('dist/THIRD-PARTY-LICENSES.txt').matchAll(/^-{80}\n(\S+) (\S+) \(/gm)];
    const known = components.map(({ name, version }) => `${name} ${version}`);
    expect(known).toEqual(expect.arrayContaining(licensed.map(([, name, version]) => `${name} ${version}`)));
    expect(text).not.toMatch(/https?:|timestamp|serialNumber/);
  });

  it('runs nothing when it is installed', () => {
    const { scripts = {} } = JSON.parse(read('package.json')) as { scripts?: Record<string, string> };
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare', 'dependencies'];
    expect(atInstall.filter((name) => name in scripts)).toEqual([]);
  });

  it('ships no source map without its sources', () => {
    const maps = shipped().filter((file) => file.endsWith('.map'));
    expect(
      maps.filter((file) => (JSON.parse(read(file)) as { sourcesContent?: unknown }).sourcesContent == null),
    ).toEqual([]);
  });

  it('ships no declaration that refers to another package', () => {
    const foreign = /\b(?:from|import)\s*\(?\s*['"](?!\.|node:)/;
    expect(shipped().filter((file) => file.endsWith('.d.ts') && foreign.test(read(file)))).toEqual([]);
  });
});

function shipped(): readonly string[] {
  return readdirSync(installed, { recursive: true, encoding: 'utf8' });
}

function read(file: string): string {
  return readFileSync(join(installed, file), 'utf8');
}

interface PackageJson {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

function packageJson(folder = installed): PackageJson {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function npm(args: readonly string[], cwd: string): string {
  const [command, ...first] = process.env['npm_execpath'] ? [process.execPath, process.env['npm_execpath']] : ['npm'];
  const { status, stdout, stderr, error } = spawnSync(command, [...first, ...args, '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

function runIn(command: string, args: readonly string[]) {
  return spawnSync(command, args, { cwd: consumer, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

function write(file: string, text: string): void {
  writeFileSync(join(consumer, file), text);
}

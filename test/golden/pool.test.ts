import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckDocument } from '../../src/core/compare/check-text.js';
import type { PoolDocument } from '../../src/core/contracts/command-documents.js';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import type { PoolLine } from '../support/benchmark-folders.d.mts';
import { writeBenchmarkFolders } from '../support/benchmark-folders.mjs';
import { inDepth } from '../support/depth.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const kinds = ['jsonl', 'csv', 'parquet'];

const golden = join(projectRoot, 'test/golden/files/ccb');

/** Runs a command that must work. */
function works(cwd: string, ...args: readonly string[]): string {
  const { code, stdout, stderr } = runWinnow(args, { cwd });
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
  return stdout;
}

function faultsOf(cwd: string, ...args: readonly string[]): string {
  const { code, stderr } = runWinnow(args, { cwd });
  expect(code).toBe(2);
  return stderr;
}

const filesOf = (folder: string) =>
  ['selection.json', 'METHODOLOGY.md', 'selection.csv'].map((name) => readFileSync(join(folder, name), 'utf8'));

function inFile(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(file, change(text));
}

/** The shipped plan without the columns of the original data: its table has the fields themselves. */
const withoutColumns = (text: string) => text.replaceAll(/(?:, |\n +)columns: \{[^}]*\}/g, '');

describe('the tasks of the shipped plan as a table', () => {
  it.each(inDepth(kinds, ['parquet']))('give the same selection, byte for byte: %s', (kind) => {
    const cwd = temporaryFolder();
    const document = JSON.parse(works(cwd, 'pool', 'ccb', '-o', `t.${kind}`, '--json')) as PoolDocument;
    expect(document).toMatchObject({ file: `t.${kind}`, format: kind, rows: 826, plan: 'ccb' });
    expect(document.benchmarks.find(({ name }) => name === 'ccb_swebenchpro')?.tasks).toBe(731);
    const bytes = readFileSync(join(cwd, `t.${kind}`));
    expect(document.bytes).toBe(bytes.length);
    works(cwd, 'select', 'ccb', '-q', '--pool', `t.${kind}`);
    expect(filesOf(join(cwd, 'selection'))).toEqual(filesOf(golden));
    expect(works(cwd, 'check', '--pool', `t.${kind}`)).toContain('matches its plan and pool.');
  });

  it('give the same where a plan names the table as its source', () => {
    const cwd = temporaryFolder();
    works(cwd, 'pool', 'ccb', '-o', 't.csv');
    // Its own kind of file is replaced, by the same bytes.
    const bytes = readFileSync(join(cwd, 't.csv'));
    expect(works(cwd, 'pool', 'ccb', '-o', 't.csv')).toMatch(/^826 tasks in 7 benchmarks\n/);
    expect(readFileSync(join(cwd, 't.csv')).equals(bytes)).toBe(true);
    cpSync(join(projectRoot, 'plans/ccb.yaml'), join(cwd, 'plan.yaml'));
    inFile(join(cwd, 'plan.yaml'), (text) => withoutColumns(text).replaceAll('embedded: ccb', 'path: t.csv'));
    works(cwd, 'select', '-q', '--out', 'again', 'plan.yaml');
    const before = filesOf(golden);
    const after = filesOf(join(cwd, 'again'));
    expect(after[2]).toBe(before[2]);
    const bare = ([json = '']: readonly string[]) => {
      const { metadata, benchmarks, ...rest } = JSON.parse(json) as Manifest;
      return { ...rest, benchmarks: benchmarks.map((each) => ({ ...each, source: '' })), plan: metadata.plan.name };
    };
    expect(bare(after)).toEqual(bare(before));
  });
});

const plan = `name: lamps
phases: [Fix]
phase: Fix
fields:
  weight: { kind: number, negative: true }
  owner: { kind: label }
score: { name: size, weights: { size: 1 }, components: { size: { ramp: lines_changed, full: 9, unknown: 0.5 } } }
benchmarks:
  lamps:
    source:
      path: tasks
      where: { id: [kite-004, toy/wind-mill, instance_Lumen__Lamp-00aa11bb-vnan] }
      join: [{ path: more.csv, measured: [weight] }]
      derive: { category: { from: id, pattern: "{category}-{rest}" } }
    select: { take: 2 }
`;

const made = suiteFolder();
beforeAll(() => {
  cpSync(join(projectRoot, 'test/sources/fixtures/harbor/tasks'), join(made, 'tasks'), { recursive: true });
  writeFileSync(join(made, 'plan.yaml'), plan);
  writeFileSync(join(made, 'more.csv'), 'id,weight,owner\nkite-004,-2.5,"=me"\nnobody,1,you\n');
  works(made, 'select', '-q');
});

/** A plan with task folders of Harbor, and its selection. */
function lamps(): string {
  const cwd = temporaryFolder();
  cpSync(made, cwd, { recursive: true });
  return cwd;
}

function check(cwd: string, table: string): { readonly code: number | null; readonly document: CheckDocument } {
  const { code, stdout, stderr } = runWinnow(['check', '--pool', table, '--json'], { cwd });
  expect(stderr).toBe('');
  return { code, document: JSON.parse(stdout) as CheckDocument };
}

describe('the tasks of folders as a table', () => {
  it.each(inDepth(kinds, ['csv']))('stand for the folders, which need not be there: %s', (kind) => {
    const cwd = lamps();
    const table = `pools/t.${kind}`;
    const document = JSON.parse(works(cwd, 'pool', '-o', table, '--json')) as PoolDocument;
    expect(document.benchmarks).toEqual([{ name: 'lamps', tasks: 3, outside: 1, problems: 2 }]);
    const before = filesOf(join(cwd, 'selection'));
    rmSync(join(cwd, 'tasks'), { recursive: true });
    rmSync(join(cwd, 'more.csv'));
    expect(check(cwd, table)).toMatchObject({ code: 0, document: { ok: true, differences: [], notes: [] } });
    works(cwd, 'select', '-q', '--pool', table);
    expect(filesOf(join(cwd, 'selection'))).toEqual(before);
    expect(before[0]).toContain('"files_counted": "all"');
    // With all else in the plan as it was.
    inFile(join(cwd, 'plan.yaml'), (text) => text.replace('path: tasks', `path: ${table}`));
    works(cwd, 'select', '-q');
    expect(filesOf(join(cwd, 'selection'))[2]).toBe(before[2]);
    const [was, is] = [before, filesOf(join(cwd, 'selection'))].map(([json = '']) => JSON.parse(json) as Manifest);
    expect(is?.benchmarks).toEqual(was?.benchmarks.map((each) => ({ ...each, source: table })));
  });

  it('serve the other commands as well', () => {
    const cwd = lamps();
    works(cwd, 'pool', '-o', 't.jsonl');
    rmSync(join(cwd, 'tasks'), { recursive: true });
    for (const args of [
      ['explain', 'kite-004'],
      ['assess', 'balance', '--draws', '5'],
      ['export', 'plan.yaml', '--to', 'ids', '--out', 'ids'],
      ['report', '--html', 'page.html'],
    ])
      works(cwd, ...args, '--pool', 't.jsonl');
    expect(works(cwd, 'inspect', 't.jsonl')).toContain('Winnow pool table');
  });

  it('get the results of earlier runs from where the plan names them', () => {
    const cwd = lamps();
    writeFileSync(join(cwd, 'earlier.csv'), 'task_id,config,reward\nkite-004,x,1\ntoy/wind-mill,x,0\n');
    inFile(join(cwd, 'plan.yaml'), (text) => `${text}    prior: { path: earlier.csv }\n`);
    works(cwd, 'select', '-q');
    works(cwd, 'pool', '-o', 't.jsonl');
    expect(readFileSync(join(cwd, 't.jsonl'), 'utf8')).not.toContain('prior_rate');
    rmSync(join(cwd, 'tasks'), { recursive: true });
    expect(check(cwd, 't.jsonl')).toMatchObject({ code: 0, document: { differences: [] } });
    inFile(join(cwd, 'earlier.csv'), (text) => text.replace('x,1', 'x,0.5'));
    expect(check(cwd, 't.jsonl').code).toBe(1);
  });

  it('are told apart from the folders when a row was edited, a file changed or a row is missing', () => {
    const cwd = lamps();
    works(cwd, 'pool', '-o', 't.jsonl');
    const whole = readFileSync(join(cwd, 't.jsonl'), 'utf8');
    const edited = (change: (text: string) => string) => {
      writeFileSync(join(cwd, 't.jsonl'), whole);
      inFile(join(cwd, 't.jsonl'), change);
      const { code, document } = check(cwd, 't.jsonl');
      expect({ code, ok: document.ok }).toEqual({ code: 1, ok: false });
      return document.differences.map(({ message }) => message).join('\n');
    };
    expect(edited((text) => text.replace('"weight":-2.5', '"weight":-2'))).toContain('kite-004');
    expect(edited((text) => text.replace(/("instruction.md":)"[0-9a-f]+"/, '$1"000000000000"'))).toContain(
      'instruction.md',
    );
    expect(edited((text) => text.replace(/\n.*\n$/, '\n'))).toContain('toy/wind-mill');
    expect(faultsOf(cwd, 'check', '--pool', 'plan.yaml')).toContain('plan.yaml: cannot be read as a pool table: ');
    writeFileSync(join(cwd, 't.jsonl'), whole.replace(/\n.*\n$/, '\n'));
    expect(works(cwd, 'select', '--verbose', '--dry-run', '--pool', 't.jsonl')).toContain(
      't.jsonl: the table was written with 3 tasks of this benchmark, but now has 2.',
    );
  });

  it('are refused where the plan has changed how they are read', () => {
    const cwd = lamps();
    works(cwd, 'pool', '-o', 't.csv');
    inFile(join(cwd, 'plan.yaml'), (text) => text.replace('{category}-{rest}', '{rest}-{category}'));
    const message = 'benchmark "lamps": the pool table was made with a different setting for source.derive.';
    expect(faultsOf(cwd, 'select', '--pool', 't.csv')).toContain(message);
    inFile(join(cwd, 'plan.yaml'), (text) => text.replace('path: tasks', 'path: t.csv'));
    expect(faultsOf(cwd, 'select')).toContain(message);
    // A condition can be asked of the table as well.
    const narrow = plan.replace('path: tasks', 'path: t.csv').replace(', toy/wind-mill', '');
    writeFileSync(join(cwd, 'plan.yaml'), narrow);
    works(cwd, 'select', '-q');
    const manifest = JSON.parse(readFileSync(join(cwd, 'selection/selection.json'), 'utf8')) as Manifest;
    expect(manifest.benchmarks[0]).toMatchObject({ available: 2 });
  });

  it('overwrite no other file and no input, and are not written among the tasks', () => {
    const cwd = lamps();
    writeFileSync(join(cwd, 'mine.csv'), 'id,a\n1,2\n');
    expect(faultsOf(cwd, 'pool', '-o', 'mine.csv')).toContain(
      'mine.csv: the file is not a table written by "winnow pool"',
    );
    expect(faultsOf(cwd, 'pool', '-o', 'tasks/t.jsonl')).toContain('the next run would find it among the tasks');
    expect(faultsOf(cwd, 'pool', '-o', 't.table')).toContain('Known formats: jsonl, csv, parquet.');
    expect(faultsOf(cwd, 'pool', '-o', 't.txt', '--format', 'csv')).toContain('as a list of tasks');
    works(cwd, 'pool', '-o', 't.table', '--format', 'csv');
    inFile(join(cwd, 'plan.yaml'), (text) => text.replace('path: tasks', 'path: t.table'));
    expect(faultsOf(cwd, 'pool', '-o', 't.table', '--format', 'csv')).toContain(
      't.table: the file is an input of this command',
    );
    expect(faultsOf(cwd, 'select', '--pool', 'no.csv')).toContain('no.csv: cannot be read as a pool table: there is');
    expect(faultsOf(cwd, 'select', '--pool', 't.table', '--benchmarks', '.')).toContain(
      '--pool and --benchmarks both set',
    );
    expect(faultsOf(cwd, 'check', '--pool', 't.table', '--without-pool')).toContain(
      '--without-pool skips the pool, but --pool needs it',
    );
  });
});

it.runIf(inDepth(true, false))('checks a selection of 826 task folders without them', () => {
  const cwd = temporaryFolder();
  const root = join(cwd, 'benchmarks');
  mkdirSync(root);
  const lines = readFileSync(join(projectRoot, 'data/ccb/pool.jsonl'), 'utf8').trimEnd().split('\n');
  writeBenchmarkFolders(
    root,
    lines.map((line) => JSON.parse(line) as PoolLine),
  );
  works(cwd, 'select', 'ccb', '-q', '--benchmarks', root);
  const { bytes } = JSON.parse(works(cwd, 'pool', 'ccb', '-o', 't.jsonl', '--json', '-b', root)) as PoolDocument;
  expect(bytes).toBeLessThan(2_000_000);
  rmSync(root, { recursive: true });
  expect(check(cwd, 't.jsonl')).toMatchObject({ code: 0, document: { ok: true, differences: [], notes: [] } });
});

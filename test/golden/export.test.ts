import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { runnerNames } from '../../src/exports/runners/runners.js';
import { writeBenchmarkFolders } from '../support/benchmark-folders.mjs';
import { parquetOf } from '../support/parquet-of.js';
import { runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const made = suiteFolder();
beforeAll(() => expect(runWinnow(['select', '-q'], { cwd: made }).code).toBe(0));

/** A folder with the shipped selection. */
function workplace(): string {
  const cwd = temporaryFolder();
  cpSync(made, cwd, { recursive: true });
  return cwd;
}

const read = (cwd: string, file: string) => readFileSync(join(cwd, file), 'utf8');
const pro = ['--benchmark', 'ccb_swebenchpro'];

interface Named {
  readonly task_id: string;
  readonly benchmark: string;
}

function tasksIn(cwd: string): readonly Named[] {
  return JSON.parse(read(cwd, 'selection/selection.json')).tasks;
}

function idsIn(cwd: string): string[] {
  return tasksIn(cwd)
    .filter(({ benchmark }) => benchmark === 'ccb_swebenchpro')
    .map(({ task_id: id }) => id);
}

describe('winnow export', () => {
  it('names every runner in its help', () => {
    const help = runWinnow(['export', '--help']).stdout;
    expect(
      runnerNames.filter((name) => !new RegExp(`[ ,\\n]${name}[,.\\n]`).test(help.replaceAll(/\n +/g, ' '))),
    ).toEqual([]);
  });

  it('refuses a selection whose tasks were edited by hand, even without a contradiction', () => {
    const cwd = workplace();
    const file = join(cwd, 'selection/selection.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const { tasks, task_hashes: pools } = manifest;
    const selected = new Set(idsIn(cwd));
    // Another task of the pool, in its place by id.
    const at = tasks.findIndex(({ benchmark }: Named) => benchmark === 'ccb_swebenchpro');
    tasks[at].task_id = Object.keys(pools.ccb_swebenchpro).find((id) => !selected.has(id));
    tasks.sort((a: Named, b: Named) => (`${a.benchmark}\0${a.task_id}` < `${b.benchmark}\0${b.task_id}` ? -1 : 1));
    writeFileSync(file, JSON.stringify(manifest));
    const { code, stderr } = runWinnow(['export', 'selection', '--to', 'ids', '--out', 'out'], { cwd });
    expect({ code, isThere: existsSync(join(cwd, 'out')) }).toEqual({ code: 2, isThere: false });
    expect(stderr).toContain('the list of tasks was edited after Winnow wrote it');
    // A refresh would keep the task.
    expect(runWinnow(['refresh', 'selection'], { cwd }).stderr).toContain('the list of tasks was edited');
  });

  it('writes the list, the page and the provenance, and says so', () => {
    const cwd = workplace();
    const { code, stdout, stderr } = runWinnow(['export', 'selection', '--to', 'ids', '--out', 'out', ...pro], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(read(cwd, 'out/ids.txt').trimEnd().split('\n')).toEqual(idsIn(cwd));
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['README.md', 'ids.txt', 'provenance.json']);
    expect(stdout).toMatch(/^ccb: 36 tasks for any runner \(list of ids\)/);
    expect(stdout).toContain('Not in this export: 57 selected tasks');
    expect(read(cwd, 'out/README.md')).toContain('57 of the 93 selected tasks are not in this export.');
  });

  it('names the run after the tasks that are in it', () => {
    const cwd = workplace();
    const idOf = (...more: string[]) => {
      const args = ['export', 'selection', '--to', 'csv', '--out', 'out', '--json', ...more];
      return (JSON.parse(runWinnow(args, { cwd }).stdout) as { run_id: string }).run_id;
    };
    const ids = [idOf(), idOf(...pro), idOf('--benchmark', 'ccb_tac')];
    expect(new Set(ids).size).toBe(3);
    expect(idOf(...pro)).toBe(ids[1]);
  });

  it('replaces an untouched export of its own and takes away what the new one does not have', () => {
    const cwd = workplace();
    const rows = idsIn(cwd).map((id) => JSON.stringify({ instance_id: id, problem_statement: 'p', base_commit: 'c' }));
    writeFileSync(join(cwd, 'rows.jsonl'), rows.join('\n'));
    const args = ['export', 'selection', '--to', 'swe-agent', '--out', 'out', ...pro];
    expect(runWinnow([...args, '--dataset', 'rows.jsonl'], { cwd }).code).toBe(0);
    expect(readdirSync(join(cwd, 'out'))).toContain('instances.json');
    expect(runWinnow(args, { cwd }).code).toBe(0);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['README.md', 'check.py', 'filter.txt', 'provenance.json']);
  });

  it.each([
    [
      'another file',
      (out: string) => writeFileSync(join(out, 'mine.txt'), 'mine'),
      /mine\.txt: the file is not part of the export/,
    ],
    [
      'a changed file',
      (out: string) => writeFileSync(join(out, 'ids.txt'), 'mine'),
      /ids\.txt: the file changed after/,
    ],
    ['a folder', (out: string) => mkdirSync(join(out, 'mine')), /mine: the file is not part of the export/],
    ['a broken provenance', (out: string) => writeFileSync(join(out, 'provenance.json'), '{'), /contains other files/],
  ])('does not touch a folder that contains %s', (_, change, message) => {
    const cwd = workplace();
    const args = ['export', 'selection', '--to', 'ids', '--out', 'out'];
    expect(runWinnow(args, { cwd }).code).toBe(0);
    change(join(cwd, 'out'));
    const before = read(cwd, 'out/ids.txt');
    const { code, stderr } = runWinnow([...args, '--limit', '3'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(read(cwd, 'out/ids.txt')).toBe(before);
  });

  it('does not touch a folder that contains another runner’s export, or anything else', () => {
    const cwd = workplace();
    expect(runWinnow(['export', 'selection', '--to', 'ids', '--out', 'out'], { cwd }).code).toBe(0);
    expect(runWinnow(['export', 'selection', '--to', 'csv', '--out', 'out'], { cwd }).stderr).toContain(
      'contains an export for ids, not for csv',
    );
    const { code, stderr } = runWinnow(['export', 'selection', '--to', 'csv', '--out', '.'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('.: the folder contains other files (out, selection)');
  });

  it('filters rows of JSON, JSON lines, CSV and Parquet alike, links included', async () => {
    const cwd = workplace();
    const ids = [...idsIn(cwd), 'another'];
    const row = (id: string) => ({ instance_id: id, problem_statement: 'a, "b"', base_commit: 'c' });
    const rows = ids.map(row);
    writeFileSync(join(cwd, 'rows.json'), JSON.stringify(rows));
    writeFileSync(join(cwd, 'rows.jsonl'), rows.map((each) => JSON.stringify(each)).join('\n'));
    writeFileSync(
      join(cwd, 'by-id.json'),
      JSON.stringify(Object.fromEntries(rows.map((each) => [each.instance_id, each]))),
    );
    writeFileSync(
      join(cwd, 'rows.csv'),
      `instance_id,problem_statement,base_commit\n${ids.map((id) => `${id},"a, ""b""",c\n`).join('')}`,
    );
    writeFileSync(join(cwd, 'rows.parquet'), await parquetOf(rows));
    symlinkSync('rows.json', join(cwd, 'link.json'));
    const outputs = ['rows.json', 'rows.jsonl', 'by-id.json', 'rows.csv', 'rows.parquet', 'link.json'].map((file) => {
      const out = `out-${file}`;
      const { code, stderr } = runWinnow(
        ['export', 'selection', '--to', 'swe-bench', '--dataset', file, '--out', out],
        { cwd },
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return read(cwd, `${out}/dataset.jsonl`);
    });
    expect(new Set(outputs).size).toBe(1);
    expect(outputs[0]?.trimEnd().split('\n')).toHaveLength(36);
  });

  it('reports unreadable rows by line', () => {
    const cwd = workplace();
    writeFileSync(join(cwd, 'rows.jsonl'), '{"instance_id":"a"}\nnonsense\n[1]\n');
    const { code, stdout } = runWinnow(
      ['export', 'selection', '--to', 'swe-bench', '--dataset', 'rows.jsonl', '--out', 'out', '--json'],
      { cwd },
    );
    expect(code).toBe(2);
    const { error } = JSON.parse(stdout) as { error: { kind: string; faults: { place: unknown }[] } };
    expect(error.kind).toBe('ExportError');
    expect(error.faults.map(({ place }) => place)).toEqual([
      { file: 'rows.jsonl', line: 2 },
      { file: 'rows.jsonl', line: 3 },
    ]);
  });

  it('writes a folder a runner for several, one page and one provenance for the lot', () => {
    const cwd = workplace();
    const to = 'ids,csv,mini-swe-agent:ccb_swebenchpro';
    const args = ['export', 'selection', '--to', to, '--out', 'out', '--model', 'm'];
    const { code, stdout, stderr } = runWinnow(args, { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('out/mini-swe-agent: 36 tasks for mini-SWE-agent');
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual([
      'README.md',
      'csv',
      'ids',
      'mini-swe-agent',
      'provenance.json',
    ]);
    const provenance = JSON.parse(read(cwd, 'out/provenance.json'));
    expect(provenance).toMatchObject({ runner: 'several', selected: 93, not_in_export: 0 });
    expect(Object.keys(provenance.files)).toContain('mini-swe-agent/check.py');
    const page = read(cwd, 'out/README.md');
    expect(page).toContain('python out/mini-swe-agent/check.py "$SUBSET"');
    expect(page).toContain('mini-extra swebench');
    expect(runWinnow(args, { cwd }).code).toBe(0);
    writeFileSync(join(cwd, 'out/ids/ids.txt'), 'mine');
    expect(runWinnow(args, { cwd }).stderr).toMatch(/out\/ids\/ids\.txt: the file changed after/);
  });

  it('exports to every runner that it can, and explains why it skips the rest', () => {
    const cwd = workplace();
    const { code, stdout } = runWinnow(['export', 'selection', '--to', 'all', '--out', 'out', '--json'], { cwd });
    const { exports, skipped, uncovered } = JSON.parse(stdout);
    expect([code, uncovered]).toEqual([0, []]);
    expect(exports.map(({ runner }: { runner: string }) => runner)).toEqual([
      'ids',
      'csv',
      'parquet',
      'codecontextbench',
    ]);
    expect(skipped.map(({ runner }: { runner: string }) => runner)).toContain('harbor');
    const named = runWinnow(['export', 'selection', '--to', 'ids,inspect,harbor', '--out', 'two'], { cwd });
    expect(named.code).toBe(2);
    expect(named.stderr).toMatch(/error: inspect: the selection has tasks from 7 benchmarks/);
    expect(named.stderr).toMatch(/error: harbor: the location of the task folders .* is unknown/);
    const lost = runWinnow(['export', 'selection', '--to', 'ids,csv', '--split', 'dev', '--out', 'two'], { cwd });
    expect(lost.stderr).toContain('none of the runners uses --split');
  });

  it('exports tasks from a table to Inspect without taking its folder for task folders', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'tasks.csv'), 'id,repo\na,x\nb,x\nc,y\n');
    writeFileSync(join(cwd, 'plan.yaml'), 'tasks: tasks.csv\ntake: 2\nseed: 1\n');
    expect(runWinnow(['select', '--quiet'], { cwd }).code).toBe(0);
    const args = ['export', 'selection', '--to', 'inspect', '--task', 'own.py@task', '--out', 'run'];
    const { code, stdout } = runWinnow(args, { cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining('inspect eval own.py@task')]);
  });

  it('checks that the task folders exist, unless told not to', () => {
    const cwd = workplace();
    const args = ['export', 'selection', '--to', 'harbor', '--path', 'pool', '--benchmark', 'ccb_tac', '--out', 'out'];
    expect(runWinnow(args, { cwd }).stderr).toContain('8 selected tasks have no folder with a task.toml below "pool"');
    for (const { task_dir: folder } of JSON.parse(read(cwd, 'selection/selection.json')).tasks) {
      if (folder === null) continue;
      mkdirSync(join(cwd, 'pool', folder, 'tests'), { recursive: true });
      for (const name of ['task.toml', 'instruction.md', 'tests/test.sh'])
        writeFileSync(join(cwd, 'pool', folder, name), '');
    }
    expect(runWinnow(args, { cwd }).code).toBe(0);
    expect(JSON.parse(read(cwd, 'out/job.json')).tasks[0]).toEqual({ path: 'pool/ccb_tac/tac-find-in-codebase-1' });
    expect(runWinnow([...args.slice(0, -1), 'other', '--path', 'elsewhere', '--no-check'], { cwd }).code).toBe(0);
  });
});

describe('winnow export --to harbor of the shipped plan', () => {
  const folders = suiteFolder();
  beforeAll(() => {
    const selected = new Set(tasksIn(made).map(({ benchmark, task_id: id }) => `${benchmark}/${id}`));
    const pool = readFileSync(new URL('../../data/ccb/pool.jsonl', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ benchmark, id }) => selected.has(`${benchmark}/${id}`));
    writeBenchmarkFolders(join(folders, 'older'), pool, { names: 'older', runnable: true });
    writeBenchmarkFolders(join(folders, 'named'), pool, { runnable: true, named: true });
  });

  const exported = (...more: string[]) => {
    const cwd = workplace();
    const run = runWinnow(['export', 'selection', '--to', 'harbor', '--out', 'out', '--json', ...more], { cwd });
    return { cwd, code: run.code, document: JSON.parse(run.stdout) };
  };

  it('finds the folders by their older names, and lists the tasks that Harbor rejects', () => {
    const { code, document } = exported('--path', join(folders, 'older'));
    expect(code).toBe(2);
    expect(document.error.faults).toHaveLength(1);
    expect(document.error.faults[0]).toMatchObject({
      code: 'export/refused',
      message: expect.stringMatching(
        /^Harbor 0\.24 would reject 60 of 85 tasks .*: \[task\] has no name \(.*and 55 more\)\.$/,
      ),
      hint: expect.stringContaining('--copy-as OWNER'),
    });
  });

  it('takes those that have a name as they are', () => {
    const { code, cwd, document } = exported('--path', join(folders, 'named'));
    expect([code, document.tasks.length, document.left_out.length]).toEqual([0, 85, 8]);
    expect(document.runner_version).toBe('0.24');
    const { tasks } = JSON.parse(read(cwd, 'out/provenance.json')) as { tasks: { digest?: string }[] };
    expect(tasks.every(({ digest }) => /^sha256:[0-9a-f]{64}$/.test(digest ?? ''))).toBe(true);
    const tac = ['--path', join(folders, 'named'), '--benchmark', 'ccb_tac', '--copy-as', 'mine'];
    expect(exported(...tac).document.notes.join(' ')).not.toContain('added a name');
  });

  it('copies those that have none and writes it, once more into the same folder', () => {
    const more = ['--path', join(folders, 'older', 'tac_mcp_value'), '--benchmark', 'ccb_tac', '--copy-as', 'mine'];
    const { code, cwd, document } = exported(...more);
    expect(code).toBe(0);
    expect(document.notes.join(' ')).toContain('added a name to 8 of them');
    const [task] = JSON.parse(read(cwd, 'out/job.json')).tasks;
    expect(task).toEqual({ path: 'out/tasks/tac-find-in-codebase-1' });
    expect(read(cwd, `${task.path}/task.toml`)).toContain('[task]\nname = "mine/tac-find-in-codebase-1"\nid = ');
    expect(read(cwd, 'out/tasks/dataset.toml').match(/digest = "sha256:[0-9a-f]{64}"/g)).toHaveLength(8);
    const again = ['export', 'selection', '--to', 'harbor', '--out', 'out', ...more, '--limit', '3'];
    expect(runWinnow(again, { cwd }).code).toBe(0);
    expect(readdirSync(join(cwd, 'out', 'tasks'))).toHaveLength(4);
    writeFileSync(join(cwd, task.path, 'notes.txt'), '');
    expect(runWinnow(again, { cwd }).stderr).toMatch(/notes\.txt: the file is not part of the export/);
  });
});

describe('winnow export of a custom plan', () => {
  it('finds the tasks where the plan’s sources are, without --path', () => {
    const cwd = temporaryFolder();
    for (const id of ['t1', 't2']) {
      mkdirSync(join(cwd, 'pool', id, 'tests'), { recursive: true });
      writeFileSync(join(cwd, 'pool', id, 'task.toml'), '[metadata]\ncategory = "fix"\n');
      for (const name of ['instruction.md', 'tests/test.sh']) writeFileSync(join(cwd, 'pool', id, name), 'x\n');
    }
    mkdirSync(join(cwd, 'plans'));
    writeFileSync(
      join(cwd, 'plans', 'p.yaml'),
      `name: p
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { constant: 1 } } }
benchmarks: { mine: { source: { path: ../pool }, select: { take: all, prefer: [id asc] } } }
`,
    );
    expect(runWinnow(['select', 'plans/p.yaml', '--out', 'plans/sel', '-q'], { cwd })).toMatchObject({ code: 0 });
    const pathsFor = (...more: string[]) => {
      expect(runWinnow(['export', 'plans/sel', '--to', 'harbor', '--out', 'out', ...more], { cwd }).stderr).toBe('');
      return JSON.parse(read(cwd, 'out/job.json')).tasks.map(({ path }: { path: string }) => path);
    };
    expect(pathsFor()).toEqual(['pool/t1', 'pool/t2']);
    expect(pathsFor('--path', 'pool')).toEqual(['pool/t1', 'pool/t2']);
    expect(pathsFor('--path', join(cwd, 'pool'))).toEqual([join(cwd, 'pool/t1'), join(cwd, 'pool/t2')]);
  });
});

describe('winnow export of tasks behind links', () => {
  const plan = `name: p
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { constant: 1 } } }
benchmarks: { mine: { source: { path: pool }, select: { take: all } } }
`;
  const runnable = (folder: string) => {
    mkdirSync(join(folder, 'tests'), { recursive: true });
    writeFileSync(join(folder, 'task.toml'), '[task]\nname = "me/x"\n');
    for (const name of ['instruction.md', 'tests/test.sh']) writeFileSync(join(folder, name), 'x\n');
  };
  const keyOf = (folder: string) => join(folder, 'tests', 'id_ed25519');
  const [key, reason] = [
    'PRIVATE KEY',
    /part of the path is a link|a link; Winnow does not follow links|cannot be read/,
  ];

  /** A selection of one task, after which parts of its path, or of the task, became links to a folder with a key. */
  function linked(...parts: readonly string[]): string {
    const [cwd, elsewhere] = [temporaryFolder(), temporaryFolder()];
    runnable(join(cwd, 'pool/deep/task'));
    writeFileSync(join(cwd, 'plan.yaml'), plan);
    expect(runWinnow(['select', '-q'], { cwd })).toMatchObject({ code: 0 });
    for (const [i, part] of parts.entries()) {
      const target = join(elsewhere, String(i));
      renameSync(join(cwd, part), target);
      symlinkSync(target, join(cwd, part));
    }
    return cwd;
  }

  it.each([
    ['the folder of the pool', ['pool']],
    ['the parent folder', ['pool/deep']],
    ['the task itself', ['pool/deep/task']],
    ['a folder in the task', ['pool/deep/task/tests']],
    ['its task.toml', ['pool/deep/task/task.toml']],
    ['a file in it', ['pool/deep/task/tests/test.sh']],
  ])('copies nothing through a link: %s', (_, parts) => {
    const cwd = linked(...parts);
    if (statSync(join(cwd, 'pool/deep/task/tests')).isDirectory())
      writeFileSync(keyOf(join(cwd, 'pool/deep/task')), key);
    for (const more of [
      ['--copy-as', 'mine'],
      ['--copy-as', 'mine', '--no-check'],
      ['--copy-as', 'mine', '--path', '.'],
    ]) {
      const run = runWinnow(['export', 'selection', '--to', 'harbor', '--out', 'out', ...more], { cwd });
      expect({ more, code: run.code, stderr: run.stderr }).toEqual({
        more,
        code: 2,
        stderr: expect.stringMatching(reason),
      });
      expect(existsSync(join(cwd, 'out'))).toBe(false);
    }
  });

  it('reads no digest through a linked parent folder', () => {
    const cwd = linked('pool/deep');
    const run = runWinnow(['export', 'selection', '--to', 'harbor', '--out', 'out'], { cwd });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 2, stderr: expect.stringMatching(reason) });
  });

  it('follows the one link that is named with --path', () => {
    const cwd = linked('pool');
    const args = ['export', 'selection', '--to', 'harbor', '--out', 'out', '--copy-as', 'mine', '--path', 'pool'];
    expect(runWinnow(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(read(cwd, 'out/tasks/task/instruction.md')).toBe('x\n');
  });
});

describe('winnow estimate --every-eval-ever', () => {
  it('writes a record for each system, with the given time', () => {
    const cwd = temporaryFolder();
    const results = fileURLToPath(new URL('../../examples/outcomes/mcp-paired.csv', import.meta.url));
    const args = ['estimate', 'ccb', results, '--every-eval-ever', 'records', '--organisation', 'me'];
    expect(runWinnow(args, { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining('--retrieved') });
    const { code, stdout } = runWinnow([...args, '--retrieved', '1750000000', '--json'], { cwd });
    const { configurations } = JSON.parse(stdout);
    const files = readdirSync(join(cwd, 'records'), { recursive: true, encoding: 'utf8' });
    expect([code, files.filter((file) => file.endsWith('.json')).length]).toEqual([0, configurations.length]);
  });
});

describe('winnow status', () => {
  const results = (cwd: string, lines: readonly string[]) => {
    writeFileSync(join(cwd, 'results.csv'), `task_id,config,reward,status,cost_usd,duration_s\n${lines.join('\n')}\n`);
  };

  it('counts, forecasts, says what a budget pays for and exports the rest', () => {
    const cwd = workplace();
    const ids = idsIn(cwd);
    results(cwd, [
      ...ids.slice(0, 20).map((id, i) => `${id},base,1,passed,${1 + (i % 3)},60`),
      `${ids[20]},base,,errored,1,5`,
    ]);
    const args = ['status', 'selection', 'results.csv', '--budget', '20'];
    const { code, stdout } = runWinnow([...args, '--missing', '--to', 'ids', '--out', 'rest', '--json'], { cwd });
    expect(code).toBe(0);
    const { configurations, export: made } = JSON.parse(stdout);
    expect(configurations[0]).toMatchObject({
      name: 'base',
      done: 20,
      short: 0,
      errored: 1,
      missing: 72,
      runs_left: 73,
    });
    expect(configurations[0].cost_usd).toMatchObject({ spent: 40, runs: 21 });
    const { tasks } = configurations[0].budget;
    expect(made.tasks).toHaveLength(tasks);
    const exported = new Set(read(cwd, 'rest/ids.txt').trimEnd().split('\n'));
    const first = configurations[0].open.slice(0, tasks).map(({ task_id: id }: { task_id: string }) => id);
    expect(exported).toEqual(new Set(first));
    expect(runWinnow(args, { cwd }).stdout).toMatch(/cost: about \$\d+ \(\$\d+ to \$\d+\), based on 21 runs/);
  });

  it('says straight away when nothing is left, and exports for the only configuration that lacks a task', () => {
    const cwd = workplace();
    const [last, ...ids] = tasksIn(cwd).map(({ task_id: id }) => id);
    const rows = (name: string) => ids.map((id) => `${id},${name},1,passed,,`);
    const args = ['status', 'selection', 'results.csv', '--missing', '--to', 'ids', '--out', 'rest'];
    results(cwd, [...rows('one'), ...rows('two')]);
    const both = [...args.slice(0, -1), 'both', '--run-id', 'mine'];
    expect(runWinnow(both, { cwd })).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['one', 'two'])
      expect(read(cwd, `both/${name}/provenance.json`)).toContain(`"run_id": "mine-${name}"`);
    results(cwd, [...rows('one'), ...rows('two'), `${last},two,1,passed,,`]);
    expect(runWinnow(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(read(cwd, 'rest/ids.txt').trimEnd()).toBe(last);
    results(
      cwd,
      ['one', 'two'].flatMap((name) => [...rows(name), `${last},${name},1,passed,,`]),
    );
    const done = runWinnow([...args, '--cost-per-run', '1'], { cwd });
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing is left to export.') });
  });

  it('shows an unknown cost, not zero, if the results do not give it', () => {
    const cwd = workplace();
    const ids = idsIn(cwd);
    const args = ['status', 'selection', 'results.csv', '--cost-per-run', '1'];
    results(
      cwd,
      ids.slice(0, 20).map((id) => `${id},base,1,passed,,`),
    );
    expect(runWinnow(args, { cwd }).stdout).toContain("the results don't give the cost of the 20 runs so far");
    results(
      cwd,
      ids.slice(0, 20).map((id, i) => `${id},base,1,passed,${i < 5 ? '$2.00' : ''},`),
    );
    expect(runWinnow(args, { cwd }).stdout).toContain('$10 so far, from the 5 of 20 runs with a cost');
  });

  it('exports the rest of each arm of a paired study into its own folder, and groups errors by message', () => {
    const cwd = workplace();
    const ids = tasksIn(cwd).map(({ task_id: id }) => id);
    const [done, pulled, slow] = [ids.slice(0, 50), ids.slice(50, 88), ids.slice(88, 90)];
    const pull = (id: string, i: number) =>
      `${id},with search,,errored,,,pull of registry.example/tasks/${id}:${i} failed`;
    const header = 'task_id,config,reward,status,cost_usd,duration_s,error';
    const rows = [
      ...done.flatMap((id) => [`${id},baseline,1,,,,`, `${id},with search,0,,,,`]),
      ...pulled.flatMap((id, i) => [`${id},baseline,1,,,,`, pull(id, i)]),
      ...slow.map((id) => `${id},with search,,errored,,,timed out after 3600 s`),
    ];
    writeFileSync(join(cwd, 'results.csv'), `${header}\n${rows.join('\n')}\n`);
    const args = ['status', 'selection', 'results.csv', '--missing', '--to', 'ids', '--out', 'rest'];
    const { code, stdout, stderr } = runWinnow([...args, '--json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const listed = (arm: string) => new Set(read(cwd, `rest/${arm}/ids.txt`).trimEnd().split('\n'));
    expect(listed('baseline')).toEqual(new Set(ids.slice(88)));
    expect(listed('with-search')).toEqual(new Set(ids.slice(50)));
    const document = JSON.parse(stdout);
    expect(document.export).toBeNull();
    expect(document.exports).toMatchObject([
      { configuration: 'baseline', export: { tasks: { length: ids.length - 88 } } },
      { configuration: 'with search', export: { tasks: { length: ids.length - 50 } } },
    ]);
    expect(document.configurations[1].errors).toEqual([
      { message: 'pull of … failed', runs: 38, tasks: 38, example: expect.stringContaining('registry.example/tasks/') },
      { message: 'timed out after … s', runs: 2, tasks: 2, example: 'timed out after 3600 s' },
    ]);
    const printed = runWinnow(args, { cwd }).stdout;
    expect(printed).toMatch(/38 × pull of … failed\n.*2 × timed out after … s\n/);
    expect(printed).not.toContain('registry.example');
    // One arm by itself goes where it is told to.
    const one = [...args.slice(0, -1), 'one', '--configuration', 'baseline'];
    expect(runWinnow(one, { cwd }).code).toBe(0);
    expect(new Set(read(cwd, 'one/ids.txt').trimEnd().split('\n'))).toEqual(listed('baseline'));
  });
});

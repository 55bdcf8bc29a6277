import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ExportError, type Fault } from '../../src/core/model/errors.js';
import type { Row, RowFile } from '../../src/core/model/row-file.js';
import { exportSummary } from '../../src/exports/export-summary.js';
import { type ExportRequest, makeExport } from '../../src/exports/make-export.js';
import { readRows } from '../../src/files/tables/read-rows.js';
import { parquetBytes } from '../../src/files/tables/write-parquet.js';
import { evaluateFirst } from '../../src/results/formats/openhands.js';
import { manifestWith } from '../support/manifest-with.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { commandsIn, fileText } from './readers.js';

const mixed = manifestWith([
  { benchmark: 'swe', id: 'owner__repo-1', repo: 'owner/repo' },
  { benchmark: 'swe', id: 'owner__repo-12', repo: 'owner/repo' },
  { benchmark: 'docs', id: 'doc-1', taskDir: 'docs/doc-1', aliases: ['acme/doc-one'] },
]);

const request = (to: string, more: Partial<ExportRequest> = {}): ExportRequest => ({
  to,
  folder: 'out',
  generatedBy: 'test',
  tableBytes: parquetBytes,
  ...more,
});

const rowFile = (rows: readonly Row[], kind: RowFile['kind'] = 'json-lines'): RowFile => ({
  file: 'rows.jsonl',
  kind,
  sha256: 'f00',
  rows,
});

const swe = rowFile(
  ['owner__repo-1', 'owner__repo-12', 'owner__repo-3'].map((id) => ({
    instance_id: id,
    patch: `line\u2028separator ${id}`,
    image: 'i',
    log_parser: 'l',
    eval_type: 'e',
    eval_script: 's',
    problem_statement: 'It breaks.',
    base_commit: 'c0ffee',
  })),
);

async function faultsOf(...args: Parameters<typeof makeExport>): Promise<readonly Fault[]> {
  try {
    await makeExport(...args);
  } catch (error) {
    if (error instanceof ExportError) return error.faults;
    throw error;
  }
  throw new Error('it was exported');
}

const codesOf = async (...args: Parameters<typeof makeExport>) => (await faultsOf(...args)).map(({ code }) => code);

describe('tasks of another benchmark', () => {
  it('are listed where the data set does not have them', async () => {
    const made = await makeExport(mixed, request('swe-bench', { dataset: swe }));
    expect(made.tasks.map(({ name }) => name)).toEqual(['owner__repo-1', 'owner__repo-12']);
    expect(made.leftOut.map(({ task, reason }) => [task.id, reason])).toEqual([
      ['doc-1', 'rows.jsonl has no tasks from "docs"'],
    ]);
    expect(fileText(made, 'README.md')).toContain('| docs | doc-1 | rows.jsonl has no tasks from "docs" |');
    expect(JSON.parse(fileText(made, 'provenance.json')).left_out).toHaveLength(1);
  });

  it('must be named where nothing tells whose ids are meant', async () => {
    expect(await codesOf(mixed, request('mini-swe-agent'))).toEqual(['export/which-benchmark']);
    const made = await makeExport(mixed, request('mini-swe-agent', { benchmarks: ['swe'] }));
    expect([made.tasks.length, made.leftOut.length]).toEqual([2, 1]);
    expect((await faultsOf(mixed, request('ids', { benchmarks: ['sew'] })))[0]?.message).toMatch(
      /no benchmark "sew".*"swe"/,
    );
  });

  it('that a runner cannot run are not proposed, and the reason is theirs', async () => {
    const manifest = manifestWith([
      { id: 'row', benchmark: 'table', taskDir: '.' },
      { id: 'x', benchmark: 'exercises', taskDir: '../far/exercises/go/x' },
      { id: 'a', benchmark: 'tb', taskDir: '../far/one/a' },
      { id: 'b', benchmark: 'tb', taskDir: '../far/two/b' },
    ]);
    const files = ['far/exercises/go/x/.meta/config.json', 'far/one/a/task.yaml', 'far/two/b/task.yaml'];
    const isThere = (path: string) => files.some((file) => `../${file}` === path.replace(/^\.\//, ''));
    const isFolder = (path: string) => files.some((file) => `../${file}`.startsWith(`${path.replace(/^\.\//, '')}/`));
    const looking = (path: string, benchmarks?: readonly string[]) =>
      request('terminal-bench', { settings: { path }, benchmarks, hasFile: isThere, hasFolder: isFolder });
    const told = async (...given: Parameters<typeof looking>) =>
      (await faultsOf(manifest, looking(...given))).map(({ message, hint }) => `${message} ${hint}`);
    const [which, outside] = await told('.');
    expect(which).toContain('Choose one with --benchmark tb.');
    expect(outside).toMatch(
      /^the folders of 2 tasks are outside .*\(--path \.\.\/far\), or run the command in a folder above/,
    );
    const polyglot =
      /^Terminal-Bench 1 cannot run any of the tasks, such as "[^"]+"\. Reason: no task\.yaml in the folder \(an exercise of the polyglot benchmark\)\. To export any task, use --to ids, csv or parquet\.$/;
    for (const path of ['.', '../far', '../far/exercises']) {
      expect(await told(path, ['exercises'])).toEqual([expect.stringMatching(polyglot)]);
    }
    expect(await told('.', ['table'])).toEqual([
      expect.stringMatching(/: from a table, not a folder with a task\.yaml\. Select from task folders/),
    ]);
    expect(await told('../far', ['tb'])).toEqual([
      expect.stringMatching(/are in 2 folders .* Export each folder separately with --path\. Or make each/),
    ]);
    const one = await makeExport(manifest, looking('../far/one', ['tb']));
    expect(one.tasks.map(({ name }) => name)).toEqual(['../far/one/a']);
    expect(one.leftOut.map(({ task, reason }) => `${task.id}: ${reason}`)).toContain(
      'b: in the folder "two", but --path names "one"',
    );
  });

  it('are listed where Harbor knows no folder of them', async () => {
    const made = await makeExport(mixed, request('harbor', { settings: { path: 'pool' } }));
    expect(made.tasks.map(({ name }) => name)).toEqual(['pool/docs/doc-1']);
    expect(made.leftOut).toHaveLength(2);
  });

  it('are listed where their folder is that of all tasks', async () => {
    const rows = ['.', './', '', 'x/..', undefined].map((taskDir, i) => ({ id: `row-${i}`, taskDir }));
    const manifest = manifestWith([...rows, { id: 'own', taskDir: 'own' }]);
    for (const [to, marker] of [
      ['harbor', 'task.toml'],
      ['terminal-bench', 'task.yaml'],
    ] as const) {
      const hasFile = (path: string) => path.startsWith('pool/own/');
      const made = await makeExport(manifest, request(to, { settings: { path: 'pool' }, hasFile }));
      expect(made.tasks.map(({ name }) => name)).toEqual(['pool/own']);
      expect(made.leftOut.map(({ task }) => task.id)).toEqual(rows.map(({ id }) => id));
      expect(new Set(made.leftOut.map(({ reason }) => reason))).toEqual(
        new Set([`from a table, not a folder with a ${marker}`]),
      );
    }
    const only = manifestWith(rows);
    expect(await codesOf(only, request('harbor', { settings: { path: 'pool' } }))).toEqual(['export/empty']);
    const named = await makeExport(only, request('terminal-bench', { settings: { datasetName: 'core==0.1.1' } }));
    expect(named.tasks.map(({ name }) => name)).toEqual(rows.map(({ id }) => id));
  });
});

describe('the form of the id', () => {
  it('is the data set’s own, whichever of the names that is', async () => {
    const manifest = manifestWith([{ id: 'repo-1', aliases: ['owner__repo-1'] }]);
    const made = await makeExport(manifest, request('inspect', { dataset: swe }));
    expect(made.tasks.map(({ name }) => name)).toEqual(['owner__repo-1']);
  });

  it('is the package’s for Harbor where that is asked for', async () => {
    const made = await makeExport(mixed, request('harbor', { settings: { form: 'package', ref: 'sha256:0a' } }));
    expect(JSON.parse(fileText(made, 'job.json')).tasks).toEqual([{ name: 'acme/doc-one', ref: 'sha256:0a' }]);
    expect(made.leftOut).toHaveLength(2);
    const old = request('harbor', { settings: { form: 'package', runnerVersion: '0.1.45' } });
    expect(await codesOf(mixed, old)).toEqual(['export/runner-version']);
  });
});

describe('an eval set of Inspect’s', () => {
  it('has every sample by the name of its task', async () => {
    const settings = { task: 'swe=inspect_evals/swe_bench,docs=own.py@write_docs', model: 'm' };
    const made = await makeExport(mixed, request('inspect', { settings }));
    expect(JSON.parse(fileText(made, 'eval_set.json'))).toEqual({
      tasks: ['inspect_evals/swe_bench', 'own.py@write_docs'],
      sample_id: ['write_docs:doc-1', 'swe_bench:owner__repo-1', 'swe_bench:owner__repo-12'],
      epochs: 1,
    });
    expect(made.leftOut).toEqual([]);
    const some = await makeExport(mixed, request('inspect', { settings: { task: 'swe=a/b' } }));
    expect([some.tasks.length, some.leftOut.length]).toEqual([2, 1]);
    const wrong = request('inspect', { settings: { task: 'swe=own.py,other=a/b' } });
    expect((await faultsOf(mixed, wrong)).map(({ message }) => message)).toEqual([
      '--task names "other", which the selection does not contain.',
      'the task to run in "own.py" is unclear.',
    ]);
  });
});

describe('a data set folder for Hugging Face', () => {
  it('keeps the types of columns, and says which became JSON', async () => {
    const rows = ['owner__repo-1', 'owner__repo-12'].map((id, i) => ({
      instance_id: id,
      FAIL_TO_PASS: i === 0 ? ['a', 'b'] : [],
      stars: i,
      share: i / 2,
      ok: i === 0,
      meta: { deep: i },
    }));
    const asked = request('hugging-face', { dataset: rowFile(rows) });
    const made = await makeExport(mixed, asked);
    const file = join(temporaryFolder(), 'test.parquet');
    writeFileSync(file, made.files[0]?.content ?? '');
    expect((await readRows(file)).rows.map((row) => ({ ...row, stars: Number(row['stars']) }))).toEqual(
      rows.map((row) => ({ ...row, meta: JSON.stringify(row.meta) })),
    );
    expect(made.notes.join()).toContain('lists of strings: meta.');
    expect(fileText(made, 'dataset/README.md')).toMatch(/^---\nconfigs:\n.*split: test\n {8}path: test\.parquet\n/s);
    expect(fileText(made, 'dataset/README.md')).toContain('## Permissible claims');
    expect(fileText(made, 'dataset/eval.yaml')).toContain('split: test');
    expect(await codesOf(mixed, request('hugging-face', { benchmarks: ['swe'] }))).toEqual(['export/needs-dataset']);
    const cases = rowFile(rows.map((row) => ({ ...row, Stars: 1 })));
    expect(await codesOf(mixed, request('hugging-face', { dataset: cases }))).toEqual(['export/dataset']);
  });
});

describe('bad input', () => {
  it('names every selected id that the data set lacks', async () => {
    const dataset = rowFile(swe.rows.slice(1));
    const [fault] = await faultsOf(mixed, request('swe-bench', { dataset }));
    expect(fault).toMatchObject({ code: 'export/not-in-dataset', place: { file: 'rows.jsonl' } });
    expect(fault?.message).toContain('1 selected task from "swe" is not in the dataset: "owner__repo-1"');
    const none = rowFile([{ instance_id: 'x' }]);
    expect(await codesOf(mixed, request('swe-bench', { dataset: none }))).toEqual(['export/not-in-dataset']);
  });

  it('refuses rows without an id and ids that stand twice, together', async () => {
    const dataset = rowFile([...swe.rows, { instance: 'x' }, ...swe.rows.slice(0, 1)]);
    expect(await codesOf(mixed, request('swe-bench', { dataset }))).toEqual([
      'export/dataset',
      'export/dataset-double',
    ]);
  });

  it('names the known versions for an unknown one', async () => {
    const [fault] = await faultsOf(mixed, request('swe-bench', { dataset: swe, settings: { runnerVersion: '3.0' } }));
    expect(fault?.message).toBe('--runner-version "3.0" is not supported for SWE-bench; expected 4 or 5.');
    expect(await codesOf(mixed, request('ids', { settings: { runnerVersion: '1' } }))).toEqual([
      'export/runner-version',
    ]);
  });

  it('refuses ids that become one after the runner’s own renaming', async () => {
    const digits = manifestWith([{ id: '7' }, { id: '007' }]);
    expect((await faultsOf(digits, request('inspect')))[0]).toMatchObject({
      code: 'export/collision',
      hint: 'Rename one of them at its source, or exclude it.',
    });
    const twins = manifestWith([
      { benchmark: 'one', id: 'Same', taskDir: 'one/Same' },
      { benchmark: 'two', id: 'Same', taskDir: 'two/Same' },
    ]);
    const folders = request('harbor', { settings: { path: 'pool' } });
    expect((await faultsOf(twins, folders))[0]?.message).toBe(
      'Harbor would use the same name, "Same", for "one/Same", "two/Same".',
    );
    expect((await faultsOf(twins, request('ids')))[0]?.hint).toMatch(
      /^Export the benchmarks separately with --benchmark/,
    );
    expect((await makeExport(twins, request('csv'))).tasks).toHaveLength(2);
    const images = manifestWith([{ id: 'a__b-1' }, { id: 'a_1776_b-1' }]);
    expect(await codesOf(images, request('swe-agent'))).toEqual(['export/collision']);
  });

  it('never lets a folder lead out of where the tasks lie', async () => {
    for (const taskDir of ['../../x', '/etc', 'a/../../../x', '..']) {
      const manifest = manifestWith([{ id: 'x', taskDir }]);
      expect(await codesOf(manifest, request('harbor', { settings: { path: 'pool' } }))).toEqual(['export/outside']);
    }
    const looked = request('harbor', {
      settings: { path: 'pool' },
      hasFile: (path) => path === '/etc/task.toml',
    });
    expect(await codesOf(manifestWith([{ id: 'x', taskDir: '/etc' }]), looked)).toEqual(['export/outside']);
    const beside = manifestWith([{ id: 'x', taskDir: '../tasks/x' }]);
    const absolute = request('harbor', { settings: { path: '/w/plans' }, here: '/w' });
    expect((await makeExport(beside, absolute)).tasks.map(({ name }) => name)).toEqual(['/w/tasks/x']);
    expect(await codesOf(beside, { ...absolute, here: '/w/plans' })).toEqual(['export/outside']);
    const made = await makeExport(beside, request('harbor', { settings: { path: 'plans' } }));
    expect(made.tasks.map(({ name }) => name)).toEqual(['tasks/x']);
  });

  it('says what a runner ignores, and what it needs, all at once', async () => {
    const settings = { path: 'x', task: 'y', runnerVersion: '9' };
    expect(await codesOf(mixed, request('mini-swe-agent', { settings, limit: 0, runId: '../x' }))).toEqual([
      'export/setting',
      'export/setting',
      'export/runner-version',
      'export/run-id',
      'export/limit',
    ]);
    for (const to of ['swe-bench', 'swe-agent']) {
      expect(await codesOf(mixed, request(to, { dataset: swe, settings: { datasetName: 'lite' } }))).toEqual([
        'export/setting',
      ]);
    }
    expect((await faultsOf(mixed, request('harbor')))[0]?.hint).toBe(
      'With --path, give the folder that they are relative to.',
    );
    expect(await codesOf(mixed, request('swe-bench-pro', { benchmarks: ['swe'] }))).toEqual(['export/needs-dataset']);
    expect(await codesOf(mixed, request('terminal-bench', { benchmarks: ['docs'] }))).toEqual(['export/needs-dataset']);
    expect((await faultsOf(mixed, request('habor')))[0]?.message).toMatch(/Did you mean "harbor"/);
  });

  it('finds a folder by the benchmark’s other name, and in the data set’s own folder', async () => {
    const two = manifestWith([
      { benchmark: 'one', id: 'x', taskDir: 'new/tasks/x' },
      { benchmark: 'two', id: 'y', taskDir: 'two/y' },
    ]);
    const there = new Set(['pool/old/x', 'pool/two/y', 'pool/two/x']);
    const looking = {
      hasFile: (path: string) => path.endsWith('/task.toml') && there.has(path.slice(0, -'/task.toml'.length)),
      otherFolders: new Map([['one', ['new/tasks', 'old']]]),
    };
    const namesIn = async (path: string, more: Partial<ExportRequest> = {}) =>
      (await makeExport(two, request('harbor', { settings: { path }, ...looking, ...more }))).tasks.map(
        ({ name }) => name,
      );
    expect(await namesIn('pool')).toEqual(['pool/old/x', 'pool/two/y']);
    expect(await namesIn('pool/two', { benchmarks: ['two'] })).toEqual(['pool/two/y']);
    // That folder is the other benchmark's: a task of that name in it is another task.
    const [fault] = await faultsOf(two, request('harbor', { settings: { path: 'pool/two' }, ...looking }));
    expect(fault).toMatchObject({ code: 'export/no-folder', hint: expect.stringContaining('--benchmark two') });
  });

  it('lists tasks that share one folder, and says what holds them', async () => {
    const shared = ['a', 'b', 'c'].map((id) => ({ benchmark: 'perf', id, taskDir: 'perf' }));
    const manifest = manifestWith([...shared, { id: 'own', taskDir: 'own' }]);
    const made = await makeExport(manifest, request('harbor', { settings: { path: 'pool' } }));
    expect(made.tasks.map(({ name }) => name)).toEqual(['pool/own']);
    expect(made.leftOut[0]?.reason).toMatch(
      /^shares the folder "perf" with 2 other tasks, .*--to ids, csv or parquet$/,
    );
  });

  it('refuses a folder that is not there', async () => {
    const looked = request('harbor', { settings: { path: 'pool' }, hasFile: () => false });
    expect((await faultsOf(mixed, looked))[0]).toMatchObject({ code: 'export/no-folder' });
    const another = manifestWith([
      { id: 'x', taskDir: 'x' },
      { id: 'y', taskDir: 'y' },
    ]);
    const hasFile = (path: string) => ['pool/x/task.toml', 'pool/y/task.yaml'].includes(path);
    const made = await makeExport(another, request('harbor', { settings: { path: 'pool' }, hasFile }));
    expect(made.leftOut.map(({ task, reason }) => [task.id, reason])).toEqual([
      ['y', 'no task.toml in the folder, only task.yaml for Terminal-Bench 1 (--to terminal-bench)'],
    ]);
  });

  it('refuses what a command or a list cannot hold, and says what can', async () => {
    const manifest = manifestWith([{ id: 'a\nb' }, { id: '-x' }]);
    const four = request('swe-bench', { settings: { runnerVersion: '4' } });
    expect((await faultsOf(manifest, four)).map(({ message }) => message)).toEqual([
      '"-x" cannot be exported to this runner: the id begins with a hyphen and would be read as an option.',
      '"a\\u000ab" cannot be exported to this runner: the id contains a control character, which is not allowed in a command.',
    ]);
    expect(await codesOf(manifest, request('ids'))).toEqual(['export/unsayable']);
    expect(await codesOf(manifestWith([{ id: '#1' }]), request('openhands'))).toEqual(['export/unsayable']);
    expect(await codesOf(manifestWith([{ id: '²' }]), request('inspect'))).toEqual(['export/unsayable']);
  });

  it('refuses a command that no system starts, and says how to divide it', async () => {
    const many = manifestWith(Array.from({ length: 3000 }, (_, i) => ({ id: `${'long'.repeat(12)}-${i}` })));
    expect((await faultsOf(many, request('mini-swe-agent')))[0]).toMatchObject({
      code: 'export/too-long',
      hint: 'Split the export: --shard 1/3, --shard 2/3 and so on.',
    });
    expect((await makeExport(many, request('mini-swe-agent', { shard: { index: 1, count: 3 } }))).tasks).toHaveLength(
      1000,
    );
  });
});

describe('SWE-bench', () => {
  it('gets a data set and predictions of the same tasks, in lines that Python does not split', async () => {
    const predictions = rowFile(
      ['owner__repo-12', 'owner__repo-3'].map((id) => ({
        instance_id: id,
        model_patch: 'é\u0085',
        model_name_or_path: 'm',
      })),
    );
    const made = await makeExport(mixed, request('swe-bench', { dataset: swe, predictions }));
    const lines = fileText(made, 'dataset.jsonl').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).instance_id)).toEqual(['owner__repo-1', 'owner__repo-12']);
    expect(JSON.parse(lines[0] ?? '').patch).toBe('line\u2028separator owner__repo-1');
    const ascii = /^[\n\x20-\x7e]*$/;
    expect(ascii.test(fileText(made, 'dataset.jsonl')) && ascii.test(fileText(made, 'predictions.jsonl'))).toBe(true);
    expect(JSON.parse(fileText(made, 'predictions.jsonl')).instance_id).toBe('owner__repo-12');
    expect(made.notes.join(' ')).toContain('1 of 2 tasks have no prediction');
    expect(commandsIn(fileText(made, 'README.md')).map((words) => words.slice(0, 3))).toEqual([
      ['swebench', 'eval', 'out/dataset.jsonl'],
      ['python', '-m', 'swebench.harness.run_evaluation'],
    ]);
  });

  it('gets no command of version 5 for rows that lack its columns', async () => {
    const dataset = rowFile(swe.rows.map(({ image: _, ...row }) => row));
    const made = await makeExport(mixed, request('swe-bench', { dataset }));
    expect(made.commands.map(({ title }) => title)).toEqual(['SWE-bench 4']);
    expect(made.version).toBe('4');
    expect(fileText(made, 'README.md')).toMatch(/^# 2 tasks for SWE-bench 4\n/);
    expect(JSON.parse(fileText(made, 'provenance.json')).runner_version).toBe('4');
    expect((await makeExport(mixed, request('swe-bench', { dataset: swe }))).version).toBe('5');
    expect(made.notes[0]).toBe('There is no command for SWE-bench 5: the rows have no image, which SWE-bench 5 needs.');
    expect(await codesOf(mixed, request('swe-bench', { dataset, settings: { runnerVersion: '5' } }))).toEqual([
      'export/dataset',
    ]);
  });

  it('refuses predictions that stand twice, or fit nothing', async () => {
    const twice = rowFile([1, 2].map(() => ({ instance_id: 'owner__repo-1' })));
    const none = rowFile([{ instance_id: 'other' }]);
    expect(await codesOf(mixed, request('swe-bench', { dataset: swe, predictions: twice }))).toEqual([
      'export/predictions',
    ]);
    expect(await codesOf(mixed, request('swe-bench', { dataset: swe, predictions: none }))).toEqual([
      'export/predictions',
    ]);
  });
});

describe('Harbor', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';

  it('gets a registry of just the tasks, pinned by commit', async () => {
    const settings = { gitUrl: 'https://example.org/tasks.git', commit, path: 'pool' };
    const made = await makeExport(mixed, request('harbor', { settings, repeat: 3 }));
    const pinned = { git_url: settings.gitUrl, git_commit_id: commit, path: 'pool/docs/doc-1' };
    expect(JSON.parse(fileText(made, 'job.json'))).toMatchObject({ n_attempts: 3, tasks: [pinned] });
    expect(JSON.parse(fileText(made, 'registry.json'))).toMatchObject([
      { version: '1.0', tasks: [{ name: 'doc-1', ...pinned }] },
    ]);
  });

  it('is not pinned by a branch, or by half', async () => {
    const settings = { gitUrl: 'https://example.org/tasks.git', commit: 'main' };
    expect(await codesOf(mixed, request('harbor', { settings }))).toEqual(['export/needs-commit']);
    expect(await codesOf(mixed, request('harbor', { settings: { path: 'pool', commit } }))).toEqual([
      'export/needs-commit',
    ]);
  });
});

describe('the data set', () => {
  const wordsOf = async (to: string, more: Partial<ExportRequest> = {}) =>
    commandsIn(fileText(await makeExport(mixed, request(to, { benchmarks: ['swe'], ...more })), 'README.md'));

  it.each([
    ['mini-swe-agent', 'SUBSET', 'the-subset'],
    ['swe-agent', 'SUBSET', 'the-subset'],
    ['swe-bench', 'DATASET', 'the-dataset'],
    ['openhands', 'DATASET', 'the-dataset'],
  ])('is not guessed for %s', async (to, variable, word) => {
    const made = await makeExport(mixed, request(to, { benchmarks: ['swe'] }));
    expect(made.notes[0]).toMatch(new RegExp(`^Set ${variable} to the dataset`));
    for (const words of await wordsOf(to)) {
      expect(words).toContain(word);
      expect(words.join(' ')).not.toMatch(/verified/i);
    }
    const named = { settings: { datasetName: 'mine' } };
    for (const words of await wordsOf(to, named)) expect(words).toContain('mine');
    const told = await makeExport(mixed, request(to, { benchmarks: ['swe'], ...named }));
    expect(told.notes.join(' ')).not.toContain(variable);
  });

  it('is evaluated with predictions, never with the reference patches unasked', async () => {
    const commands = [
      ...(await wordsOf('swe-bench')),
      ...(await wordsOf('hugging-face', { dataset: swe })).filter(([first]) => first === 'swebench'),
    ];
    expect(commands).toHaveLength(3);
    for (const words of commands) {
      expect(words).toContain('predictions');
      expect(words.join(' ')).not.toContain('gold');
    }
  });

  it('needs no name where its rows are exported', async () => {
    for (const to of ['swe-bench', 'swe-agent']) {
      const made = await makeExport(mixed, request(to, { dataset: swe }));
      expect(fileText(made, 'README.md').replace(/## Evaluate.*?```\n\n/s, '')).not.toMatch(/SUBSET|DATASET/);
    }
  });

  it.each([
    ['mini-swe-agent', ['swebench', 'eval', 'verified', '--split', 'test', '--predictions', 'runs/r/preds.json']],
    ['swe-agent', ['swebench', 'eval', 'verified', '--split', 'test', '--predictions', 'runs/r/preds.json']],
    ['openhands', ['uv', 'run', 'swebench-eval', 'the-output', '--dataset', 'SWE-bench_Verified']],
  ])('is evaluated after %s, which writes only patches, by the command that results ask for', async (to, words) => {
    const datasetName = to === 'openhands' ? 'SWE-bench_Verified' : 'verified';
    const commands = await wordsOf(to, { settings: { datasetName }, runId: 'r' });
    expect(commands.at(-1)?.slice(0, words.length)).toEqual(words);
    if (to === 'openhands') return;
    const options = (commands.at(-1) ?? []).filter((word) => word.startsWith('--'));
    expect(evaluateFirst.match(/--[a-z-]+/g)).toEqual(options);
  });
});

describe('runners that work only in a clone of their repository', () => {
  const columns = ['base_commit', 'before_repo_set_cmd', 'selected_test_files_to_run', 'fail_to_pass', 'pass_to_pass'];
  const row = { instance_id: 'owner__repo-1', ...Object.fromEntries(columns.map((column) => [column, '[]'])) };
  const manifest = manifestWith([{ id: 'owner__repo-1' }]);

  it.each([
    ['openhands', {}, ['/the/export/select.txt']],
    [
      'swe-bench-pro',
      { dataset: rowFile([row]), predictions: rowFile([{ instance_id: 'owner__repo-1', patch: 'p' }]) },
      ['--raw_sample_path=/the/export/samples.jsonl', '--patch_path=/the/export/patches.json'],
    ],
    ['swe-bench-pro', { dataset: rowFile([row], 'csv') }, ['--raw_sample_path=/the/export/samples.csv']],
  ])('are run there, with the export named from anywhere: %s', async (to, more, words) => {
    const made = await makeExport(manifest, request(to, more));
    const page = fileText(made, 'README.md');
    expect(page).toMatch(/## Run\n\nRun this in a clone of .*, with EXPORT set to the absolute path/);
    expect(page).not.toContain('Run from the folder');
    expect(page.match(/in a clone of/g)).toHaveLength(1);
    expect(commandsIn(page)[0]).toEqual(expect.arrayContaining(words));
    expect(exportSummary(made, 'out').notes[0]).toBe(made.runFrom);
  });
});

describe('SWE-agent', () => {
  it('gets instances as its own reader would make them', async () => {
    const made = await makeExport(mixed, request('swe-agent', { dataset: swe }));
    expect(JSON.parse(fileText(made, 'instances.json'))[0]).toEqual({
      instance_id: 'owner__repo-1',
      image_name: 'swebench/sweb.eval.x86_64.owner_1776_repo-1:latest',
      problem_statement: 'It breaks.',
      repo_name: 'testbed',
      base_commit: 'c0ffee',
    });
  });
});

describe('SWE-agent on SWE-bench Pro', () => {
  const row = {
    instance_id: 'owner__repo-1',
    problem_statement: 'It breaks.',
    base_commit: 'c',
    requirements: 'R',
    interface: 'I',
  };
  const manifest = manifestWith([{ id: 'owner__repo-1' }]);

  it('gets what its own helper shows an agent, and the image of the row', async () => {
    const dataset = rowFile([{ ...row, dockerhub_tag: 'tag' }]);
    const made = await makeExport(manifest, request('swe-agent', { dataset }));
    expect(JSON.parse(fileText(made, 'instances.json'))[0]).toMatchObject({
      image_name: 'jefzda/sweap-images:tag',
      problem_statement: 'It breaks.\n\nRequirements:\nR\n\nNew interfaces introduced:\nI',
      repo_name: 'app',
    });
  });

  it('is refused where no image is known', async () => {
    const [fault] = await faultsOf(manifest, request('swe-agent', { dataset: rowFile([row]) }));
    expect(fault?.message).toBe('these rows have no image_name or dockerhub_tag: "owner__repo-1".');
  });
});

describe('the run id', () => {
  const idOf = async (more: Partial<ExportRequest>) => (await makeExport(mixed, request('csv', more))).runId;

  it('is the same for the same tasks and another for others', async () => {
    const parts: Partial<ExportRequest>[] = [
      {},
      { benchmarks: ['swe'] },
      { benchmarks: ['docs'] },
      { only: new Set(['swe/owner__repo-1']) },
      { only: new Set(['swe/owner__repo-12']) },
      { limit: 1 },
      { shard: { index: 1, count: 2 } },
      { shard: { index: 2, count: 2 } },
    ];
    const ids = await Promise.all(parts.map(idOf));
    expect(new Set(ids).size).toBe(parts.length);
    expect(await Promise.all(parts.map(idOf))).toEqual(ids);
    expect(await idOf({ only: new Set(['docs/doc-1']) })).toBe(await idOf({ benchmarks: ['docs'] }));
    expect(ids[0]).toMatch(/^small-[0-9a-f]{8}$/);
    expect(await idOf({ runId: 'mine', limit: 1 })).toBe('mine');
  });

  it('is the name of Harbor’s job and of the folder that results go to', async () => {
    const job = await makeExport(mixed, request('harbor', { settings: { path: 'pool' } }));
    expect(JSON.parse(fileText(job, 'job.json')).job_name).toBe(job.runId);
    const outputOf = async (id: string) =>
      commandsIn(
        fileText(await makeExport(mixed, request('mini-swe-agent', { only: new Set([`swe/${id}`]) })), 'README.md'),
      )[0]?.at(-1);
    expect(await outputOf('owner__repo-1')).not.toBe(await outputOf('owner__repo-12'));
  });
});

describe('an export of a part of the selection', () => {
  const only = new Set(['swe/owner__repo-1']);

  it('says which part it is, and how many tasks are outside', async () => {
    const part = { reason: 'are not done', configuration: 'b*se', results: ['r.csv', 's.csv'], budgetUsd: 20 };
    const made = await makeExport(mixed, request('ids', { only, part }));
    expect(fileText(made, 'README.md')).toContain(
      'Only the tasks that are not done (system b\\*se) after the results in r.csv, s.csv, within a budget of \\$20. 2 of the 3 selected tasks are not in this export.',
    );
    expect(JSON.parse(fileText(made, 'provenance.json'))).toMatchObject({
      selected: 3,
      not_in_export: 2,
      part: {
        reason: 'are not done',
        configuration: 'b*se',
        results: ['r.csv', 's.csv'],
        budget_usd: 20,
      },
    });
  });

  it('says as much as it is told, and nothing when it is whole', async () => {
    const page = async (more: Partial<ExportRequest>) =>
      fileText(await makeExport(mixed, request('ids', more)), 'README.md');
    expect(await page({ only, part: { reason: 'are not done' } })).toContain(
      'Only the tasks that are not done. 2 of the 3',
    );
    expect(await page({ only })).toContain('2 of the 3 selected tasks are not in this export.');
    expect(await page({ limit: 2 })).toContain('1 of the 3 selected tasks is not in this export.');
    expect(await page({})).not.toContain('not in this export');
    const provenance = JSON.parse(fileText(await makeExport(mixed, request('ids')), 'provenance.json'));
    expect(provenance).toMatchObject({ selected: 3, not_in_export: 0, part: null });
  });
});

describe('limits, shards and repeats', () => {
  const many = manifestWith(
    Array.from({ length: 40 }, (_, i) => ({ id: `t-${i}`, repo: i % 4 === 0 ? 'a/a' : 'b/b' })),
  );
  const idsOf = async (more: Partial<ExportRequest>) =>
    (await makeExport(many, request('ids', more))).tasks.map(({ name }) => name);

  it('nest, divide and combine: the shards of a limit make up the limit', async () => {
    const limited = await idsOf({ limit: 20 });
    expect(limited.filter((id) => Number(id.slice(2)) % 4 === 0)).toHaveLength(5);
    expect(await idsOf({ limit: 21 })).toEqual(expect.arrayContaining(limited));
    const shards = await Promise.all([1, 2, 3].map((index) => idsOf({ limit: 20, shard: { index, count: 3 } })));
    expect(shards.flat().sort()).toEqual([...limited].sort());
    expect(await idsOf({ limit: 1000 })).toHaveLength(40);
    await expect(idsOf({ limit: 1, shard: { index: 2, count: 3 } })).rejects.toThrow(/no tasks to export/);
  });

  it('nest for every N', async () => {
    for (let limit = 1; limit < 40; limit++) {
      expect(await idsOf({ limit })).toHaveLength(limit);
      expect(await idsOf({ limit: limit + 1 })).toEqual(expect.arrayContaining(await idsOf({ limit })));
    }
  });

  it('repeat in each runner’s own way', async () => {
    const commands = async (to: string, more: Partial<ExportRequest> = {}) =>
      commandsIn(fileText(await makeExport(many, request(to, { repeat: 3, limit: 1, ...more })), 'README.md'));
    expect((await commands('mini-swe-agent')).slice(0, 3).map((words) => words.at(-1))).toEqual(
      [1, 2, 3].map((run) => expect.stringMatching(new RegExp(`^runs/small-[0-9a-f]{8}-first1-run${run}$`))),
    );
    expect((await commands('terminal-bench', { settings: { datasetName: 'core==0.1.1' } }))[0]?.join(' ')).toContain(
      '--n-attempts 3',
    );
    const inspect = await makeExport(many, request('inspect', { repeat: 3, limit: 1 }));
    expect(JSON.parse(fileText(inspect, 'run.json')).eval_config.epochs).toBe(3);
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { zstdFrame } from '../results/zip-of.js';
import { patchOf } from '../support/benchmark-folders.mjs';
import { parquetOf } from '../support/parquet-of.js';
import { runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const plan = (source: string, more = '') => `name: p
phases: [Fix]
phase: Fix
${source.includes('stars:') ? 'fields: { stars: { kind: number } }\n' : ''}score:
  name: size
  weights: { files: 0.5, lines: 0.5 }
  components:
    files: { ramp: files_changed, full: 10, unknown: 0.5 }
    lines: { ramp: lines_changed, full: 100, unknown: 0.5 }
benchmarks:
  b:
    source: ${source}
${more}`;

function select(folder: string, source: string, more = '') {
  writeFileSync(join(folder, 'plan.yaml'), plan(source, more));
  const run = runWinnow(['select', 'plan.yaml', '--json', '--dry-run'], { cwd: folder });
  return { ...run, manifest: run.code === 0 ? (JSON.parse(run.stdout) as Manifest) : undefined };
}

const rows = [1, 2, 3].map((n) => ({
  instance_id: `acme__kit-${n}`,
  repo: 'acme/kit',
  base_commit: `${n}`.repeat(40),
  patch: patchOf(n, 3 * n, n),
  test_patch: '',
  problem_statement: 'It fails, "often",\nand loudly.',
  FAIL_TO_PASS: `["t.py::a[${n}]"]`,
  PASS_TO_PASS: '[]',
}));

describe('the same rows in any container', () => {
  const csv = () => {
    const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
    return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
      .map((line) => `${line.map(cell).join(',')}\r\n`)
      .join('');
  };
  const containers: Record<string, () => string | Uint8Array | Promise<Uint8Array>> = {
    'rows.json': () => JSON.stringify(rows),
    'rows.jsonl': () => rows.map((row) => JSON.stringify(row)).join('\n'),
    'rows.csv': csv,
    'rows.parquet': () => parquetOf(rows),
    'rows.jsonl.gz': () => gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')),
    'rows.json.gz': () => gzipSync(JSON.stringify(rows)),
    'gzip.csv': () => gzipSync(csv()),
    'rows.csv.zst': () => zstdFrame(Buffer.from(csv())),
  };
  it.each(Object.keys(containers))('%s', async (name) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), (await containers[name]?.()) ?? '');
    const { manifest, stdout, stderr } = select(folder, `{ path: ${name} }`);
    expect(manifest, stdout + stderr).toBeDefined();
    const tasks = manifest?.tasks.map(({ task_id, components, feature_provenance }) => [
      task_id,
      components?.['lines'],
      feature_provenance?.['lines_changed'],
    ]);
    expect(tasks).toEqual([
      ['acme__kit-1', 0.04, 'measured'],
      ['acme__kit-2', 0.08, 'measured'],
      ['acme__kit-3', 0.12, 'measured'],
    ]);
  });

  it('a folder of several files', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'parts'));
    rows.forEach((row, i) => {
      writeFileSync(join(folder, 'parts', `part-${i}.jsonl`), `${JSON.stringify(row)}\n`);
    });
    expect(select(folder, '{ path: parts }').manifest?.tasks).toHaveLength(3);
  });
});

describe('a table', () => {
  it('is read by the columns that the plan names', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.csv'), 'Key,Lang,Touched,Plus,Minus,Stars\nx-1,golang,4,10,2,7\nx-2,py,2,5,5,\n');
    const source =
      '{ path: t.csv, columns: { id: Key, language: Lang, files_changed: Touched, additions: Plus, deletions: Minus, stars: Stars }, measured: [files_changed] }';
    const { manifest } = select(folder, source);
    expect(manifest?.tasks.map(({ task_id, fields, score }) => [task_id, fields['language'], score])).toEqual([
      ['x-1', 'go', 0.26],
      ['x-2', 'python', 0.15],
    ]);
    expect(manifest?.benchmarks[0]?.features).toEqual([
      { field: 'files_changed', measured: 2, declared: 0, defaulted: 0 },
      { field: 'lines_changed', measured: 0, declared: 2, defaulted: 0 },
    ]);
  });

  it('warns when a feature is mostly assumed, or was made from a score', () => {
    const folder = temporaryFolder();
    const lines = [0.95, 0.9, 0.8, 0.7].map((score, i) =>
      JSON.stringify({
        id: `t-${i}`,
        shipped_score: score,
        files_changed: 1000 * score,
        ...(i === 0 ? { lines_changed: 5 } : {}),
      }),
    );
    writeFileSync(join(folder, 't.jsonl'), lines.join('\n'));
    const codes = select(folder, '{ path: t.jsonl }')
      .manifest?.warnings.map(({ code, message }) => `${code}: ${message}`)
      .join('\n');
    expect(codes).toMatch(/circular-feature: b: files_changed is 1000 times the score that comes with the pool/);
    expect(codes).toMatch(/mostly-defaulted: b: lines_changed is unknown for 3 of 4 tasks/);
    expect(codes).toMatch(/constant-component: b: files has no effect on the ranking \(constant\)/);
  });

  it('says what cannot be read and goes on, unless the count is off', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.jsonl'), '{"id":"a"}\n{"id":"b",\n{"id":"c"}\n');
    expect(select(folder, '{ path: t.jsonl }', '    expect: 2\n').manifest?.warnings).toContainEqual(
      expect.objectContaining({
        code: 'unreadable',
        message: expect.stringMatching(/^b: t\.jsonl:2: the line is not JSON/),
      }),
    );
    const off = select(folder, '{ path: t.jsonl }', '    expect: 3\n');
    expect(off.code).toBe(2);
    expect(off.stdout).toMatch(/t\.jsonl/);
    expect(JSON.parse(off.stdout)).toMatchObject({
      error: { faults: [{ code: 'pool/count' }, { code: 'pool/unreadable', place: { line: 2 } }] },
    });
  });

  it('is refused when a place holds several formats', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'mixed/task-1'), { recursive: true });
    writeFileSync(join(folder, 'mixed/task-1/task.toml'), '[metadata]\ntask_id = "task-1"\n');
    writeFileSync(join(folder, 'mixed/list.json'), '[{"id":"x"}]');
    const { stdout } = select(folder, '{ path: mixed }');
    expect(stdout).toMatch(
      /contains several formats: table \(1 task\), harbor \(1 task\)|contains several formats: harbor \(1 task\), table \(1 task\)/,
    );
    expect(select(folder, '{ path: mixed, format: harbor }').manifest?.tasks).toHaveLength(1);
    expect(select(folder, '{ path: mixed, format: habor }').stdout).toMatch(
      /unknown format \\"habor\\"\. Did you mean \\"harbor\\"\?/,
    );
  });
});

describe('what a table lacks', () => {
  it('is said when the plan names a column that is not there', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.csv'), 'Key,Lang\nx-1,go\n');
    const { code, stdout } = select(folder, '{ path: t.csv, columns: { id: Key, language: Langg } }');
    expect(code).toBe(2);
    expect(stdout).toMatch(/there is no column \\"Langg\\"\. Did you mean \\"Lang\\"\? The columns are: Key, Lang\./);
    expect(select(folder, '{ path: t.csv, columns: { id: Kee } }').stdout).toMatch(/there is no column \\"Kee\\"/);
  });

  it('costs one row and no more when a row does not fit the header', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.csv'), 'id,language\nx-1,go\nx-2,go,extra\nx-3,c\n');
    const { manifest } = select(folder, '{ path: t.csv }');
    expect(manifest?.tasks.map(({ task_id }) => task_id)).toEqual(['x-1', 'x-3']);
    expect(manifest?.warnings.map(({ message }) => message).join()).toMatch(/t\.csv:3: the row has 3 cells/);
  });

  it('is a note when bytes late in a CSV are not UTF-8, or the header names a column twice', () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 9000 }, (_, i) => `x-${i},go\n`).join('');
    writeFileSync(join(folder, 't.csv'), Buffer.from(`id,language\n${rows}x-\u00e9,c\n`, 'latin1'));
    const late = select(folder, '{ path: t.csv }', '    expect: 9001\n');
    expect(late.manifest?.tasks.map(({ task_id }) => task_id)).toContain('x-\u00e9');
    expect(late.stdout).toContain('1 row is not UTF-8 and is read as Latin-1');
    writeFileSync(join(folder, 't.csv'), 'id,id,area\na,a,\nb,,x\n');
    const twice = select(folder, '{ path: t.csv }');
    expect(twice.manifest?.tasks.map(({ task_id }) => task_id)).toEqual(['a', 'b']);
    expect(twice.stdout).toContain(
      'columns with the same name are read as one column, because no row has different values in them: \\"id\\" (2)',
    );
    writeFileSync(join(folder, 't.csv'), 'id,id\na,b\n');
    expect(select(folder, '{ path: t.csv }').stdout).toContain('must be text; found [');
  });

  it('is nothing where lines end in different ways', () => {
    const folder = temporaryFolder();
    const crlf = Array.from({ length: 300 }, (_, i) => `x-${i},go\r\n`).join('');
    writeFileSync(join(folder, 't.csv'), `id,language\r\n${crlf}y-1,c\ny-2,c\ny-3,c\ny-4,c\n`);
    const mixed = select(folder, '{ path: t.csv }', '    expect: 304\n');
    expect(mixed.manifest?.tasks).toHaveLength(304);
    expect(mixed.stdout).toContain('mixes line endings (LF and CRLF)');
    writeFileSync(join(folder, 't.csv'), 'id\r\na\nb\nc\n');
    expect(select(folder, '{ path: t.csv }').manifest?.tasks).toHaveLength(3);
  });

  it('does not confuse labels with words of the program', () => {
    const folder = temporaryFolder();
    const labels = ['constructor', '__proto__', 'toString'];
    writeFileSync(
      join(folder, 't.jsonl'),
      labels.map((language, i) => `{"id":"x-${i}","language":"${language}"}`).join('\n'),
    );
    expect(select(folder, '{ path: t.jsonl }').manifest?.tasks.map(({ fields }) => fields['language'])).toEqual([
      'constructor',
      '__proto__',
      'tostring',
    ]);
    expect(runWinnow(['inspect', 't.jsonl'], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('places', () => {
  const harbor = (folder: string, id: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'task.toml'), `[metadata]\ntask_id = "${id}"\nrepo = "a/b"\n`);
  };

  it('outside the plan’s folder are told relative to it, so that a copy gives the same bytes', () => {
    const results = ['one', 'two'].map((name) => {
      const root = join(temporaryFolder(), name);
      harbor(join(root, 'pool/t-1'), 't-1');
      mkdirSync(join(root, 'plans'));
      return select(join(root, 'plans'), '{ path: ../pool }').stdout;
    });
    expect(results[0]).toBe(results[1]);
    expect(JSON.parse(results[0] ?? '')).toMatchObject({
      tasks: [{ task_dir: '../pool/t-1', fields: { repo: 'a/b' } }],
    });
  });

  it('that a person names may be links; those that are found may not', () => {
    const folder = temporaryFolder();
    harbor(join(folder, 'real/t-1'), 't-1');
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    writeFileSync(join(folder, 'rows.jsonl'), '{"id":"a"}\n');
    symlinkSync(join(folder, 'rows.jsonl'), join(folder, 'rows-link.jsonl'));
    expect(select(folder, '{ path: link }').manifest?.tasks).toHaveLength(1);
    expect(select(folder, '{ path: rows-link.jsonl }').manifest?.tasks).toHaveLength(1);
  });

  it('that look like a task of no known format are named', () => {
    const folder = temporaryFolder();
    harbor(join(folder, 'pool/t-1'), 't-1');
    mkdirSync(join(folder, 'pool/t-2'));
    writeFileSync(join(folder, 'pool/t-2/task.yaml'), 'instructions: do it\n');
    const messages = select(folder, '{ path: pool }')
      .manifest?.warnings.map(({ message }) => message)
      .join('\n');
    expect(messages).toMatch(/pool\/t-2: task\.yaml in an unknown format/);
  });

  it('that are not there are the caller’s fault, with patterns too', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'plan.yaml'), plan('{ path: unused }', '    folders: { any_of: ["x*/y*", "z*"] }\n'));
    writeFileSync(join(folder, 'xfile'), '');
    for (const root of ['nowhere', 'plan.yaml', '.']) {
      const run = runWinnow(['select', 'plan.yaml', '--benchmarks', root], { cwd: folder });
      expect(run.code, root).toBe(2);
    }
  });
});

describe('commits of a git repository', () => {
  const git = (folder: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      'git',
      ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args],
      { encoding: 'utf8' },
    );
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };

  it('are tasks whose sizes are git’s own count', () => {
    const folder = temporaryFolder();
    const repo = join(folder, 'repo');
    mkdirSync(repo);
    git(repo, 'init', '-q', '-b', 'main');
    writeFileSync(join(repo, 'a.go'), 'one\ntwo\nthree\n');
    git(repo, 'add', '.');
    git(repo, 'commit', '-qm', 'first');
    const base = git(repo, 'rev-parse', 'HEAD');
    writeFileSync(join(repo, 'a.go'), 'one\n++two\nthree\nfour\n');
    writeFileSync(join(repo, 'b.go'), 'new\n');
    git(repo, 'add', '.');
    git(repo, 'commit', '-qm', 'second');
    const head = git(repo, 'rev-parse', 'HEAD');
    // A repository may name a program to run; it must not be.
    const trap = join(folder, 'ran');
    writeFileSync(
      join(repo, '.git/config'),
      `${readFileSync(join(repo, '.git/config'), 'utf8')}[core]\n\tfsmonitor = touch ${trap}\n[diff]\n\texternal = touch ${trap}\n`,
    );
    const { manifest, stdout } = select(folder, `{ path: repo, ranges: ["${base}..${head}"] }`);
    expect(manifest, stdout).toBeDefined();
    expect(manifest?.tasks[0]).toMatchObject({
      task_id: `${base}..${head}`,
      fields: { language: 'go' },
      aliases: [head],
      components: { files: 0.2, lines: 0.04 },
      feature_provenance: { files_changed: 'measured', lines_changed: 'measured' },
    });
    expect(spawnSync('test', ['-e', trap]).status).toBe(1);
    const named = select(folder, '{ path: repo, ranges: ["main~1..main", "nope..main", "--output=x..main"] }');
    const messages = named.manifest?.warnings.map(({ message }) => message).join('\n');
    expect(messages).toMatch(/not a full commit id/);
    expect(messages).toMatch(/git cannot read nope\.\.main/);
    expect(messages).toMatch(/is not a commit range/);
  });
});

it('a repository cannot make git fetch, and so run, anything', () => {
  const folder = temporaryFolder();
  const repo = join(folder, 'repo');
  mkdirSync(repo);
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', repo, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      encoding: 'utf8',
    });
  git('init', '-q', '-b', 'main');
  for (const text of ['one', 'two']) {
    writeFileSync(join(repo, 'a.txt'), `${text}\n`);
    git('add', '.');
    git('commit', '-qm', text);
  }
  const trap = join(folder, 'ran');
  for (const setting of [
    ['core.repositoryformatversion', '1'],
    ['extensions.partialclone', 'evil'],
    ['remote.evil.url', `ext::sh -c touch% ${trap}`],
    ['remote.evil.promisor', 'true'],
    ['protocol.ext.allow', 'always'],
  ]) {
    git('config', ...setting);
  }
  const blob = git('rev-parse', 'HEAD:a.txt').stdout.trim();
  rmSync(join(repo, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  expect(readdirSync(join(repo, '.git')).length).toBeGreaterThan(3);
  select(folder, '{ path: repo, ranges: ["main~1..main"] }');
  expect(existsSync(trap)).toBe(false);
});

describe('a plan declares what the source does not hold', () => {
  it('for all, or by another field, and never over what the source says', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.jsonl'), '{"id":"a","language":"go"}\n{"id":"b"}\n{"id":"c"}\n');
    const declare = '    declare: { language: rust, files_changed: { by: id, values: { b: 4 }, otherwise: 2 } }\n';
    const tasks = select(folder, '{ path: t.jsonl }', declare).manifest?.tasks;
    expect(
      tasks?.map(({ task_id, fields, components }) => [task_id, fields['language'], components?.['files']]),
    ).toEqual([
      ['a', 'go', 0.2],
      ['b', 'rust', 0.4],
      ['c', 'rust', 0.2],
    ]);
  });
});

import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkManifest } from '../../src/core/compare/check-files.js';
import { hashingNotes, poolsAsHashed } from '../../src/core/compare/pool-state.js';
import { makeManifest, manifestText } from '../../src/core/manifest/manifest.js';
import { readManifest } from '../../src/core/manifest/read-manifest.js';
import type { Pools } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { discover } from '../../src/sources/discover.js';
import type { Format } from '../../src/sources/formats/task-format.js';
import { taskFormats } from '../../src/sources/formats/task-formats.js';
import { readPools } from '../../src/sources/read-pools.js';
import { inDepth } from '../support/depth.js';
import { projectRoot } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const planText = (path: string) => `name: drift
title: Drift
phases: [Work]
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 10, unknown: 0.5 } } }
benchmarks:
  b: { source: { path: ${path} }, phase: Work, select: { take: all } }
`;

async function manifestOf(folder: string, path = 'pool') {
  const plan = readPlan(planText(path), join(folder, 'plan.yaml'));
  const text = manifestText(makeManifest(runPlan(plan, await readPools(plan)), 'test'));
  const { manifest, differences } = readManifest(text);
  if (manifest === undefined) throw new Error(JSON.stringify(differences));
  return manifest;
}

type Manifest = Awaited<ReturnType<typeof manifestOf>>;

const hashOf = ({ benchmarks: [entry] }: Manifest) => entry?.tasks_sha256;

/** What `check` says of the pool. */
const poolSentences = (then: Manifest, now: Manifest) =>
  checkManifest(then, now)
    .filter(({ code }) => code === 'pool/changed')
    .map(({ message }) => message);

async function taskFolders(path: string, format: Format): Promise<string[]> {
  const folders: string[] = [];
  for await (const found of discover(path, [format])) if (found.kind === 'task') folders.push(found.path);
  return folders;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}

/** The text of a file of records, with one value in it changed, in every way. */
function changesOf(file: string, text: string): string[] {
  if (file.endsWith('.csv')) {
    const [header = [], ...rows] = parse(text);
    const csv = (cells: readonly string[][]) =>
      [header, ...cells].map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()}\n`).join('');
    return rows.flatMap((row, i) => row.map((cell, j) => csv(rows.with(i, row.with(j, `${cell} `)))));
  }
  const lines = file.endsWith('.jsonl') ? text.trimEnd().split('\n') : [text];
  return lines.flatMap((line, i) =>
    changedValues(JSON.parse(line)).map((value) => `${lines.with(i, JSON.stringify(value)).join('\n')}\n`),
  );
}

/** A value with one scalar in it changed, in every way. */
function changedValues(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value} `];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) return value.flatMap((each, i) => changedValues(each).map((other) => value.with(i, other)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    changedValues(each).map((other) => ({ ...value, [key]: other })),
  );
}

describe.each(taskFormats.map((format) => ({ format, name: format.name })))('a change in $name', ({ format, name }) => {
  const fixture = join(projectRoot, 'test/sources/fixtures', name);
  const { path } = JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8')) as { path: string };
  const copied = () => {
    const folder = temporaryFolder();
    const isFile = statSync(join(fixture, path)).isFile();
    cpSync(join(fixture, path), join(folder, 'pool', isFile ? basename(path) : ''), { recursive: true });
    return folder;
  };

  it('is found in every file below the task, to the byte, and named', async () => {
    if (format.kind !== 'folder') return;
    const folder = copied();
    const [task = ''] = await taskFolders(join(folder, 'pool'), format);
    // Nested, hidden, and of no use to any format.
    const others = [
      'environment/Dockerfile',
      'environment/deep/er/data.bin',
      '.hidden',
      'tests/a/.b/c',
      'node_modules/x.js',
    ];
    for (const file of others) {
      mkdirSync(join(task, dirname(file)), { recursive: true });
      writeFileSync(join(task, file), Buffer.from([0, 255, 10]));
    }
    const before = await manifestOf(folder);
    const places = (await taskFolders(join(folder, 'pool'), format)).flatMap((place) =>
      filesBelow(place).map((file) => [join(place, file), file] as const),
    );
    expect(places.length).toBeGreaterThan(1 + others.length);
    for (const [place, file] of places) {
      const bytes = readFileSync(place);
      // A line end more is no other data, and another file.
      writeFileSync(place, Buffer.concat([bytes, Buffer.from('\n')]));
      const after = await manifestOf(folder);
      writeFileSync(place, bytes);
      expect(hashOf(after), file).not.toBe(hashOf(before));
      const sentences = poolSentences(before, after);
      expect(sentences, file).toHaveLength(1);
      expect(sentences[0]).toMatch(/ of 1 task in b changed: /);
      expect(sentences[0]?.startsWith(`${file} `), sentences[0]).toBe(true);
    }
    expect(hashOf(await manifestOf(folder))).toBe(hashOf(before));
  });

  it('is found in every value of every record, and named', async () => {
    if (format.kind !== 'record') return;
    const folder = copied();
    const before = await manifestOf(folder);
    const ids = (manifest: Manifest) => Object.keys(manifest.task_hashes['b'] ?? {}).join();
    let changes = 0;
    for (const file of filesBelow(join(folder, 'pool'))) {
      const place = join(folder, 'pool', file);
      const text = readFileSync(place, 'utf8');
      // The sample is a seventh, of every record, and not the same columns of each.
      for (const changed of changesOf(file, text).filter((_, i) => (i + Math.floor(i / 10)) % inDepth(1, 13) === 0)) {
        writeFileSync(place, changed);
        // A change may also leave no task.
        const after = await manifestOf(folder).catch(() => undefined);
        if (after === undefined) continue;
        expect(hashOf(after), changed).not.toBe(hashOf(before));
        if (ids(after) !== ids(before)) continue;
        changes += 1;
        const [sentence] = poolSentences(before, after);
        expect(sentence).toMatch(/^(?!the (?:features|contents) )\S.* of \d+ tasks? in b changed: /);
      }
      writeFileSync(place, text);
    }
    expect(changes).toBeGreaterThan(0);
  });

  it('is none when the pool moves', async () => {
    const folder = copied();
    const before = await manifestOf(folder);
    renameSync(join(folder, 'pool'), join(folder, 'elsewhere'));
    expect(hashOf(await manifestOf(folder, 'elsewhere'))).toBe(hashOf(before));
  });
});

describe('a change in a task folder', () => {
  const withTask = () => {
    const folder = temporaryFolder();
    const task = join(folder, 'pool', 'one');
    mkdirSync(task, { recursive: true });
    writeFileSync(join(task, 'task.toml'), '[task]\nid = "one"\n');
    return { folder, task };
  };

  it('is one where a link leads elsewhere, a file comes, goes or becomes another kind; what it leads to is not read', async () => {
    const { folder, task } = withTask();
    writeFileSync(join(folder, 'outside'), 'a');
    symlinkSync('../../outside', join(task, 'link'));
    const before = await manifestOf(folder);
    writeFileSync(join(folder, 'outside'), 'b');
    expect(hashOf(await manifestOf(folder))).toBe(hashOf(before));
    rmSync(join(task, 'link'));
    symlinkSync('../../other', join(task, 'link'));
    expect(poolSentences(before, await manifestOf(folder))).toEqual(['link of 1 task in b changed: one.']);
    rmSync(join(task, 'link'));
    writeFileSync(join(task, 'link'), '../../outside');
    expect(poolSentences(before, await manifestOf(folder))).toEqual(['link of 1 task in b changed: one.']);
    rmSync(join(task, 'link'));
    expect(poolSentences(before, await manifestOf(folder))).toEqual(['link of 1 task in b changed: one.']);
  });

  it('is none in .git', async () => {
    const { folder, task } = withTask();
    const before = await manifestOf(folder);
    mkdirSync(join(task, '.git'));
    writeFileSync(join(task, '.git', 'HEAD'), 'x');
    expect(hashOf(await manifestOf(folder))).toBe(hashOf(before));
  });

  it('is found in a manifest that counted fewer files only where it counted them, which a note says', async () => {
    const { folder, task } = withTask();
    for (const file of ['tests/test.sh', 'environment/Dockerfile', 'instruction.md']) {
      mkdirSync(join(task, dirname(file)), { recursive: true });
      writeFileSync(join(task, file), 'a');
    }
    const counted = ['instruction.md', 'task.toml', 'tests/test.sh'];
    const plan = readPlan(planText('pool'), join(folder, 'plan.yaml'));
    const fewer = (pools: Pools): Pools =>
      new Map(
        [...pools].map(([name, pool]) => [
          name,
          {
            ...pool,
            tasks: pool.tasks.map(({ contents = { names: [], marks: '' }, digest: _, ...each }) => {
              const marks = contents.marks.split('\n').filter((_, i) => counted.includes(contents.names[i] ?? ''));
              return { ...each, contents: { names: counted, marks: marks.join('\n') } };
            }),
          },
        ]),
      );
    const { manifest: earlier } = readManifest(
      manifestText(makeManifest(runPlan(plan, fewer(await readPools(plan))), 'test')),
    );
    if (earlier === undefined) throw new Error('no manifest');
    expect(earlier.benchmarks[0]?.files_counted).toBeUndefined();
    const sentences = async () => {
      const now = runPlan(plan, poolsAsHashed(await readPools(plan), earlier).pools);
      return checkManifest(earlier, JSON.parse(manifestText(makeManifest(now, 'test'))) as Manifest).map(
        ({ message }) => message,
      );
    };
    expect(await sentences()).toEqual([]);
    expect(hashingNotes(await readPools(plan), earlier).map(({ code }) => code)).toEqual(['note/fewer-files']);
    writeFileSync(join(task, 'environment/Dockerfile'), 'b');
    expect(await sentences()).toEqual([]);
    writeFileSync(join(task, 'tests/test.sh'), 'b');
    expect(await sentences()).toEqual(['tests/test.sh of 1 task in b changed: one.']);
    writeFileSync(join(task, 'tests/test.sh'), 'a');
    writeFileSync(join(task, 'tests/more.sh'), 'a');
    expect(await sentences()).toEqual(['tests/more.sh of 1 task in b changed: one.']);
    const now = await manifestOf(folder);
    expect(now.benchmarks[0]?.files_counted).toBe('all');
    expect(hashingNotes(await readPools(plan), now)).toEqual([]);
  });
});

describe('a change in a table', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constantFrom(null, true, false, '1', 1, '', [], {}, [[]], { a: [] }, 'null'),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  );
  const columns = fc.uniqueArray(fc.stringMatching(/^[a-z_]{1,6}$/), { minLength: 1, maxLength: 4 });
  const reserved = /^(?:id|repo)$/;

  it('of one value of one row names that row and that column', async () => {
    const folder = temporaryFolder();
    const write = (rows: readonly object[]) =>
      writeFileSync(join(folder, 'pool'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await fc.assert(
      fc.asyncProperty(
        columns,
        fc.array(value, { minLength: 8, maxLength: 8 }),
        fc.nat(1),
        value,
        async (names, values, which, other) => {
          const used = names.filter((name) => !reserved.test(name)).map((name) => `x${name}`);
          const column = used[0];
          if (column === undefined) return;
          const rowOf = (i: number) => ({
            id: `task-${i}`,
            ...Object.fromEntries(used.map((name, j) => [name, values[i * 4 + j]])),
          });
          const rows = [rowOf(0), rowOf(1)];
          fc.pre(JSON.stringify(sorted(values[which * 4])) !== JSON.stringify(sorted(other)));
          write(rows);
          const before = await manifestOf(folder);
          write(rows.with(which, { ...rowOf(which), [column]: other } as ReturnType<typeof rowOf>).toReversed());
          const after = await manifestOf(folder);
          expect(hashOf(after)).not.toBe(hashOf(before));
          expect(poolSentences(before, after)).toEqual([`${column} of 1 task in b changed: task-${which}.`]);
        },
      ),
      { numRuns: inDepth(40, 15) },
    );
  });

  it('of the order of keys and rows is none', async () => {
    const folder = temporaryFolder();
    const write = (...rows: object[]) =>
      writeFileSync(join(folder, 'pool'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    write({ id: 'a', x: { p: 1, q: 2 } }, { id: 'b', y: 1 });
    const before = await manifestOf(folder);
    write({ y: 1, id: 'b' }, { x: { q: 2, p: 1 }, id: 'a' });
    expect(hashOf(await manifestOf(folder))).toBe(hashOf(before));
  });

  it('in several places names all of them, and none beside new tasks', async () => {
    const folder = temporaryFolder();
    const write = (...rows: object[]) =>
      writeFileSync(join(folder, 'pool'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    write({ id: 'a', x: 1, y: 1, z: 1 }, { id: 'b', x: 1, y: 1, z: 1 });
    const before = await manifestOf(folder);
    write({ id: 'a', x: 2, y: 1, z: 1 }, { id: 'b', x: 1, y: 2, z: 1 });
    expect(poolSentences(before, await manifestOf(folder))).toEqual(['x, y of 2 tasks in b changed: a, b.']);
    write({ id: 'a', x: 2, y: 1, z: 1 }, { id: 'b', x: 1, y: 1, z: 1 }, { id: 'c' });
    expect(poolSentences(before, await manifestOf(folder))).toEqual(['the contents of 1 task in b changed: a.']);
  });

  it('is found however deep it is nested', async () => {
    const folder = temporaryFolder();
    const deep = (end: string) => `{"id":"a","x":${'['.repeat(50_000)}${end}${']'.repeat(50_000)}}\n`;
    writeFileSync(join(folder, 'pool'), deep('1'));
    const before = await manifestOf(folder);
    writeFileSync(join(folder, 'pool'), deep('2'));
    expect(poolSentences(before, await manifestOf(folder))).toEqual(['x of 1 task in b changed: a.']);
  });
});

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

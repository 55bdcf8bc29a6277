import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFields } from '../../src/core/model/task.js';
import { assembleTask } from '../../src/sources/assemble-task.js';
import { discover } from '../../src/sources/discover.js';
import { taskFormats } from '../../src/sources/formats/task-formats.js';
import type { Found, FoundTask } from '../../src/sources/found.js';
import { projectRoot } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What a fixture holds, written beside it: a new format is covered the day it is listed. */
interface Expected {
  readonly path: string;
  readonly ids: readonly string[];
  readonly fields: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
}

const fixtures = join(projectRoot, 'test/sources/fixtures');
const fields = new Map(sourceFields.map((field) => [field.name, field]));

async function search(path: string): Promise<Found[]> {
  const found: Found[] = [];
  for await (const each of discover(path, taskFormats)) found.push(each);
  return found;
}

function tasksOf(found: readonly Found[]): FoundTask[] {
  return found.filter((each): each is FoundTask => each.kind === 'task');
}

describe.each(taskFormats.map((format) => ({ format, name: format.name })))('$name', ({ format, name }) => {
  const folder = join(fixtures, name);
  const expected = () => JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected;
  const here = () => join(folder, expected().path);

  it('has a fixture', () => {
    expect(existsSync(join(folder, 'expected.json'))).toBe(true);
    expect(expected().ids.length).toBeGreaterThan(1);
  });

  it('knows its own and keeps the ids', async () => {
    const tasks = tasksOf(await search(here()));
    expect(new Set(tasks.map((task) => task.format.name))).toEqual(new Set([name]));
    expect(tasks.map((task) => task.facts.id).sort()).toEqual([...expected().ids].sort());
  });

  it('reads the fields', async () => {
    const assembly = { benchmark: 'b', fields, trust: new Map<string, string>(), taskDir: undefined };
    const tasks = tasksOf(await search(here())).map(({ facts }) => assembleTask(facts, assembly));
    for (const [id, wanted] of Object.entries(expected().fields)) {
      expect(tasks.find((task) => task.id === id)?.fields, id).toMatchObject(wanted);
    }
  });

  it('refuses what belongs to the others', async () => {
    for (const other of taskFormats) {
      // A task folder may hold a row as a sidecar; that one is told by the folder, which is asked first.
      if (other.name === name || (format.kind === 'record' && other.kind === 'folder')) continue;
      const { path } = JSON.parse(readFileSync(join(fixtures, other.name, 'expected.json'), 'utf8')) as Expected;
      const found: Found[] = [];
      for await (const each of discover(join(fixtures, other.name, path), [format])) found.push(each);
      expect(tasksOf(found), other.name).toEqual([]);
    }
  });

  it('gives the same in a second reading', async () => {
    expect(await search(here())).toEqual(await search(here()));
  });

  it('reports what it cannot read, and reads the rest', async () => {
    const broken = temporaryFolder();
    spawnSync('cp', ['-r', `${here()}/.`, broken]);
    if (!existsSync(join(broken, '.')) || readdirSync(broken).length === 0) spawnSync('cp', [here(), broken]);
    if (format.kind === 'folder') {
      const bad = join(broken, 'zz-broken');
      mkdirSync(bad);
      for (const marker of format.markers) {
        mkdirSync(dirname(join(bad, marker)), { recursive: true });
        writeFileSync(join(bad, marker), Buffer.from([0xff, 0xfe, 0x00, 0x80]));
      }
    } else {
      writeFileSync(join(broken, 'zz-broken.jsonl'), '{"a": 1}\n{"instance_id": \n');
    }
    const found = await search(broken);
    expect(found.filter((each) => each.kind === 'problem').length).toBeGreaterThan(0);
    expect(
      tasksOf(found)
        .map((task) => task.facts.id)
        .sort(),
    ).toEqual([...expected().ids].sort());
  });
});

describe('the way through files and folders', () => {
  const harborTask = (folder: string, id: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'task.toml'), `[metadata]\ntask_id = "${id}"\nlanguage = "go"\ncategory = "bug"\n`);
  };

  it('does not follow links, whether they lead out or in a circle', async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    harborTask(join(outside, 'secret'), 'secret');
    harborTask(join(root, 'mine'), 'mine');
    symlinkSync(outside, join(root, 'out'));
    symlinkSync(root, join(root, 'circle'));
    symlinkSync(join(outside, 'secret', 'task.toml'), join(root, 'mine', 'solution'));
    const found = await search(root);
    expect(tasksOf(found).map((task) => task.facts.id)).toEqual(['mine']);
    expect(found.filter((each) => each.kind === 'passed-over').map((each) => each.path)).toEqual([
      join(root, 'circle'),
      join(root, 'out'),
    ]);
  });

  it('refuses a task file that is a link, a pipe or too large', async () => {
    const root = temporaryFolder();
    harborTask(join(root, 'a'), 'a');
    mkdirSync(join(root, 'link'));
    symlinkSync(join(root, 'a', 'task.toml'), join(root, 'link', 'task.toml'));
    mkdirSync(join(root, 'pipe'));
    spawnSync('mkfifo', [join(root, 'pipe', 'task.toml')]);
    mkdirSync(join(root, 'large'));
    spawnSync('truncate', ['-s', '1G', join(root, 'large', 'task.toml')]);
    const found = await search(root);
    expect(tasksOf(found).map((task) => task.facts.id)).toEqual(['a']);
    const reasons = found.flatMap((each) => (each.kind === 'problem' ? [each.reason] : []));
    expect(reasons).toHaveLength(3);
    expect(reasons.join('\n')).toMatch(/task\.toml: the file has 1073741824 bytes; Winnow reads at most/);
    expect(reasons.join('\n')).toMatch(/task\.toml: not a regular file/);
  });

  it('leaves templates and what lies too deep alone, and says so', async () => {
    const root = temporaryFolder();
    harborTask(join(root, 'a'), 'a');
    harborTask(join(root, 'templates', 'b'), '{{ id }}');
    harborTask(join(root, ...Array.from({ length: 14 }, () => 'd')), 'deep');
    const found = await search(root);
    expect(tasksOf(found).map((task) => task.facts.id)).toEqual(['a']);
    const reasons = found.flatMap((each) => (each.kind === 'passed-over' ? [each.reason] : []));
    expect(reasons.sort()).toEqual(['a folder of templates', 'nested more than 12 folders deep']);
  });

  it('tells how a file holds records by its first bytes, not by its name', async () => {
    const root = temporaryFolder();
    const row = { instance_id: 'acme__kit-1', repo: 'acme/kit', base_commit: 'a', patch: '', problem_statement: 'x' };
    const csv = `${Object.keys(row).join(',')}\n${Object.values(row)
      .map((value) => `"${value}"`)
      .join(',')}\n`;
    const forms = {
      list: JSON.stringify([row]),
      one: JSON.stringify(row, null, 2),
      lines: `${JSON.stringify(row)}\n${JSON.stringify({ ...row, instance_id: 'x' })}\n`,
      csv,
    };
    for (const [name, text] of Object.entries(forms)) {
      writeFileSync(join(root, name), text);
      const ids = tasksOf(await search(join(root, name))).map((task) => task.facts.id);
      expect(ids[0], name).toBe('acme__kit-1');
    }
  });

  it.runIf(process.getuid?.() !== 0)('reports a folder it may not enter', async () => {
    const root = temporaryFolder();
    harborTask(join(root, 'a'), 'a');
    mkdirSync(join(root, 'closed'), { mode: 0o000 });
    const found = await search(root);
    expect(found.find((each) => each.kind === 'problem')).toMatchObject({
      path: join(root, 'closed'),
      reason: 'permission denied',
    });
  });
});

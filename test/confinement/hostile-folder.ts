import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parquetOf } from '../support/parquet-of.js';
import { runInProcess } from '../support/run-winnow.js';

/** Numbers below a limit, by chance. */
export type Below = (limit: number) => number;

export const pick = <Item>(below: Below, items: readonly Item[]): Item => items[below(items.length)] as Item;

const ids = ['alpha', 'beta', 'gamma', 'delta'];

/**
 * A folder in which every command has something to do: tasks as folders and as tables, a plan, its selection, an export,
 * results. The mark is in every text of it, so that whoever prints what is in it can be found out.
 */
export async function writeTemplate(folder: string, mark: string): Promise<void> {
  for (const id of ids) {
    const task = join(folder, 'tasks', id);
    for (const name of ['tests', 'environment', 'solution']) mkdirSync(join(task, name), { recursive: true });
    writeFileSync(join(task, 'task.toml'), `[task]\nname = "${mark}/${id}"\n[metadata]\ncategory = "${mark}"\n`);
    for (const name of ['instruction.md', 'tests/test.sh', 'environment/Dockerfile', 'solution/solve.sh'])
      writeFileSync(join(task, name), `${mark} ${name}\n`);
  }
  const rows = ids.map((id, i) => ({ id, repo: mark, files_changed: String(i + 1) }));
  writeFileSync(join(folder, 'pool.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const csv = rows.map((row) => `${Object.values(row).join(',')}\n`).join('');
  writeFileSync(join(folder, 'pool.csv'), `id,repo,files_changed\n${csv}`);
  writeFileSync(join(folder, 'pool.parquet'), await parquetOf(rows));
  writeFileSync(join(folder, 'side.csv'), `id,team\n${ids.map((id) => `${id},${mark}\n`).join('')}`);
  const results = ids.flatMap((id, i) => [`${id},plain,${i % 2}\n`, `${id},${mark},1\n`]);
  writeFileSync(join(folder, 'results.csv'), `task_id,configuration,reward\n${results.join('')}`);
  const job = join(folder, 'jobs', 'job');
  for (const [i, id] of ids.entries()) {
    mkdirSync(join(job, `${id}__x`), { recursive: true });
    const trial = { task_name: id, trial_name: `${id}__x`, verifier_result: { rewards: { reward: i % 2 } } };
    writeFileSync(join(job, `${id}__x`, 'result.json'), JSON.stringify({ ...trial, agent_info: { name: mark } }));
  }
  writeFileSync(join(job, 'config.json'), JSON.stringify({ job_name: mark }));
  writeFileSync(join(folder, 'out-of-scope.yaml'), '- { id: delta, reason: none }\n');
  writeFileSync(join(folder, 'plan.yaml'), planText({}));
  const run = (...args: string[]) => {
    const { code, stderr } = runInProcess(args, { cwd: folder, env: { WINNOW_CACHE: 'off' } });
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  };
  run('select', 'plan.yaml', '--quiet');
  run('export', 'selection', '--to', 'harbor', '--out', 'exported');
}

interface PlanPaths {
  readonly source?: string;
  readonly join?: string;
  readonly prior?: string;
  readonly exclusions?: string;
}

function planText({ source = 'tasks', join: side, prior, exclusions }: PlanPaths): string {
  const quoted = (text: string) => JSON.stringify(text);
  return `name: hostile
phases: [Fix]
phase: Fix
${exclusions === undefined ? '' : `exclusions: ${quoted(exclusions)}\n`}score: { name: size, weights: { size: 1 }, components: { size: { constant: 1 } } }
benchmarks:
  mine:
    source: { path: ${quoted(source)}${side === undefined ? '' : `, join: [{ path: ${quoted(side)} }]`} }
${prior === undefined ? '' : `    prior: { path: ${quoted(prior)} }\n`}    select: { take: 2 }
`;
}

const oddNames = [
  ' ',
  '...',
  '-rf',
  '--out=x',
  'a\nb',
  'näïve 任务',
  '%2e%2e',
  '~',
  '$(id)',
  '*',
  '[a]{b}',
  "it's",
  '\\',
  'CON',
];

/** Where a case takes place. */
export interface Surroundings {
  /** The case's own folder. */
  readonly folder: string;
  /** A folder of the same content that nobody may read. */
  readonly outside: string;
  /** Folders that hold everything; none where nothing keeps a command from reading all of it. */
  readonly above: readonly string[];
}

/** A path that leads out of a case's folder, or looks like it. */
export function oddPath(below: Below, { folder, outside, above }: Surroundings): string {
  const name = pick(below, [
    'tasks',
    'pool.jsonl',
    'pool.csv',
    'pool.parquet',
    'results.csv',
    'plan.yaml',
    'selection',
  ]);
  const out = relative(folder, outside);
  return pick(below, [
    join(outside, name),
    `${out}/${name}`,
    `./tasks/../${out}/${name}`,
    `link/../${name}`,
    `link/${name}`,
    `tasks/link/../../${name}`,
    `../${basename(folder)}/${name}`,
    join(folder, name),
    `${name}/`,
    `${name}/..`,
    `/proc/self/cwd/${name}`,
    `/proc/self/root${join(outside, name)}`,
    '/etc/passwd',
    '/dev/stdin',
    ...above,
    pick(below, oddNames),
    'x'.repeat(300),
  ]);
}

/** What a folder holds: folders, and files with their content. Kept in memory, because it is written ten thousand times. */
export type Contents = ReadonlyMap<string, Buffer | undefined>;

/** Reads what a folder holds. */
export function contentsOf(folder: string): Contents {
  return new Map(
    everything(folder).map((name) => {
      const path = join(folder, name);
      return [name, isFolder(path) ? undefined : readFileSync(path)];
    }),
  );
}

/** Writes a folder and makes it hostile: links of every kind, odd names, paths in its files that lead elsewhere. */
export function writeHostile(contents: Contents, around: Surroundings, below: Below): void {
  const { folder, outside } = around;
  mkdirSync(folder);
  for (const [name, bytes] of contents) {
    if (bytes === undefined) mkdirSync(join(folder, name));
    else writeFileSync(join(folder, name), bytes);
  }
  symlinkSync(below(2) === 0 ? outside : join(outside, 'tasks'), join(folder, 'link'));
  for (let left = 1 + below(5); left > 0; left--) change(around, below);
}

function change(around: Surroundings, below: Below): void {
  const { folder, outside, above } = around;
  const chosen = pick(below, everything(folder));
  const path = join(folder, chosen);
  const twin = join(outside, chosen);
  switch (below(9)) {
    case 0:
    case 1:
    case 2:
      // In place of a file or folder, a link to the same one elsewhere.
      rmSync(path, { recursive: true, force: true });
      symlinkSync(below(2) === 0 ? twin : relative(dirname(path), twin), path);
      break;
    case 3:
      rmSync(path, { recursive: true, force: true });
      symlinkSync(pick(below, ['.', path, basename(path), '/etc/passwd', '/dev/zero', outside, ...above]), path);
      break;
    case 4: {
      const target = join(dirname(path), pick(below, oddNames));
      if (!existsSync(target)) renameSync(path, target);
      break;
    }
    case 5: {
      const odd = () => (below(2) === 0 ? oddPath(below, around) : undefined);
      const paths = { source: odd(), join: odd(), prior: odd(), exclusions: odd() };
      const given = Object.fromEntries(Object.entries(paths).filter(([, value]) => value !== undefined));
      place(join(folder, pick(below, ['plan.yaml', 'selection/plan.yaml', 'other.yaml'])), planText(given));
      break;
    }
    case 6: {
      // Paths, ids and names in what Winnow wrote.
      const file = join(
        folder,
        pick(below, ['selection/selection.json', 'exported/provenance.json', 'selection/selection.csv']),
      );
      if (!isFolder(dirname(file)) || lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) break;
      const odd = JSON.stringify(oddPath(below, around)).slice(1, -1);
      const text = readFileSync(file, 'utf8');
      place(file, below(2) === 0 ? text.replaceAll('tasks/alpha', odd) : text.replaceAll('alpha', odd));
      break;
    }
    case 7: {
      // What a killed run of another version may have left, made up.
      const stage = join(folder, pick(below, ['.', 'selection', 'exported']), '.winnow-writing');
      if (!isFolder(dirname(stage))) break;
      rmSync(stage, { recursive: true, force: true });
      mkdirSync(stage);
      writeFileSync(join(stage, 'owner-999999999-1'), '');
      writeFileSync(join(stage, 'new-0'), '#!/bin/sh\n');
      writeFileSync(
        join(stage, 'journal'),
        JSON.stringify([
          { name: 'planted', before: null, after: null },
          { name: 'hook', before: null, after: 'x' },
        ]),
      );
      break;
    }
    default:
      rmSync(path, { recursive: true, force: true });
      if (below(6) === 0) execFileSync('mkfifo', [path]);
      else if (below(2) === 0) mkdirSync(path);
      else writeFileSync(path, pick(below, ['', '{', '\0', '"', '- - -\n', '[]', '{"a":1}\n']));
  }
}

/** Writes a file in its folder; whatever is in the way stays there. */
function place(file: string, text: string): void {
  if (!isFolder(dirname(file)) || isFolder(file)) return;
  rmSync(file, { force: true });
  writeFileSync(file, text);
}

/** Whether a path is a folder and no link to one. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Every file and folder below a folder, by its path from there; links are not followed. */
function everything(folder: string, below = ''): readonly string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isFile())
    .map((entry) => ({ name: join(below, entry.name), isFolder: entry.isDirectory() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, isFolder }) => (isFolder ? [name, ...everything(folder, name)] : [name]));
}

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TaskColumn, taskColumns } from '../src/core/manifest/csv-columns.js';
import { projectRoot, runWinnow } from './support/run-winnow.js';
import { shellWords } from './support/shell-words.js';
import { temporaryFolder } from './support/temporary-folder.js';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(projectRoot, 'docs')).map((file) => `docs/${file}`),
].filter((file) => file.endsWith('.md'));

describe('the README', () => {
  it('shows what the command really prints', () => {
    const [, shown] = /```text\n([\s\S]*?)\n```/.exec(read('README.md')) ?? [];
    expect(runWinnow(['select', 'ccb'], { cwd: temporaryFolder() }).stdout).toBe(`${shown}\n`);
  });

  it('tells three stories that work as they stand', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'my-tasks'));
    const ids = Array.from({ length: 240 }, (_, i) => `t-${String(i).padStart(3, '0')}`);
    const rows = ids.map((id, i) => `${id},owner/r${i % 6},${['go', 'python', 'rust'][i % 3]},${(i * 37) % 41}`);
    writeFileSync(join(folder, 'my-tasks/tasks.csv'), ['id,repo,language,files_changed', ...rows].join('\n'));
    const results = ['tool', 'plain'].flatMap((name, arm) =>
      ids.flatMap((id, i) => [0, 1].map((run) => `${id},${name},${run},${(i * 7 + arm * 3 + run) % 5 > 1 ? 1 : 0}`)),
    );
    writeFileSync(join(folder, 'results.csv'), ['task_id,configuration,attempt,result', ...results].join('\n'));
    const stories = read('README.md').split('\n## ').slice(1, 4);
    for (const story of stories) {
      for (const place of ['plan.yaml', 'selection']) rmSync(join(folder, place), { recursive: true, force: true });
      if (story.startsWith('Measure')) runWinnow(['init', 'my-tasks'], { cwd: folder });
      const commands = [...story.matchAll(/^ {4}winnow (.*)$/gm)].map(([, text = '']) =>
        shellWords(text.replace('TASK', 't-001')),
      );
      expect(commands.length).toBeLessThan(10);
      for (const args of commands) {
        const { code, stderr } = runWinnow(args, { cwd: folder });
        expect({ args, code, stderr }).toEqual({
          args,
          code: args.includes('--require') ? expect.any(Number) : 0,
          stderr: '',
        });
      }
    }
    expect(stories.map((story) => story.split(':')[0])).toEqual(['Select', 'Sample', 'Measure']);
  });

  it('names the command that CI runs', () => {
    expect(read('README.md')).toContain('`npm test`');
    expect(read('.ci/run')).toMatch(/^npm test$/m);
  });
});

it('the reference is what schema and commands say now', async () => {
  const { referencePages } = await import('../scripts/reference.mjs');
  for (const [file, text] of referencePages((words) => runWinnow(words).stdout)) expect(read(file), file).toBe(text);
});

describe('the book', () => {
  it('has every page in its contents', () => {
    const contents = ['README.md', 'docs/README.md'].map(read).join('\n');
    const missing = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    expect(missing.filter((page) => !contents.includes(`(${page.replace('docs/', '')})`))).toEqual([]);
  });

  it('defines words that flags, plan keys, JSON fields and commands use', () => {
    const used = [
      'docs/reference/commands.md',
      'docs/reference/plan-keys.md',
      'schema/selection.schema.json',
      'docs/estimating.md',
      'docs/scale.md',
      'docs/results.md',
    ]
      .map(read)
      .join('\n');
    const rows = read('docs/glossary.md')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1);
    const terms = rows.map((row) => row.split(' | ')[2] ?? '').flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)]);
    expect(rows.length).toBeGreaterThan(40);
    const lost = terms.map(
      ([, term = '']) =>
        term
          .replace(/^.* /, '')
          .replace(/[=…]+$/, '')
          .split('.')
          .at(-1) ?? '',
    );
    expect(lost.filter((term) => !new RegExp(`\\b${term.replace(/^--/, '')}\\b`).test(used))).toEqual([]);
    const words = rows.map((row) => row.slice(2).split(' | ')[0] ?? '');
    expect(words).toEqual([...new Set(words)]);
  });
});

it('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"');
});

it('the page on the library has every name of it, and no other', async () => {
  const table = read('docs/library.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ')[0] ?? '');
  const named = table.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual(Object.keys(await import('winnow-bench')).sort());
});

describe('the documentation', () => {
  it('leads nowhere that is not there', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => join(dirname(page), target ?? ''))
        .filter((target) => !existsSync(join(projectRoot, target)))
        .map((target) => `${page} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('explains every key that a plan can have', () => {
    const keys = new Set<string>();
    const collect = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, value] of Object.entries(schema)) {
        if (name === 'properties') for (const key of Object.keys(value as object)) keys.add(key);
        collect(value);
      }
    };
    collect(JSON.parse(read('schema/plan.schema.json')));
    const text = ['docs/plan.md', 'docs/sources.md', 'docs/scoring.md', 'docs/selecting.md'].map(read).join('\n');
    expect(keys.size).toBeGreaterThan(30);
    expect([...keys].filter((key) => !new RegExp(`\\b${key}\\b`).test(text))).toEqual([]);
  });

  it('says of every column of a task what it is, as the program does', () => {
    const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
    const columns: readonly TaskColumn[] = taskColumns;
    const rows = columns.map(({ key, meaning, form, table }) => {
      const headings = typeof table?.headings === 'function' ? 'one for each' : code(table?.headings ?? []);
      return `| ${form !== undefined ? code([key]) : ''} | ${headings} | ${meaning} |`;
    });
    expect(read('docs/outputs.md')).toContain(rows.join('\n'));
  });

  it('heads troubleshooting by what the program says', () => {
    const source = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => read(join('src', file)))
      .join('\n');
    const headings = [...read('docs/troubleshooting.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading ?? '');
    expect(headings.length).toBeGreaterThan(8);
    expect(headings.filter((heading) => !source.includes(heading))).toEqual([]);
  });

  it('lists every folder of the source', () => {
    const page = read('docs/architecture.md');
    const folders = [
      ...readdirSync(join(projectRoot, 'src'), { withFileTypes: true }),
      ...readdirSync(join(projectRoot, 'src/core'), { withFileTypes: true }),
    ];
    expect(
      folders.filter((entry) => entry.isDirectory() && !page.includes(`${entry.name}/`)).map(({ name }) => name),
    ).toEqual([]);
  });
});

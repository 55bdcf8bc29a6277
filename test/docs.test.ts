import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { equivalentTasks } from '../src/core/learning/forecasts.js';
import { tableColumns, taskColumns } from '../src/core/manifest/csv-columns.js';
import { runPage } from './support/run-page.js';
import { projectRoot, runWinnow } from './support/run-winnow.js';
import { temporaryFolder } from './support/temporary-folder.js';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const docs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((file) => `docs/${file}`)
  .filter((file) => file.endsWith('.md'))
  .sort();
const pages = ['README.md', 'CONTRIBUTING.md', ...docs];
/** Words with a letter or a digit: the bars of a table are none. */
const words = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe('every page runs as it is written', () => {
  const generated = ['docs/reference/commands.md', 'docs/reference/plan.md', 'docs/reference/errors.md'];
  it.each(pages.filter((page) => !generated.includes(page)))('%s', (page) => {
    const text = read(page);
    const { problems, updated } = runPage(text);
    // `UPDATE_DOCS=yes` writes what the commands print now.
    if (process.env['UPDATE_DOCS'] === 'yes' && updated !== text) writeFileSync(join(projectRoot, page), updated);
    else expect(problems).toEqual([]);
  });
});

describe('the README', () => {
  it('has at most 700 words', () => {
    expect(words(read('README.md'))).toBeLessThanOrEqual(700);
  });

  it('claims no larger gain than the suites were measured to have', () => {
    const { suites } = JSON.parse(runWinnow(['suites', '--json']).stdout) as {
      suites: { tasks: number; tiers: { tasks: number; error?: number; error_at_random?: number }[] }[];
    };
    const gains = suites.flatMap(({ tasks: pool, tiers }) =>
      tiers.flatMap(({ tasks, error, error_at_random: random }) =>
        error && random ? [equivalentTasks(tasks, pool, (error / random) ** 2) / tasks] : [],
      ),
    );
    expect(gains.length).toBeGreaterThan(0);
    const range = `${Math.min(...gains).toFixed(1)} to ${Math.max(...gains).toFixed(1)}`;
    expect(read('README.md')).toContain(`each task counts as much as ${range} random ones`);
    expect(read('docs/guides/sampling.md')).toContain(`as precise as ${range} times as many random tasks`);
  });

  it('gives the detectable difference of its own plan', () => {
    const plan = /<!-- file plan.yaml -->\s+```yaml\n([\s\S]*?)```/.exec(read('README.md'))?.[1] ?? '';
    const cwd = temporaryFolder();
    cpSync(join(projectRoot, 'examples/first'), cwd, { recursive: true });
    writeFileSync(join(cwd, 'plan.yaml'), plan);
    const { overall } = JSON.parse(runWinnow(['assess', 'power', 'plan.yaml', '--json'], { cwd }).stdout) as {
      overall: { tasks: number; detectable: { low: number; high: number } };
    };
    const [low, high] = [overall.detectable.low, overall.detectable.high].map((share) => Math.round(100 * share));
    expect(overall.tasks).toBe(40);
    expect(read('README.md')).toContain(`Forty tasks detect only large differences: ${low} to ${high} points`);
  });

  it('names the command that CI runs', () => {
    expect(read('README.md')).toContain('`npm test`');
    expect(read('.ci/run')).toMatch(/^npm test$/m);
  });
});

it('the reference is what schema and commands say now', async () => {
  const { referencePages } = await import('../scripts/reference.mjs');
  for (const [file, text] of referencePages((args) => runWinnow(args).stdout)) expect(read(file), file).toBe(text);
});

describe('the documentation', () => {
  it('has at most 35,000 words, contributor pages apart', () => {
    const counts = docs
      .filter((page) => !page.startsWith('docs/contributing/'))
      .map((page) => [page, words(read(page))] as const);
    expect(
      counts.reduce((sum, [, count]) => sum + count, 0),
      JSON.stringify(counts),
    ).toBeLessThanOrEqual(35_000);
  });

  it('has every page in its contents', () => {
    const contents = read('docs/README.md');
    const missing = docs.filter((page) => page !== 'docs/README.md');
    expect(missing.filter((page) => !contents.includes(`(${page.replace('docs/', '')})`))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/(?:\]\(|src(?:set)?=")([^)"#\s]+)(?:#[^)"]*)?[)"]/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^(?:https?|mailto):/.test(target) && target !== '')
        .map((target) => join(dirname(page), target))
        .filter((target) => !existsSync(join(projectRoot, target)))
        .map((target) => `${page} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('links from the guides only to files that are in the package', () => {
    const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] };
    const packed = [...files, 'README.md', 'LICENSE', 'package.json'];
    const absent = docs.flatMap((page) =>
      [...read(page).matchAll(/\]\((\.\.[^)#\s]+)/g)]
        .map(([, target = '']) => join(dirname(page), target))
        .filter((target) => !packed.some((each) => target === each || target.startsWith(`${each}/`)))
        .map((target) => `${page} → ${target}`),
    );
    expect(absent).toEqual([]);
  });

  it('links only to headings that exist', () => {
    const anchorsOf = (page: string) =>
      new Set(
        [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
          title
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
            .replaceAll(' ', '-'),
        ),
      );
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)#\s]*)#([^)]+)\)/g)]
        .filter(([, target = '']) => !/^https?:/.test(target) && (target === '' || target.endsWith('.md')))
        .map(([, target = '', anchor = '']) => [target === '' ? page : join(dirname(page), target), anchor] as const)
        .filter(([target, anchor]) => existsSync(join(projectRoot, target)) && !anchorsOf(target).has(anchor))
        .map(([target, anchor]) => `${page} → ${target}#${anchor}`),
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
    expect(keys.size).toBeGreaterThan(30);
    expect([...keys].filter((key) => !read('docs/reference/plan.md').includes(`\`${key}\``))).toEqual([]);
  });

  it('describes every column of a task as the program does', () => {
    const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
    const headingsOf = (key: string) => {
      const { headings = [] } = tableColumns.find((each) => each.key === key) ?? {};
      return typeof headings === 'function' ? 'one for each' : code(headings);
    };
    const rows = [
      ...taskColumns.map(({ key, meaning }) => `| ${code([key])} | ${headingsOf(key)} | ${meaning} |`),
      ...tableColumns.flatMap(({ key, meaning }) =>
        meaning === undefined ? [] : [`|  | ${headingsOf(key)} | ${meaning} |`],
      ),
    ];
    const file = 'docs/reference/documents.md';
    if (process.env['UPDATE_DOCS'] === 'yes') {
      const table = /(?<=\| key in `tasks` .*\n\|[-|]+\|\n)(?:\|.*\n)*/;
      writeFileSync(join(projectRoot, file), read(file).replace(table, `${rows.join('\n')}\n`));
    }
    expect(read(file)).toContain(rows.join('\n'));
  });

  it('lists every function of the library, and no other', async () => {
    const table = read('docs/guides/agents.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split(' | ')[0] ?? '');
    const named = table.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named.sort()).toEqual(Object.keys(await import('winnow-bench')).sort());
  });

  it('defines each word of the glossary once, and only words in use', () => {
    const used = ['docs/reference/commands.md', 'docs/reference/plan.md', 'schema/selection.schema.json']
      .concat('schema/estimate.schema.json', 'docs/reference/documents.md')
      .map(read)
      .join('\n');
    const [, glossary = ''] = read('docs/start/concepts.md').split('## Glossary');
    const rows = glossary
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1);
    expect(rows.length).toBeGreaterThan(20);
    const terms = rows.flatMap((row) => [...(row.split(' | ')[2] ?? '').matchAll(/`([^`]+)`/g)]);
    const last = terms.map(([, term = '']) => term.replace(/^.* /, '').split('.').at(-1) ?? '');
    expect(last.filter((term) => !new RegExp(`\\b${term.replace(/^--/, '')}\\b`).test(used))).toEqual([]);
    const defined = rows.map((row) => row.slice(2).split(' | ')[0] ?? '');
    expect(defined).toEqual([...new Set(defined)]);
  });

  it('lists every folder of the source', () => {
    const page = read('docs/contributing/architecture.md');
    const folders = [
      ...readdirSync(join(projectRoot, 'src'), { withFileTypes: true }),
      ...readdirSync(join(projectRoot, 'src/core'), { withFileTypes: true }),
    ];
    expect(
      folders.filter((entry) => entry.isDirectory() && !page.includes(`${entry.name}/`)).map(({ name }) => name),
    ).toEqual([]);
  });
});

it('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { accessibilityFaults, browserForFile } from '../support/browser.js';
import { reportUrl } from '../support/explorer-page.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const open = browserForFile();
const long = 'a-very-long-name-that-nobody-would-choose-but-somebody-always-does-'.repeat(3);
const rightToLeft = 'اختبار طويل جدا للغة العربية';

interface State {
  readonly phases: number;
  readonly tasks: number;
  readonly select: object;
  readonly hasResults?: true;
}

/** Pools that nobody makes a page for, and that people have. */
const states: Readonly<Record<string, State>> = {
  'forty phases, two hundred repositories, long names, right to left': {
    phases: 40,
    tasks: 1200,
    select: { take: 250, group: { by: 'repo', at_least: 1 }, prefer: ['random'] },
    hasResults: true,
  },
  'one task': { phases: 1, tasks: 1, select: { take: 'all' } },
  'one task of forty, without results': { phases: 1, tasks: 40, select: { take: 1 } },
};

function nameOf(i: number): string {
  return i % 5 === 0 ? `${long}${i}` : i % 5 === 1 ? `${rightToLeft} ${i}` : `name-${i}`;
}

/** Writes the pool of a state and gives the arguments of its report. */
function written(folder: string, { phases, tasks, select, hasResults }: State): readonly string[] {
  const names = Array.from({ length: phases }, (_, i) => `${i % 2 === 0 ? 'Phase' : rightToLeft} ${i}`);
  const rows = Array.from({ length: tasks }, (_, i) => {
    const fields = { files_changed: 1 + ((i * 7) % 23), additions: 3 + ((i * 31) % 300), deletions: (i * 13) % 100 };
    const labels = { repo: `${nameOf(i % 200)}/x`, language: nameOf(i % 6), category: `c${i % phases}` };
    return { id: nameOf(i), ...fields, ...labels, statement: `${rightToLeft}\n${nameOf(i)} <b>` };
  });
  writeFileSync(join(folder, 'pool.jsonl'), `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  const plan = {
    name: 'state',
    title: `${rightToLeft} ${long}`,
    seed: 7,
    phases: names,
    phase: { by: 'category', values: Object.fromEntries(names.map((name, i) => [`c${i}`, name])) },
    fields: { statement: { kind: 'label' } },
    score: { name: 'size', weights: { size: 1 }, components: { size: { ramp: 'files_changed', full: 20 } } },
    benchmarks: {
      ['long_name_of_a_benchmark_'.repeat(3)]: {
        title: long,
        source: { path: 'pool.jsonl' },
        expect: tasks,
        run: { cost_usd: 0.42, seconds: 600 },
        select,
      },
    },
  };
  writeFileSync(join(folder, 'plan.yaml'), stringify(plan));
  if (hasResults !== true) return [];
  const results = ['s1', rightToLeft, long].flatMap((system, at) =>
    rows.slice(0, 900).map(({ id }, i) => `"${id}","${system}",${(i * (at + 3)) % 7 < 3 ? 1 : 0}`),
  );
  writeFileSync(join(folder, 'results.csv'), `task,configuration,result\n${results.join('\n')}\n`);
  return ['--results', 'results.csv'];
}

const views = ['', '?edit', 'results', 'methods'];
const looks = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

describe.each(Object.entries(states))('%s', (_, state) => {
  it('has no view with a fault that a program can find, or one that is wider than the window', async () => {
    const folder = temporaryFolder();
    const url = reportUrl(folder, './plan.yaml', ...written(folder, state));
    const task = `task/${'long_name_of_a_benchmark_'.repeat(3)}/${encodeURIComponent(nameOf(0))}`;
    for (const look of looks) {
      const page = await open(url, look);
      for (const view of [...views, task]) {
        await page.goto(`${url}#/${view}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByText('Calculating').first().waitFor({ state: 'detached' });
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
        const wider = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect({ view, wider, faults: await accessibilityFaults(page) }).toEqual({ view, wider: 0, faults: [] });
      }
    }
  });
});

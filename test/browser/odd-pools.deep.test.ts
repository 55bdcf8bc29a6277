import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults, browserForFile } from '../support/browser.js';
import { reportUrl } from '../support/explorer-page.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const open = browserForFile();

interface OddTask {
  readonly id: string;
  readonly [field: string]: string | number;
}

const longName = 'a-name-that-goes-on-'.repeat(9);
const pools: Readonly<Record<string, readonly OddTask[]>> = {
  'one task': [{ id: 'only', repo: 'a/b', category: 'p0', files_changed: 3 }],
  'forty phases and two hundred repositories': Array.from({ length: 1200 }, (_, i) => ({
    id: `t${i}`,
    repo: `owner-${i % 200}/repo-${i % 200}`,
    category: `p${i % 40}`,
    files_changed: 1 + ((i * 7919) % 97),
  })),
  'long names and text from right to left': Array.from({ length: 60 }, (_, i) => ({
    id: i % 2 === 0 ? `${longName}${i}` : `مهمة-${i}`,
    repo: i % 3 === 0 ? longName : 'מאגר/קוד',
    language: i % 5 === 0 ? longName : 'عربي',
    category: `p${i % 3}`,
    ...(i % 4 === 0 ? {} : { files_changed: i }),
  })),
};

/** A folder with a pool and a plan of as many phases as it has categories. */
function folderOf(tasks: readonly OddTask[]): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'tasks.jsonl'), `${tasks.map((task) => JSON.stringify(task)).join('\n')}\n`);
  const categories = [...new Set(tasks.map((task) => String(task['category'])))];
  const phase = (category: string) => `${category === 'p1' ? 'שלב ' : 'Phase '}${category}`;
  const plan = {
    name: 'odd',
    phases: categories.map(phase),
    phase: { by: 'category', values: Object.fromEntries(categories.map((each) => [each, phase(each)])) },
    score: {
      name: 'size',
      weights: { files: 1 },
      components: { files: { ramp: 'files_changed', full: 50, unknown: 0.2 } },
    },
    benchmarks: {
      mine: { source: { path: 'tasks.jsonl' }, expect: tasks.length, select: { take: Math.ceil(tasks.length / 10) } },
    },
  };
  writeFileSync(join(folder, 'plan.yaml'), JSON.stringify(plan));
  return folder;
}

describe.each(Object.entries(pools))('the chart of a pool of %s', (_, tasks) => {
  it.each([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])('fits the window and has no fault that a program can find: %j', async (viewport) => {
    const url = reportUrl(folderOf(tasks), './plan.yaml');
    const page = await open(`${url}#/`, { viewport });
    for (const hash of ['#/', '#/?x=repo&y=phase', '#/?x=files_changed&y=language']) {
      await page.goto(`${url}${hash}`);
      await page.getByRole('heading', { level: 1, name: 'odd' }).waitFor();
      const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect({ hash, wider, faults: await accessibilityFaults(page) }).toEqual({ hash, wider: 0, faults: [] });
    }
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults, browserForFile } from '../support/browser.js';
import { isDeep } from '../support/depth.js';
import { reportUrl } from '../support/explorer-page.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { startWinnow } from '../support/start-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();

describe('the page', () => {
  it('shows what was selected from what, served', async () => {
    const server = await startWinnow(['view', 'ccb']);
    try {
      const page = await open(server.url);
      await page.getByRole('heading', { level: 1, name: 'Task Selection Methodology' }).waitFor();
      await expect.poll(() => page.locator('.counts').textContent()).toContain('93 of 826 tasks (11.3%)');
      await page.getByText('How the tasks were chosen').click();
      await page.getByText('0.7015').first().waitFor();
      await page.getByText(/^\d+ warnings and \d+ note$/).click();
      await page.locator('.warnings details summary').first().click();
      await page.getByText('no effect on the ranking').first().waitFor();
    } finally {
      await server.stop();
    }
  });

  it.runIf(isDeep)('shows the same from a file, without a network', async () => {
    const page = await open(reportUrl(folder), { offline: true });
    await expect.poll(() => page.locator('.counts').textContent()).toContain('93 of 826');
    await page.getByRole('link', { name: 'Methods' }).click();
    await page.getByRole('heading', { level: 1, name: 'Methods' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Task Selection Methodology' }).waitFor();
  });
});

/** Ticks an entry in the menu of a label. */
async function choose(page: Page, label: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  await page.getByRole('checkbox', { name: entry }).click();
  await page.keyboard.press('Escape');
}

describe('the table of tasks', () => {
  it('is filtered by labels and words, and the address says how', async () => {
    const page = await open(`${reportUrl(folder)}#/`);
    const count = page.locator('.tasks-head [role=status]').first();
    await expect.poll(() => count.textContent()).toBe('826 tasks, 93 selected');
    await choose(page, 'language', 'go 287');
    await page.getByText('287 of 826 tasks').waitFor();
    await expect.poll(() => page.url()).toContain('#/?language=go');
    await choose(page, 'selected', /^In/);
    await page.getByRole('searchbox', { name: 'Search' }).fill('navidrome');
    await expect.poll(() => page.url()).toMatch(/#\/\?q=navidrome&state=in&language=go$/);
    // The heading, and the selected tasks of that repository.
    const shown = 3;
    await expect.poll(() => count.textContent()).toBe('2 of 826 tasks, 2 of them selected');
    await expect.poll(() => page.getByRole('main').getByRole('row').count()).toBe(shown);
    await page.reload();
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('navidrome');
    await expect.poll(() => page.getByRole('main').getByRole('row').count()).toBe(shown);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('826 tasks, 93 selected').waitFor();
  });

  it('takes several values, words, fields and ranges; counts follow, Back undoes a step', async () => {
    const page = await open(`${reportUrl(folder)}#/`);
    await choose(page, 'language', /^go/);
    await choose(page, 'language', /^rust/);
    await page.getByText('298 of 826 tasks').waitFor();
    await page.getByRole('button', { name: /^benchmark/ }).click();
    // Of the tasks in these two languages, not of all.
    await page.getByRole('checkbox', { name: 'SWE-bench Pro 280' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('navidrome files_changed:>=14 -flipt');
    await page.getByText('2 of 826 tasks').waitFor();
    await page.goBack();
    await page.getByText('298 of 826 tasks').waitFor();
    await page.goBack();
    await page.getByText('287 of 826 tasks').waitFor();
  });

  it('shows the columns one chooses, and saves what is shown', async () => {
    const page = await open(`${reportUrl(folder)}#/?benchmark=ccb_tac`);
    await choose(page, 'columns', 'Repo');
    await page.getByRole('columnheader', { name: 'Repo' }).waitFor({ state: 'detached' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV of the tasks' }).click(),
    ]);
    const [header, ...rows] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(header).toMatch(/^state,id,benchmark,phase,score,/);
    expect(header?.split(',')).not.toContain('repo');
    expect(rows).toHaveLength(8);
  });

  it('keeps the focus where the keys lead, also out of sight', async () => {
    const page = await open(`${reportUrl(folder)}#/?sort=id`);
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').focus();
    await page.keyboard.press('End');
    const index = () =>
      page.evaluate(
        'document.activeElement?.closest("tr")?.getAttribute("data-index") ?? document.activeElement.tagName',
      );
    await expect.poll(index).toBe('825');
    await page.getByRole('region', { name: 'Tasks', exact: true }).evaluate((box) => box.scrollTo(0, 0));
    await expect.poll(index).toBe('SECTION');
    await page.keyboard.press('Home');
    await expect.poll(index).toBe('0');
  });

  it.runIf(isDeep)('says when nothing matches, and how to go on', async () => {
    const page = await open(`${reportUrl(folder)}#/?q=no-such-task`);
    await page.getByText('No tasks match these filters.').waitFor();
    await page.getByRole('button', { name: 'Show all tasks' }).click();
    await page.getByText('826 tasks, 93 selected').waitFor();
  });

  it.runIf(isDeep)('sorts by a column, and back', async () => {
    const page = await open(`${reportUrl(folder)}#/`);
    const header = (name: string) => page.getByRole('columnheader', { name });
    expect(await header('Selected').getAttribute('aria-sort')).toBe('ascending');
    await header('Score').getByRole('button').click();
    await expect.poll(() => header('Score').getAttribute('aria-sort')).toBe('descending');
    await header('Score').getByRole('button').click();
    await expect.poll(() => header('Score').getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(() => page.url()).toMatch(/sort=score$/);
    await header('Task').getByRole('button').click();
    const first = page.getByRole('row').nth(1);
    await expect.poll(() => first.textContent()).toContain('apiserver-doc-001');
  });

  it.runIf(isDeep)('shows the scores of the command line, to the last digit', async () => {
    const page = await open(`${reportUrl(folder)}#/?state=in`);
    await page.getByRole('row').nth(20).waitFor();
    const rows = await page.getByRole('row').allTextContents();
    const { tasks } = JSON.parse(runWinnow(['select', 'ccb', '--dry-run', '--json']).stdout) as {
      tasks: { task_id: string; score: number }[];
    };
    const best = tasks.toSorted((a, b) => b.score - a.score).slice(0, 15);
    for (const { task_id, score } of best) {
      expect(rows.find((row) => row.includes(task_id))).toContain(score.toFixed(4));
    }
  });

  it('shows the results of each system, the tasks that flipped between two on top', async () => {
    const results = join(projectRoot, 'examples/outcomes/mcp-paired.csv');
    const page = await open(`${reportUrl(folder, 'ccb', '--results', results)}#/`);
    await page.getByRole('columnheader', { name: 'Difference' }).getByRole('button').click();
    const first = page.getByRole('main').getByRole('row').nth(1);
    await expect.poll(() => first.textContent()).toMatch(/differ(?! by)/);
    await first.getByRole('link').click();
    const table = page.getByRole('region', { name: 'Results on this task, by system' });
    await table.getByText('✗ fail').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

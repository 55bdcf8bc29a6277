import { describe, expect, it } from 'vitest';
import { browserForFile } from '../support/browser.js';
import { reportUrl } from '../support/explorer-page.js';
import { runWinnow } from '../support/run-winnow.js';
import { startWinnow } from '../support/start-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();

describe('the page', () => {
  it('shows what was selected from what, served', async () => {
    const server = await startWinnow(['serve']);
    try {
      const page = await open(server.url);
      await page.getByRole('heading', { level: 1, name: 'Task Selection Methodology' }).waitFor();
      const figure = page.getByRole('definition').first();
      expect(await figure.textContent()).toBe('93 of 826');
      await page.getByText('0.7015').first().waitFor();
      await page.getByText('every component has one value for all 4 tasks').first().waitFor();
    } finally {
      await server.stop();
    }
  });

  it('shows the same from a file, without a network', async () => {
    const page = await open(reportUrl(folder), { offline: true });
    expect(await page.getByRole('definition').first().textContent()).toBe('93 of 826');
    await page.getByRole('link', { name: 'Assess' }).click();
    await page.getByRole('heading', { level: 1, name: 'Assess' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Task Selection Methodology' }).waitFor();
  });
});

describe('the table of tasks', () => {
  it('is filtered by labels and words, and the address says how', async () => {
    const page = await open(`${reportUrl(folder)}#/tasks`);
    const count = page.getByRole('main').getByRole('status');
    expect(await count.textContent()).toBe('826 tasks, 93 selected');
    await page.getByRole('combobox', { name: 'language' }).selectOption({ label: 'go (287)' });
    await page.getByText('287 of 826 tasks').waitFor();
    expect(page.url()).toContain('#/tasks?language=go');
    await page.getByRole('combobox', { name: 'Selected' }).selectOption('In');
    await page.getByRole('searchbox', { name: 'Search' }).fill('navidrome');
    await expect.poll(() => count.textContent()).toMatch(/^\d+ of 826 tasks, \d+ of them selected$/);
    const filtered = page.url();
    expect(filtered).toMatch(/#\/tasks\?q=navidrome&state=in&language=go$/);
    const shown = await page.getByRole('main').getByRole('row').count();
    await page.reload();
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('navidrome');
    expect(await page.getByRole('main').getByRole('row').count()).toBe(shown);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('826 tasks, 93 selected').waitFor();
  });

  it('says when nothing matches, and how to go on', async () => {
    const page = await open(`${reportUrl(folder)}#/tasks?q=no-such-task`);
    await page.getByText('No task matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Show all tasks' }).click();
    await page.getByText('826 tasks, 93 selected').waitFor();
  });

  it('sorts by a column, and back', async () => {
    const page = await open(`${reportUrl(folder)}#/tasks`);
    const header = (name: string) => page.getByRole('columnheader', { name });
    expect(await header('Score').getAttribute('aria-sort')).toBe('descending');
    await header('Score').getByRole('button').click();
    expect(await header('Score').getAttribute('aria-sort')).toBe('ascending');
    expect(page.url()).toMatch(/sort=score$/);
    await header('Task').getByRole('button').click();
    const first = page.getByRole('row').nth(1);
    await expect.poll(() => first.textContent()).toContain('apiserver-doc-001');
  });

  it('shows the scores of the command line, to the last digit', async () => {
    const page = await open(`${reportUrl(folder)}#/tasks?state=in`);
    await page.getByRole('row').nth(20).waitFor();
    const rows = await page.getByRole('row').allTextContents();
    const { tasks } = JSON.parse(runWinnow(['select', '--dry-run', '--json']).stdout) as {
      tasks: { task_id: string; mcp_benefit_score: number }[];
    };
    const best = tasks.toSorted((a, b) => b.mcp_benefit_score - a.mcp_benefit_score).slice(0, 15);
    for (const { task_id, mcp_benefit_score } of best) {
      expect(rows.find((row) => row.includes(task_id))).toContain(`${task_id}${mcp_benefit_score.toFixed(4)}`);
    }
  });
});

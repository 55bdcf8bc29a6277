import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedPlan, generatedTasks } from '../../bench/generate-pool.mjs';
import { browserForFile } from '../support/browser.js';
import { reportUrl } from '../support/explorer-page.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const open = browserForFile();
const count = 100_000;
const written = (number: number) => number.toLocaleString('en');

describe(`a pool of ${written(count)} tasks`, () => {
  it('scrolls to its end with few rows in the document', async () => {
    const folder = temporaryFolder();
    const lines = generatedTasks(count).map(({ id, fields }) => JSON.stringify({ id, ...fields }));
    writeFileSync(join(folder, 'pool.jsonl'), `${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'plan.yaml'), generatedPlan(count));
    const page = await open(`${reportUrl(folder, './plan.yaml')}#/`);
    await page.getByText(`${written(count)} tasks, ${written(count / 100)} selected`).waitFor();
    const table = page.getByRole('region', { name: 'Tasks', exact: true }).getByRole('table');
    expect(await table.getAttribute('aria-rowcount')).toBe(String(count + 1));
    expect(await table.getByRole('row').count()).toBeLessThan(100);
    await page.getByRole('region', { name: 'Tasks' }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => table.getByRole('row').last().getAttribute('aria-rowindex')).toBe(String(count + 1));
    expect(await table.getByRole('row').count()).toBeLessThan(100);
    await page.getByRole('searchbox', { name: 'Search' }).fill(String(count - 1));
    await page.getByText(new RegExp(`^\\d of ${written(count)} tasks`)).waitFor();
    // What takes long can be stopped, and what is asked next is answered all the same.
    await page.getByRole('link', { name: 'Methods' }).click();
    await page.getByRole('button', { name: 'Assess sensitivity' }).click();
    await page.getByRole('button', { name: 'Stop' }).last().click();
    await page.getByRole('button', { name: 'Assess sensitivity' }).waitFor();
    await page.getByRole('button', { name: 'Assess balance' }).click();
    await page.getByRole('heading', { level: 3 }).first().waitFor();
    await page.getByText('Calculating').first().waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Assess sensitivity' }).count()).toBe(1);
  });
});

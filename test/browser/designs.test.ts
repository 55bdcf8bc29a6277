import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserForFile } from '../support/browser.js';
import { reportUrl } from '../support/explorer-page.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();

interface DesignsDocument {
  readonly conclusion: string;
  readonly designs: readonly {
    readonly design: string;
    readonly shared: number | null;
    readonly claim: string | null;
  }[];
}

describe('designs side by side', () => {
  it('are those of the command line, with an edit among them', async () => {
    const document = JSON.parse(runWinnow(['assess', 'designs', 'ccb', '--json']).stdout) as DesignsDocument;
    const page = await open(`${reportUrl(folder)}#/methods`);
    await page.getByText(document.conclusion).waitFor();
    const table = page.getByRole('table', { name: /^Designs for the same budget/ });
    for (const { design, shared, claim } of document.designs.filter((each) => each.claim !== null)) {
      const body = table.locator(`.design-${design}`);
      expect(await body.textContent()).toContain(`${shared} of 93`);
      expect(await body.textContent()).toContain(claim);
    }
    expect(await table.locator('.design-learned').textContent()).toContain('Not available. Needs results from earlier');
    expect(await table.locator('.design-edit').count()).toBe(0);
    await page.getByRole('link', { name: 'Selection' }).click();
    await page.getByRole('button', { name: 'Change the plan' }).click();
    await page.getByRole('slider').first().fill('0.9');
    await page.getByText('Plan changed.').waitFor();
    await page.getByRole('link', { name: 'Methods' }).click();
    await expect.poll(() => table.locator('.design-edit').textContent()).toMatch(/^Your changes .*\d+ of 93/s);
  });

  it('have a slider along the budgets, with the plan as a dot, by keyboard', async () => {
    const page = await open(`${reportUrl(folder, join(projectRoot, 'examples/representative/plan.yaml'))}#/methods`);
    const sentence = page.locator('.frontier-sentence');
    await expect.poll(() => sentence.textContent()).toMatch(/^The plan's 93 tasks .*detect a difference of /);
    const cursor = () => page.locator('.frontier .cursor').getAttribute('x1');
    const before = await cursor();
    await page.locator('.frontier input[type=range]').first().focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => sentence.textContent())
      .toMatch(/^98 tasks .*detect .* estimate the pool's level to within ±[\d.]+ points/);
    expect(await cursor()).not.toBe(before);
    await page.keyboard.press('End');
    await expect
      .poll(() => sentence.textContent())
      .toMatch(/\([\d.]+ × the plan, the whole pool.* cover the whole pool\.$/);
    await page.getByRole('button', { name: 'Back to the plan' }).click();
    await expect.poll(() => sentence.textContent()).toMatch(/^The plan's 93 tasks/);
  });

  it('show the values of a chart by arrow keys and under the pointer', async () => {
    const page = await open(`${reportUrl(folder)}#/methods`);
    // The rows come in one by one, above the chart.
    await page.getByText('Calculating').first().waitFor({ state: 'detached' });
    await page.locator('.verdict').waitFor();
    const chart = page.getByRole('group', { name: 'Values of Detectable difference at other budgets' });
    await chart.focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.chart-callout').textContent()).toMatch(/^the plan: [\d.]+, 93$/);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.chart-callout').count()).toBe(0);
    const dot = await chart.locator('circle').last().boundingBox();
    await page.mouse.move((dot?.x ?? 0) + 4, (dot?.y ?? 0) + 4);
    await page.locator('.chart-callout').waitFor();
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserForFile } from '../support/browser.js';
import { inDepth } from '../support/depth.js';
import { reportUrl } from '../support/explorer-page.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();
const sample = join(projectRoot, 'examples/representative/plan.yaml');

describe('the first screen', () => {
  const claims = {
    ccb: /^These 93 of 826 tasks can show a difference of [\d.]+ to [\d.]+ points or more between two configurations\. Their results do not generalise to the pool\.$/,
    [sample]:
      /^These 93 of 826 tasks estimate the level of the pool to ±\s[\d.]+ points, and can show a difference of [\d.]+ to [\d.]+ points/,
  };

  it.each(inDepth(Object.entries(claims), Object.entries(claims).slice(0, 1)))(
    'says what the selection can prove: %s',
    async (plan, claim) => {
      const page = await open(reportUrl(folder, plan));
      await expect.poll(() => page.locator('.hero-sentence').textContent()).toMatch(claim);
      const names = ['Tasks', 'Cost', 'Smallest detectable difference', 'Expected interval of a level', 'Coverage'];
      expect(await page.getByRole('term').allTextContents()).toEqual(names);
      const { bottom } = await page.locator('.gauges').evaluate((gauges) => gauges.getBoundingClientRect().toJSON());
      expect(bottom).toBeLessThan(800);
      await expect.poll(() => page.locator('.warnings details[open]').count()).toBe(0);
    },
  );

  it('draws random choices where they lie, and shares of a sample by their weights', async () => {
    const page = await open(reportUrl(folder));
    await page.getByText('95% of random choices', { exact: false }).first().waitFor();
    const figure = page.getByRole('figure').filter({ hasText: 'How far the selected tasks are from the pool' });
    await figure.locator('summary').click();
    // Random choices with the plan's sizes score above the pool: the interval lies on one side of zero.
    const [, low] =
      /^([\d.]+) to ([\d.]+)$/.exec(
        (await figure
          .getByRole('row', { name: /^score/ })
          .getByRole('cell')
          .nth(4)
          .textContent()) ?? '',
      ) ?? [];
    expect(Number(low)).toBeGreaterThan(0.5);
    const weighted = await open(reportUrl(folder, sample));
    await weighted.getByText('share of the selection, weighted').waitFor();
  });
});

it.runIf(inDepth(true, false))('says what to expect of tasks that were chosen by their uplift', async () => {
  const plan = join(projectRoot, 'examples/benefit/chosen.yaml');
  const printed = /Expect (\+\d\.\d+) in new runs/.exec(runWinnow(['select', plan, '--dry-run']).stdout)?.[0];
  expect(printed).toBeDefined();
  const page = await open(reportUrl(folder, plan));
  const section = page.getByRole('region', { name: 'Expected uplift' });
  await expect.poll(() => section.textContent(), { timeout: 20_000 }).toContain(printed);
});

describe('on paper', () => {
  it.each(inDepth(['ccb', sample], ['ccb']))('the report has two or three A4 pages: %s', async (plan) => {
    const page = await open(reportUrl(folder, plan), { colorScheme: 'dark' });
    await page.locator('.gauges').waitFor();
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThanOrEqual(2);
    expect(pages).toBeLessThanOrEqual(3);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 696, height: 1000 });
    await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
    for (const name of ['Power', 'Phases and benchmarks']) await page.getByRole('heading', { name }).first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(696);
    for (const table of await page.getByRole('table').all()) {
      const cut = await table.evaluate((each) => each.scrollWidth - (each.parentElement?.clientWidth ?? 0));
      expect(cut).toBeLessThanOrEqual(1);
    }
  });
});

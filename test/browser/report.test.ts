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
    ccb: /^These 93 of 826 tasks can show a difference of [\d.]+ to [\d.]+ points or more between two systems\. Their results do not generalise to the pool\.$/,
    [sample]:
      /^These 93 of 826 tasks estimate the level of the pool to ±\s[\d.]+ points, and can show a difference of [\d.]+ to [\d.]+ points/,
  };

  it.each(inDepth(Object.entries(claims), Object.entries(claims).slice(0, 1)))(
    'says what the selection can prove: %s',
    async (plan, claim) => {
      const page = await open(reportUrl(folder, plan));
      await expect.poll(() => page.locator('.sentence').textContent()).toMatch(claim);
      const { bottom } = await page.locator('.unit-box').evaluate((box) => box.getBoundingClientRect().toJSON());
      expect(bottom).toBeLessThan(800);
      await expect.poll(() => page.locator('.warnings details[open]').count()).toBe(0);
    },
  );

  it('works the cost out of runs, systems and a price that the reader may change; the address keeps them', async () => {
    const page = await open(reportUrl(folder));
    const cost = page.locator('[data-figure="prospect.cost"]');
    await expect.poll(() => cost.textContent()).toBe('93 runs');
    await page.getByLabel('Systems').fill('4');
    await page.getByLabel('Price of a run').fill('0.5');
    await expect.poll(() => cost.textContent()).toBe('$186');
    await page.reload();
    await expect.poll(() => cost.textContent()).toBe('$186');
  });

  it('says which phases can be tested by themselves, as assess power does', async () => {
    const { phases } = JSON.parse(runWinnow(['assess', 'power', 'ccb', '--json']).stdout) as {
      phases: readonly { readonly testable: string }[];
    };
    const page = await open(reportUrl(folder));
    const testable = phases.filter((phase) => phase.testable === 'yes').length;
    const counts = page.locator('.coverage [data-figure]');
    await expect.poll(() => counts.allTextContents()).toEqual([testable, phases.length - testable, 0].map(String));
  });
});

it.runIf(inDepth(true, false))('says what to expect of tasks that were chosen by their uplift', async () => {
  const plan = join(projectRoot, 'examples/benefit/chosen.yaml');
  const printed = /Expect (\+\d\.\d+) in new runs/.exec(runWinnow(['select', plan, '--dry-run']).stdout)?.[0];
  expect(printed).toBeDefined();
  const page = await open(reportUrl(folder, plan));
  const section = page.locator('.result-lines', { hasText: 'Expected uplift' });
  await expect.poll(() => section.textContent(), { timeout: 20_000 }).toContain(printed);
});

describe('on paper', () => {
  it.each(inDepth(['ccb', sample], ['ccb']))(
    'the page has at most six A4 pages, with repeated headings: %s',
    async (plan) => {
      const page = await open(reportUrl(folder, plan), { colorScheme: 'dark' });
      await page.locator('.coverage strong').first().waitFor();
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      expect(pages).toBeGreaterThanOrEqual(2);
      expect(pages).toBeLessThanOrEqual(6);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 696, height: 1000 });
      await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
      await page.getByText('Each dot is one of 826 tasks').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(696);
      for (const table of await page.getByRole('table').all()) {
        const cut = await table.evaluate((each) => each.scrollWidth - (each.parentElement?.clientWidth ?? 0));
        expect(cut).toBeLessThanOrEqual(1);
      }
    },
  );
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { accessibilityFaults, browserForFile } from '../support/browser.js';
import { inDepth, isDeep } from '../support/depth.js';
import { reportUrl, savedFiles } from '../support/explorer-page.js';
import { projectRoot } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();
const url = () => reportUrl(folder, 'ccb', '--results', join(projectRoot, 'examples/outcomes/mcp-paired.csv'));
const openMap = (hash = '#/map', options = {}) => open(`${url()}${hash}`, options);
const countOf = (page: Page) => page.getByRole('main').getByRole('status').first();
const plotOf = (page: Page) => page.getByRole('group', { name: /^Map of / });
const rowsOf = (page: Page) => page.getByRole('region', { name: 'Tasks', exact: true }).getByRole('table');

type Look = BrowserContextOptions & { readonly hash: string };

/** Draws a region over the map; the sides are shares of its width and height. */
async function drawRegion(page: Page, [left, top]: number[], [right, bottom]: number[]): Promise<void> {
  const { x, y, width, height } = (await plotOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width * (left ?? 0), y + height * (top ?? 0));
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.5);
  await page.mouse.move(x + width * (right ?? 0), y + height * (bottom ?? 0));
  await page.mouse.up();
}

describe('the map of the pool', () => {
  it('filters everything by a region, a bar or a cell, and Back undoes each step', async () => {
    const page = await openMap('#/map?x=files_changed&y=score');
    await expect.poll(() => countOf(page).textContent()).toBe('826 tasks, 93 selected');
    await drawRegion(page, [0.3, 0.02], [0.98, 0.4]);
    await expect.poll(() => countOf(page).textContent()).toMatch(/^\d+ of 826 tasks, \d+ of them selected$/);
    const drawn = (await countOf(page).textContent()) ?? '';
    const [, shown, selected] = /^(\d+) of 826 tasks, (\d+)/.exec(drawn) ?? [];
    expect(decodeURIComponent(page.url())).toMatch(/q=files_changed:[\d.]+\.\.[\d.]+\+score:[\d.]+\.\.[\d.]+/);
    expect(await rowsOf(page).getAttribute('aria-rowcount')).toBe(String(Number(shown) + 1));
    await page.getByText(`${selected} selected / ${shown} available.`).waitFor();
    // The table of tasks by itself shows the same under the same address.
    await page.getByRole('link', { name: 'Open them in the table' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await expect.poll(() => countOf(page).textContent()).toBe(drawn);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Map' }).waitFor();
    await expect.poll(() => countOf(page).textContent()).toBe(drawn);
    await page.goBack();
    await expect.poll(() => countOf(page).textContent()).toBe('826 tasks, 93 selected');

    await page
      .getByRole('button', { name: 'Documentation, Kubernetes package docs, selected / available: 5 / 5' })
      .click();
    await expect.poll(() => countOf(page).textContent()).toBe('5 of 826 tasks, 5 of them selected');
    const bar = page.getByRole('group', { name: /^Histogram of score/ }).getByRole('button', { name: /: [1-9]/ });
    await bar.first().click();
    await expect.poll(() => page.url()).toContain('q=score');
    await page.goBack();
    await expect.poll(() => countOf(page).textContent()).toBe('5 of 826 tasks, 5 of them selected');
  });

  it('is used by keyboard alone: from point to point, by figures, bars and cells', async () => {
    const page = await openMap();
    await plotOf(page).focus();
    await page.keyboard.press('ArrowRight');
    const heard = plotOf(page).getByRole('status');
    await expect.poll(() => heard.textContent()).toMatch(/, score [\d.]+, (?:In|Out)/);
    const first = (await heard.textContent()) ?? '';
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => heard.textContent()).not.toBe(first);
    const id = (await heard.textContent())?.split(', ')[0] ?? '';
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: id }).waitFor();
    await page.goBack();
    await page.getByRole('spinbutton', { name: /score.*from/ }).fill('0.9');
    await expect.poll(() => page.url()).toContain('q=score%3A0.9..');
    await expect.poll(() => countOf(page).textContent()).toMatch(/ of 826 tasks/);
    const above = await countOf(page).textContent();
    await page.getByRole('spinbutton', { name: /score.*to/ }).fill('0.93');
    await expect.poll(() => countOf(page).textContent()).not.toBe(above);
    await plotOf(page).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => countOf(page).textContent()).toBe('826 tasks, 93 selected');
    const bars = page.getByRole('group', { name: 'Histogram of phase' }).getByRole('button');
    await bars.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => countOf(page).textContent()).toBe('34 of 826 tasks, 9 of them selected');
    expect(await bars.nth(1).getAttribute('aria-pressed')).toBe('true');
  });

  it('excludes or pins what is shown in one step, with a reason, and the saved plan has it', async () => {
    const page = await openMap('#/map?phase=Testing+%26+QA');
    await page.getByLabel('Reason').selectOption('licence');
    await page.getByRole('textbox', { name: 'Evidence' }).fill('seen on the map');
    await page.getByRole('button', { name: 'Exclude 4 tasks' }).click();
    await page.getByText('4 tasks excluded: licence.').waitFor();
    await expect.poll(() => countOf(page).textContent()).toBe('4 of 826 tasks, 0 of them selected');
    await page.getByRole('link', { name: 'What if' }).click();
    const { 'plan.yaml': plan } = await savedFiles(page, ['plan.yaml']);
    const { benchmarks } = parse(plan) as { benchmarks: Record<string, { exclude?: Record<string, string>[] }> };
    const made = Object.values(benchmarks).flatMap(({ exclude = [] }) =>
      exclude.filter((each) => each['reason'] === 'licence'),
    );
    expect(made.map((each) => each['evidence'])).toEqual(Array(4).fill('seen on the map'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The plan as loaded.').waitFor();
    await page.goBack();
    await expect.poll(() => countOf(page).textContent()).toBe('4 of 826 tasks, 4 of them selected');
    await page.getByRole('button', { name: 'Pin 4 tasks' }).click();
    await page.getByText('4 tasks pinned.').waitFor();
    await page.getByText('Changed plan.').waitFor();
  });

  it.runIf(isDeep)('shows what came in and went out by motion, and without where less is asked for', async () => {
    const painted = async (reducedMotion: 'reduce' | 'no-preference') => {
      const page = await openMap('#/map', { reducedMotion });
      await page.evaluate(`{
        const { prototype } = CanvasRenderingContext2D;
        const put = prototype.putImageData;
        window.painted = 0;
        prototype.putImageData = function (...args) { window.painted++; put.apply(this, args); };
      }`);
      // A weight that the address brings.
      await page.getByRole('link', { name: 'What if' }).click();
      await page.getByRole('slider').first().fill('0.9');
      await page
        .getByText(/tasks? came in/)
        .first()
        .waitFor();
      await page.goBack();
      await page.getByText('came in', { exact: false }).first().waitFor();
      await page.evaluate('new Promise((done) => setTimeout(done, 100)).then(() => { window.painted = 0; })');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('listitem').filter({ hasText: 'came in' }).waitFor({ state: 'detached' });
      await page.evaluate('new Promise((done) => setTimeout(done, 700))');
      return (await page.evaluate('window.painted')) as number;
    };
    expect(await painted('reduce')).toBe(1);
    expect(await painted('no-preference')).toBeGreaterThan(2);
  });

  it.each([
    { colorScheme: 'light', viewport: { width: 1280, height: 800 }, hash: '#/map' },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hash: '#/map?x=repo&y=benchmark&colour=result.1' },
    ...inDepth<readonly Look[]>(
      [
        { colorScheme: 'dark', viewport: { width: 1280, height: 800 }, hash: '#/map?q=score%3A0.5..0.9' },
        { colorScheme: 'light', viewport: { width: 390, height: 844 }, hash: '#/map?q=nothing-like-it' },
        { forcedColors: 'active', viewport: { width: 1280, height: 800 }, hash: '#/map?language=go' },
      ],
      [],
    ),
  ] satisfies readonly Look[])(
    'has no fault that a program can find, and is no wider than the window: %j',
    async ({ hash, ...look }) => {
      const page = await openMap(hash, look);
      await page.getByRole('heading', { level: 1, name: 'Map' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(wider).toBe(0);
    },
  );
});

describe('a label of the plan’s own', () => {
  it('is an axis, and a brush on it filters the table by it', async () => {
    const tasks = Array.from({ length: 30 }, (_, i) => JSON.stringify({ id: `t-${i}`, team: ['red', 'blue'][i % 2] }));
    writeFileSync(join(folder, 'own.jsonl'), tasks.join('\n'));
    writeFileSync(
      join(folder, 'own.yaml'),
      'name: own\nseed: 1\nphases: [Any]\nphase: Any\nfields: { team: { kind: label } }\nscore: { name: even, weights: { even: 1 }, components: { even: { constant: 1 } } }\nbenchmarks: { mine: { source: { path: own.jsonl }, expect: 30, select: { take: 10, prefer: [random] } } }\n',
    );
    const page = await open(`${reportUrl(folder, './own.yaml')}#/map?x=team&y=score`);
    const bars = page.getByRole('group', { name: /^Histogram of team/ });
    await bars.getByRole('button', { name: /red/ }).click({ timeout: 20_000 });
    await expect.poll(() => page.url()).toContain('field.team=red');
    await page
      .getByText(/^15 of 30 tasks/)
      .first()
      .waitFor();
  });
});

describe('the selection of a changed plan', () => {
  it('is worked out beside the page, and is the same where that cannot be', async () => {
    const outcome = async (page: Page) => {
      await page.getByRole('slider').first().fill('0.9');
      await page
        .getByText(/tasks? came in/)
        .first()
        .waitFor();
      // The text of the plan follows when there is time.
      await expect.poll(() => page.locator('.outcome').textContent()).toContain('context_complexity: 0.9');
      return await page.locator('.outcome').textContent();
    };
    const page = await openMap('#/what-if');
    const beside = await outcome(page);
    expect(page.workers()).toHaveLength(1);
    const alone = await openMap('#/what-if');
    await alone.addInitScript('delete globalThis.Worker');
    await alone.reload();
    expect(await outcome(alone)).toBe(beside);
    expect(alone.workers()).toHaveLength(0);
  });
});

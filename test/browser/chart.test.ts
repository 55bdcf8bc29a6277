import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { generatedPlan, generatedTasks } from '../../bench/generate-pool.mjs';
import { accessibilityFaults, browserForFile } from '../support/browser.js';
import { inDepth, isDeep } from '../support/depth.js';
import { reportUrl, savedFiles } from '../support/explorer-page.js';
import { projectRoot } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();
const url = () => reportUrl(folder, 'ccb', '--results', join(projectRoot, 'examples/outcomes/mcp-paired.csv'));
const openChart = (hash = '#/', options = {}) => open(`${url()}${hash}`, options);
const countOf = (page: Page) => page.locator('.tasks-head [role=status]').first();
const plotOf = (page: Page) => page.getByRole('group', { name: /^826 tasks, one dot each/ });
const rowsOf = (page: Page) => page.getByRole('region', { name: 'Tasks', exact: true }).getByRole('table');

type Look = BrowserContextOptions & { readonly hash: string };

/** Draws a region from the head of one column and row to those of others. */
async function drawRegion(page: Page, from: readonly [string, string], to: readonly [string, string]): Promise<void> {
  const corner = async ([column, row]: readonly [string, string]) => {
    const across = await page.locator('.unit-columns .unit-head', { hasText: column }).boundingBox();
    const down = await page.locator('.unit-rows .unit-head', { hasText: row }).boundingBox();
    return { x: (across?.x ?? 0) + (across?.width ?? 0) / 2, y: (down?.y ?? 0) + (down?.height ?? 0) / 2 };
  };
  const corners = async () => [await corner(from), await corner(to)] as const;
  let [start, end] = await corners();
  // The chart is laid out once its size is known.
  await expect
    .poll(async () => {
      const before = JSON.stringify([start, end]);
      [start, end] = await corners();
      return JSON.stringify([start, end]) === before;
    })
    .toBe(true);
  // On a busy machine, the chart may be painted again between two moves, which ends the drawing.
  await expect
    .poll(async () => {
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
      await page.mouse.move(end.x, end.y);
      await page.mouse.up();
      await page.waitForURL(/benchmark=/, { timeout: 3000 }).catch(() => undefined);
      return page.url();
    })
    .toContain('benchmark=');
}

describe('the chart of the pool', () => {
  it('is on the first screen, with a dot for every task in cells by benchmark and phase', async () => {
    const page = await open(reportUrl(folder));
    await expect.poll(() => countOf(page).textContent()).toBe('826 tasks, 93 selected');
    const box = await plotOf(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
    expect(await page.getByRole('button', { name: 'SWE-bench Pro 36 selected / 731' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Documentation 5 selected / 5' }).count()).toBe(1);
    await page.getByText('Table of the chart').click();
    const row = page
      .getByRole('table', { name: /^Selected and available/ })
      .getByRole('row', { name: /^Architecture/ });
    await expect.poll(() => row.textContent()).toContain('9 / 34');
  });

  it('filters everything by a region or a name, and Back undoes each step', async () => {
    const page = await openChart();
    await expect.poll(() => countOf(page).textContent()).toBe('826 tasks, 93 selected');
    await drawRegion(page, ['LoCoBench', 'Architecture'], ['PyTorch', 'feature']);
    await expect.poll(() => countOf(page).textContent()).toBe('38 of 826 tasks, 11 of them selected');
    expect(await rowsOf(page).getAttribute('aria-rowcount')).toBe('39');
    expect(decodeURIComponent(page.url())).toContain('benchmark=ccb_locobench&benchmark=ccb_pytorch&phase=');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => page.url()).toContain('zoom');
    await page.getByRole('button', { name: 'Zoom out' }).waitFor();
    await page.goBack();
    await page.goBack();
    await expect.poll(() => countOf(page).textContent()).toBe('826 tasks, 93 selected');
    await page.getByRole('button', { name: /^Documentation 5/ }).click();
    await expect.poll(() => countOf(page).textContent()).toBe('5 of 826 tasks, 5 of them selected');
    await page.getByRole('button', { name: 'Clear region' }).click();
    await expect.poll(() => countOf(page).textContent()).toBe('826 tasks, 93 selected');
  });

  it('starts with two fields of which neither follows from the other, and breaks no word of a name', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => {
      const [repo, language] = [
        ['acme/checkout', 'go'],
        ['acme/payments', 'go'],
        ['acme/authentication', 'java'],
      ][i % 3] ?? ['', ''];
      return `t-${i},${repo},${language},${['easy', 'hard'][i % 2]}`;
    });
    writeFileSync(join(folder, 'follows.csv'), `id,repo,language,difficulty\n${rows.join('\n')}\n`);
    writeFileSync(join(folder, 'follows.yaml'), 'name: follows\ntasks: follows.csv\ntake: 12\nseed: 1\n');
    const page = await open(reportUrl(folder, './follows.yaml'));
    const axes = page.locator('.chart-tools select');
    await expect
      .poll(async () => [await axes.nth(0).inputValue(), await axes.nth(1).inputValue()].sort())
      .toEqual(['difficulty', 'repo']);
    // Buttons for a region appear with one.
    expect(await page.getByRole('button', { name: /^(?:Zoom|Clear region)/ }).count()).toBe(0);
    // A line is 1.2 times as high as its letters.
    const lines = (await page.evaluate(`[...document.querySelectorAll('.unit-head-name')].map((name) => ({
      isCut: name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1,
      lines: Math.round(name.getBoundingClientRect().height / (1.2 * parseFloat(getComputedStyle(name).fontSize))),
      parts: name.textContent.split(/(?<=[/_.:-])/).length,
    }))`)) as readonly { readonly isCut: boolean; readonly lines: number; readonly parts: number }[];
    expect(lines.filter(({ isCut, lines: drawn, parts }) => isCut || drawn > parts)).toEqual([]);
  });

  it('has any two fields as axes, numbers in round ranges, and a field or a result as colour', async () => {
    const page = await openChart('#/?x=files_changed&y=score&colour=result.1');
    const heads = (side: string) => page.locator(`.unit-${side} .unit-head-name`).allTextContents();
    await expect.poll(() => heads('columns')).toEqual(expect.arrayContaining(['unknown']));
    const scores = await heads('rows');
    expect(scores.length).toBeGreaterThan(4);
    // Numbers grow upwards.
    const [highest, lowest] = [scores[0], scores.at(-1)].map((words) => Number(words?.match(/[\d.]+/)?.[0]));
    expect(highest).toBeGreaterThan(lowest ?? Infinity);
    const marks = page.getByRole('list', { name: 'Legend' });
    await marks.getByText('passed').first().waitFor();
    await page.locator('.chart-tools select').nth(2).selectOption('language');
    await marks.getByText(/^python/).waitFor();
    await page.locator('.chart-tools select').nth(1).selectOption('none');
    await expect.poll(() => page.locator('.unit-rows').count()).toBe(0);
    expect(page.url()).toContain('colour=language');
    expect(page.url()).toContain('y=none');
  });

  it('names a task under the pointer, opens it by a click, and is used by keyboard alone', async () => {
    const page = await openChart('#/?benchmark=ccb_k8sdocs&zoom');
    await expect.poll(() => countOf(page).textContent()).toBe('5 of 826 tasks, 5 of them selected');
    await plotOf(page).focus();
    await page.keyboard.press('ArrowRight');
    const heard = plotOf(page).getByRole('status');
    await expect.poll(() => heard.textContent()).toMatch(/, In, /);
    const first = (await heard.textContent()) ?? '';
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => heard.textContent()).not.toBe(first);
    const id = (await heard.textContent())?.split(', ')[0] ?? '';
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: id }).waitFor();
    await page.goBack();
    await plotOf(page).focus();
    await page.keyboard.press('-');
    await expect.poll(() => page.url()).not.toContain('zoom');
    await expect
      .poll(async () => {
        const cell = await page.locator('.unit-count', { hasText: '5 / 5' }).boundingBox();
        await page.mouse.move(0, 0);
        await page.mouse.move((cell?.x ?? 0) - 12, (cell?.y ?? 0) + 2);
        return page.locator('.unit-tip').count();
      })
      .toBe(1);
    const named = (await page.locator('.unit-tip strong').textContent()) ?? '';
    await page.mouse.down();
    await page.mouse.up();
    await page.getByRole('heading', { level: 1, name: named }).waitFor();
  });

  it('is saved as SVG and PNG with its caption and how to cite it', async () => {
    const page = await openChart('#/?colour=language');
    await page
      .getByRole('list', { name: 'Legend' })
      .getByText(/^python/)
      .waitFor();
    const saved = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `${name} of the chart` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`chart.${name.toLowerCase()}`);
      return readFileSync(await download.path());
    };
    const svg = (await saved('SVG')).toString('utf8');
    expect((await saved('SVG')).toString('utf8')).toBe(svg);
    writeFileSync(join(folder, 'chart.svg'), svg);
    const picture = await open(pathToFileURL(join(folder, 'chart.svg')).href);
    const found = (await picture.evaluate(`({
      root: document.documentElement.tagName,
      errors: document.querySelectorAll('parsererror').length,
      dots: document.querySelectorAll('g > g > circle').length,
      crosses: document.querySelectorAll('g > g > path').length,
      overlaps: ((boxes) => boxes.filter((a, i) => boxes.slice(i + 1).some((b) =>
        a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom)).length)(
          [...document.querySelectorAll('text')].map((each) => each.getBoundingClientRect())),
      texts: [...document.querySelectorAll('text')].map(({ textContent }) => textContent).join(' '),
    })`)) as { readonly texts: string; readonly crosses: number };
    expect(found.crosses).toBeGreaterThan(0);
    expect(found).toMatchObject({ root: 'svg', errors: 0, dots: 824, overlaps: 0 });
    expect(found.texts).toContain('SWE-bench Pro');
    expect(found.texts).toContain('36 / 731');
    expect(found.texts).toContain('excluded or not eligible 2');
    expect(found.texts).toContain('93 of 826 tasks are selected (filled)');
    expect(found.texts).toMatch(/SHA-256 [0-9a-f]{16}/);
    const png = await saved('PNG');
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    // The width of the picture: twice that of the chart.
    expect(png.readUInt32BE(16)).toBe(2240);
  });

  it.runIf(isDeep)('has areas for more tasks than dots fit, and a legend that shows them', async () => {
    const lines = generatedTasks(50_000).map(({ id, fields }) => JSON.stringify({ id, ...fields }));
    writeFileSync(join(folder, 'pool.jsonl'), `${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'areas.yaml'), generatedPlan(50_000));
    const page = await open(reportUrl(folder, './areas.yaml'));
    await page.getByText('Areas are proportional to the number of tasks. 500 of 50,000 tasks are selected.').waitFor();
    expect(await page.locator('.unit-legend.is-area .unit-mark').count()).toBe(2);
    // Zoomed in, the tasks are dots again.
    await page.getByRole('button', { name: /^zig / }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByText('500 of 50,000 tasks are selected (filled)').waitFor();
  });

  it('has every name in full beside its row on a phone', async () => {
    const page = await open(reportUrl(folder), { viewport: { width: 390, height: 844 } });
    await page.locator('.unit-rows .unit-head').first().waitFor();
    const cut = await page
      .locator('.unit-rows .unit-head, .unit-rows .unit-head-name')
      .evaluateAll((heads) =>
        heads.filter((head) => head.scrollHeight > head.clientHeight + 2).map((head) => head.textContent),
      );
    expect(cut).toEqual([]);
  });

  it('is all of the page that another one embeds', async () => {
    const page = await open(`${url()}?embed=chart#/?phase=Documentation`);
    await plotOf(page).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('table').count()).toBe(0);
    await page.getByText('93 of 826 tasks are selected (filled)').waitFor();
  });

  it('excludes or pins what is shown in one step, with a reason, and the saved plan has it', async () => {
    const page = await openChart('#/?phase=Testing+%26+QA');
    await page.getByText('Pin or exclude the tasks shown').click();
    await page.getByLabel('Reason').selectOption('licence');
    await page.getByRole('textbox', { name: 'Evidence' }).fill('seen in the chart');
    await page.getByRole('button', { name: 'Exclude 4 tasks' }).click();
    await page.getByText('4 tasks excluded: licence.').waitFor();
    await expect.poll(() => countOf(page).textContent()).toBe('4 of 826 tasks, 0 of them selected');
    await page.getByRole('button', { name: 'Change the plan' }).click();
    const { 'plan.yaml': plan } = await savedFiles(page, ['plan.yaml']);
    const { benchmarks } = parse(plan) as { benchmarks: Record<string, { exclude?: Record<string, string>[] }> };
    const made = Object.values(benchmarks).flatMap(({ exclude = [] }) =>
      exclude.filter((each) => each['reason'] === 'licence'),
    );
    expect(made.map((each) => each['evidence'])).toEqual(Array(4).fill('seen in the chart'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No changes to the plan.').waitFor();
    await expect.poll(() => countOf(page).textContent()).toBe('4 of 826 tasks, 4 of them selected');
    await page.getByRole('button', { name: 'Pin 4 tasks' }).click();
    await page.getByText('4 tasks pinned.').waitFor();
    await page.getByText('Plan changed.').waitFor();
  });

  it.runIf(isDeep)('animates added and removed tasks, unless less motion is preferred', async () => {
    const painted = async (reducedMotion: 'reduce' | 'no-preference') => {
      const page = await openChart('#/?edit', { reducedMotion });
      await page.getByRole('slider').first().fill('0.9');
      await page.getByRole('list', { name: 'Legend' }).getByText('added').waitFor();
      await page.evaluate(`{
        const { prototype } = CanvasRenderingContext2D;
        const put = prototype.putImageData;
        window.painted = 0;
        prototype.putImageData = function (...args) { window.painted++; put.apply(this, args); };
        new Promise((done) => setTimeout(done, 700));
      }`);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('listitem').filter({ hasText: 'added' }).waitFor({ state: 'detached' });
      await page.evaluate('new Promise((done) => setTimeout(done, 700))');
      return (await page.evaluate('window.painted')) as number;
    };
    expect(await painted('reduce')).toBeLessThanOrEqual(2);
    expect(await painted('no-preference')).toBeGreaterThan(2);
  });

  it.each([
    { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hash: '#/?x=repo&y=benchmark&colour=result.1' },
    ...inDepth<readonly Look[]>(
      [
        { colorScheme: 'light', viewport: { width: 1280, height: 800 }, hash: '#/' },
        { colorScheme: 'dark', viewport: { width: 1280, height: 800 }, hash: '#/?x=score&y=none&q=score%3A0.5..0.9' },
        { colorScheme: 'light', viewport: { width: 390, height: 844 }, hash: '#/?q=nothing-like-it' },
        { forcedColors: 'active', viewport: { width: 1280, height: 800 }, hash: '#/?language=go' },
      ],
      [],
    ),
  ] satisfies readonly Look[])(
    'has no error that a program can find, and is no wider than the window: %j',
    async ({ hash, ...look }) => {
      const page = await openChart(hash, look);
      await plotOf(page).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(wider).toBe(0);
    },
  );
});

describe('a plan without phases and score', () => {
  it('is laid out by its own labels, shows its own columns first, and names nothing that it does not use', async () => {
    const tasks = Array.from({ length: 30 }, (_, i) =>
      JSON.stringify({ id: `t-${i}`, team: ['red', 'blue'][i % 2], hours: (i % 4) + 1 }),
    );
    writeFileSync(join(folder, 'own.jsonl'), tasks.join('\n'));
    writeFileSync(join(folder, 'own.yaml'), 'name: own\ntasks: own.jsonl\ntake: 10\nby: team\nseed: 1\n');
    const page = await open(`${reportUrl(folder, './own.yaml')}`);
    await page.getByRole('button', { name: 'red 5 selected / 15' }).click();
    await expect.poll(() => page.url()).toContain('field.team=red');
    await expect.poll(() => countOf(page).textContent()).toMatch(/^15 of 30 tasks/);
    const heads = await page
      .getByRole('region', { name: 'Tasks', exact: true })
      .getByRole('columnheader')
      .allTextContents();
    expect(heads.map((head) => head.replace(/[▲▼]/, ''))).toEqual(['Selected', 'Task', 'Team']);
    const menus = await page.locator('.filters .menu-label').allTextContents();
    expect(menus).toEqual(['selected', 'team']);
    expect(await page.getByRole('main').textContent()).not.toMatch(/\bphase|\bscore|language|unknown/i);
  });
});

describe('the selection of a changed plan', () => {
  it('is worked out beside the page, and is the same where that cannot be', async () => {
    const outcome = async (page: Page) => {
      await page.getByRole('slider').first().fill('0.9');
      await page
        .getByText(/tasks? added/)
        .first()
        .waitFor();
      await page.getByRole('heading', { name: /^Added/ }).waitFor();
      return await page.locator('.moves').textContent();
    };
    const page = await openChart('#/?edit');
    const beside = await outcome(page);
    expect(page.workers().length).toBeGreaterThanOrEqual(1);
    const alone = await openChart('#/?edit');
    await alone.addInitScript('delete globalThis.Worker');
    await alone.reload();
    expect(await outcome(alone)).toBe(beside);
    expect(alone.workers()).toHaveLength(0);
  });
});

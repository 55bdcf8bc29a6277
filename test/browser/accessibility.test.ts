import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { questions } from '../../src/core/assess/questions.js';
import { accessibilityFaults, browserForFile } from '../support/browser.js';
import { inDepth, isDeep, oneIn } from '../support/depth.js';
import { reportUrl, tabTo } from '../support/explorer-page.js';
import { projectRoot } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();
const results = join(projectRoot, 'examples/outcomes/mcp-paired.csv');
/** The views by their first heading, in all their states. */
const views = [
  ['Task Selection Methodology', '#/'],
  ['Task Selection Methodology', '#/?q=nothing-like-it'],
  ['Task Selection Methodology', '#/?language=go&zoom'],
  ['sgt-012', '#/task/ccb_pytorch/sgt-012'],
  ['sgt-008', '#/task/ccb_pytorch/sgt-008'],
  ['No such task', '#/task/ccb_pytorch/none'],
  ['Task Selection Methodology', '#/?edit'],
  ['Results', '#/results'],
  ['Methods', '#/methods'],
] as const;
const looks = {
  'light, wide': { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  'dark, wide': { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  'light, on a phone': { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  'dark, on a phone': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
} as const;

type Look = keyof typeof looks;
/** The sample is the narrow one. */
const tried = inDepth<readonly Look[]>(Object.keys(looks) as Look[], ['dark, on a phone']);
/** In the sample every view is checked once, by turns in the one look and in the other. */
const isCheckedIn = (look: Look, turn: number) => inDepth(true, turn % tried.length === tried.indexOf(look));

describe.each(tried)('%s', (look) => {
  it('no view has an error that a program can find, or is wider than the window', async () => {
    const url = reportUrl(folder, 'ccb', '--results', results);
    const page = await open(url, looks[look]);
    for (const [turn, [heading, hash]] of oneIn(2, [...views.entries()])) {
      await page.goto(`${url}${hash}`);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await page.getByText('Calculating').first().waitFor({ state: 'detached' });
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
      const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      const faults = isCheckedIn(look, turn) ? await accessibilityFaults(page) : [];
      expect({ hash, wider, faults }).toEqual({ hash, wider: 0, faults: [] });
    }
  });

  it.runIf(isDeep && isCheckedIn(look, 0))('the answers to every question have none either', async () => {
    const page = await open(`${reportUrl(folder, 'ccb', '--results', results)}#/methods`, looks[look]);
    const buttons = page.getByRole('button', { name: /^Assess / });
    await buttons.first().waitFor();
    for (let left = await buttons.count(); left > 0; left--) await buttons.first().click();
    await page.getByText('Calculating').first().waitFor({ state: 'detached' });
    for (const { title } of questions.filter(({ isMeant, hasOwnView }) => isMeant === undefined && !hasOwnView))
      await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect({ wider, faults: await accessibilityFaults(page) }).toEqual({ wider: 0, faults: [] });
  });

  it.runIf(isDeep && isCheckedIn(look, 1))('a changed plan, and one that does not run, have none either', async () => {
    const page = await open(`${reportUrl(folder)}#/?edit`, looks[look]);
    await page.getByRole('slider').first().fill('0.8');
    await page.getByText('Plan changed.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Tasks to select').first().fill('9999');
    await page.getByText('The changed plan has errors.').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe('by keyboard alone', () => {
  it('a task is found, opened, excluded, and that undone', async () => {
    const page = await open(reportUrl(folder));
    await tabTo(page, 'Skip to content');
    await tabTo(page, 'Search');
    await page.keyboard.type('sgt-0');
    await page.getByText(/^25 of 826 tasks/).waitFor();
    await tabTo(page, 'Task');
    await page.keyboard.press('Enter');
    await tabTo(page, 'sgt-001');
    for (let i = 0; i < 23; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'sgt-024' }).waitFor();
    await page.getByRole('button', { name: 'Exclude this task' }).waitFor();
    await tabTo(page, 'Exclude this task');
    await page.keyboard.press('Enter');
    await page.getByText('1 task added, 1 task removed.').first().waitFor();
    await page.keyboard.press('Home');
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await page.getByText('No changes to the plan.').waitFor();
  });

  it.runIf(isDeep)('a weight is moved, and the plan saved', async () => {
    const page = await open(`${reportUrl(folder)}#/?edit`);
    await tabTo(page, 'context_complexity');
    await page.keyboard.press('End');
    await page.getByText('Plan changed.').waitFor();
    await tabTo(page, 'plan.yaml');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('plan.yaml');
  });

  it.runIf(isDeep)('a table of numbers is opened below a chart', async () => {
    const page = await open(reportUrl(folder));
    const numbers = page.getByRole('group').filter({ hasText: 'Table of the chart' }).first();
    await numbers.locator('summary').focus();
    await page.keyboard.press('Enter');
    await numbers.getByRole('table').waitFor();
  });
});

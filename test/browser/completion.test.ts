import { describe, expect, it } from 'vitest';
import { accessibilityFaults, browserForFile } from '../support/browser.js';
import { reportUrl } from '../support/explorer-page.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();

describe('the text of the plan', () => {
  it('is completed by the schema, by keyboard alone', async () => {
    const page = await open(`${reportUrl(folder)}#/?edit`);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Plan text' });
    await field.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('tie');
    const list = page.getByRole('listbox', { name: 'Completions' });
    const option = list.getByRole('option', { name: /^tiers Smaller selections within the whole one/ });
    expect(await option.getAttribute('aria-selected')).toBe('true');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => list.count()).toBe(0);
    expect(await page.locator('textarea:focus').count()).toBe(1);
    await page.keyboard.press('Control+Space');
    await expect.poll(() => list.count()).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toMatch(/^tiers: /);
    await page.keyboard.type('{ smoke: 20 }\n');
    await page.keyboard.type('to');
    await expect.poll(() => list.count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await expect.poll(() => field.inputValue()).toMatch(/^tiers: \{ smoke: 20 \}\ntotal: /);
    expect(await list.count()).toBe(0);
  });
});

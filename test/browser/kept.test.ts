import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults, browserForFile } from '../support/browser.js';
import { isDeep } from '../support/depth.js';
import { reportUrl, savedFiles } from '../support/explorer-page.js';
import { projectRoot } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();
const shipped = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
const takeOf = (page: Page) =>
  page.getByRole('group').filter({ hasText: 'SWE-bench Pro' }).getByLabel('Tasks to select');
const show = (page: Page, name: 'Controls' | 'Text') => page.getByRole('button', { name, exact: true }).click();
const bar = (page: Page) => page.locator('.change-bar');

async function typeTake(page: Page, keys: string): Promise<void> {
  await takeOf(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(keys);
}

describe('a change', () => {
  it('survives a reload, travels in the address, undoes in one step, and is all that the saved plan has of it', async () => {
    const page = await open(`${reportUrl(folder)}#/?edit`);
    await typeTake(page, '41');
    await expect.poll(() => page.url()).toContain(';edits=');
    const { 'plan.yaml': saved } = await savedFiles(page, ['plan.yaml']);
    expect(saved).toBe(shipped.replace('take: 35', 'take: 41'));
    await page.reload();
    await bar(page).getByText('Restored from this browser.').waitFor();
    await expect.poll(() => takeOf(page).inputValue()).toBe('41');
    // Another browser knows nothing of it but the address.
    const other = await open(page.url());
    await bar(other).getByText('Restored from the link.').waitFor();
    await expect.poll(() => takeOf(other).inputValue()).toBe('41');
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await expect.poll(() => page.url()).toMatch(/#\/results;edits=/);
    await page.goBack();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => takeOf(page).inputValue()).toBe('35');
    await expect.poll(() => page.url()).not.toContain(';edits=');
  });

  it.runIf(isDeep)('is not lost to another in an address: both are offered', async () => {
    const url = reportUrl(folder);
    const page = await open(`${url}#/?edit`);
    await typeTake(page, '41');
    await expect.poll(() => page.url()).toContain(';edits=');
    const linked = page.url();
    await typeTake(page, '44');
    await expect.poll(() => page.url() === linked).toBe(false);
    await page.goto('about:blank');
    await page.goto(linked);
    await bar(page).getByText('This browser has other saved changes to this plan.').waitFor();
    await expect.poll(() => takeOf(page).inputValue()).toBe('41');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use them' }).click();
    await expect.poll(() => takeOf(page).inputValue()).toBe('44');
  });

  it.runIf(isDeep)('that cannot be read from an address changes nothing', async () => {
    const page = await open(`${reportUrl(folder)}#/?edit;edits=nonsense`);
    await page.getByText('No changes yet.').waitFor();
    await expect.poll(() => takeOf(page).inputValue()).toBe('35');
  });

  it.runIf(isDeep)('that does not run says so at its field, and no more once it is cleared', async () => {
    const page = await open(`${reportUrl(folder)}#/?edit`);
    await typeTake(page, '9999');
    const described = takeOf(page);
    await expect.poll(() => described.getAttribute('aria-describedby')).not.toBeNull();
    const fault = page.locator('.field-fault');
    await expect.poll(() => fault.textContent()).toMatch(/731/);
    expect(await fault.textContent()).not.toContain('--');
    await takeOf(page).fill('');
    await fault.waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await expect.poll(() => takeOf(page).inputValue()).toBe('35');
  });
});

describe('the focus', () => {
  it.runIf(isDeep)('stays with what can be done next when a task is excluded', async () => {
    const page = await open(`${reportUrl(folder)}#/task/ccb_pytorch/sgt-024`);
    await page.getByRole('button', { name: 'Exclude this task' }).focus();
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate('document.activeElement.textContent');
    await expect.poll(focused).toBe('Remove the exclusion');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toMatch(/^Pin this task/);
  });
});

describe('a result that is being worked out again', () => {
  it('has buttons that do nothing and keep the focus until it is there', async () => {
    const page = await open('about:blank');
    // Holds back what the page asks its worker about the task, but not the selection.
    await page.addInitScript(`
      const { postMessage } = Worker.prototype;
      const held = [];
      window.letGo = () => {
        window.isHeld = false;
        for (const send of held) send();
      };
      Worker.prototype.postMessage = function (message) {
        const send = () => postMessage.call(this, message);
        if (window.isHeld && message.kind === 'inquire') held.push(send);
        else send();
      };
    `);
    await page.goto(`${reportUrl(folder)}#/task/ccb_pytorch/sgt-024`);
    const pin = page.getByRole('button', { name: /^Pin this task/ });
    const excludeIt = page.getByRole('button', { name: 'Exclude this task' });
    await pin.focus();
    await page.evaluate('window.isHeld = true');
    await page.keyboard.press('Enter');
    await page.getByText('Calculating…').waitFor();
    await expect.poll(() => excludeIt.getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByRole('button', { name: 'Stop' }).getAttribute('aria-disabled')).toBeNull();
    const focused = () => page.evaluate('document.activeElement.textContent');
    expect(await focused()).toMatch(/^Pin this task|^Unpin/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Evidence').press('Enter');
    await excludeIt.focus();
    await page.keyboard.press('Enter');
    await page.evaluate('window.letGo()');
    await page.getByText('Pinned.').waitFor();
    expect(await focused()).toBe('Exclude this task');
    expect(await excludeIt.getAttribute('aria-disabled')).toBeNull();
    // Only the first press counted.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No changes to the plan.').waitFor();
  });
});

describe('a link', () => {
  it('and how to cite the selection are copied as they are shown', async () => {
    const page = await open(`${reportUrl(folder)}#/?phase=Maintenance`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    const share = page.getByRole('region', { name: 'Share' });
    await share.getByRole('button', { name: 'Copy link' }).click();
    await share.getByText('Link copied.').waitFor();
    expect(await copied()).toBe(page.url());
    expect(page.url()).toContain('phase=Maintenance');
    for (const [button, shown] of [
      ['Copy citation', share.locator('p.citation')],
      ['Copy BibTeX', share.locator('pre.citation')],
    ] as const) {
      await share.getByRole('button', { name: button }).click();
      const words = await shown.textContent();
      await expect.poll(copied).toBe(words);
      expect(words).toMatch(/Task Selection Methodology[\s\S]*93 of 826 tasks[\s\S]*SHA-256 [0-9a-f]{16}/);
    }
  });
});

describe('the plan as text', () => {
  it('moves the controls, follows them, and shows what a pull request would', async () => {
    const page = await open(`${reportUrl(folder)}#/?edit`);
    const text = page.getByRole('textbox', { name: 'Plan text' });
    await show(page, 'Text');
    await expect.poll(() => text.inputValue()).toBe(shipped);
    await text.fill(shipped.replace('take: 35', 'take: 41'));
    await show(page, 'Controls');
    await expect.poll(() => takeOf(page).inputValue()).toBe('41');
    await page.getByRole('textbox', { name: 'Seed' }).fill('7');
    await show(page, 'Text');
    await expect.poll(() => text.inputValue()).toContain('\nseed: 7\n');
    await page.getByRole('button', { name: 'Diff', exact: true }).click();
    const diff = page.getByRole('region', { name: 'Changed lines' });
    expect(await diff.locator('.is-new, .is-gone').allTextContents()).toEqual([
      '-removed: seed: 42',
      '+added: seed: 7',
      '-removed:       take: 35',
      '+added:       take: 41',
    ]);
    if (isDeep) expect(await accessibilityFaults(page)).toEqual([]);
  });

  it.runIf(isDeep)('says at its line what is wrong, and how to get there', async () => {
    const page = await open(`${reportUrl(folder)}#/?edit`);
    const text = page.getByRole('textbox', { name: 'Plan text' });
    await show(page, 'Text');
    await text.fill(shipped.replace('seed: 42', 'seeds: 42'));
    await page.getByText('unknown key "seeds"').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Line 13' }).click();
    expect(await page.evaluate('document.activeElement.value.slice(document.activeElement.selectionStart)')).toMatch(
      /^seeds/,
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => text.inputValue()).toBe(shipped);
  });
});

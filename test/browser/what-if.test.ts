import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { browserForFile } from '../support/browser.js';
import { inDepth, isDeep } from '../support/depth.js';
import { idsOf, reportUrl, savedFiles, selectedByCommandLine } from '../support/explorer-page.js';
import { learnedFolder } from '../support/learned-folder.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();
const openWhatIf = (hash = '#/?edit') => open(`${reportUrl(folder)}${hash}`);
let loaded: readonly string[] | undefined;
const loadedIds = () => {
  loaded ??= idsOf(runWinnow(['select', 'ccb', '--dry-run', '--json']).stdout);
  return loaded;
};

/** What the page saves is what the command line makes of the plan that the page saves, to the last byte. */
async function expectSameAsCommandLine(page: Page) {
  const { 'plan.yaml': plan, ...files } = await savedFiles(page);
  const byCommandLine = selectedByCommandLine(folder, plan);
  for (const name of ['selection.json', 'selection.csv', 'METHODOLOGY.md'] as const) {
    expect({ name, same: files[name] === byCommandLine[name] }).toEqual({ name, same: true });
  }
  return { plan, ids: idsOf(byCommandLine['selection.json']) };
}

/** The tasks of the list under a heading. */
async function listed(page: Page, heading: 'Added' | 'Removed'): Promise<readonly string[]> {
  const title = page.getByRole('heading', { level: 3, name: heading });
  return (await title.locator('..').getByRole('link').allTextContents()).sort();
}

async function expectMoves(page: Page, ids: readonly string[]): Promise<void> {
  const before = loadedIds();
  expect(await listed(page, 'Added')).toEqual(ids.filter((id) => !before.includes(id)).sort());
  expect(await listed(page, 'Removed')).toEqual(before.filter((id) => !ids.includes(id)).sort());
}

describe('the weights', () => {
  it('have their consequence beside them before anybody moves one', async () => {
    const page = await openWhatIf();
    const note = page.getByText(/^\d+ of 93 tasks stay selected under all \d+ weightings tried\.$/);
    await note.waitFor();
    const slider = await page.getByRole('slider').first().boundingBox();
    expect((await note.boundingBox())?.y).toBeLessThan(slider?.y ?? 0);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.getByRole('slider').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Plan changed.').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('No changes to the plan.').waitFor();
  });
});

describe('the panel', () => {
  it('has the focus and is in sight when it opens on a phone, and gives the focus back', async () => {
    const page = await open(reportUrl(folder), { viewport: { width: 390, height: 844 } });
    const button = page.getByRole('button', { name: 'Change the plan' });
    await button.click();
    const heading = page.getByRole('heading', { name: 'Change the plan' });
    await expect.poll(() => heading.evaluate((own) => own.matches(':focus'))).toBe(true);
    const box = await heading.boundingBox();
    expect(box?.y).toBeGreaterThan(80);
    expect(box?.y).toBeLessThan(800);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => button.evaluate((own) => own.matches(':focus'))).toBe(true);
  });
});

describe('a moved weight', () => {
  it('selects what the command line selects for the saved plan', async () => {
    const page = await openWhatIf();
    const slider = page.getByRole('slider', { name: 'cross_file_deps' });
    await slider.focus();
    for (let i = 0; i < 25; i++) await page.keyboard.press('ArrowRight');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('0.55');
    const { plan, ids } = await expectSameAsCommandLine(page);
    await expectMoves(page, ids);
    const { score } = parse(plan) as { score: { weights: Record<string, number> } };
    expect(score.weights['cross_file_deps']).toBe(0.55);
    expect(Object.values(score.weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    expect(plan).toContain('# Any other label is an error');
  });

  it('moves nothing on the page, the first time either', async () => {
    const page = await openWhatIf();
    await page.locator('[data-figure="steady"]').waitFor();
    await expect.poll(() => page.locator('.coverage li').count()).toBe(3);
    const places = async () => {
      const parts = [page.locator('.unit-plot'), page.getByRole('slider').first(), page.locator('.tasks-head')];
      return (await Promise.all(parts.map((part) => part.boundingBox()))).map((box) => box?.y);
    };
    const before = await places();
    await page.getByRole('slider').first().press('ArrowRight');
    await page.getByText('Plan changed.').waitFor();
    expect(await places()).toEqual(before);
  });

  it.runIf(isDeep)('is undone in one step, redone, and reset', async () => {
    const page = await openWhatIf();
    // The browser lets a page save ten files in a row, and then holds back for a while.
    const save = () => savedFiles(page, ['plan.yaml', 'selection.json']);
    const before = await save();
    const slider = page.getByRole('slider', { name: 'context_complexity' });
    await slider.fill('0.7');
    await slider.blur();
    await page.getByText('Plan changed.').waitFor();
    const after = await save();
    expect(after['selection.json'] === before['selection.json']).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await slider.inputValue()).toBe('0.25');
    expect(await save()).toEqual(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    expect(await save()).toEqual(after);
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await save()).toEqual(before);
  });
});

describe('the plan as loaded', () => {
  // The sample comes back to it by undoing a change.
  it.runIf(inDepth(true, false))('is saved as it is, with the files of the command line', async () => {
    const page = await openWhatIf();
    const { ids } = await expectSameAsCommandLine(page);
    expect(ids).toEqual(loadedIds());
  });
});

describe('a plan with a file of exclusions', () => {
  it.runIf(isDeep)('is shown and saved with it', async () => {
    const plan = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
    writeFileSync(join(folder, 'plan.yaml'), `${plan}\nexclusions: exclusions.yaml\n`);
    const exclusion = '- { benchmark: ccb_pytorch, id: sgt-024, reason: leaked }\n';
    writeFileSync(join(folder, 'exclusions.yaml'), exclusion);
    const page = await open(`${reportUrl(folder, './plan.yaml')}#/?edit`);
    await page.getByText('in the exclusions file').waitFor();
    const { ids } = await expectSameAsCommandLine(page);
    expect(ids).toContain('sgt-012');
    expect(ids).not.toContain('sgt-024');
  });
});

describe('another target, floor, share or design', () => {
  const cardOf = (page: Page, title: string) => page.getByRole('group').filter({ hasText: title });
  const pro = (page: Page) => cardOf(page, 'SWE-bench Pro');
  const design = (page: Page, title: string) =>
    cardOf(page, title).getByRole('combobox', { name: /^Selection (?:method|within)/ });
  const changes: Record<string, (page: Page) => Promise<unknown>> = {
    'more tasks': (page) => pro(page).getByLabel('Tasks to select').fill('41'),
    'a higher floor': (page) => pro(page).getByLabel('Minimum per repo').fill('2'),
    'equal shares': (page) => pro(page).getByRole('combobox', { name: 'Shares by repo' }).selectOption('equal'),
    'a rank by score': (page) => design(page, 'SWE-bench Pro').selectOption('rank'),
    'a random draw': (page) => design(page, 'PyTorch').selectOption('random'),
    'a systematic draw': (page) => design(page, 'PyTorch').selectOption('systematic'),
    'a spread draw': (page) => design(page, 'PyTorch').selectOption('local-pivotal'),
    'a balanced draw': (page) => design(page, 'PyTorch').selectOption('cube'),
    'an exclusion lifted': (page) => page.getByRole('button', { name: 'Remove the exclusion of sgt-008' }).click(),
  };

  const tried = inDepth(Object.keys(changes), ['a balanced draw']);

  it.each(tried)('%s: selects what the command line selects', async (name) => {
    const page = await openWhatIf();
    await changes[name]?.(page);
    await page.getByText('Plan changed.').waitFor();
    const { ids } = await expectSameAsCommandLine(page);
    await expectMoves(page, ids);
    expect([...ids].sort()).not.toEqual([...loadedIds()].sort());
  });

  it('says why a plan does not run, and saves none', async () => {
    const page = await openWhatIf();
    await pro(page).getByLabel('Tasks to select').fill('9999');
    await page.locator('.field-fault').getByText(/731/).first().waitFor();
    await page.getByText('The changed plan has errors.').first().waitFor();
    await page.getByRole('button', { name: 'plan.yaml', exact: true }).click();
    await page.getByText('Not saved').waitFor();
  });

  it('is a step to undo each time its field is left', async () => {
    const page = await openWhatIf();
    const take = pro(page).getByLabel('Tasks to select');
    for (const count of ['37', '38']) {
      await take.fill(count);
      await take.blur();
    }
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await take.inputValue()).toBe('37');
  });
});

describe('a task', () => {
  it('is excluded on its own page, undone, and the saved plan agrees', async () => {
    const page = await openWhatIf('#/task/ccb_pytorch/sgt-024');
    await page.getByText('If it were excluded, sgt-012 would be selected').waitFor();
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('leaked');
    await page.getByRole('textbox', { name: 'Evidence' }).fill('The fix is in the task’s "README": <b>');
    await page.getByRole('button', { name: 'Exclude this task' }).click();
    await page.getByText('1 task added, 1 task removed.').first().waitFor();
    await page.getByRole('link', { name: 'See changes' }).click();
    const { plan, ids } = await expectSameAsCommandLine(page);
    await expectMoves(page, ids);
    expect(ids).toContain('sgt-012');
    expect(plan).toContain('leaked');
    await page.getByRole('button', { name: 'Undo' }).click();
    const undone = await expectSameAsCommandLine(page);
    expect(undone.ids).toEqual(loadedIds());
  });

  it.runIf(isDeep)('is pinned on its own page', async () => {
    const page = await openWhatIf('#/task/ccb_pytorch/sgt-012');
    await page.getByRole('button', { name: /^Pin this task/ }).click();
    await page.getByText('1 task added, 1 task removed.').first().waitFor();
    await page.getByRole('link', { name: 'See changes' }).click();
    const { ids } = await expectSameAsCommandLine(page);
    expect(ids).toContain('sgt-012');
  });

  it.runIf(isDeep)('is told as explain tells it', async () => {
    const page = await openWhatIf('#/task/ccb_pytorch/sgt-012');
    const [told] = (
      JSON.parse(runWinnow(['explain', 'sgt-012', '--plan', 'ccb', '--json']).stdout) as { tasks: unknown[] }
    ).tasks;
    await page.getByRole('heading', { level: 1, name: 'sgt-012' }).waitFor();
    const main = page.getByRole('main');
    await main.getByText('than that of sgt-024').first().waitFor();
    const text = await main.textContent();
    expect(text).toContain('0.5225');
    expect(JSON.stringify(told)).toContain('0.5225');
  });
});

describe('a plan with a purpose', () => {
  it('selects what the command line selects, with another number too; the purpose chooses the rest', async () => {
    learnedFolder(folder);
    const init = runWinnow(
      ['init', 'tasks/one.jsonl', '--purpose', 'level', '--prior', 'prior/one.csv', '-o', 'learned.yaml'],
      {
        cwd: folder,
      },
    );
    expect(init.code).toBe(0);
    const page = await open(`${reportUrl(folder, './learned.yaml')}#/?edit`);
    const { ids } = await expectSameAsCommandLine(page);
    expect(ids).toHaveLength(30);
    await page.getByText('The purpose “level” determines how tasks are drawn.').waitFor();
    expect(await page.getByRole('combobox', { name: /^Selection (?:method|within)/ }).count()).toBe(0);
    await page.getByRole('spinbutton', { name: 'Tasks to select' }).fill('36');
    await page.getByText('6 tasks added').first().waitFor();
    await page.getByText('How the tasks were chosen').click();
    await page.getByText('The results should show how good a new system is.').first().waitFor();
  });
});

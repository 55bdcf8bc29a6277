// `node scripts/screenshots.mjs [NAME...]`: pictures of the page's main views, or of those named, light and dark, into
// docs/screenshots/.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumOptions } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const { explorerPage } = await import('../dist/index.js');

const results = join(root, 'examples', 'outcomes', 'mcp-paired.csv');
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const views = [
  { name: 'overview', hash: '#/overview', viewport: desk },
  { name: 'coverage', hash: '#/overview', viewport: desk, prepare: (page) => scrollTo(page, 'Phases and benchmarks') },
  { name: 'tasks', hash: '#/tasks?language=go&language=python&sort=-result.spread', viewport: desk },
  { name: 'map', hash: '#/map?q=score%3A0.6..', viewport: desk },
  { name: 'map-results', hash: '#/map?x=benchmark&y=phase&colour=result.2', viewport: desk },
  { name: 'map-phone', hash: '#/map', viewport: phone },
  { name: 'task', hash: '#/task/ccb_pytorch/sgt-001', viewport: desk },
  { name: 'text', hash: '#/what-if', viewport: desk, prepare: showDiff },
  { name: 'what-if', hash: '#/what-if', viewport: desk, prepare: moveWeight },
  { name: 'completion', hash: '#/what-if', viewport: desk, prepare: complete },
  { name: 'designs', hash: '#/designs', viewport: desk },
  { name: 'budget', hash: '#/designs', viewport: desk, prepare: moveBudget },
  { name: 'results', hash: '#/results', viewport: desk, plan: 'examples/representative/plan.yaml' },
  { name: 'assess', hash: '#/assess', viewport: desk },
  { name: 'phone', hash: '#/overview', viewport: phone },
  { name: 'phone-designs', hash: '#/designs', viewport: phone },
  { name: 'phone-results', hash: '#/results', viewport: phone },
];

const named = process.argv.slice(2);
const taken = views.filter(({ name }) => named.length === 0 || named.includes(name));
const out = join(root, 'docs', 'screenshots');
const folder = mkdtempSync(join(tmpdir(), 'winnow-screenshots-'));
const browser = await chromium.launch(chromiumOptions());
try {
  const files = new Map();
  for (const plan of ['ccb', 'examples/representative/plan.yaml']) {
    files.set(plan, join(folder, `page-${files.size}.html`));
    const path = plan === 'ccb' ? plan : join(root, plan);
    writeFileSync(files.get(plan), (await explorerPage({ plan: path, results: [results] })).html);
  }
  mkdirSync(out, { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    for (const { name, hash, viewport, prepare, plan = 'ccb' } of taken) {
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      await page.goto(`${pathToFileURL(files.get(plan)).href}${hash}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await prepare?.(page);
      await settled(page);
      await page.screenshot({ path: join(out, `${name}-${colorScheme}.png`), animations: 'disabled', caret: 'hide' });
      await page.close();
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

/** One weight up by twenty steps, so that tasks come in and go out. */
async function moveWeight(page) {
  const slider = page.getByRole('slider').first();
  await slider.focus();
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
}

/** A weight moved and the diff of the plan's text beside it. */
async function showDiff(page) {
  await moveWeight(page);
  await page.getByRole('button', { name: 'What a pull request would show' }).click();
  await scrollTo(page, 'The plan as text');
}

/** What may stand in the plan, offered while a key is typed. */
async function complete(page) {
  const field = page.getByRole('textbox', { name: 'Text of the plan' });
  await field.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Space');
  await page.getByRole('listbox').waitFor();
}

/** The slider along the budgets, some steps beyond the plan. */
async function moveBudget(page) {
  const slider = page.getByRole('slider');
  await slider.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await scrollTo(page, 'Budget');
}

/** Scrolls a section to the top, below what stays there. */
async function scrollTo(page, name) {
  await page.getByRole('heading', { name }).evaluate((heading) => {
    scrollTo(0, heading.getBoundingClientRect().top + scrollY - 70);
  });
}

/** Waits until nothing is being worked out and nothing on the page has changed for a while. */
async function settled(page) {
  await page.waitForFunction(() => document.querySelector('.working') === null);
  let before = '';
  for (let same = 0; same < 3; ) {
    await page.waitForTimeout(100);
    const now = await page.content();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

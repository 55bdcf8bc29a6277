// `node scripts/screenshots.mjs [NAME...]`: pictures of the page's main views, or of those named, light and dark, into
// docs/screenshots/.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumOptions } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();

const results = join(root, 'examples', 'outcomes', 'mcp-paired.csv');
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const views = [
  { name: 'page', hash: '#/', viewport: desk, results: [] },
  { name: 'page-edit', hash: '#/?edit', viewport: desk, results: [], prepare: moveWeight },
  { name: 'page-results', hash: '#/results', viewport: desk, plan: 'examples/representative/plan.yaml' },
  { name: 'page-methods', hash: '#/methods', viewport: desk },
  { name: 'page-task', hash: '#/task/ccb_pytorch/sgt-001', viewport: desk },
  { name: 'page-phone', hash: '#/', viewport: phone, results: [] },
];

const named = process.argv.slice(2);
const taken = views.filter(({ name }) => named.length === 0 || named.includes(name));
const out = join(root, 'docs', 'screenshots');
const folder = mkdtempSync(join(tmpdir(), 'winnow-screenshots-'));
const browser = await chromium.launch(chromiumOptions());
try {
  const files = new Map();
  for (const { plan = 'ccb', results: own = [results] } of taken) {
    const key = `${plan} ${own.length}`;
    if (files.has(key)) continue;
    files.set(key, join(folder, `page-${files.size}.html`));
    const path = plan === 'ccb' ? plan : join(root, plan);
    const args = ['report', path, '--html', files.get(key), ...own.flatMap((each) => ['--results', each])];
    execFileSync(process.execPath, [join(root, 'dist', 'winnow.cjs'), ...args], { stdio: 'ignore' });
  }
  mkdirSync(out, { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    for (const { name, hash, viewport, prepare, plan = 'ccb', results: own = [results] } of taken) {
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      await page.goto(`${pathToFileURL(files.get(`${plan} ${own.length}`)).href}${hash}`);
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

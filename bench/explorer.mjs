// How fast the page answers: from a moved weight to the painted selection, beside an empty page's frame; the first paint.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumOptions } from '../scripts/chromium.mjs';
import { generatedPlan, generatedTasks } from './generate-pool.mjs';
import { cli, printTable, verdict } from './measure.mjs';

const moves = 20;
const loads = 5;

export async function benchExplorer() {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  const browser = await chromium.launch(chromiumOptions());
  try {
    const shipped = report(folder, 'shipped.html', 'ccb');
    const large = report(folder, 'large.html', generated(folder, 50_000));
    const empty = emptyPage(folder);
    const cases = [
      { name: 'empty page, a frame', url: empty, limit: undefined },
      { name: '826 tasks', url: `${shipped}#/what-if`, limit: 50 },
      { name: '50,000 tasks', url: `${large}#/what-if`, limit: 300 },
    ];
    const rows = [];
    for (const { name, url, limit } of cases) {
      const ms = await sliderToPaint(browser, url);
      rows.push([name, ms.toFixed(1), limit ?? '', limit === undefined ? '' : verdict(ms, limit)]);
    }
    printTable(`From slider to painted selection (median of ${moves})`, ['', 'ms', 'limit', ''], rows);
    const rows100k = report(folder, 'largest.html', generated(folder, 100_000));
    const frames = [
      ['empty page', await scrollFrame(browser, empty), ''],
      ['100,000 tasks', await scrollFrame(browser, `${rows100k}#/tasks`), 50],
    ].map(([name, ms, limit]) => [name, ms.toFixed(1), limit, limit === '' ? '' : verdict(ms, limit)]);
    printTable('A frame while the table scrolls (median of 60)', ['', 'ms', 'limit', ''], frames);
    const paint = await firstPaint(browser, shipped);
    const paintRow = ['HTML report, 826 tasks', paint.toFixed(0), 1000, verdict(paint, 1000)];
    printTable(`First paint (median of ${loads})`, ['', 'ms', 'limit', ''], [paintRow]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** Writes the report of a plan and gives its address. */
function report(folder, name, plan) {
  const { status, stderr } = spawnSync(process.execPath, [cli, 'report', plan, '--html', name], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return pathToFileURL(join(folder, name)).href;
}

function generated(folder, count) {
  const lines = generatedTasks(count).map(({ id, fields }) => JSON.stringify({ id, ...fields }));
  writeFileSync(join(folder, 'pool.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'plan.yaml'), generatedPlan(count));
  return './plan.yaml';
}

/** A slider that changes one line of text: what a frame takes where nothing has to be worked out. */
function emptyPage(folder) {
  const file = join(folder, 'empty.html');
  writeFileSync(
    file,
    `<!doctype html><input type="range" min="0" max="1" step="0.01"><p role="status"></p><script>
document.querySelector('input').addEventListener('input', ({ target }) => {
  document.querySelector('p').textContent = target.value;
});</script>`,
  );
  return pathToFileURL(file).href;
}

/** The median time from an input at the first slider to the frame that shows what it gave. */
async function sliderToPaint(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.getByRole('slider').first().waitFor();
  const times = await page.evaluate(measureMoves, moves);
  await page.close();
  return median(times);
}

/** Runs in the page. Moves the slider to and fro; each move is over when a frame that tells other tasks or scores is painted. */
async function measureMoves(count) {
  const slider = document.querySelector('input[type=range]');
  const outcome = document.querySelector('#moves')?.closest('section') ?? document.querySelector('[role=status]');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // A message that is posted before a frame is painted is handled after it.
  const painted = () =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(undefined);
    });
  const move = async (value) => {
    const before = outcome.textContent;
    const start = performance.now();
    setValue.call(slider, String(value));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    do {
      await frame();
      if (performance.now() - start > 10_000) throw new Error(`nothing changed: "${before}"`);
    } while (outcome.textContent === before);
    await painted();
    return performance.now() - start;
  };
  const [low, high] = [Number(slider.min) || 0, Number(slider.max)];
  const at = (share) => low + share * (high - low);
  const times = [];
  // The first moves warm the code up.
  for (let i = -4; i < count; i++) {
    const ms = await move(i % 2 === 0 ? at(0.9) : at(0.6));
    if (i >= 0) times.push(ms);
    await frame();
  }
  return times;
}

/** The median frame while a table, or an empty page, is scrolled by a screen each frame. */
async function scrollFrame(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  const times = await page.evaluate(measureScroll, 60);
  await page.close();
  return median(times);
}

/** Runs in the page. */
async function measureScroll(count) {
  const box = document.querySelector('table')?.closest('section') ?? document.documentElement;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const times = [];
  let last = await frame();
  for (let i = 0; i < count; i++) {
    box.scrollTop += 600;
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}

async function firstPaint(browser, url) {
  const times = [];
  for (let i = 0; i < loads; i++) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(url);
    times.push(await page.evaluate(paintTime));
    await page.close();
  }
  return median(times);
}

/** Runs in the page. */
function paintTime() {
  return new Promise((done) => {
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint');
      if (entry !== undefined) done(entry.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
}

function median(times) {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}

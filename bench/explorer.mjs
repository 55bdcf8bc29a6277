// How fast the page answers: what a moved weight and a region drawn over the chart cost the page's own thread, how long until
// they are painted, whether anything holds the page up, and when a report is first seen.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { chromiumOptions } from '../scripts/chromium.mjs';
import { generatedPlan, generatedTasks } from './generate-pool.mjs';
import { cli, printTable, verdict } from './measure.mjs';
import { pressEverything } from './press-everything.mjs';

const moves = 20;
const steps = 15;
const loads = 5;
const edits = 200;
const warmUp = 40;
/** No task of the page's thread may take longer once its first view is there. */
const longestTaskMs = 100;

export async function benchExplorer() {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  const browser = await chromium.launch(chromiumOptions());
  try {
    const shipped = report(folder, 'shipped.html', 'ccb');
    const large = report(folder, 'large.html', generated(folder, 50_000));
    const empty = emptyPage(folder);
    const sliders = [
      { name: 'empty page, a frame', limit: undefined, ...(await sliderToPaint(browser, empty)) },
      { name: '826 tasks', limit: 16, ...(await sliderToPaint(browser, `${shipped}#/?edit`)) },
      { name: '50,000 tasks', limit: 50, ...(await sliderToPaint(browser, `${large}#/?edit`)) },
    ];
    const brushes = [
      { name: '826 tasks', limit: 50, ...(await brushToViews(browser, `${shipped}#/`)) },
      { name: '50,000 tasks', limit: 50, ...(await brushToViews(browser, `${large}#/`)) },
    ];
    printMain(`From slider to painted selection (mean of ${moves})`, sliders);
    printMain(`From a region on the chart to all views (mean of ${steps})`, brushes);
    const longest = [...sliders.slice(1), ...brushes].map(({ name, longestMs }, at) => [
      `${name}, ${at < 2 ? 'slider' : 'chart'}`,
      longestMs.toFixed(0),
      longestTaskMs,
      verdict(longestMs, longestTaskMs),
    ]);
    printTable('Longest task of the page after its first view', ['', 'ms', 'limit', ''], longest);
    printPressed('50,000 tasks', await pressEverything(browser, large));
    const forty = report(folder, 'forty.html', fortyPhases(folder), '--results', 'forty.csv');
    printPressed('40 phases, results of three systems', await pressEverything(browser, forty));
    const rows100k = report(folder, 'largest.html', generated(folder, 100_000));
    const frames = [
      ['empty page', await scrollFrame(browser, empty), ''],
      ['100,000 tasks', await scrollFrame(browser, `${rows100k}#/`), 50],
    ].map(([name, ms, limit]) => [name, ms.toFixed(1), limit, limit === '' ? '' : verdict(ms, limit)]);
    printTable('A frame while the table scrolls (median of 60)', ['', 'ms', 'limit', ''], frames);
    const paint = await firstPaint(browser, shipped);
    const paintRow = ['HTML report, 826 tasks', paint.toFixed(0), 150, verdict(paint, 150)];
    printTable(`First paint (median of ${loads})`, ['', 'ms', 'limit', ''], [paintRow]);
    const grown = await growth(browser, `${shipped}#/?edit`);
    printTable(
      `Memory of the page after ${edits} edits, beyond that after ${warmUp}`,
      ['', 'MB', 'limit', ''],
      [['826 tasks', grown.toFixed(1), 5, verdict(grown, 5)]],
    );
    const kB = gzipSync(readFileSync(join(cli, '..', 'explorer', 'page.js')), { level: 9 }).length / 1000;
    printTable(
      'Script of the page, compressed',
      ['', 'kB', 'limit', ''],
      [['page.js', kB.toFixed(0), 300, verdict(kB, 300)]],
    );
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** The longest task of each view, and what was pressed then. */
function printPressed(name, steps) {
  const views = [...new Set(steps.map(({ view }) => view))].map((view) => {
    const own = steps.filter((step) => step.view === view);
    const { step, ms } = own.reduce((most, each) => (each.ms > most.ms ? each : most));
    return [view, own.length, ms.toFixed(0), longestTaskMs, verdict(ms, longestTaskMs), step];
  });
  const header = ['', 'steps', 'longest task, ms', 'limit', '', 'longest step'];
  printTable(`Everything pressed: ${name}`, header, views);
}

/** Main-thread time: what the processor spent on the page's own thread, whatever else the machine does meanwhile. */
function printMain(title, cases) {
  const rows = cases.map(({ name, mainMs, wallMs, limit }) => [
    name,
    mainMs.toFixed(1),
    limit ?? '',
    limit === undefined ? '' : verdict(mainMs, limit),
    wallMs.toFixed(0),
  ]);
  printTable(title, ['', 'main thread, ms', 'limit', '', 'until painted, ms'], rows);
}

/** Writes the report of a plan and gives its address. */
function report(folder, name, plan, ...args) {
  const { status, stderr } = spawnSync(process.execPath, [cli, 'report', plan, '--html', name, ...args], {
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

/** A plan of forty phases and two hundred repositories, drawn at random, with results. */
function fortyPhases(folder) {
  const tasks = generatedTasks(1200).map(({ id, fields }, i) => ({
    id,
    ...fields,
    repo: `owner-${i % 200}/repo-${i % 200}`,
    category: `c${i % 40}`,
  }));
  const phases = Array.from({ length: 40 }, (_, i) => `Phase ${i}`);
  const plan = {
    name: 'forty',
    seed: 7,
    phases,
    phase: { by: 'category', values: Object.fromEntries(phases.map((name, i) => [`c${i}`, name])) },
    score: {
      name: 'size',
      weights: { lines: 0.5, files: 0.5 },
      components: { lines: { ramp: 'lines_changed', full: 500 }, files: { ramp: 'files_changed', full: 20 } },
    },
    benchmarks: {
      mine: {
        source: { path: 'forty.jsonl' },
        expect: tasks.length,
        run: { cost_usd: 0.4, seconds: 600 },
        select: { take: 250, group: { by: 'repo', at_least: 1 }, prefer: ['random'] },
      },
    },
  };
  const results = ['one', 'two', 'three'].flatMap((system, at) =>
    tasks.map(({ id }, i) => `${id},${system},${(i * (at + 3) + (i % 11)) % 7 < 3 ? 1 : 0}`),
  );
  writeFileSync(join(folder, 'forty.jsonl'), `${tasks.map((task) => JSON.stringify(task)).join('\n')}\n`);
  writeFileSync(join(folder, 'forty.yaml'), JSON.stringify(plan));
  writeFileSync(join(folder, 'forty.csv'), `task,configuration,result\n${results.join('\n')}\n`);
  return './forty.yaml';
}

/** A slider that changes one line of text: what a frame takes where nothing has to be worked out. */
function emptyPage(folder) {
  const file = join(folder, 'empty.html');
  writeFileSync(
    file,
    `<!doctype html><h1>Empty</h1><input type="range" min="0" max="1" step="0.01"><p role="status"></p><script>
document.querySelector('input').addEventListener('input', ({ target }) => {
  document.querySelector('p').textContent = target.value;
});</script>`,
  );
  return pathToFileURL(file).href;
}

/** Opens a page whose thread is measured, and waits until its view is there and it rests. What is traced takes a little longer. */
async function measuredPage(browser, url, isTraced = false) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const mainMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (isTraced) await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  // The worker gets ready meanwhile.
  await page.waitForTimeout(3000);
  return { page, mainMs };
}

/** The longest task of a page's own thread from its first view on, by the time that the processor spent on it. */
async function longestTask(browser, url, act) {
  const { page } = await measuredPage(browser, url, true);
  await act(page);
  await page.waitForTimeout(500);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await page.close();
  const mains = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  );
  const times = traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
  return times.reduce((most, ms) => Math.max(most, ms), 0);
}

/** What a move of the first slider costs, and how long it takes until the frame that shows what it gave. */
async function sliderToPaint(browser, url) {
  const { page, mainMs } = await measuredPage(browser, url);
  // The first moves warm the code up.
  await page.evaluate(measureMoves, 6);
  const before = await mainMs();
  const times = await page.evaluate(measureMoves, moves);
  const used = (await mainMs()) - before;
  await page.close();
  const longestMs = await longestTask(browser, url, (traced) => traced.evaluate(measureMoves, 6));
  return { mainMs: used / moves, wallMs: median(times), longestMs };
}

/** Runs in the page. Moves the slider to and fro; each move is over when a frame that tells other tasks or scores is painted. */
async function measureMoves(count) {
  const slider = document.querySelector('input[type=range]');
  const outcome = document.querySelector('#moves')?.closest('section') ?? document.querySelector('[role=status]');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const change = (before) =>
    new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`nothing changed: "${before}"`)), 20_000);
      const observer = new MutationObserver(() => {
        if (outcome.textContent === before) return;
        observer.disconnect();
        clearTimeout(timer);
        done();
      });
      observer.observe(outcome, { subtree: true, childList: true, characterData: true });
    });
  const [low, high] = [Number(slider.min) || 0, Number(slider.max)];
  const at = (share) => low + share * (high - low);
  const times = [];
  for (let i = 0; i < count; i++) {
    const changed = change(outcome.textContent);
    const start = performance.now();
    setValue.call(slider, String(i % 2 === 0 ? at(0.9) : at(0.6)));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await changed;
    await painted();
    times.push(performance.now() - start);
  }
  return times;
}

/** By how much the memory in use grows over many edits, in MB, rubbish collected. */
async function growth(browser, url) {
  const { page } = await measuredPage(browser, url);
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  await page.evaluate(measureMoves, warmUp);
  const before = await used();
  await page.evaluate(measureMoves, edits - warmUp);
  const after = await used();
  await page.close();
  return Math.max(0, after - before);
}

/** What it costs to draw a region over the map, each step of it, until map, bars, cells and table show it. */
async function brushToViews(browser, url) {
  const { page, mainMs } = await measuredPage(browser, url);
  const step = await beginRegion(page);
  await step(0.05);
  await step(0.1);
  const times = [];
  const before = await mainMs();
  for (let i = 1; i <= steps; i++) times.push(await step(0.1 + (0.9 * i) / steps));
  const used = (await mainMs()) - before;
  await page.close();
  const longestMs = await longestTask(browser, url, async (traced) => {
    const drawn = await beginRegion(traced);
    for (const share of [0.2, 0.4, 0.6, 0.8]) await drawn(share);
    await traced.mouse.up();
  });
  return { mainMs: used / steps, wallMs: median(times), longestMs };
}

/** Presses the button of the mouse over the map; gives what draws the region so far across, and waits until it is shown. */
async function beginRegion(page) {
  const box = await page.locator('.unit-plot').boundingBox();
  await page.mouse.move(box.x + 0.1 * box.width, box.y + 0.15 * box.height);
  await page.mouse.down();
  return async (share) => {
    const painted = page.evaluate(nextStatus);
    const start = performance.now();
    await page.mouse.move(box.x + (0.1 + 0.8 * share) * box.width, box.y + (0.15 + 0.8 * share) * box.height);
    await painted;
    return performance.now() - start;
  };
}

/** Runs in the page. Over when a frame is painted that tells of another number of tasks, or none came. */
function nextStatus() {
  const status = document.querySelector('.tasks-head [role=status]');
  return new Promise((done) => {
    const timer = setTimeout(done, 1000);
    const observer = new MutationObserver(() => {
      observer.disconnect();
      clearTimeout(timer);
      requestAnimationFrame(() => setTimeout(done));
    });
    observer.observe(status, { subtree: true, childList: true, characterData: true });
  });
}

/** The median frame while a table, or an empty page, is scrolled by a screen each frame. */
async function scrollFrame(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const times = await page.evaluate(measureScroll, 60);
  await page.close();
  return median(times);
}

/** Runs in the page. */
async function measureScroll(count) {
  const box = document.querySelector('.task-table')?.closest('section') ?? document.documentElement;
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

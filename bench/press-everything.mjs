// Presses whatever a page offers, view by view, and tells the longest task of its own thread for each thing that was done.

/** The views of a page, each with what is done there; `press` names what is done next. */
const views = {
  tasks: async (page, press) => {
    const search = page.getByRole('searchbox', { name: 'Search' });
    await press('search', () => search.pressSequentially('owner-1', { delay: 30 }));
    await press('end of search', () => search.fill(''));
    await press('search of a number', () => search.fill('files_changed:>10'));
    await press('end of search', () => search.fill(''));
    const headers = page.locator('.task-table thead button');
    for (const [i, header] of (await texts(headers)).entries())
      for (const way of ['', ', the other way']) await press(`sort by ${header}${way}`, () => headers.nth(i).click());
    await press('copy', () => page.getByRole('button', { name: /^Copy the tasks/ }).click());
    await press('CSV', () => page.getByRole('button', { name: /^CSV of the tasks/ }).click());
    const columns = page.locator('.table-tools summary, .table-tools button[aria-expanded]').first();
    await press('columns', () => columns.click());
    const boxes = page.locator('.table-tools input[type=checkbox]:not(:disabled)');
    const count = Math.min(3, await boxes.count());
    for (let i = 0; i < count; i++) await press('a column', () => boxes.nth(i).click());
  },
  chart: async (page, press) => {
    const lists = page.locator('.chart-tools select');
    for (let i = 0; i < (await lists.count()); i++) await press(`choice ${i + 1}`, () => chooseAnother(lists.nth(i)));
  },
  task: async (page, press) => {
    for (const sort of ['score', '-score']) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/?sort=${sort}`);
      await rested(page);
      await press('a task', () => page.locator('.task-table tbody a').first().click());
    }
  },
  'what-if': async (page, press) => {
    await press('a weight', () => page.getByRole('slider').first().press('End'));
    await press('text', () => page.getByRole('button', { name: 'Text', exact: true }).click());
    const text = page.getByRole('textbox', { name: 'Plan text' });
    await press('text of the plan', async () => {
      await text.focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('# a', { delay: 60 });
    });
    for (const name of await texts(
      page.locator('.downloads button, main button:has-text("selection."), main button:has-text("METHODOLOGY")'),
    ))
      await press(name, () => page.getByRole('button', { name, exact: true }).first().click());
    await press('difference', () => page.getByRole('button', { name: 'Diff', exact: true }).click());
  },
  methods: async (page, press) => {
    await press('Compare designs', () => ask(page, /^Compare designs/));
    for (const name of await texts(page.locator('main button', { hasText: /^Assess / })))
      await press(name, () => page.getByRole('button', { name, exact: true }).click());
    const sliders = page.getByRole('slider');
    for (let i = 0; i < (await sliders.count()); i++) await press('a slider', () => sliders.nth(i).press('End'));
    const lists = page.locator('main select');
    for (let i = 0; i < (await lists.count()); i++) await press('a list', () => chooseAnother(lists.nth(i)));
  },
  results: async () => undefined,
};

/** Visits every view of a report and presses what is there: each step with its view and its longest task, in ms of the processor. */
export async function pressEverything(browser, url, only = Object.keys(views)) {
  const steps = [];
  for (const view of only) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page
      .context()
      .grantPermissions(['clipboard-write'])
      .catch(() => undefined);
    await page.goto(`${url}#/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(3000);
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] });
    const names = [];
    const press = async (name, act) => {
      await page.evaluate(
        (mark) => void performance.mark(mark),
        `${markPrefix}${names.push({ view, step: name }) - 1}`,
      );
      await act();
      await rested(page);
    };
    await press('opened', () =>
      page.evaluate(
        (hash) => {
          location.hash = hash;
        },
        `#/${view === 'methods' || view === 'results' ? view : view === 'what-if' ? '?edit' : ''}`,
      ),
    );
    await views[view](page, press);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    await page.close();
    steps.push(...longestOf(traceEvents, names));
  }
  return steps;
}

const markPrefix = 'winnow-step-';

function longestOf(events, names) {
  const mains = new Set(
    events.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  );
  const marks = events
    .filter(({ name }) => name.startsWith(markPrefix))
    .map(({ name, ts }) => ({ ts, at: Number(name.slice(markPrefix.length)) }))
    .toSorted((a, b) => a.ts - b.ts);
  const longest = names.map((name) => ({ ...name, ms: 0 }));
  for (const { name, pid, tid, ts, dur = 0, tdur = 0 } of events) {
    if (!name.endsWith('RunTask') || !mains.has(`${pid} ${tid}`)) continue;
    const mark = marks.findLast((each) => each.ts <= ts + dur);
    const step = mark && longest[mark.at];
    if (step !== undefined) step.ms = Math.max(step.ms, tdur / 1000);
  }
  return longest;
}

async function ask(page, name) {
  const button = page.getByRole('main').getByRole('button', { name });
  for (let i = 0; i < (await button.count()); i++) await button.nth(0).click();
}

/** Waits until nothing is being worked out and the page has not changed for a while. */
async function rested(page) {
  await page.waitForTimeout(150);
  await page.waitForFunction(() => document.querySelector('.working') === null, undefined, { timeout: 300_000 });
  await page.waitForTimeout(350);
}

async function texts(locator) {
  return (await locator.allTextContents()).map((text) => text.trim());
}

async function chooseAnother(list) {
  const values = await list.locator('option').evaluateAll((options) => options.map(({ value }) => value));
  const now = await list.inputValue();
  const other = values.findLast((value) => value !== now);
  if (other !== undefined) await list.selectOption(other);
}

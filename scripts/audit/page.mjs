// Numbers of the report, as Chromium shows it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumOptions } from '../chromium.mjs';
import { scoredPool } from './ccb.mjs';
import { csv, detectable, mean, root, wilsonHalf, winnow } from './tools.mjs';

export async function auditPage(folder, check) {
  const results = join(root, 'examples/outcomes/swebench-pro-agents.csv');
  winnow(folder, 'report', 'ccb', '--html', 'ccb.html', '--results', results);
  winnow(folder, 'report', './random.yaml', '--html', 'random.html');
  const browser = await chromium.launch(chromiumOptions());
  try {
    await ranked(await browser.newPage(), folder, results, check);
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(folder, 'random.html')).href);
    const sentence = await page.locator('[data-figure="prospect.sentence"]').textContent();
    check(
      'interval of a level, in points',
      'page',
      /±\s*([\d.]+)/.exec(sentence)[1],
      100 * wilsonHalf(40 / (1 - 40 / 120)),
    );
    const most = /difference\s+of\s+[\d.]+\s+to\s+([\d.]+)/.exec(sentence)[1];
    check('detectable difference, 40 tasks', 'page', most, 100 * detectable(40, 0.4));
  } finally {
    await browser.close();
  }
}

async function ranked(page, folder, results, check) {
  const scores = new Map(scoredPool().map(({ benchmark, id, score }) => [`${benchmark}/${id}`, score]));
  const rows = csv(join(folder, 'ccb/selection.csv'));
  await page.goto(pathToFileURL(join(folder, 'ccb.html')).href);
  const figure = (name) => page.locator(`[data-figure="${name}"]`).textContent();
  check('tasks selected', 'page', await figure('prospect.tasks'), rows.length);
  const average = mean(rows.map(({ benchmark, task_id: id }) => scores.get(`${benchmark}/${id}`)));
  check('mean score', 'page', await figure('score.average'), average);
  const note = page.getByRole('region', { name: 'Results' }).getByRole('listitem').first();
  await note.getByText(', mean over').waitFor();
  const [, name, percent, tasks] = /^(.*): ([\d.]+)%, mean over (\d+)(?: of \d+)? tasks/.exec(await note.textContent());
  const ids = new Set(rows.map(({ task_id: id }) => id));
  const own = csv(results).filter((row) => ids.has(row.task_id) && row[name] !== '');
  check(`selected tasks with a result of ${name}`, 'page', tasks, own.length);
  check(`mean of ${name}, in percent`, 'page', percent, 100 * mean(own.map((row) => Number(row[name]))));
}

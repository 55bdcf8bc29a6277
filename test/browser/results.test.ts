import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { browserForFile } from '../support/browser.js';
import { isDeep } from '../support/depth.js';
import { reportUrl } from '../support/explorer-page.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { startWinnow } from '../support/start-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();
const sample = join(projectRoot, 'examples/representative/plan.yaml');
const results = join(projectRoot, 'examples/outcomes/mcp-paired.csv');

/** The lines of a text that a person reads, without what a terminal indents them with, and without options in brackets. */
const linesOf = (text: string) =>
  text.split('\n').map((line) =>
    line
      .trim()
      .toLowerCase()
      .replace(/ \(--joint [^)]*\)/, ''),
  );

/** Drops a file on the page. */
async function dropFile(page: Page, name: string, csv: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(csv)}], ${JSON.stringify(name)}));
    return transfer;
  })()`);
  await page.dispatchEvent('main', 'drop', { dataTransfer });
}

describe('results', () => {
  it('are estimated in the words of the command line', async () => {
    const printed = linesOf(runWinnow(['estimate', sample, results, '--baseline', 'baseline', '--verbose']).stdout);
    const page = await open(reportUrl(folder, sample, '--results', results));
    // The first screen has them in a line each.
    const first = page.getByRole('region', { name: 'Results' });
    await first.getByText(/^baseline: [\d.]+% \([\d.]+ to [\d.]+\)/).waitFor();
    await first.getByRole('link', { name: 'All results' }).click();
    await page.getByRole('heading', { name: 'Estimates' }).waitFor();
    await page.getByLabel('Compare with').selectOption('baseline');
    await page.getByRole('heading', { name: 'sourcegraph_full minus baseline, paired by task' }).waitFor();
    const said = page.getByRole('region', { name: 'Estimates' }).locator('xpath=p');
    const lines = (await said.allTextContents()).map((line) => line.toLowerCase());
    expect(lines.length).toBeGreaterThan(6);
    // The page leaves out only what is said about options.
    expect(lines.filter((line) => !printed.some((each) => each.startsWith(line)))).toEqual([]);
    expect(lines.filter((line) => /[\s(]--[a-z]/.test(line))).toEqual([]);
    // The leaderboard draws every interval to the scale of its head.
    const row = page.getByRole('region', { name: 'Leaderboard' }).last().getByRole('row', { name: 'baseline' });
    const [mean = 0, low = 0, high = 0] =
      ((await row.locator('[data-system]').textContent()) ?? '').match(/[\d.]+/g)?.map(Number) ?? [];
    const drawn = await row.locator('.interval').evaluate((bar) => {
      const { left, width } = bar.getBoundingClientRect();
      const ends = (name: string) => bar.querySelector(name)?.getBoundingClientRect() ?? { left: 0, right: 0 };
      const at = (x: number) => (100 * (x - left)) / width;
      const { left: from, right: to } = ends('.interval-range');
      const mark = ends('.interval-at');
      return [at((mark.left + mark.right) / 2), at(from), at(to)];
    });
    for (const [i, value] of [mean, low, high].entries()) expect(drawn[i]).toBeCloseTo(value, 0);
  });

  it('are followed while they come in, and a line that is half written loses none', async () => {
    const [head = '', ...rows] = readFileSync(results, 'utf8').trim().split('\n');
    const file = join(folder, 'growing.csv');
    const first = rows.filter((row) => row.includes('sgt-0')).slice(0, 6);
    writeFileSync(file, `${[head, ...first].join('\n')}\n`);
    const server = await startWinnow(['view', 'ccb', '--results', file]);
    onTestFinished(async () => {
      await server.stop();
    });
    const page = await open(`${server.url}#/results`, { complaints: [/^request: \S+\/results\?since=[0-9a-f]+$/] });
    const status = page.getByText(/^[\d.]+% done: \d+ of/);
    const before = await status.textContent();
    appendFileSync(file, `${rows.filter((row) => !first.includes(row)).join('\n')}\n`);
    await expect.poll(() => status.textContent()).toBe('77.1% done: 215 of 279 tasks (3 systems × 93 selected tasks).');
    expect(before).not.toMatch(/^77/);
    appendFileSync(file, '"half a li');
    await page
      .getByText('The results have changed but can’t be read, so the page still shows the previous ones.')
      .waitFor();
    expect(await status.textContent()).toMatch(/^77\.1% done/);
  });
});

describe('results that are dropped on the page', () => {
  it('are shown by level and in a matrix, on a saved report, without leaving the browser', async () => {
    const page = await open(reportUrl(folder, sample));
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    const { tasks } = JSON.parse(runWinnow(['select', sample, '--dry-run', '--json']).stdout) as {
      tasks: readonly { readonly task_id: string }[];
    };
    // One system solves all tasks, the others every second one.
    const rows = tasks.flatMap(({ task_id: id }, i) => [
      `${id},best,1`,
      `${id},half,${i % 2}`,
      `${id},other,${(i + 1) % 2}`,
    ]);
    const text = `task,system,result\n${rows.join('\n')}\n`;
    await dropFile(page, 'mine.csv', text);
    const board = page.getByRole('region', { name: 'Leaderboard' }).last();
    await expect.poll(() => board.getByRole('row').nth(1).textContent()).toMatch(/^best100\.0%/);
    const beatenBy = await board.locator('tbody tr td:nth-child(4)').allTextContents();
    expect(beatenBy).toEqual(['0 of 2', '1 of 2', '1 of 2']);
    await board.getByRole('button', { name: 'System' }).click();
    await board.getByRole('button', { name: 'System' }).click();
    await expect.poll(() => board.locator('tbody th').allTextContents()).toEqual(['other', 'half', 'best']);
    const matrix = page.getByRole('region', { name: 'Tasks by system' });
    await matrix.getByText('93 tasks × 3 systems').waitFor();
    await dropFile(page, 'wrong.csv', 'name,result\na,1\n');
    await page.getByText(/wrong\.csv: no task column found/).waitFor();
    expect(await board.locator('tbody tr').count()).toBe(3);
  });

  it('fill in the table that the page saves, and show on the first screen of a suite with their place', async () => {
    const page = await open(`${reportUrl(folder, 'verified')}#/results`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a blank table of the 100 tasks' }).click(),
    ]);
    const empty = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(empty).toHaveLength(101);
    await page.getByRole('link', { name: 'Selection', exact: true }).click();
    const filled = empty.map((line, i) => (i === 0 ? line : `${line}${i % 4 === 0 ? 0 : 1}`));
    await dropFile(page, 'filled.csv', `${filled.join('\n')}\n`);
    // The page goes to the results; the first screen has them too.
    await page.getByText('From filled.csv. The data stays in this browser.').waitFor();
    await page.getByRole('link', { name: 'Selection', exact: true }).click();
    await page
      .getByRole('region', { name: 'Results' })
      .getByText(/^my-agent: [\d.]+% \([\d.]+ to [\d.]+\)/)
      .waitFor();
    await page.getByRole('link', { name: 'All results' }).click();
    await page.getByText(/^between .* rank \d+ to \d+ of 115 including 114 earlier systems$/).waitFor();
    const places = page.getByRole('img', { name: /^Place among earlier systems/ });
    // No name is cut at the edge of the picture.
    const cut = await places.evaluate(
      (svg) =>
        [...svg.querySelectorAll('text')].filter((text) => {
          const { left } = text.getBoundingClientRect();
          return left < svg.getBoundingClientRect().left - 1;
        }).length,
    );
    expect(cut).toBe(0);
  });

  it('of a pilot are an uplift, on the first screen and as a chart', async () => {
    const plan = join(projectRoot, 'examples/benefit/plan.yaml');
    runWinnow(['pilot', plan, '--budget', '200 runs', '--out', 'pilot'], { cwd: folder });
    const runs = join(projectRoot, 'examples/benefit/runs.csv');
    const page = await open(reportUrl(folder, './pilot/plan.yaml', '--results', runs));
    await page.getByText(/^These 100 of 364 tasks, run once in each of two arms, can detect an uplift of/).waitFor();
    await page.getByText(/^mcp minus baseline: \+[\d.]+ points \(/).waitFor();
    expect(await page.getByLabel('Number of systems').inputValue()).toBe('2');
    await page.getByRole('link', { name: 'All results' }).click();
    await page.getByRole('img', { name: /^Uplift\. mcp minus baseline: \+/ }).waitFor();
  });

  it('are those that two systems differ on, if only these are wanted', async () => {
    const page = await open(`${reportUrl(folder, sample, '--results', results)}#/results`);
    const matrix = page.getByRole('region', { name: 'Tasks by system' });
    const all = '32 tasks × 3 systems (61 selected tasks have no results)';
    await matrix.getByText(all).waitFor();
    await matrix.getByRole('checkbox', { name: 'only tasks with different results' }).click();
    await expect.poll(() => matrix.getByRole('status').textContent()).not.toBe(all);
    const cells = () => matrix.locator('tbody tr:not(.spacer)').first().locator('td').allTextContents();
    await expect.poll(async () => new Set((await cells()).slice(1, 4)).size).toBeGreaterThan(1);
    await matrix.locator('tbody tr:not(.spacer)').first().getByRole('link').click();
    await page.getByRole('heading', { name: 'Results' }).waitFor();
  });
});

describe('planned looks', () => {
  it('are drawn with their boundary, those that were made and those to come', async () => {
    const cwd = join(folder, 'looks');
    mkdirSync(cwd);
    const ids = Array.from({ length: 60 }, (_, i) => `t-${i}`);
    writeFileSync(join(cwd, 'tasks.jsonl'), ids.map((id) => JSON.stringify({ id })).join('\n'));
    writeFileSync(join(cwd, 'plan.yaml'), 'name: looked\ntasks: tasks.jsonl\ntake: 30\nseed: 1\nlooks: 3\n');
    const page = await open(`${reportUrl(cwd, './plan.yaml')}#/results`);
    await page.getByRole('img', { name: /^Stopping boundary\. 10 tasks: no look yet, boundary 3\.71; / }).waitFor();
    expect(runWinnow(['select'], { cwd }).code).toBe(0);
    const resultsOf = (some: readonly string[]) => {
      const rows = some.flatMap((id) => [`${id},new,1`, `${id},old,0`]);
      writeFileSync(join(cwd, 'results.csv'), `task,system,result\n${rows.join('\n')}\n`);
    };
    const { next } = JSON.parse(runWinnow(['next', 'selection', '--json'], { cwd }).stdout) as {
      next: { tasks: readonly { task_id: string }[] };
    };
    resultsOf(next.tasks.map(({ task_id: id }) => id));
    expect(runWinnow(['next', 'selection', 'results.csv', '--baseline', 'old'], { cwd }).code).toBe(0);
    const { looks } = JSON.parse(
      runWinnow(['next', 'selection', 'results.csv', '--baseline', 'old', '--json'], { cwd }).stdout,
    ) as {
      looks: readonly { tasks: number; z: number; critical: number }[];
    };
    const [{ z = 0, critical = 0 } = {}] = looks;
    const early = await open(`${reportUrl(cwd, './plan.yaml', '--results', 'results.csv')}#/results`);
    const section = early.getByRole('region', { name: 'Planned looks' });
    await section.getByText(/^The plan allows looks at the results after 10, 20 and 30 tasks/).waitFor();
    await section.getByText(/^No verdict yet on new vs old \(after 10 of 30 tasks, z = /).waitFor();
    const chart = section.getByRole('img', { name: /^new vs old\./ });
    const words = (await chart.getAttribute('aria-label')) ?? '';
    expect(words).toContain(`10 tasks: z ${z.toFixed(2)}, continue, boundary ${critical.toFixed(2)}`);
    expect(words).toMatch(/20 tasks: no look yet, boundary 2\.\d\d; 30 tasks: no look yet, boundary 1\.9\d/);
    // The verdict of the next look is on a page that is made after it.
    resultsOf(ids);
    expect(runWinnow(['next', 'selection', 'results.csv', '--baseline', 'old'], { cwd }).code).toBe(0);
    const late = await open(`${reportUrl(cwd, './plan.yaml', '--results', './results.csv')}#/results`);
    await late.getByText(/^new is better than old \(after \d0 of 30 tasks/).waitFor();
    // A record of another selection is a problem that the page shows.
    writeFileSync(join(cwd, 'plan.yaml'), 'name: looked\ntasks: tasks.jsonl\ntake: 30\nseed: 2\nlooks: 3\n');
    const other = await open(`${reportUrl(cwd, 'plan.yaml', '--results', 'results.csv')}#/results`);
    await other.getByText(/records 2 looks at another version of this selection/).waitFor();
  });
});

describe('the looks of the guide', () => {
  it.runIf(isDeep)('at two real systems end with a verdict, on the page as on the command line', async () => {
    const cwd = join(folder, 'guide');
    cpSync(join(projectRoot, 'examples/looks'), cwd, { recursive: true });
    expect(runWinnow(['select', 'plan.yaml'], { cwd }).code).toBe(0);
    const printed = [1, 2, 3, 4].map((look) => {
      const files = Array.from({ length: look }, (_, i) => `results/${i + 1}.csv`);
      return runWinnow(['next', 'selection', ...files], { cwd }).stdout;
    });
    const [, verdict = ''] = /^Stop\. (.*)$/m.exec(printed[3] ?? '') ?? [];
    expect(verdict).toBe('qwen3-480b is better than qwen3-30b (after 56 of 70 tasks, z = 3.30, boundary 2.29).');
    expect(printed[3]).toContain('This saves 28 runs.');
    const page = await open(`${reportUrl(cwd, './plan.yaml', '--results', 'results')}#/results`);
    const section = page.getByRole('region', { name: 'Planned looks' });
    await section.getByText(verdict).waitFor();
    const words = await section.getByRole('img', { name: /^qwen3-480b vs qwen3-30b\./ }).getAttribute('aria-label');
    expect(words).toMatch(/14 tasks: z 0\.00, continue, boundary 4\.88;.* 56 tasks: z 3\.30, better, boundary 2\.29/);
  });
});

describe('a task', () => {
  it('has its statement as text, a link to its repository, and the size of its patch', async () => {
    const statement = 'Fix <b>this</b>\n  and that';
    const task = { id: 'one', repo: 'owner/name', files_changed: 2, additions: 7, deletions: 1, statement };
    writeFileSync(
      join(folder, 'tasks.jsonl'),
      `${JSON.stringify(task)}\n${JSON.stringify({ ...task, id: 'two', repo: 'no link' })}\n`,
    );
    const score = 'score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 9 } } }';
    writeFileSync(
      join(folder, 'stated.yaml'),
      `name: stated\nphases: [Fix]\nphase: Fix\n${score}\nbenchmarks:\n  mine: { source: { path: tasks.jsonl }, expect: 2, select: { take: 1 } }\n`,
    );
    const url = reportUrl(folder, './stated.yaml');
    const page = await open(`${url}#/task/mine/one`);
    const link = page.getByRole('link', { name: 'owner/name' });
    expect(await link.getAttribute('href')).toBe('https://github.com/owner/name');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await page.getByText('Patch: 2 files, 7 lines added, 1 deleted.').waitFor();
    expect(await page.locator('.statement').textContent()).toBe(statement);
    expect(await page.locator('.statement b').count()).toBe(0);
    const other = await open(`${url}#/task/mine/two`);
    await other.getByText('Repository no link').waitFor();
    expect(await other.locator('.task-summary a').count()).toBe(0);
  });
});

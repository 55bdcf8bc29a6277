import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { generatedPlan, generatedTasks } from '../../bench/generate-pool.mjs';
import { browserForFile } from '../support/browser.js';
import { inDepth } from '../support/depth.js';
import { inflated, reportUrl } from '../support/explorer-page.js';
import { pdfPages } from '../support/pdf-text.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();
const sample = join(projectRoot, 'examples/representative/plan.yaml');
const results = join(projectRoot, 'examples/outcomes/mcp-paired.csv');

describe('the first screen', () => {
  const claims = {
    ccb: /^These 93 of 826 tasks can detect a difference of [\d.]+ to [\d.]+ points between two systems\. Their results do not generalise to the pool\.$/,
    [sample]:
      /^These 93 of 826 tasks estimate the success rate on the whole pool to within ±[\d.]+ points and can detect a difference of [\d.]+ to [\d.]+ points/,
  };

  it.each(inDepth(Object.entries(claims), Object.entries(claims).slice(0, 1)))(
    'says what the selection can prove: %s',
    async (plan, claim) => {
      const page = await open(reportUrl(folder, plan));
      await expect.poll(() => page.locator('.sentence').textContent()).toMatch(claim);
      const { bottom } = await page.locator('.unit-box').evaluate((box) => box.getBoundingClientRect().toJSON());
      expect(bottom).toBeLessThan(800);
      await expect.poll(() => page.locator('.warnings details[open]').count()).toBe(0);
    },
  );

  it('works the cost out of runs, systems and a price that the reader may change; the address keeps them', async () => {
    const page = await open(reportUrl(folder));
    const cost = page.locator('[data-figure="prospect.cost"]');
    await expect.poll(() => cost.textContent()).toBe('93 runs');
    await page.getByLabel('Number of systems').fill('4');
    await page.getByLabel('Price per run').fill('0.5');
    await expect.poll(() => cost.textContent()).toBe('$186');
    await page.reload();
    await expect.poll(() => cost.textContent()).toBe('$186');
  });

  it('says which phases can be tested by themselves, as assess power does', async () => {
    const { phases } = JSON.parse(runWinnow(['assess', 'power', 'ccb', '--json']).stdout) as {
      phases: readonly { readonly testable: string }[];
    };
    const page = await open(reportUrl(folder));
    const testable = phases.filter((phase) => phase.testable === 'yes').length;
    const counts = page.locator('.coverage [data-figure]');
    await expect.poll(() => counts.allTextContents()).toEqual([testable, phases.length - testable, 0].map(String));
  });
});

it.runIf(inDepth(true, false))('says what to expect of tasks that were chosen by their uplift', async () => {
  const plan = join(projectRoot, 'examples/benefit/chosen.yaml');
  const printed = /Expect an uplift of\s+\+\d\.\d+ in new runs/
    .exec(runWinnow(['select', plan, '--dry-run']).stdout)?.[0]
    .replace(/\s+/g, ' ');
  expect(printed).toBeDefined();
  const page = await open(reportUrl(folder, plan));
  const section = page.locator('.result-lines', { hasText: 'Expected uplift' });
  await expect.poll(() => section.textContent()).toContain(printed);
});

describe('on paper', () => {
  it.each(inDepth(['ccb', sample], ['ccb']))(
    'the page has at most six A4 pages, with repeated headings: %s',
    async (plan) => {
      const page = await open(reportUrl(folder, plan), { colorScheme: 'dark' });
      await page.locator('.coverage strong').first().waitFor();
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      const [first = '', ...others] = pdfPages(pdf);
      expect(others.length).toBeGreaterThanOrEqual(1);
      expect(others.length).toBeLessThanOrEqual(5);
      expect(first).toContain('These 93 of 826 tasks');
      expect(first).toContain('SWE-bench Pro');
      // Every further page has tasks, below the headings of the table.
      for (const text of others) {
        expect(text).toMatch(/^Selected$[\s\S]*^Task$[\s\S]*^Benchmark$/m);
        expect(text).toMatch(/^(?:SWE-|LoCoBench|GitHub-mined|TheAgent|Kubernetes)/m);
      }
      const second = (others[0] ?? '').split('\n');
      expect(new Set(second.filter((line) => /^instance_|_expert_|^sgt-/.test(line))).size).toBeGreaterThan(3);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 696, height: 1000 });
      await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
      const paper = page.locator('.unit-paper');
      await paper.getByText('93 of 826 tasks are selected (filled)').waitFor();
      await paper.getByText(/SHA-256 [0-9a-f]{16}/).waitFor();
      // The chart has the width of the paper, every name is beside its dots, and no words are over others.
      const misplaced = await paper.evaluate((drawing) => {
        const { left, right } = drawing.getBoundingClientRect();
        const texts = [...drawing.querySelectorAll('text')].map((text) => ({
          words: text.textContent,
          box: text.getBoundingClientRect(),
        }));
        return texts.flatMap(({ words, box: a }, i) => {
          const isOver = texts
            .slice(i + 1)
            .some(
              ({ box: b }) =>
                a.left + 1 < b.right && b.left + 1 < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom,
            );
          return isOver || a.left < left - 1 || a.right > right + 1 ? [words] : [];
        });
      });
      expect(misplaced).toEqual([]);
      expect(await page.locator('.task-table tbody tr:not(.is-in)').count()).toBe(0);
      for (const hidden of ['.unit', '.unit-legend', '.share'])
        expect(await page.locator(hidden).isVisible()).toBe(false);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(696);
      // No task is printed over the column after it.
      const overprinted = await page
        .locator('.task-table tbody td')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length);
      expect(overprinted).toBe(0);
      for (const table of await page.getByRole('table').all()) {
        const cut = await table.evaluate((each) => each.scrollWidth - (each.parentElement?.clientWidth ?? 0));
        expect(cut).toBeLessThanOrEqual(1);
      }
    },
  );
});

describe('results on paper', () => {
  it('are printed one below the other, without controls, and with what a screen folds away', async () => {
    // A system with results on every task, so that the matrix has more rows than a screen shows.
    const own = join(folder, 'own.csv');
    const { tasks } = JSON.parse(runWinnow(['select', sample, '--dry-run', '--json']).stdout) as {
      tasks: readonly { readonly task_id: string }[];
    };
    writeFileSync(own, `task,system,result\n${tasks.map(({ task_id: id }) => `${id},own,1\n`).join('')}`);
    const page = await open(`${reportUrl(folder, sample, '--results', results, own)}#/results`);
    await page.getByRole('heading', { name: 'Estimates' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 696, height: 1000 });
    await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
    await expect.poll(() => page.locator('.matrix tbody tr').count()).toBeGreaterThan(60);
    const overprinted = await page.locator('main > section, main > div > section').evaluateAll((sections) =>
      sections
        .filter((section, at) => {
          const end = Math.max(
            ...[...section.querySelectorAll('*')].map((part) => part.getBoundingClientRect().bottom),
          );
          const next = sections[at + 1]?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
          return end > next + 1;
        })
        .map((section) => section.textContent?.slice(0, 40)),
    );
    expect(overprinted).toEqual([]);
    for (const control of ['.drop-zone', 'button', 'select', 'input'])
      expect(await page.locator(control).filter({ visible: true }).count()).toBe(0);
    const folded = page.locator('details.notes table');
    expect(await folded.count()).toBeGreaterThan(0);
    for (const table of await folded.all()) expect(await table.isVisible()).toBe(true);
  });
});

describe('a report without some of its parts', () => {
  const results = join(projectRoot, 'examples/outcomes/mcp-paired.csv');
  const textOf = (url: string) => inflated(readFileSync(fileURLToPath(url), 'utf8'));

  it('has no other than the selected tasks, and says the same about them and their results', async () => {
    const whole = reportUrl(folder, sample, '--results', results);
    const part = reportUrl(folder, sample, '--results', results, '--without', 'unselected');
    const { tasks } = JSON.parse(runWinnow(['select', sample, '--dry-run', '--json']).stdout) as {
      tasks: readonly { readonly task_id: string }[];
    };
    const chosen = new Set(tasks.map(({ task_id: id }) => id));
    const ids = readFileSync(results, 'utf8').match(/^instance_[^,]+/gm) ?? [];
    const others = [...new Set(ids)].filter((id) => !chosen.has(id));
    expect(textOf(whole)).toContain(tasks[0]?.task_id);
    expect(textOf(part)).toContain(tasks[0]?.task_id);
    expect(textOf(part).length).toBeLessThan(textOf(whole).length);
    expect(others.length).toBeGreaterThan(5);
    expect(others.filter((id) => textOf(whole).includes(id))).toEqual(others);
    expect(others.filter((id) => textOf(part).includes(id))).toEqual([]);
    const said = async (url: string) => {
      const page = await open(url);
      const lines = page.locator('.result-lines li');
      await expect.poll(() => lines.count()).toBeGreaterThan(2);
      const shown = {
        counts: await page.locator('.counts').textContent(),
        sentence: await page.locator('.sentence').textContent(),
        coverage: await page.locator('.coverage li').allTextContents(),
        results: await lines.allTextContents(),
      };
      return { page, shown };
    };
    const { page, shown } = await said(part);
    expect(shown).toEqual((await said(whole)).shown);
    await page.getByText('This page contains only the selected tasks (733 other tasks left out)').waitFor();
    await page.getByText('93 tasks, 93 selected').waitFor();
    expect(await page.getByRole('button', { name: 'Change the plan' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Methods' }).click();
    await page.getByRole('heading', { name: 'Methodology' }).waitFor();
    expect(await page.getByRole('button', { name: /^Assess/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await page.getByRole('region', { name: 'Leaderboard' }).first().waitFor();
  });

  it('has no results if they are left out, and refuses a part that it does not know', () => {
    expect(textOf(reportUrl(folder, sample, '--results', results))).toContain('sourcegraph_full');
    expect(textOf(reportUrl(folder, sample, '--results', results, '--without', 'results'))).not.toContain(
      'sourcegraph_full',
    );
    const { code, stderr } = runWinnow(['report', 'ccb', '--html', 'x.html', '--without', 'pool'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('Expected unselected or results');
  });
});

it('takes at most three times the room of the CSV of its pool, besides the page', () => {
  const count = inDepth(50_000, 5_000);
  const tasks = generatedTasks(count);
  const names = Object.keys(tasks[0]?.fields ?? {});
  const rows = tasks.map(({ id, fields }) => [id, ...names.map((name) => (fields as Record<string, unknown>)[name])]);
  const csv = [['id', ...names], ...rows].map((row) => row.join(',')).join('\n');
  writeFileSync(join(folder, 'pool.csv'), `${csv}\n`);
  writeFileSync(join(folder, 'large.yaml'), generatedPlan(count).replace('pool.jsonl', 'pool.csv'));
  const size = (plan: string) => statSync(fileURLToPath(reportUrl(folder, plan))).size;
  const page = ['page.js', 'page.css'].reduce(
    (sum, name) => sum + statSync(join(projectRoot, 'dist/explorer', name)).size,
    0,
  );
  expect(size('./large.yaml') - page).toBeLessThanOrEqual(3 * csv.length);
});

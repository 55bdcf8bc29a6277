import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserForFile } from '../support/browser.js';
import { isDeep } from '../support/depth.js';
import { reportUrl } from '../support/explorer-page.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { comparisonPlan } from '../support/suite-results.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const open = browserForFile();
const folder = suiteFolder();
const example = (path: string) => join(projectRoot, 'examples', path);
const paired = example('outcomes/mcp-paired.csv');

/** What a command prints with --json. */
function jsonOf<Document>(...args: readonly string[]): Document {
  const { code, stdout, stderr } = runWinnow([...args, '--json'], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Document;
}

/** Compares numbers on a page with those of documents, and counts them. */
class Comparison {
  compared = 0;

  /** The numbers of a text, in its order, are these, as far as they are shown. */
  numbers(what: string, text: string | null, ...expected: readonly number[]): void {
    const found = (text ?? '').replace(/(?<=\d),(?=\d{3})/g, '').match(/-?\d+(?:\.\d+)?/g) ?? [];
    const wrong = found.filter((number, i) => {
      const unit = 10 ** -(number.split('.')[1]?.length ?? 0);
      // JSON has six decimals, percentages four.
      return !(Math.abs(Number(number) - (expected[i] ?? Number.NaN)) <= unit / 2 + 1e-4);
    });
    expect({ what, text, expected, wrong, count: found.length }).toEqual({
      ...{ what, text, expected, wrong: [] },
      count: expected.length,
    });
    this.compared += found.length;
  }

  async of(what: Locator, ...expected: readonly number[]): Promise<void> {
    this.numbers(String(what), await what.textContent(), ...expected);
  }
}

interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}
interface Manifest {
  readonly metadata: { readonly total_available: number; readonly total_selected: number; readonly plan: Hash };
  readonly methodology: {
    readonly weighting: { readonly effective_sample_size: number; readonly design_effect: number };
  };
  readonly statistics: Readonly<Record<string, Readonly<Record<string, number>>>> & {
    readonly average_score: number;
  };
  readonly tasks: readonly { readonly benchmark: string }[];
  readonly benchmarks: readonly { readonly name: string; readonly title: string; readonly available: number }[];
}
interface Hash {
  readonly sha256: string;
}
interface Power {
  readonly overall: {
    readonly tasks: number;
    readonly detectable: Ends;
    readonly power_for_wanted: Ends;
    readonly power_for_wanted_exact: Ends | null;
  };
}
interface Design {
  readonly design: string;
  readonly tasks: number | null;
  readonly detectable: Ends | null;
  readonly half_width: number | null;
  readonly balance: { readonly mean: number; readonly largest: { readonly difference: number } } | null;
  readonly shared: number;
  readonly mean_score: number;
}
interface Designs {
  readonly designs: readonly Design[];
  readonly budgets: readonly {
    readonly tasks: number;
    readonly detectable: Ends;
    readonly half_width: number | null;
  }[];
}
interface Figure {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly effective_size: number;
  readonly p_value: number;
}
interface Estimate {
  readonly configurations: readonly {
    readonly name: string;
    readonly coverage: { readonly scored: number; readonly selected: number };
    readonly readings: readonly {
      readonly tasks: number;
      readonly selected_mean: number;
      readonly pool: Figure | null;
    }[];
  }[];
  readonly differences: readonly {
    readonly readings: readonly { readonly pairs: number; readonly pool: Figure | null }[];
  }[];
}
interface Status {
  readonly selected: number;
  readonly repeat: number;
  readonly configurations: readonly {
    readonly name: string;
    readonly done: number;
    readonly short: number;
    readonly errored: number;
    readonly missing: number;
    readonly runs_left: number;
  }[];
}
interface Balance {
  readonly overall: {
    readonly numbers: readonly {
      readonly typical: { readonly selected: number; readonly pool: number };
      readonly difference: number;
    }[];
  };
}

const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"]`);
/** The interval of a level in the first sentence. */
const levelOf = async (page: Page) => {
  const sentence = await figure(page, 'prospect.sentence').textContent();
  return /±\s*([\d.]+) points/.exec(sentence ?? '')?.[1] ?? '';
};
/** The ends of a difference in points, as the page writes them: one number where they look alike. */
function inPoints({ low, high }: Ends): readonly number[] {
  const ends = [low, high].flatMap((end) => (end === null ? [] : [100 * end])).sort((a, b) => a - b);
  const [least = 0, most = 0] = ends;
  return ends.length === 2 && least.toFixed(1) === most.toFixed(1) ? [least] : ends;
}

/** The gauges, the score, the coverage and the balance of the first screen. */
async function expectOverview(
  page: Page,
  plan: string,
  results: readonly string[],
  compare: Comparison,
  ...options: readonly string[]
): Promise<void> {
  const manifest = jsonOf<Manifest>('select', plan, '--dry-run');
  const power = jsonOf<Power>('assess', 'power', plan, ...results.flatMap((path) => ['--results', path]), ...options);
  const { statistics, metadata } = manifest;
  await compare.of(figure(page, 'prospect.tasks'), metadata.total_selected);
  const sentence = await figure(page, 'prospect.sentence').textContent();
  const found = /(?:difference|uplift) of ([^a-z]*(?:to [^a-z]*)?)points/.exec(sentence ?? '')?.[1] ?? '';
  compare.numbers('difference', found, ...inPoints(power.overall.detectable));
  await compare.of(figure(page, 'score.average'), statistics.average_score);
  const head = (side: 'columns' | 'rows', name: string) =>
    page.locator(`.unit-${side} .unit-head`).filter({ has: page.getByText(name, { exact: true }) });
  if (manifest.benchmarks.length > 1) {
    for (const [phase, count] of Object.entries(statistics['tasks_per_phase'] ?? {})) {
      // If the benchmark determines the phase, the chart starts with other fields.
      if ((await head('rows', phase).count()) === 0) continue;
      const words = await head('rows', phase).locator('.unit-head-count').textContent();
      compare.numbers(phase, words?.split('/')[0] ?? '', count);
    }
    for (const { name, title, available } of manifest.benchmarks) {
      const selected = manifest.tasks.filter(({ benchmark }) => benchmark === name).length;
      // The smallest of many share a column.
      if ((await head('columns', title).count()) === 0) continue;
      await compare.of(head('columns', title).locator('.unit-head-count'), selected, available);
    }
  }
  // The page is cited as the manifest names the plan.
  expect(await page.locator('p.citation').textContent()).toContain(metadata.plan.sha256.slice(0, 16));
}

async function expectBalance(page: Page, plan: string, compare: Comparison): Promise<void> {
  const { overall } = jsonOf<Balance>('assess', 'balance', plan);
  await page.getByRole('link', { name: 'Methods', exact: true }).click();
  await page.getByRole('button', { name: 'Assess balance' }).click();
  const section = page.getByRole('region', { name: 'Balance' });
  await section.getByRole('table').first().waitFor();
  const numbers = section
    .getByRole('table', { name: /selected against pool$/ })
    .first()
    .locator('tbody tr');
  for (const [at, { typical, difference }] of overall.numbers.entries()) {
    const [pool = '', selected = '', distance = ''] = await numbers.nth(at).locator('td').allTextContents();
    // Large numbers are shown as people read them.
    if (Math.max(typical.pool, typical.selected) < 10)
      compare.numbers('balance', `${pool} ${selected}`, typical.pool, typical.selected);
    compare.numbers('balance', distance.replace('−', '-').replace('+', ''), difference);
  }
}

async function expectDesigns(
  page: Page,
  plan: string,
  results: readonly string[],
  compare: Comparison,
): Promise<Designs> {
  const document = jsonOf<Designs>('assess', 'designs', plan, ...results.flatMap((path) => ['--results', path]));
  await page.getByRole('link', { name: 'Methods', exact: true }).click();
  await page.locator('.verdict').waitFor();
  for (const {
    design,
    tasks,
    detectable,
    half_width: halfWidth,
    balance,
    shared,
    mean_score: score,
  } of document.designs) {
    if (tasks === null || detectable === null) continue;
    const cell = (name: string) => page.locator(`.design-${design} [data-label="${name}"]`);
    await compare.of(cell('Tasks'), tasks);
    await compare.of(cell('Smallest difference'), ...inPoints(detectable));
    await compare.of(
      cell('Precision of the level'),
      ...(halfWidth === null || halfWidth === 0 ? [] : [100 * halfWidth]),
    );
    const distance = balance === null ? [] : [balance.mean, Math.abs(balance.largest.difference)];
    await compare.of(cell('Distance from the pool'), ...distance);
    await compare.of(cell('Shared with the plan'), shared, tasks, (100 * shared) / tasks);
    await compare.of(cell('Mean score'), score);
  }
  const budget = page.getByRole('region', { name: 'Budget', exact: true });
  await budget.getByText('Table of the budgets').click();
  for (const [at, each] of document.budgets.entries()) {
    const row = budget.locator('tbody tr').nth(at);
    await compare.of(row.locator('th'), each.tasks);
    const { low, high } = each.detectable;
    const ends = [low, high].flatMap((end) => (end === null ? [] : [100 * end]));
    await compare.of(row.locator('td').nth(1), ...(ends[0]?.toFixed(1) === ends[1]?.toFixed(1) ? ends.slice(1) : ends));
    if (each.half_width !== null) await compare.of(row.locator('td').nth(2), 100 * each.half_width);
  }
  return document;
}

/** Levels and differences under "Results", and the runs that there are. */
async function expectResults(page: Page, plan: string, results: string, compare: Comparison): Promise<void> {
  const estimate = jsonOf<Estimate>('estimate', plan, results);
  const status = jsonOf<Status>('status', plan, results);
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await page.getByRole('heading', { name: 'Estimates' }).waitFor();
  for (const [at, each] of status.configurations.entries()) {
    const row = page.getByRole('region', { name: 'Selected tasks with results' }).locator('tbody tr').nth(at);
    const cells = row.locator('td');
    await compare.of(cells.nth(0), each.done, status.selected);
    const { short, errored, missing, runs_left: left } = each;
    const counts = status.repeat > 1 ? [short, errored, missing, left] : [errored, missing, left];
    for (const [i, count] of counts.entries()) await compare.of(cells.nth(1 + i), count);
  }
  const done = status.configurations.reduce((sum, each) => sum + each.done, 0);
  const all = status.selected * status.configurations.length;
  const progress = page.getByText(/^[\d.]+% done: /);
  await compare.of(progress, (100 * done) / all, done, all, status.configurations.length, status.selected);
  for (const { name, readings } of estimate.configurations) {
    const lines = page.locator('h3', { hasText: new RegExp(`^${name} \\(`) }).locator('xpath=following-sibling::p');
    const level = lines.filter({ hasText: /^(?:Pool|Mean of)/ });
    for (const [at, { tasks, selected_mean: mean, pool }] of readings.entries()) {
      const line = (await level.nth(at).textContent()) ?? '';
      if (pool === null) compare.numbers(name, line, tasks, 100 * mean);
      else {
        const [of = ''] = /[\d.]+% \([\d.]+ to [\d.]+\)/.exec(line) ?? [];
        compare.numbers(name, of, 100 * pool.mean, 100 * pool.low, 100 * pool.high);
        compare.numbers(name, /effective n = [\d.]+\d/.exec(line)?.[0] ?? '', pool.effective_size);
      }
    }
  }
  for (const { readings } of estimate.differences) {
    const pool = readings[0]?.pool ?? null;
    if (pool === null) continue;
    const line = await page
      .locator('p')
      .filter({ hasText: /^Pool: [+-]/ })
      .first()
      .textContent();
    const figures = [pool.mean, pool.low, pool.high].map((value) => 100 * value);
    const { p_value: p } = pool;
    compare.numbers('difference', line, ...figures, Math.max(p, 0.0001), readings[0]?.pairs ?? 0);
  }
}

describe('the numbers on the page are those of --json', () => {
  it('for tasks chosen by rank, with results on some of them', async () => {
    const compare = new Comparison();
    const page = await open(reportUrl(folder, 'ccb', '--results', paired));
    const note = page.getByRole('region', { name: 'Results' });
    await note
      .getByText(/, mean over/)
      .first()
      .waitFor();
    await expectOverview(page, 'ccb', [paired], compare);
    const systems = jsonOf<Estimate>('estimate', 'ccb', paired).configurations;
    for (const { name, readings, coverage } of systems) {
      const line = note.getByRole('listitem').filter({ hasText: `${name}:` });
      const { tasks, selected_mean: mean } = readings[0] ?? { tasks: 0, selected_mean: 0 };
      // The mean is one over the tasks that have results, and says over how many.
      const over = coverage.scored < coverage.selected ? [coverage.scored, coverage.selected] : [tasks];
      compare.numbers(name, (await line.textContent())?.replace(name, '') ?? null, 100 * mean, ...over);
    }
    await expectBalance(page, 'ccb', compare);
    await expectDesigns(page, 'ccb', [paired], compare);
    await expectResults(page, 'ccb', paired, compare);
    await page.getByRole('link', { name: 'Methods', exact: true }).click();
    const power = page.getByRole('region', { name: 'Power' });
    await power.getByText('With one run each').first().waitFor();
    const { overall } = jsonOf<Power>('assess', 'power', 'ccb', '--results', paired, '--difference', '0.15');
    const { low, high } = overall.power_for_wanted_exact ?? overall.power_for_wanted;
    const verdict = await power.locator('p[aria-live]').first().textContent();
    const [, wanted = '', chance = ''] = /difference of ([\d.]+) points .* with (.*?)% power/.exec(verdict ?? '') ?? [];
    const chances = [100 * (low ?? 0), 100 * (high ?? 0)]
      .map((each) => Math.min(99, Math.round(each)))
      .sort((a, b) => a - b);
    compare.numbers('power', `${wanted} ${chance}`, 15, ...new Set(chances));
    await page.getByRole('button', { name: 'Assess sensitivity' }).click();
    const sensitivity = jsonOf<{ core: number; overlap: { mean: number } }>('assess', 'sensitivity', 'ccb');
    const shown = page.getByText(/tasks stay selected in at least 9 of 10 random weightings/).first();
    await compare.of(shown, sensitivity.core, 93, 9, 10, sensitivity.overlap.mean);
    expect(compare.compared).toBeGreaterThan(200);
  });

  it.runIf(isDeep)('for a sample, with results of three systems', async () => {
    const compare = new Comparison();
    const plan = example('representative/plan.yaml');
    const page = await open(reportUrl(folder, plan, '--results', paired));
    await figure(page, 'prospect.sentence').waitFor();
    await expectOverview(page, plan, [paired], compare);
    const { weighting } = jsonOf<Manifest>('select', plan, '--dry-run').methodology;
    await compare.of(figure(page, 'weighting'), weighting.effective_sample_size, weighting.design_effect);
    const level = await levelOf(page);
    await expectBalance(page, plan, compare);
    const { designs } = await expectDesigns(page, plan, [paired], compare);
    compare.numbers('level', level, 100 * (designs[0]?.half_width ?? 0));
    await expectResults(page, plan, paired, compare);
    expect(compare.compared).toBeGreaterThan(200);
  });

  it.runIf(isDeep)('for a sample designed with results of earlier systems: one value for each quantity', async () => {
    const compare = new Comparison();
    const plan = example('learning/level.yaml');
    interface Forecast {
      readonly benchmarks: readonly { readonly sizes: readonly ForecastSize[] }[];
    }
    interface ForecastSize {
      readonly planned: boolean;
      readonly half_width: { readonly design: number; readonly random: number };
      readonly detectable: { readonly design: number; readonly random: number };
    }
    const [forecast] = jsonOf<Forecast>('assess', 'forecast', plan).benchmarks;
    const planned = forecast?.sizes.find((each) => each.planned);
    if (planned === undefined) throw new Error('nothing is forecast');
    const { half_width: halfWidth, detectable } = planned;
    const page = await open(reportUrl(folder, plan));
    await figure(page, 'prospect.sentence').waitFor();
    compare.numbers('level', await levelOf(page), 100 * halfWidth.design);
    const purpose = (await page.locator('.chosen-how').textContent()) ?? '';
    const [level = ''] =
      /± [\d.]+ points \(95% interval\), compared with ± [\d.]+ for 93 random tasks/.exec(purpose) ?? [];
    compare.numbers('purpose', level, 100 * halfWidth.design, 95, 100 * halfWidth.random, 93);
    const [found = ''] =
      /on the same tasks: [\d.]+ points \(80% power\), compared with [\d.]+ for 93 random tasks/.exec(purpose) ?? [];
    compare.numbers('purpose', found, 100 * detectable.design, 80, 100 * detectable.random, 93);
    await expectOverview(page, plan, [], compare);
    await expectDesigns(page, plan, [], compare);
    const random = (name: string) => page.locator(`.design-random [data-label="${name}"]`);
    await compare.of(random('Precision of the level'), 100 * halfWidth.random);
    await compare.of(random('Smallest difference'), 100 * detectable.random);
    expect(compare.compared).toBeGreaterThan(60);
  });

  it.runIf(isDeep)('for a comparison: the detectable difference that "select" prints', async () => {
    const own = temporaryFolder();
    const { points } = comparisonPlan(own);
    const page = await open(reportUrl(own, join(own, 'plan.yaml')));
    await figure(page, 'prospect.sentence').waitFor();
    expect(await page.locator('.chosen-how').textContent()).toContain(`on the same tasks: ${points} points`);
  });

  it.runIf(isDeep)('for an optimised selection, with its frontier', async () => {
    const compare = new Comparison();
    const plan = example('optimise/plan.yaml');
    const page = await open(reportUrl(folder, plan));
    await figure(page, 'prospect.sentence').waitFor();
    await expectOverview(page, plan, [], compare);
    interface Frontier {
      readonly optima: readonly {
        readonly value: number;
        readonly frontiers: readonly {
          readonly points: readonly {
            readonly budget: number;
            readonly is_plan: boolean;
            readonly goal: number;
            readonly tasks: number;
            readonly detectable: Ends;
          }[];
        }[];
      }[];
    }
    const [optimum] = jsonOf<Frontier>('assess', 'frontier', plan).optima;
    const point = optimum?.frontiers[0]?.points.find(({ is_plan: isPlan }) => isPlan);
    if (optimum === undefined || point === undefined) throw new Error('no frontier');
    const certificate = await page.getByText(/^The largest total score is /).textContent();
    compare.numbers('goal', /score is ([\d.]+\d)/.exec(certificate ?? '')?.[1] ?? '', optimum.value);
    await expectDesigns(page, plan, [], compare);
    await page.getByRole('button', { name: 'Assess frontier' }).click();
    const row = page.locator('[aria-labelledby="frontier"] tr', { hasText: 'this plan' }).first();
    const cells = await row.locator('th, td').allTextContents();
    compare.numbers('frontier', cells.join(' '), point.budget, point.goal, point.tasks, ...inPoints(point.detectable));
    expect(compare.compared).toBeGreaterThan(80);
  });

  it.runIf(isDeep)('for a pilot, with runs of both arms', async () => {
    const compare = new Comparison();
    const call = [example('benefit/plan.yaml'), '--budget', '240 runs', '--repeats', '2', '--out', 'pilot'];
    interface Pilot {
      readonly design: { readonly repeats: number; readonly tasks: number; readonly runs: number };
    }
    const { design } = jsonOf<Pilot>('pilot', ...call);
    const runs = example('benefit/runs.csv');
    const page = await open(reportUrl(folder, 'pilot/plan.yaml', '--results', runs));
    await figure(page, 'prospect.sentence').waitFor();
    const sentence = page.getByText(/^Pilot \(goal: interval\)/);
    expect(await sentence.textContent()).toContain(' twice in each arm');
    await compare.of(sentence, design.tasks, design.runs, 240);
    await expectOverview(page, 'pilot/plan.yaml', [runs], compare, '--repeats', String(design.repeats));
    await expectResults(page, 'pilot/plan.yaml', runs, compare);
    expect(compare.compared).toBeGreaterThan(40);
  });
});

it('an edited plan is compared with the loaded one by the same score', async () => {
  const page = await open(`${reportUrl(folder)}#/?edit`);
  await page.getByRole('slider').first().fill('0.9');
  await page.getByText('Plan changed.').waitFor();
  const { designs } = jsonOf<Designs>('assess', 'designs', 'ccb');
  await page.getByRole('link', { name: 'Methods', exact: true }).click();
  const cell = page.locator('.design-edit [data-label="Mean score"]');
  await expect.poll(() => cell.textContent()).toMatch(/^0\.\d{4}$/);
  // No selection with the plan's places has more of the plan's own score than the best of each phase.
  const best = designs.find(({ design }) => design === 'ranked')?.mean_score ?? 0;
  expect(Number(await cell.textContent())).toBeLessThanOrEqual(best);
});

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { suiteFigures, suitesChart, withFigures } from '../../scripts/suite-pages.mjs';
import { inDepth } from '../support/depth.js';
import { projectRoot, runInProcess, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { comparisonPlan, shippedResults, suiteTasks, sweBenchReport, unseenResults } from '../support/suite-results.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const strong = '20250807_openhands_gpt5';

interface EstimateDocument {
  readonly plan: string;
  readonly version: number;
  readonly selected: number;
  readonly population: number;
  readonly tier?: { readonly name: string; readonly size: number };
  readonly configurations: readonly {
    readonly name: string;
    readonly readings: readonly { readonly tasks: number; readonly pool: { readonly [key: string]: unknown } }[];
    readonly placement?: {
      readonly rank: number;
      readonly best: number;
      readonly worst: number;
      readonly systems: number;
    };
  }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** A folder with one report of a system on some tasks. */
function reportOn(results: ReadonlyMap<string, number>, ids?: Iterable<string>): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'my-model.run1.json'), sweBenchReport(results, ids));
  return folder;
}

function estimateOf(...args: readonly string[]): EstimateDocument {
  const { code, stdout, stderr } = runWinnow(['estimate', ...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as EstimateDocument;
}

const codesOf = ({ warnings }: EstimateDocument) => warnings.map(({ code }) => code);
const levelOf = ({ configurations: [first] }: EstimateDocument) => first?.readings[0]?.pool;

describe('the page of the suites', () => {
  it('shows the figures that were measured', () => {
    const page = readFileSync(join(projectRoot, 'docs', 'guides', 'suites.md'), 'utf8');
    expect(withFigures(page, suiteFigures())).toBe(page);
  });

  it('has a chart of them', () => {
    expect(suitesChart()).toBe(readFileSync(join(projectRoot, 'docs', 'pictures', 'suites.svg'), 'utf8'));
  });
});

describe('winnow suites', () => {
  it('lists tasks, tiers, measured errors and the date of the results', () => {
    const { stdout } = runWinnow(['suites', '--json']);
    const { suites } = JSON.parse(stdout) as {
      suites: {
        name: string;
        tasks: number;
        systems: number;
        to?: string;
        tiers: { tasks: number; error?: number; error_at_random?: number }[];
      }[];
    };
    const facts = suites.map(({ name, tasks, systems, to, tiers }) => [
      name,
      tasks,
      systems,
      to,
      ...tiers.map((each) => each.tasks),
    ]);
    expect(facts).toEqual([
      ['verified', 500, 114, '2025-08-19', 25, 50, 100],
      ['verified-direction', 500, 114, '2025-08-19', 70],
      ['verified-ranking', 500, 114, '2025-08-19', 25, 50, 100],
      ['terminal-bench-2', 89, 93, '2025-12-23', 20, 30, 50],
      ['terminal-bench-2-direction', 89, 93, '2025-12-23', 40],
      ['terminal-bench-2-ranking', 89, 93, '2025-12-23', 20, 30, 50],
      ['gso', 102, 11, '2025-11-18', 20, 30, 50],
      ['gso-ranking', 102, 11, '2025-11-18', 20, 30, 50],
      ['swe-bench-pro', 730, 10, '2025-09-23', 50, 100, 200],
      ['swe-bench-pro-ranking', 730, 10, '2025-09-23', 50, 100, 200],
      ['ccb', 826, 0, undefined, 93],
    ]);
    for (const { error, error_at_random: random } of suites.flatMap(({ tiers }) => tiers)) {
      if (error !== undefined) expect(error).toBeLessThan(random ?? 0);
    }
  });
});

const nested = [
  ['verified', ['25', '50', '100']],
  ['verified-ranking', ['25', '50', '100']],
  ['terminal-bench-2', ['20', '30', '50']],
  ['swe-bench-pro', ['50', '100', '200']],
  ['swe-bench-pro-ranking', ['50', '100', '200']],
  ['gso', ['20', '30', '50']],
  ['gso-ranking', ['20', '30', '50']],
] as const;

// Tiers of all suites are made in the same way: `npm test` tries one for a level and one that ranks.
describe.each(inDepth<readonly (typeof nested)[number][]>(nested, nested.slice(0, 2)))(
  'the suite %s',
  (suite, sizes) => {
    it('has tiers that contain the smaller ones, by name or size, and any other size', () => {
      const tiers = sizes.map((size) => suiteTasks(suite, size));
      expect(tiers.map(({ length }) => String(length))).toEqual(sizes);
      const between = suiteTasks(suite, String(Number(sizes[1]) - 3));
      for (const [smaller, larger] of [
        [tiers[0], between],
        [between, tiers[1]],
        [tiers[1], tiers[2]],
      ]) {
        const all = new Set(larger);
        expect(smaller?.filter((id) => !all.has(id))).toEqual([]);
      }
      expect(suiteTasks(suite, 'standard')).toEqual(tiers[1]);
      expect(suiteTasks(suite)).toEqual(tiers[2]);
    });
  },
);

it.each(['verified', 'gso'])('a comparison needs no suite but the one for a level: %s', (suite) => {
  const folder = temporaryFolder();
  const plan = readFileSync(join(projectRoot, 'plans', `${suite}.yaml`), 'utf8');
  writeFileSync(join(folder, 'plan.yaml'), plan.replace('purpose: level', 'purpose: comparison'));
  const { stdout } = runWinnow(['select', 'plan.yaml', '--dry-run', '--json'], { cwd: folder });
  const ids = (JSON.parse(stdout) as { tasks: { task_id: string }[] }).tasks.map(({ task_id: id }) => id);
  expect(ids).toEqual(suiteTasks(suite));
});

it('one detectable difference is printed everywhere', () => {
  const folder = temporaryFolder();
  const { points, initial } = comparisonPlan(folder);
  expect(points).toMatch(/^[\d.]+$/);
  expect(/^> learned bands +50 +[\d.]+ +([\d.]+)/m.exec(initial)?.[1]).toBe(points);
  const comment = readFileSync(join(folder, 'plan.yaml'), 'utf8');
  expect(comment).toContain(`on the same tasks: ${points} points`);
  expect(readFileSync(join(folder, 'selection', 'METHODOLOGY.md'), 'utf8')).toContain(
    `**Detectable difference.** ${points} points`,
  );
  const power = runWinnow(['assess', 'power', 'plan.yaml'], { cwd: folder }).stdout;
  expect(/^ {2}all +50 +[\d.]+ +([\d.]+)/m.exec(power)?.[1]).toBe(points);
  const forecast = runWinnow(['assess', 'forecast', 'plan.yaml'], { cwd: folder }).stdout;
  expect(forecast).toContain(`detect a difference of ${points} points`);
});

describe('an estimate from a suite', () => {
  const results = unseenResults('verified', strong);
  const truth = [...results.values()].reduce((sum, each) => sum + each, 0) / results.size;
  const standard = suiteTasks('verified', 'standard');
  let ofStandard: EstimateDocument | undefined;
  /** The estimate from results on the tasks of the tier "standard", which is made once. */
  const standardEstimate = () => {
    ofStandard ??= estimateOf('verified', reportOn(results, standard));
    return ofStandard;
  };

  it('leads with the level on the benchmark and the place among earlier systems', () => {
    const { stdout } = runWinnow(['estimate', 'verified', reportOn(results, standard)]);
    const [first, second, , third] = stdout.split('\n');
    expect(first).toMatch(
      /^my-model: [\d.]+% on SWE-bench Verified \(95% interval [\d.]+ to [\d.]+\), from 50 of 500 tasks$/,
    );
    expect(second).toMatch(
      /^ {2}between \S+ \([\d.]+%\) and \S+ \([\d.]+%\), rank \d+ to \d+ of 115 including 114 earlier systems$/,
    );
    expect(third).toBe('verified v1, tier standard: results on 50 selected tasks');
  });

  it('gives no rank to results without failures, and asks first whether these were left out', () => {
    const passed = standard.filter((id) => results.get(id) === 1);
    const found = estimateOf('verified', '--tier', 'standard', reportOn(results, passed));
    expect(found.configurations[0]?.placement ?? undefined).toBeUndefined();
    expect(found.warnings[0]?.message).toBe(
      `my-model: all ${passed.length} results are passes and ${50 - passed.length} tasks are missing. Were failures left out of the file?`,
    );
  });

  it('asks first whether the right tasks were run if most are not selected', () => {
    const outside = [...results.keys()].filter((id) => !suiteTasks('verified').includes(id)).slice(0, 44);
    const found = estimateOf('verified', reportOn(results, [...standard.slice(0, 6), ...outside]));
    expect(found.warnings[0]?.message).toContain('44 of the 50 tasks in these results are not selected;');
  });

  it.each([
    ['quick', 25],
    ['standard', 50],
    ['60', 60],
    [undefined, 100],
  ] as const)('takes the tier that the results cover: %s', (tier, size) => {
    const own = suiteTasks('verified', String(size));
    const outside = [...results.keys()].filter((id) => !own.includes(id)).slice(0, 9);
    const found = estimateOf('verified', reportOn(results, [...own, ...outside]));
    expect({ tier: found.tier?.name, selected: found.selected }).toEqual({ tier, selected: size });
    expect(found.warnings.find(({ code }) => code === 'results-not-selected')?.message).toContain(
      '9 of the tasks in the results are not in',
    );
    const level = levelOf(found) as { mean: number; low: number; high: number };
    expect(level.low).toBeLessThan(truth);
    expect(level.high).toBeGreaterThan(truth);
  });

  it('is the same from a saved selection', () => {
    const [folder, report] = [temporaryFolder(), reportOn(results, standard)];
    expect(runWinnow(['select', 'verified', '--tier', '50', '--out', folder]).code).toBe(0);
    expect(estimateOf(folder, report)).toEqual(estimateOf('verified', report));
  });

  it('is exact from results on all tasks', () => {
    const found = estimateOf('verified', reportOn(results));
    expect(levelOf(found)).toMatchObject({ mean: truth, low: truth, high: truth });
    const placed = found.configurations[0]?.placement;
    expect(placed?.best).toBe(placed?.worst);
  });

  it('carries a tier without a name into the next step', () => {
    const { stdout } = runWinnow(['select', 'verified', '--tier', '60', '--out', temporaryFolder()]);
    expect(stdout).toContain('After the runs: winnow estimate verified --tier 60 RESULTS');
    const ids = ['--to', 'ids', '--out', join(temporaryFolder(), 'run')];
    const { stdout: exported } = runWinnow(['export', 'verified', '--tier', '40', ...ids]);
    expect(exported).toContain('Next: run the tasks, then winnow status verified RESULTS --tier 40');
  });

  it('warns that the page of a tier shows the whole selection', () => {
    const [folder, page] = [join(temporaryFolder(), 'sel'), join(temporaryFolder(), 'r.html')];
    runWinnow(['select', 'verified', '--tier', '50', '--out', folder]);
    const { warnings } = JSON.parse(runWinnow(['report', folder, '--html', page, '--json']).stdout);
    expect(warnings).toMatchObject([{ code: 'tier-not-shown', message: expect.stringContaining('(50 tasks)') }]);
    expect(warnings[0].message).toMatch(/ Figures from results are for the tier that the results cover\.$/);
    const fixed = runWinnow(['report', folder, '--html', page, '--without', 'unselected', '--json']).stdout;
    const message = expect.stringContaining('Figures from results are for the whole selection too.');
    expect(JSON.parse(fixed)).toMatchObject({ warnings: [{ message }] });
  });

  it.each([
    ['terminal-bench-2', 'swe-bench', 'harbor'],
    ['gso', 'mini-swe-agent', 'ids'],
    ['swe-bench-pro', 'swe-agent', 'openhands'],
  ])('is exported only to runners that have its tasks: %s to %s', (suite, runner, able) => {
    const args = ['export', suite, '--to', runner, '--out', join(temporaryFolder(), 'run')];
    const { code, stderr } = runWinnow(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: Winnow does not know any dataset for \S+ that contains these tasks\.$/m);
    expect(stderr).toContain(`Use --to ${able}. If you have such a dataset, give`);
    expect(runWinnow([...args, '--dataset-name', 'owner/mine']).code).toBe(0);
  });

  it('calls the noise of repeats what it is if a result is missing', () => {
    const own = [...unseenResults('terminal-bench-2', 'terminus_2_gpt_5')].slice(1);
    const file = join(temporaryFolder(), 'mine.csv');
    const rows = (second: (i: number, reward: number) => number) =>
      own.flatMap(([id, reward], i) => [`${id},1,${reward}`, `${id},2,${second(i, Number(reward))}`]);
    writeFileSync(
      file,
      ['task_id,run,reward', ...rows((i, reward) => (i % 5 === 0 ? 1 - reward : reward)), ''].join('\n'),
    );
    const { stdout } = runWinnow(['estimate', 'terminal-bench-2', file]);
    expect(stdout).toMatch(/^mine: .* \(\S+ to \S+, depending on 1 missing result and run-to-run noise\), /);
    expect(stdout).toContain('the interval covers run-to-run noise and the uncertainty from missing results.');
  });

  it('is exact from all results for a saved selection with tiers too', () => {
    const folder = temporaryFolder();
    expect(runWinnow(['select', 'verified', '--out', folder]).code).toBe(0);
    const whole = reportOn(results, results.keys());
    const { mean, low, high } = levelOf(estimateOf(folder, whole)) ?? {};
    expect([low, high]).toEqual([mean, mean]);
    expect(mean).toBe(levelOf(estimateOf('verified', whole))?.['mean']);
  });

  it('has both readings of a difference in a comparison too if a result is missing', () => {
    const folder = reportOn(results, standard);
    const other = unseenResults('verified', '20250716_openhands_kimi_k2');
    writeFileSync(join(folder, 'other.run1.json'), sweBenchReport(other, standard.slice(6)));
    const [a, b] = [join(folder, 'my-model.run1.json'), join(folder, 'other.run1.json')];
    const estimated = JSON.parse(runWinnow(['estimate', 'verified', a, b, '--json']).stdout);
    const [absent, failed] = estimated.differences[0].readings;
    const compared = JSON.parse(runWinnow(['compare', 'verified', a, b, '--json']).stdout);
    expect(compared.uplift).toMatchObject({ pairs: 44, mean: absent.pool.mean });
    expect(compared.missing_counted_as_failed).toMatchObject({ pairs: 50, mean: failed.pool.mean });
    const { stdout } = runWinnow(['compare', 'verified', a, b]);
    expect(stdout).toContain(', ignoring missing results. With missing results counted as failed, the difference is ');
  });

  it('is not compared with itself, which is one error', () => {
    const path = reportOn(results, standard);
    const { code, stderr } = runWinnow(['compare', 'verified', path, path]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: .*: A and B are the same results.*\n.*\n1 error\. .*\n$/);
  });

  it('is that of all results with a few missing, beside a system on a tier as well, and never exact', () => {
    const ids = [...results.keys()].slice(1);
    const alone = runWinnow(['estimate', 'verified', reportOn(results, ids)]).stdout;
    expect(alone).toContain('from 499 of 500 tasks');
    expect(alone).toContain('results on 499 of the 500 tasks in the pool');
    expect(alone).not.toContain('selected task');
    for (const words of ['exact', 'at random', 'valid for a single look']) expect(alone).not.toContain(words);
    const folder = reportOn(results, ids);
    writeFileSync(join(folder, 'other.run1.json'), sweBenchReport(results, standard));
    const both = estimateOf('verified', folder);
    const names = ['my-model.run1.json', 'other.run1.json'];
    expect(both.configurations.map(({ readings }) => readings)).toEqual(
      names.map((name) => estimateOf('verified', join(folder, name)).configurations[0]?.readings),
    );
    expect(both.tier?.name).toBe('standard');
    const { stdout } = runWinnow(['estimate', 'verified', folder]);
    expect(stdout).toMatch(/my-model .* 499 +1 /);
    expect(stdout).toContain('Differences use the 50 tasks in the tier standard, which all systems cover');
  });

  it('warns of missing results, and of a sample not of the rest of the pool', () => {
    const { warnings } = estimateOf('verified', reportOn(results, standard.slice(5)));
    const message =
      'my-model: 5 of 50 selected tasks have no result. Results are rarely missing at random, so the estimate may be off by more than the interval suggests.';
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'missing-results', message }));
  });

  it('warns once of looking repeatedly, whatever tiers the systems cover', () => {
    const folder = reportOn(results, suiteTasks('verified', '100').slice(5));
    writeFileSync(join(folder, 'other.run1.json'), sweBenchReport(results, standard.slice(3)));
    const { warnings } = estimateOf('verified', folder);
    const looks = warnings.flatMap(({ code, message }) => (code === 'one-look' ? [message] : []));
    expect(looks).toEqual([expect.stringContaining('This selection has planned looks')]);
  });

  it('comes from all tasks if 80% of them were run, and a level from all is suggested if it is much more precise', () => {
    const most = unseenResults('gso', 'gpt-5.1');
    const found = (tasks: number, ...tier: string[]) =>
      estimateOf('gso', reportOn(most, [...most.keys()].slice(0, tasks)), ...tier);
    const codesIn = (tasks: number, ...tier: string[]) =>
      found(tasks, ...tier).warnings.filter(({ code }) => ['most-of-pool', 'missing-results'].includes(code));
    expect(levelOf(found(82))).toEqual(levelOf(found(82, '--tier', '102')));
    const missing =
      'my-model: 20 of 102 tasks have no result. Results are rarely missing at random, so the estimate may be off by more than the interval suggests. The results prove only that the level is between 15.7% and 35.3%.';
    expect([codesIn(82), codesIn(82, '--tier', '102')]).toMatchObject([[{ message: missing }], [{ message: missing }]]);
    const hint =
      'my-model has results on 70 of 102 tasks, but its level uses only the 24 on selected tasks. To estimate it from all results, add --tier 102.';
    expect(codesIn(70).find(({ code }) => code === 'most-of-pool')).toMatchObject({ message: hint });
    expect(codesIn(97)).not.toContainEqual(expect.objectContaining({ code: 'most-of-pool' }));
    const tier = suiteTasks('gso');
    const others = [...most.keys()].filter((id) => !tier.includes(id)).slice(0, 40);
    const mixed = estimateOf('gso', reportOn(most, [...tier.slice(0, 6), ...others]));
    expect(mixed.warnings.find(({ code }) => code === 'most-of-pool')?.message).toMatch(
      /^my-model has results on 46 of 102 tasks, but its level uses only the 6 on selected tasks/,
    );
  });

  it('is of a tier of any size that was run completely', () => {
    const size = (path: string) => estimateOf('verified', path).selected;
    expect(size(reportOn(results, suiteTasks('verified', '40')))).toBe(40);
    expect(size(reportOn(results, suiteTasks('verified', '15')))).toBe(15);
    const folder = reportOn(results, suiteTasks('verified', '40'));
    writeFileSync(join(folder, 'other.run1.json'), sweBenchReport(results, suiteTasks('verified', '90')));
    expect(size(folder)).toBe(40);
    // The plan's rules need more tasks than this.
    expect(size(reportOn(results, suiteTasks('verified', 'quick').slice(0, 3)))).toBe(25);
  });

  it('names the results behind differences if not every system covers the tier', () => {
    const folder = temporaryFolder();
    const rest = standard.filter((id) => !suiteTasks('verified', 'quick').includes(id));
    writeFileSync(join(folder, 'some.run1.json'), sweBenchReport(results, suiteTasks('verified', 'quick')));
    writeFileSync(join(folder, 'rest.run1.json'), sweBenchReport(results, rest));
    const apart = runWinnow(['estimate', 'verified', folder]).stdout;
    expect(apart).toContain("Each level uses the tasks that the system's results cover.\n");
    expect(apart).toContain('no task has results from both systems');
    writeFileSync(join(folder, 'rest.run1.json'), sweBenchReport(results, standard.slice(0, 30)));
    const { stdout } = runWinnow(['estimate', 'verified', folder]);
    const pairs = suiteTasks('verified', 'quick').filter((id) => standard.indexOf(id) < 30).length;
    expect(stdout).toContain(
      `. Differences use the tier standard. Both systems have results on ${pairs} of its 50 tasks.\n`,
    );
  });

  it('does not count tasks that were not run among the results on other tasks', () => {
    const lists = JSON.parse(sweBenchReport(results, standard));
    const rest = [...results.keys()].filter((id) => !standard.includes(id));
    const report = join(temporaryFolder(), 'my-model.run1.json');
    writeFileSync(report, JSON.stringify({ ...lists, incomplete_ids: rest }));
    expect(codesOf(estimateOf('verified', report))).toEqual([]);
  });

  it('names misspelt tasks before the missing ones, and skipped files last', () => {
    const folder = reportOn(new Map([...results].map(([id, result]) => [id === standard[0] ? `${id}x` : id, result])), [
      `${standard[0]}x`,
      ...standard.slice(1),
    ]);
    writeFileSync(join(folder, 'notes.json'), '{}');
    const codes = codesOf(estimateOf('verified', folder));
    expect(codes[0]).toBe('results-unknown');
    expect(codes).toContain('tier-incomplete');
    expect(codes.at(-1)).toBe('outcomes/passed-over');
  });

  it('counts a task with some of its runs once', () => {
    const rows = standard.slice(1).flatMap((id, i) => [`${id},1,1`, ...(i === 0 ? [] : [`${id},2,0`])]);
    const file = join(temporaryFolder(), 'new.csv');
    writeFileSync(file, ['task_id,attempt,reward', ...rows, ''].join('\n'));
    const { stdout } = runWinnow(['estimate', 'verified', file]);
    expect(stdout).toContain('49 of 50 tasks scored');
    expect(stdout).toContain('Missing: 1 of 50 tasks (1 not in results), and 1 only partly scored. By stratum:');
  });

  it('averages repeats, also unequal ones, and says that noise is covered', () => {
    const rows = standard.flatMap((id, i) => {
      const own = results.get(id) ?? 0;
      const runs = i % 2 === 0 ? [own, own, 1 - own] : [own, own];
      return runs.map((reward, k) => `${id},new,${k + 1},${reward}`);
    });
    const file = join(temporaryFolder(), 'runs.csv');
    writeFileSync(file, ['task_id,system,attempt,reward', ...rows, ''].join('\n'));
    expect(levelOf(estimateOf('verified', file))).toMatchObject({ about: 'runs-counted', tasks: 50 });
  });

  it('points out half of a tier, which is no random half', () => {
    const found = estimateOf('verified', reportOn(results, standard.slice(0, 25)));
    expect(found.tier?.name).toBe('standard');
    expect(found.warnings.find(({ code }) => code === 'tier-incomplete')?.message).toContain('ran only 25 of them');
    expect(found.configurations[0]?.readings).toHaveLength(2);
    expect(estimateOf('verified', reportOn(results, standard.slice(0, 25)), '--tier', '25').tier?.name).toBe('quick');
  });

  it.each([
    ['upper case', (id: string) => id.toUpperCase(), 'results-case'],
    ['the names of images', (id: string) => `sweb.eval.x86_64.${id.replace('__', '_1776_')}`, 'results-dressed'],
    ['an owner', (id: string) => `swe-bench/${id}`, 'results-dressed'],
  ] as const)('finds tasks under %s', (_, change, code) => {
    const changed = new Map([...results].map(([id, result]) => [change(id), result]));
    const found = estimateOf('verified', reportOn(changed, standard.map(change)));
    expect(levelOf(found)).toEqual(levelOf(standardEstimate()));
    expect(codesOf(found)).toContain(code);
  });

  const fileOf = (name: string, content: unknown) => {
    const file = join(temporaryFolder(), name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  const resolved = [...results].flatMap(([id, reward]) => (reward === 1 ? [id] : []));

  it('names the benchmark that results are of, if it is another', () => {
    const other = reportOn(unseenResults('terminal-bench-2', 'terminus_2_gpt_5'));
    const { code, stderr } = runWinnow(['estimate', 'verified', other]);
    expect(code).toBe(2);
    expect(stderr).toContain('belong to the suite "terminal-bench-2"');
    const folder = temporaryFolder();
    expect(runWinnow(['select', 'verified', '--out', folder]).code).toBe(0);
    expect(runWinnow(['estimate', folder, other]).stderr).toContain('belong to the suite "terminal-bench-2"');
    // A file without a list of failures, of which no task is known.
    const submission = fileOf('results.json', { no_logs: [], resolved });
    const html = join(folder, 'r.html');
    for (const args of [
      ['estimate', 'gso', submission],
      ['compare', 'gso', reportOn(unseenResults('gso', 'gpt-5')), submission],
      ['report', 'gso', '--html', html, '--results', submission],
    ])
      expect(runWinnow(args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('belong to the suite "verified"'),
      });
  });

  it('leaves out what a mixture has of another benchmark', () => {
    const mixed = new Map([...results, ...unseenResults('gso', 'gpt-5')]);
    const ids = [...standard, ...unseenResults('gso', 'gpt-5').keys()];
    const found = estimateOf('verified', reportOn(mixed, ids));
    expect(codesOf(found)).toEqual(['results-other-benchmark']);
    const page = ['report', 'verified', '--html', join(temporaryFolder(), 'r.html'), '--json', '--results'];
    const { warnings } = JSON.parse(runWinnow([...page, reportOn(mixed, ids)]).stdout);
    expect(warnings).toMatchObject([{ code: 'results-other-benchmark' }]);
    expect(levelOf(found)).toEqual(levelOf(standardEstimate()));
  });

  it('warns of systems that it was learned from, by their names and by their results', () => {
    const known = shippedResults('verified', strong);
    const file = join(temporaryFolder(), 'named.csv');
    writeFileSync(
      file,
      ['task_id,system,reward', ...standard.map((id) => `${id},${strong},${known.get(id)}`), ''].join('\n'),
    );
    const folder = join(temporaryFolder(), 'sel');
    runWinnow(['select', 'verified', '--tier', 'standard', '--out', folder]);
    const given = ['verified', folder].flatMap((named) =>
      [file, reportOn(known, standard)].map((path) => [named, path] as const),
    );
    for (const [named, path] of given) {
      const { warnings, configurations } = estimateOf(named, path);
      expect(configurations[0]?.placement?.systems).toBe(113);
      const told = warnings.filter(({ code }) => code === 'learned-from');
      expect(told.map(({ message }) => message.includes(strong))).toEqual([true]);
    }
    expect(codesOf(standardEstimate())).not.toContain('learned-from');
  });

  it('names the two best of several systems in the next command, the best one last', () => {
    const passed = { a: 5, b: 20, c: 10 };
    const rows = Object.entries(passed).flatMap(([name, count]) =>
      suiteTasks('verified', 'quick').map((id, i) => `${id},${name},${i < count ? 1 : 0}`),
    );
    const file = fileOf('three.csv', ['task_id,system,reward', ...rows, ''].join('\n'));
    expect(runWinnow(['estimate', 'verified', file]).stdout).toContain('Next: winnow compare verified c b --results');
  });

  it('recognises an earlier system by the majority votes of its runs', () => {
    const known = shippedResults('terminal-bench-2', 'droid_gpt_5_2');
    const runs = (reward: number, i: number) => [reward, i % 3 === 0 ? 1 - reward : reward, reward];
    const rows = suiteTasks('terminal-bench-2').flatMap((id, i) =>
      runs(known.get(id) ?? 0, i).map((reward, k) => `${id},${k + 1},${reward}`),
    );
    const file = fileOf('m.csv', ['task_id,attempt,reward', ...rows, ''].join('\n'));
    const { warnings, configurations } = estimateOf('terminal-bench-2', file);
    expect(configurations[0]?.placement?.systems).toBe(92);
    expect(warnings.find(({ code }) => code === 'learned-from')?.message).toContain(
      'the majority votes of its runs on all 50 tasks are identical to those of droid_gpt_5_2',
    );
    expect(warnings.map(({ code }) => code)).not.toContain('most-of-pool');
  });

  it('counts tasks as failed that a leaderboard submission does not list', () => {
    const submission = { no_generation: [], no_logs: [], resolved };
    const found = estimateOf('verified', fileOf('results.json', submission));
    expect(levelOf(found)).toMatchObject({ mean: truth, low: truth, high: truth });
    const told = found.warnings.find(({ code }) => code === 'outcomes/unlisted-failed');
    expect(told?.message).toContain(
      `${500 - resolved.length} unlisted results count as failed, because a leaderboard submission covers the whole benchmark`,
    );
    const folder = temporaryFolder();
    expect(runWinnow(['select', 'verified', '--tier', '50', '--out', folder]).code).toBe(0);
    const ofSaved = estimateOf(folder, fileOf('results.json', submission));
    expect(levelOf(ofSaved)).toEqual(levelOf(estimateOf('verified', reportOn(results), '--tier', '50')));
    expect(runWinnow(['estimate', 'verified', fileOf('passed.json', { resolved })])).toMatchObject({ code: 2 });
  });

  it('asks which tasks were run if all that a submission lists are in one tier', () => {
    const tier = suiteTasks('verified', '50');
    const passes = tier.filter((id) => results.get(id) === 1);
    const file = fileOf('results.json', { no_generation: [], no_logs: [], resolved: passes });
    for (const args of [
      ['estimate', 'verified'],
      ['estimate', 'verified', reportOn(results, tier), '--prior'],
      ['status', 'verified'],
      ['report', 'verified', '--html', join(temporaryFolder(), 'r.html'), '--results'],
      ['refresh', 'verified', '--results'],
      ['assess', 'power', 'verified', '--results'],
      ['exclude', '--plan', 'verified', '--from'],
    ]) {
      const { code, stderr } = runWinnow([...args, file]);
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('all in the') });
      const [command = ''] = args;
      const hasTier = runWinnow([command, '--help']).stdout.includes('--tier');
      expect([command, stderr.includes('--tier')]).toEqual([command, hasTier]);
    }
    expect(runWinnow(['estimate', 'verified', file]).stderr).toContain(
      '--tier standard. If all 500 were, add --tier 500',
    );
    const ofTier = estimateOf('verified', file, '--tier', '50');
    expect(levelOf(ofTier)).toEqual(levelOf(estimateOf('verified', reportOn(results, tier))));
    expect(codesOf(ofTier)).toEqual(['outcomes/unlisted-failed']);
    expect(levelOf(estimateOf('verified', file, '--tier', '500'))).toMatchObject({ low: passes.length / 500 });
  });

  it('asks the same about a GSO report, which counts the tasks of the data set', () => {
    const tier = suiteTasks('gso', '30');
    const all = [...shippedResults('gso', 'o3').keys()];
    const report = (listed: readonly string[], total: number) =>
      fileOf('m.json', {
        summary: { total_instances: total, total_predictions: listed.length },
        instance_sets: { completed_ids: listed, opt_commit_ids: listed.filter((_, i) => i % 2 === 0) },
      });
    const asked = runWinnow(['estimate', 'gso', report(tier.slice(0, 22), 102)]);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--tier standard. If all 102 were, add') });
    // A report that lists exactly the tasks of a tier is of that tier.
    const complete = report(tier, 102);
    expect(levelOf(estimateOf('gso', complete))).toEqual(levelOf(estimateOf('gso', complete, '--tier', '30')));
    const shown = runWinnow(['report', 'gso', '--results', complete], { cwd: temporaryFolder() });
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('72 unlisted results count as missing, not failed'),
    });
    for (const listed of [tier, tier.slice(0, 22)]) {
      const ofTier = estimateOf('gso', report(listed, 102), '--tier', '30');
      // A report that counts just the tasks of a tier is of that tier.
      expect(levelOf(ofTier)).toEqual(levelOf(estimateOf('gso', report(listed, 30))));
      expect(ofTier.configurations[0]?.readings[0]?.tasks).toBe(30);
      const ofAll = levelOf(estimateOf('gso', report(listed, 102), '--tier', '102'));
      expect(ofAll?.['low']).toBeCloseTo(Math.ceil(listed.length / 2) / 102, 5);
    }
    expect(levelOf(estimateOf('gso', report(all.slice(0, 72), 102)))).toMatchObject({ low: 0.352941, high: 0.352941 });
    // Too few for a run of the whole data set, and in no tier.
    const fewer = report(
      all.filter((_, i) => i % 3 === 0),
      102,
    );
    const few = estimateOf('gso', fewer);
    expect(few.warnings.map(({ message }) => message).join()).toContain('add --tier 102');
    // A ranking of every task means nothing, so no tier has the size of the pool.
    const ranked = estimateOf('gso-ranking', fewer).warnings.map(({ message }) => message);
    expect(ranked.join()).toContain('fewer than half of its tasks.');
    expect(ranked.join()).not.toContain('add --tier 102');
    const ofRanking = report(suiteTasks('gso-ranking', '30').slice(0, 22), 102);
    expect(runWinnow(['estimate', 'gso-ranking', ofRanking]).stderr).toContain(
      'add --tier standard. Otherwise, give a report that lists every task that was run.',
    );
    const refreshed = runWinnow(['refresh', 'gso', '--results', fewer]).stdout;
    expect(refreshed).toContain('fewer than half of its tasks. First seen in');
    const page = runWinnow(['report', 'gso', '--results', report(tier.slice(0, 22), 30), '--json'], {
      cwd: temporaryFolder(),
    });
    expect(page.stdout).toContain(
      '8 unlisted results count as failed, because a GSO report covers the tier \\"standard\\"',
    );
    expect(codesOf(few)).toContain('outcomes/unlisted');
    expect(levelOf(few)?.['low']).not.toBe(levelOf(few)?.['high']);
    const next = runWinnow(['next', 'gso', report(tier, 102), '--require', 'm > 0.1', '--json'], {
      cwd: temporaryFolder(),
    });
    expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining('"verdict"') });
  });

  it('stays within what results on other tasks prove', () => {
    const tier = suiteTasks('verified', '100');
    const failures = [...results]
      .flatMap(([id, reward]) => (reward === 0 && !tier.includes(id) ? [id] : []))
      .slice(0, 8);
    const own = Object.fromEntries([...resolved, ...failures].map((id) => [id, !failures.includes(id)]));
    const found = estimateOf('verified', fileOf('m.json', own));
    const proven = {
      low: resolved.length / 500,
      high: 492 / 500,
      tasks: resolved.length + 8,
      is_outside: true,
      is_cut: true,
    };
    expect(found.configurations[0]?.readings[0]).toMatchObject({ proven, pool: { mean: 0.962753, high: 0.984 } });
    expect(codesOf(found)).toContain('cut-to-results');
    expect(codesOf(found)).not.toContain('outcomes/crashes-as-failures');
  });

  it('has neither a sample nor a learned interval from results on all tasks', () => {
    const own = ['task_id,resolved', ...[...shippedResults('verified', strong)].map((row) => row.join(',')), ''];
    const { stdout } = runWinnow(['estimate', 'verified', fileOf(`${strong}.csv`, own.join('\n'))]);
    expect(stdout).toContain('results on all 500 tasks in the pool');
    expect(stdout).toMatch(/pool: [\d.]+% \(exact\), from 500 tasks$/m);
    expect(stdout).not.toMatch(/Probability sample|95% intervals|Earlier results|Warnings/);
  });

  it('does not take tasks that were not run for a tier', () => {
    const sorted = [...results.keys()].sort();
    const report = {
      submitted_ids: sorted,
      resolved_ids: sorted.slice(0, 100).filter((id) => results.get(id) === 1),
      unresolved_ids: sorted.slice(0, 100).filter((id) => results.get(id) === 0),
      incomplete_ids: sorted.slice(100),
    };
    const { stdout } = runWinnow(['estimate', 'verified', fileOf('m.run1.json', report)]);
    expect(stdout).toContain('Results are rarely missing at random');
    expect(stdout).toContain('Incomplete: many results are missing.');
    expect(stdout).toMatch(
      /based only on the \d+ of 100 selected tasks with results \(none in 1 stratum\); counting missing results as failed: at least [\d.]+%\n/,
    );
    expect(stdout).toContain('The level that counts missing results as failed is limited accordingly.');
  });

  it('refuses results whose tasks are mostly not of the benchmark, and suggests no suite that has only some', () => {
    const some = [...unseenResults('terminal-bench-2', 'terminus_2_gpt_5').keys()].slice(0, 27);
    const names = [...some, ...Array.from({ length: 53 }, (_, i) => `older-task-${i}`)];
    const file = fileOf('agent.json', Object.fromEntries(names.map((name, i) => [name, i % 2 === 0])));
    const other = runWinnow(['estimate', 'terminal-bench-2', file]);
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(
      /53 of the 80 tasks in the results are not in Terminal-Bench 2\. .*\n +Use results for Terminal-Bench 2; /,
    );
    const mostly = fileOf('mostly.json', Object.fromEntries(names.slice(0, 50).map((name, i) => [name, i % 2 === 0])));
    expect(codesOf(estimateOf('terminal-bench-2', mostly))).toContain('results-unknown');
    const { stderr } = runWinnow(['estimate', 'verified', file]);
    expect(stderr).toContain('none of the 100 selected tasks');
    expect(stderr).not.toContain('terminal-bench-2');
  });

  it('says how the earlier results of SWE-bench Pro count tasks that were not run', () => {
    const own = unseenResults('swe-bench-pro', 'Kimi - paper');
    expect(codesOf(estimateOf('swe-bench-pro', reportOn(own)))).toContain('earlier-results');
  });

  it('is ranked by majority vote among earlier majority votes if there are three runs of each task', () => {
    const own = unseenResults('terminal-bench-2', 'terminus_2_gpt_5');
    const placed = (runs: (reward: number) => readonly number[]) => {
      const rows = [...own].flatMap(([id, reward]) => runs(reward).map((each, k) => `${id},${k + 1},${each}`));
      const found = estimateOf('terminal-bench-2', fileOf('m.csv', ['task_id,attempt,reward', ...rows, ''].join('\n')));
      const { placement, readings } = found.configurations[0] ?? {};
      const isNoted = codesOf(found).includes('earlier-votes');
      return { ...placement, level: readings?.[0]?.pool?.mean, isNoted };
    };
    const once = placed((reward) => [reward]);
    const thrice = placed((reward) => [reward, reward, 1 - reward]);
    expect(once).not.toHaveProperty('voted');
    // The note is about ranks of levels.
    expect([once.isNoted, thrice.isNoted]).toEqual([true, false]);
    expect(thrice).toMatchObject({ rank: once.rank, voted: once.level, best: once.rank, worst: once.rank });
    expect(thrice.level).not.toEqual(once.level);
    expect(placed((reward) => [reward, 1 - reward])).not.toHaveProperty('voted');
    const { stdout } = runWinnow(['status', 'terminal-bench-2', reportOn(own)]);
    expect(stdout).not.toContain('majority');
  });

  it('has an order and no level on tasks that rank', () => {
    const own = suiteTasks('verified-ranking', 'standard');
    const { stdout } = runWinnow(['estimate', 'verified-ranking', reportOn(results, own)]);
    expect(stdout).toContain('verified-ranking v1, tier standard');
    expect(stdout).not.toContain('% on SWE-bench Verified');
  });
});

describe('the name of a suite', () => {
  const results = unseenResults('verified', strong);
  const standard = suiteTasks('verified', 'standard');
  const folder = suiteFolder();
  mkdirSync(join(folder, 'verified'));
  mkdirSync(join(folder, 'results'));
  writeFileSync(join(folder, 'results', 'my-model.run1.json'), sweBenchReport(results, standard));

  it('wins over a folder of that name, and a path means the folder', () => {
    const named = runWinnow(['estimate', 'verified', 'results'], { cwd: folder });
    expect({ code: named.code, stderr: named.stderr }).toEqual({ code: 0, stderr: '' });
    const path = runWinnow(['estimate', './verified', 'results'], { cwd: folder });
    expect(path).toMatchObject({ code: 2, stdout: '' });
    expect(path.stderr).toContain('no such selection');
  });

  it('compares two systems on the tier that both cover', () => {
    const other = reportOn(unseenResults('verified', '20250612_trae'));
    const { code, stdout } = runWinnow(['compare', 'verified', 'results', other, '--json'], { cwd: folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ coverage: { selected: 50, pairs: 50 } });
  });

  it('looks at the results of two systems, and remembers it in this folder', () => {
    mkdirSync(join(folder, 'other'));
    const second = sweBenchReport(unseenResults('verified', '20250612_trae'), standard);
    writeFileSync(join(folder, 'other', 'other.run1.json'), second);
    const { code, stdout } = runWinnow(['next', 'verified', 'results', 'other', '--json'], { cwd: folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ plan: 'verified', record: 'winnow-looks/verified.json', selected: 100 });
  });

  it('takes the first results as the baseline in compare and in next, and next leaves full results to compare', () => {
    const [a, b] = [join(folder, 'z.run1.json'), join(folder, 'a.run1.json')];
    writeFileSync(a, sweBenchReport(results));
    writeFileSync(b, sweBenchReport(unseenResults('verified', '20250612_trae')));
    const compared = JSON.parse(runWinnow(['compare', 'verified', a, b, '--json']).stdout);
    expect(compared).toMatchObject({ without: 'z', with: 'a', coverage: { pairs: 500 } });
    const args = ['next', 'verified', a, b, '--looks', join(folder, 'looks.json')];
    const turned = runWinnow([...args.slice(0, -1), join(folder, 'turned.json'), '--baseline', 'a']).stdout;
    expect(turned).toContain(`Next: winnow compare verified a z --results ${a} ${b}`);
    const looked = JSON.parse(runWinnow([...args, '--json']).stdout);
    expect(looked).toMatchObject({ question: { baseline: 'z', system: 'a' }, stop: true, selected: 100 });
    const on = 'both systems have results on all 500 tasks in the pool, where a minus z is ';
    expect(looked.warnings).toMatchObject([{ code: 'looks-full-results', message: expect.stringContaining(on) }]);
    expect(runWinnow(args).stdout).toContain(`Next: winnow compare verified z a --results ${a} ${b}`);
  });

  it('saves no selection of every task, but names the commands that take this size', () => {
    const refused = runWinnow(['select', 'gso', '--tier', '102', '--out', 'all'], { cwd: folder });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('tier "102" is every task in the pool, which needs no selection.');
    expect(refused.stderr).toContain('"winnow export gso --tier 102 --to RUNNER --out run"');
    expect(refused.stderr).toContain('"winnow estimate gso RESULTS --tier 102"');
    const ids = ['--to', 'ids', '--out', 'every'];
    expect(runWinnow(['export', 'gso', '--tier', '102', ...ids], { cwd: folder }).code).toBe(0);
  });

  it('exports a tier under the names that runners know', () => {
    const exported = runWinnow(['export', 'verified', '--tier', '50', '--to', 'mini-swe-agent', '--out', 'mini'], {
      cwd: folder,
    });
    expect(exported.code).toBe(0);
    expect(exported.stdout).toContain('--subset verified');
    const filter = new RegExp(
      readFileSync(join(folder, 'mini', 'filter.txt'), 'utf8')
        .trim()
        .replace('\\Z', '$'),
    );
    expect([...results.keys()].filter((id) => filter.test(id))).toEqual([...standard].sort());
    expect(
      runWinnow(['export', 'terminal-bench-2', '--tier', '30', '--to', 'harbor', '--out', 'tb'], { cwd: folder }).code,
    ).toBe(0);
    const { tasks } = JSON.parse(readFileSync(join(folder, 'tb', 'job.json'), 'utf8')) as {
      tasks: { path: string; git_commit_id: string }[];
    };
    expect(tasks.map(({ path }) => path).sort()).toEqual([...suiteTasks('terminal-bench-2', '30')].sort());
    expect(new Set(tasks.map(({ git_commit_id: commit }) => commit)).size).toBe(1);
  });

  it('exports every task for the size of the pool, as estimate takes it', () => {
    const args = ['export', 'verified', '--to', 'ids', '--out', 'every', '--tier'];
    expect(runWinnow([...args, '500'], { cwd: folder }).stdout).toContain('verified: 500 tasks');
    expect(runWinnow([...args, '300'], { cwd: folder }).stderr).toContain(
      'tier "300" has 300 tasks, but must be smaller than the whole selection',
    );
  });

  it('works in an empty folder', () => {
    const empty = temporaryFolder();
    for (const args of [
      ['select', 'verified', '--tier', '50'],
      ['export', 'verified', '--tier', '50', '--to', 'swe-bench', '--out', 'run'],
      ['estimate', 'verified', join(folder, 'results')],
    ]) {
      const { code, stderr } = runInProcess(args, { cwd: empty });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
  });
});

describe('winnow refresh of a suite', () => {
  it('writes the next version into the project, which estimates then name', () => {
    const folder = temporaryFolder();
    const newer = unseenResults('gso', 'gemini-3-pro');
    writeFileSync(
      join(folder, 'full.csv'),
      ['task_id,system,reward', ...[...newer].map(([id, r]) => `${id},newest,${r}`), ''].join('\n'),
    );
    const dry = runWinnow(['refresh', 'gso', '--results', 'full.csv'], { cwd: folder });
    expect(dry.stdout).toMatch(/^gso: version 2, /);
    const { code, stderr } = runWinnow(['refresh', 'gso', '--results', 'full.csv', '--write'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const text = readFileSync(join(folder, 'gso.yaml'), 'utf8');
    expect(text).toContain('prior: { embedded: gso, path: [full.csv] }');
    const estimate = runWinnow(['estimate', './gso.yaml', 'full.csv', '--json'], { cwd: folder });
    expect(JSON.parse(estimate.stdout)).toMatchObject({ plan: 'gso', version: 2, selected: 102 });
    const diff = runWinnow(['diff', 'gso', 'gso-v2'], { cwd: folder });
    expect(diff.stdout).toContain('Version 2: gso redrawn with full results from newest');
    const again = runWinnow(['refresh', 'gso', '--results', 'full.csv', '--write'], { cwd: folder });
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('already has a refreshed version');
    expect(again.stderr).toContain('winnow refresh gso-v2 --plan gso.yaml --results full.csv --write');
    rmSync(join(folder, 'gso.yaml'));
    const { stdout } = runWinnow(['refresh', 'gso', '--results', 'full.csv', '--out', 'a/b/c'], { cwd: folder });
    // "winnow check" would take the plan that ships.
    expect(stdout).toContain('Next: winnow check a/b/c --plan gso.yaml\n');
  });
});

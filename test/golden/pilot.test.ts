import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inDepth, oneIn } from '../support/depth.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const plan = 'examples/benefit/plan.yaml';
const runs = 'examples/benefit/runs.csv';
const arms = ['--uplift', 'with=mcp,without=baseline'];

interface Pilot {
  readonly budget: { readonly used: number; readonly most: number };
  readonly design: {
    readonly repeats: number;
    readonly tasks: number;
    readonly runs: number;
    readonly found: number | null;
  };
  readonly noise: { readonly from: string } & Readonly<
    Record<'pairs' | 'mean_uplift' | 'run_variance_without' | 'run_variance_with' | 'variance_of_uplift', number>
  >;
  readonly rows: readonly { readonly repeats: number; readonly chosen: boolean; readonly half_width: number }[];
  readonly benchmarks: readonly { readonly name: string; readonly tasks: number; readonly strata: string | null }[];
  readonly warnings: readonly { readonly message: string }[];
}

function pilot(args: readonly string[]): Pilot {
  const run = runWinnow(['pilot', ...args, '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(run.stdout) as Pilot;
}

/** A plan over two small tables whose runs have different prices. */
function pricedPlan(): string {
  const folder = temporaryFolder();
  const table = (name: string, tasks: number) => {
    const rows = Array.from({ length: tasks }, (_, i) => `${name}-${i},${i % 3 === 0 ? 'go' : 'python'}`);
    writeFileSync(join(folder, `${name}.csv`), ['id,language', ...rows].join('\n'));
  };
  table('cheap', 60);
  table('dear', 30);
  writeFileSync(
    join(folder, 'plan.yaml'),
    `name: priced
seed: 7
phases: [Any]
phase: Any
score: { name: none, weights: { one: 1 }, components: { one: { constant: 1 } } }
benchmarks:
  cheap: { source: { path: cheap.csv }, run: { cost_usd: 0.5, seconds: 60 }, select: { take: 3, prefer: [language asc] } }
  dear: { source: { path: dear.csv }, run: { cost_usd: 3, seconds: 600 }, select: { take: 3, where: { language: python } } }
`,
  );
  return folder;
}

describe('winnow pilot', () => {
  it('assumes the same pass and fail noise as assess power, and warns that it ignores looks', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'tasks.csv'), `id\n${Array.from({ length: 90 }, (_, i) => `t${i + 10}`).join('\n')}\n`);
    writeFileSync(join(folder, 'plan.yaml'), 'tasks: tasks.csv\ntake: 60\nlooks: 5\nseed: 7\n');
    const run = (...args: readonly string[]) => runWinnow(args, { cwd: folder });
    const { code, stdout } = run('pilot', 'plan.yaml', '--budget', '124 runs', '--repeats', '1');
    expect(code).toBe(0);
    // A little wider than t(61) √((0.068 + 0.168) / 62) and √((0.116 + 0.168) / 62), as the intervals of compare are.
    expect(stdout).toContain('±0.129 to 0.141 if they only pass or fail');
    expect(stdout).toMatch(/the pilot ignores the looks in the plan ".*"\./);
    expect(run('next', 'pilot').stderr).toContain('the selection has no planned looks');
  });

  it('takes only the sum of noise and true differences from single runs', () => {
    const folder = temporaryFolder();
    const ids = Array.from({ length: 40 }, (_, i) => `t${i + 10}`);
    const rows = ids.flatMap((id, i) => [`${id},old,${i % 2}`, `${id},new,${i % 3 === 0 ? 0 : 1}`]);
    writeFileSync(join(folder, 'tasks.csv'), `id\n${ids.join('\n')}\n`);
    writeFileSync(join(folder, 'plan.yaml'), 'tasks: tasks.csv\ntake: 30\nseed: 7\n');
    writeFileSync(join(folder, 'runs.csv'), `task,system,reward\n${rows.join('\n')}\n`);
    const earlier = ['--pairs', join(folder, 'runs.csv'), '--uplift', 'with=new,without=old', '--dry-run'];
    const { noise, warnings } = pilot([join(folder, 'plan.yaml'), '--budget', '80 runs', ...earlier]);
    expect(noise).toMatchObject({ from: 'single-runs', pairs: 40 });
    const differences = ids.map((_, i) => (i % 3 === 0 ? 0 : 1) - (i % 2));
    const squares = differences.reduce((sum, each) => sum + (each - noise.mean_uplift) ** 2, 0);
    const { run_variance_without: without, run_variance_with: other, variance_of_uplift: between } = noise;
    expect(without + other + between).toBeCloseTo(squares / 39, 5);
    expect(between / (without + other)).toBeCloseTo(0.092 / 0.168, 4);
    expect(warnings.map(({ message }) => message).join()).toContain('can’t separate noise from true differences');
    writeFileSync(join(folder, 'runs.csv'), `task,system,reward\n${rows.slice(0, 38).join('\n')}\n`);
    const few = pilot([join(folder, 'plan.yaml'), '--budget', '80 runs', ...earlier]).noise;
    expect(few).toMatchObject({ from: 'published', pairs: 19, variance_of_uplift: expect.closeTo(0.01198, 4) });
    // Rewards between 0 and 1 are used as they are.
    writeFileSync(join(folder, 'runs.csv'), `task,system,reward\n${rows.join('\n').replaceAll(/1$/gm, '0.5')}\n`);
    const partial = pilot([join(folder, 'plan.yaml'), '--budget', '80 runs', ...earlier]).warnings;
    expect(partial).toMatchObject([{ message: expect.stringContaining('single runs can’t separate') }]);
  });

  it('expects fewer listed tasks if runs only pass or fail, and says so without conditions', () => {
    const folder = temporaryFolder();
    const ids = Array.from({ length: 60 }, (_, i) => `t${i}`);
    writeFileSync(join(folder, 'pool.csv'), ['id', ...ids].join('\n'));
    writeFileSync(join(folder, 'plan.yaml'), 'tasks: pool.csv\ntake: 60\nseed: 3\n');
    // One task in four turns from failing to passing; the others are easy, hard or uncertain in both arms.
    const rate = (i: number, isNew: boolean) => (i % 4 === 0 ? Number(isNew) : [1, 0, 0.5][i % 3]);
    const rows = (part: number) =>
      ids.flatMap((id, i) =>
        ['old', 'new'].flatMap((arm) =>
          [1, 2, 3, 4].map((run) => {
            const passes = 4 * (rate(i, arm === 'new') ?? 0) >= run;
            return `${id},${arm},${run},${passes ? 1 : part}`;
          }),
        ),
      );
    const of = (part: number) => {
      writeFileSync(join(folder, 'runs.csv'), ['task,system,run,reward', ...rows(part)].join('\n'));
      const pairs = ['--pairs', join(folder, 'runs.csv'), '--uplift', 'with=new,without=old', '--dry-run'];
      return [join(folder, 'plan.yaml'), '--budget', '200 runs', '--goal', 'find', '--repeats', '2', ...pairs];
    };
    const passing = pilot(of(0)).design.found ?? 0;
    expect(passing).toBeGreaterThan(0);
    expect(passing).toBeLessThan((pilot(of(0.001)).design.found ?? 0) / 1.5);
    const { stdout } = runWinnow(['pilot', ...of(0)]);
    expect(stdout).toMatch(/Tasks listed as benefiting: \d+\.\d at a false-discovery rate of 10%\.\n/);
  });

  it('spends a budget on tasks for an interval, and on repeats to find tasks', () => {
    const interval = pilot([plan, '--budget', '400 runs', '--dry-run']);
    expect(interval.design).toMatchObject({ repeats: 1, tasks: 200, runs: 400, found: null, top_quarter: null });
    const { stdout } = runWinnow(['pilot', plan, '--budget', '400 runs', '--dry-run']);
    expect(stdout).toMatch(
      /no list of tasks that benefit, because each task runs only once per arm\..*--repeats 2 or more, or --goal find/,
    );
    const small = runWinnow(['pilot', plan, '--budget', '70 runs', '--goal', 'find', '--dry-run']);
    expect(small.stdout).toContain('use at least 20 tasks and --repeats 2 or more (80 runs or more).');
    expect(interval.noise).toMatchObject({ from: 'published', pairs: 0 });
    const find = pilot([plan, '--budget', '400 runs', '--goal', 'find', '--pairs', runs, ...arms, '--dry-run']);
    expect(find.design.repeats).toBeGreaterThan(3);
    expect(find.noise).toMatchObject({ from: 'results', pairs: 337 });
    expect(find.noise.variance_of_uplift).toBeCloseTo(0.01198, 4);
    expect(find.warnings.map(({ message }) => message)).toContain(
      'earlier results: skipped tasks with results in only one arm: 0 only for mcp and 18 only for baseline.',
    );
    expect(find.benchmarks.every(({ tasks }) => tasks >= 2)).toBe(true);
    const fixed = pilot([plan, '--budget', '400 runs', '--repeats', '3', '--dry-run']);
    expect(fixed.design).toMatchObject({ repeats: 3, tasks: 66 });
  });

  it('writes a plan and a selection that other commands take, the same each time', () => {
    const cwd = temporaryFolder();
    const out = join(cwd, 'pilot');
    const call = [
      'pilot',
      plan,
      '--budget',
      '240 runs',
      '--repeats',
      '2',
      '--out',
      out,
      '--pictures',
      join(cwd, 'charts'),
    ];
    const first = runWinnow(call);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const files = ['plan.yaml', 'selection.json', 'METHODOLOGY.md', 'selection.csv'].map((name) => join(out, name));
    const before = files.map((file) => readFileSync(file, 'utf8'));
    expect(readFileSync(join(cwd, 'charts/pilot.svg'), 'utf8')).toContain('Tasks or repeats?');
    const manifest = JSON.parse(before[1] ?? '') as {
      metadata: { kind: string };
      methodology: { pilot: object };
      tasks: readonly object[];
    };
    expect(manifest.metadata.kind).toBe('representative');
    expect(manifest.methodology.pilot).toEqual({ goal: 'interval', repeats_per_arm: 2, runs: 240, budget: '240 runs' });
    expect(manifest.tasks).toHaveLength(60);
    expect(before[2]).toContain('run each of the 60 tasks twice in each arm, 240 runs in total');
    expect(runWinnow(['check', out])).toMatchObject({ code: 0 });
    const exported = runWinnow(['export', out, '--to', 'ids', '--out', join(cwd, 'ids'), '--json']);
    expect((JSON.parse(exported.stdout) as { repeat: number }).repeat).toBe(2);
    expect(readFileSync(join(cwd, 'ids/README.md'), 'utf8')).toContain(
      'This is a pilot with two arms, the baseline and the treatment. Run each task twice in each arm, 240 runs in total,',
    );
    expect(first.stdout).toMatch(
      /Expected precision: the mean uplift to within ±0\.\d+ .* ±0\.\d+ to 0\.\d+ if they only pass or fail\./,
    );
    const estimate = runWinnow(['estimate', out, runs, ...arms, '--json']);
    expect(estimate).toMatchObject({ code: 0, stderr: '' });
    expect((JSON.parse(estimate.stdout) as { uplift: { pairs: number } }).uplift.pairs).toBeGreaterThan(50);
    expect(runWinnow(call).stdout).toBe(first.stdout);
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before);
  });

  it('keeps to the budget if prices differ, and draws only eligible tasks', () => {
    const folder = pricedPlan();
    const out = join(folder, 'pilot');
    const found = pilot([join(folder, 'plan.yaml'), '--budget', '$60', '--out', out]);
    expect(found.budget.used).toBeLessThanOrEqual(60);
    expect(found.budget.used).toBeGreaterThan(45);
    expect(found.benchmarks.map(({ tasks }) => tasks >= 2)).toEqual([true, true]);
    expect(found.benchmarks.map(({ strata }) => strata)).toEqual(['language', null]);
    expect(readFileSync(join(out, 'selection.csv'), 'utf8')).not.toMatch(/dear-(0|3|6|9|12),/);
    expect(runWinnow(['check', out])).toMatchObject({ code: 0 });
    const hours = pilot([join(folder, 'plan.yaml'), '--budget', '6 hours', '--out', out]);
    expect(hours.budget.used).toBeLessThanOrEqual(6 * 3600);
  });

  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['--budget', '$300'], /a budget in dollars needs the cost of one run\.[\s\S]*cost_usd/],
    [['--budget', 'lots'], /must have the form "\$300", "200 runs" or "6 hours"; found "lots"/],
    [['--budget', '30 runs'], /covers 30 runs, but one task from each of 20 benchmarks, with 1 run per arm, takes 40/],
    [['--budget', '90 runs', '--repeats', '4'], /with 4 runs per arm, takes 160/],
    [
      ['--budget', '400 runs', '--pairs', runs],
      /use --pairs \(the results\) and --uplift \(the names of their two arms\) together/,
    ],
    [['--budget', '400 runs', '--pairs', runs, '--uplift', 'with=no,without=baseline'], /no system "no"/],
    [['--budget', '400 runs', '--fdr', '1'], /must be above 0 and below 1/],
    [['--budget', '400 runs', '--goal', 'win'], /Allowed choices are interval, find/],
  ];
  it.each(oneIn(2, refused))('refuses %j', (args, message) => {
    const out = join(temporaryFolder(), 'pilot');
    const run = runWinnow(['pilot', plan, ...args, '--out', out]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
    expect(existsSync(out)).toBe(false);
  });

  it('writes over no plan but its own', () => {
    const folder = pricedPlan();
    const before = readFileSync(join(folder, 'plan.yaml'), 'utf8');
    const own = runWinnow(['pilot', join(folder, 'plan.yaml'), '--budget', '40 runs', '--out', folder]);
    expect(own.code).toBe(2);
    const other = join(temporaryFolder(), 'out');
    mkdirSync(other);
    writeFileSync(join(other, 'plan.yaml'), 'name: mine\n');
    expect(runWinnow(['pilot', plan, '--budget', '400 runs', '--out', other]).code).toBe(2);
    expect(readFileSync(join(other, 'plan.yaml'), 'utf8')).toBe('name: mine\n');
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toBe(before);
  });
});

describe('tasks chosen by their uplift in earlier runs', () => {
  interface Chosen {
    readonly metadata: { readonly kind: string };
    readonly methodology: {
      readonly expected_uplift?: {
        readonly expected: number;
        readonly by_shrinkage: number;
        readonly by_cross_fitting: { readonly held_out: number; readonly all_tasks: number } | null;
        readonly measured: number;
        readonly tasks: number;
        readonly pool: number;
      };
    };
    readonly warnings: readonly { readonly code: string; readonly message: string }[];
  }
  const chosen = readFileSync(join(projectRoot, 'examples/benefit/chosen.yaml'), 'utf8').replaceAll(
    /path: (\w+\.csv)/g,
    (_, file: string) => `path: ${join(projectRoot, 'examples/benefit', file)}`,
  );
  // Three suites will do where no figure is asked for.
  const small = chosen
    .slice(0, chosen.indexOf('  csb_org_crossrepo_tracing:'))
    .replace('take: 91', 'take: 12')
    .replace('phases: [SDLC, ', 'phases: [')
    .replace(/ {2}repo_loc_approx:.*\n/, '');
  const select = (text: string) => {
    const file = join(temporaryFolder(), 'plan.yaml');
    writeFileSync(file, text);
    return runWinnow(['select', file, '--dry-run', '--json']);
  };
  const manifestOf = (text: string) => {
    const run = select(text);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(run.stdout) as Chosen;
  };

  it('have an expected uplift by shrinkage and by cross-fitting', () => {
    const { metadata, methodology, warnings } = manifestOf(chosen);
    expect(metadata.kind).toBe('focus');
    const expected = methodology.expected_uplift;
    if (expected === undefined) throw new Error('nothing is expected');
    expect(expected.measured).toBeGreaterThan(expected.expected + 0.07);
    expect(Math.abs(expected.expected - expected.by_shrinkage)).toBeLessThan(0.02);
    expect(Math.abs((expected.by_cross_fitting?.held_out ?? 0) - 0.085)).toBeLessThan(0.02);
    expect(expected.pool).toBeCloseTo(0.02, 2);
    expect(warnings.filter(({ code }) => code === 'no-prior-uplift').length).toBeGreaterThan(3);
  });

  it('appear in the summary, in METHODOLOGY.md and in explain', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'plan.yaml');
    writeFileSync(file, small);
    const words = /Cross-fitting \(20 new selections/;
    expect(runWinnow(['select', file, '--out', join(folder, 'out')]).stdout).toMatch(words);
    expect(readFileSync(join(folder, 'out/METHODOLOGY.md'), 'utf8')).toMatch(
      /Expect an uplift of \\?[+-]0\.\d{3} in new runs/,
    );
    expect(runWinnow(['explain', 'ccx-compliance-051', '--plan', file]).stdout).toMatch(words);
    const told = JSON.parse(runWinnow(['explain', 'ccx-compliance-051', '--plan', file, '--json']).stdout) as object;
    const kept = JSON.parse(readFileSync(join(folder, 'out/selection.json'), 'utf8')) as Chosen;
    expect(told).toMatchObject({ expected_uplift: kept.methodology.expected_uplift });
  });

  it('need repeats, or a noise that the plan assumes and the reports print', () => {
    const folder = temporaryFolder();
    const [header = '', ...rows] = readFileSync(join(projectRoot, 'examples/benefit/runs.csv'), 'utf8').split('\n');
    const columns = header.split(',');
    const keyOf = (row: string) => ['task_id', 'config'].map((name) => row.split(',')[columns.indexOf(name)]).join();
    const first = [...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values()];
    writeFileSync(join(folder, 'one.csv'), [header, ...first].join('\n'));
    const single = small.replaceAll(/path: \S*runs\.csv/g, `path: ${join(folder, 'one.csv')}`);
    const refused = select(single);
    expect(refused.code).toBe(2);
    expect(refused.stdout).toMatch(
      /0 of \d+ tasks have two earlier runs in both arms of \\"prior.uplift\\", but Winnow needs 20/,
    );
    const text = single.replace('without: baseline', 'without: baseline, assume_noise: 0.15');
    const file = join(folder, 'plan.yaml');
    writeFileSync(file, text);
    expect(manifestOf(text).methodology.expected_uplift).toMatchObject({
      by_cross_fitting: null,
      by_added_noise: { splits: 20 },
      run_noise: { by: 'assumed', variance_with: 0.0225, too_large: false },
    });
    const { stdout } = runWinnow(['select', file, '--dry-run']);
    expect(stdout).toMatch(/The plan assumes run noise with a standard deviation of 0\.15\./);
    expect(stdout).toMatch(/Added noise \(20 new selections with noisier uplifts/);
  });

  it.runIf(inDepth(true, false))('turn round with the arms', () => {
    const straight = manifestOf(small).methodology.expected_uplift;
    const turned = manifestOf(small.replace('with: mcp, without: baseline', 'with: baseline, without: mcp'));
    expect(turned.methodology.expected_uplift?.pool).toBeCloseTo(-(straight?.pool ?? 0), 5);
    expect(turned.methodology.expected_uplift?.measured).toBeGreaterThan(0);
  });

  it('are a stratum of a sample that represents the pool', () => {
    const bands = '{ group: { by: prior_uplift, bands: [0.02], at_least: 1 }, prefer: [random] }';
    const sample = manifestOf(small.replace('{ prefer: [prior_uplift desc] }', bands));
    expect(sample.metadata.kind).toBe('representative');
    expect(sample.methodology.expected_uplift).toBeUndefined();
  });

  it.each([
    ['with: mpc, without: baseline', /no system "mpc"\. Did you mean "mcp"/],
    ['with: mcp', /without/],
  ])('refuses the arms { %s }', (arms, message) => {
    const run = select(small.replace('with: mcp, without: baseline', arms));
    expect(run.code).toBe(2);
    expect((JSON.parse(run.stdout) as { error: object }).error).toBeDefined();
    expect(run.stdout.replaceAll('\\"', '"')).toMatch(message);
  });

  it('refuses arms that different configurations are, or that "configurations" leaves out', () => {
    const leftOut = select(small.replace('uplift: {', 'configurations: [mcp], uplift: {'));
    expect(leftOut.stdout).toMatch(/which is not listed in \\"prior.configurations\\"/);
    const other = small.replace(
      'prior: *prior',
      `prior: { path: ${join(projectRoot, 'examples/benefit/runs.csv')}, uplift: { with: baseline, without: mcp } }`,
    );
    expect(select(other).stdout).toMatch(/names different arms/);
  });
});

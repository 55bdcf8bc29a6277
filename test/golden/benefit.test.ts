import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { benefitRows } from '../support/benefit-data.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const plan = 'examples/benefit/plan.yaml';

interface Measured {
  readonly pairs: number;
  readonly uplift: { readonly mean: number };
  readonly uplift_beyond_benchmarks: { readonly interval: { readonly low: number } };
  readonly noise: {
    readonly from: string;
    readonly tasks: number;
    readonly reliability: readonly { readonly runs: number; readonly reliability: number }[];
    readonly pairs_needed: readonly { readonly pairs: number }[];
  };
  readonly features: readonly {
    readonly name: string;
    readonly within_benchmarks: number;
    readonly adjusted_p_value: number;
  }[];
  readonly prediction: { readonly r2_left_out_tasks: number; readonly r2_left_out_benchmarks: number };
  readonly artefacts: {
    readonly lone_zeros: { readonly tasks: number };
    readonly unequal_arms: { readonly tasks: number };
  };
}

function validity(results: string) {
  const run = runWinnow(['assess', 'validity', plan, '-r', results, '--score', 'mcp_benefit_score', '--json']);
  expect(run.stderr).toBe('');
  const { comparisons } = JSON.parse(run.stdout) as {
    comparisons: readonly {
      finding: string;
      pairs: number;
      dropped: { without_score: number };
      correlation: { rank_correlation: number };
      correlation_within_benchmarks: { rank_correlation: number };
      measured: Measured;
    }[];
  };
  const [only] = comparisons;
  if (only === undefined) throw new Error(run.stdout);
  return only;
}

describe('the published runs with and without code search', () => {
  it('have their means in both forms', () => {
    const means = benefitRows('means');
    const pairs = benefitRows('pairs');
    expect(means).toEqual(
      pairs.flatMap(({ task_id, baseline_mean, mcp_mean }) => [
        { task_id, config: 'baseline', reward: baseline_mean },
        { task_id, config: 'mcp', reward: mcp_mean },
      ]),
    );
  });

  it('show no score that predicts the uplift of 364 tasks, nor any feature', () => {
    const found = validity('examples/benefit/means.csv');
    expect([found.finding, found.pairs, found.dropped.without_score]).toEqual(['not shown', 228, 136]);
    expect(found.correlation.rank_correlation).toBeCloseTo(0.1, 1.3);
    expect(found.correlation_within_benchmarks.rank_correlation).toBeCloseTo(-0.02, 2);
    const { measured } = found;
    expect(measured.pairs).toBe(364);
    expect(measured.uplift.mean).toBeCloseTo(0.028, 3);
    expect(measured.uplift_beyond_benchmarks.interval.low).toBeLessThan(0);
    expect(measured.noise.from).toBe('published');
    expect(measured.features.find(({ name }) => name === 'cross_file_deps')?.within_benchmarks).toBeCloseTo(-0.23, 2);
    expect(measured.features.every(({ adjusted_p_value: p }) => p > 0.05)).toBe(true);
    expect(measured.prediction.r2_left_out_tasks).toBeLessThan(0.02);
    expect(measured.prediction.r2_left_out_benchmarks).toBeLessThan(0.02);
  });

  it('tell single tasks with reliability 0.20 from one run a side, and 0.43 from three', () => {
    const { measured } = validity('examples/benefit/runs.csv');
    expect([measured.pairs, measured.noise.from, measured.noise.tasks]).toEqual([337, 'results', 285]);
    expect(measured.noise.reliability.slice(0, 2).map(({ reliability }) => reliability.toFixed(2))).toEqual([
      '0.20',
      '0.43',
    ]);
    expect(measured.noise.pairs_needed.map(({ pairs }) => pairs)).toEqual([3952, 987, 438, 1839, 459, 203]);
    expect(measured.artefacts.lone_zeros.tasks).toBeGreaterThan(0);
    expect(measured.artefacts.unequal_arms.tasks).toBe(128);
  });
});

describe('winnow estimate --uplift', () => {
  interface Uplift {
    readonly coverage: Readonly<Record<string, number>>;
    readonly uplift: { readonly pairs: number; readonly mean: number };
    readonly beyond_benchmarks: { readonly interval: { readonly low: number; readonly high: number } };
    readonly per_task_note: string | null;
    readonly noise: { readonly noise_by: string; readonly assume_noise: number | null } | null;
    readonly shrinkage: object | null;
    readonly lists: {
      readonly benefits: readonly string[];
      readonly hurt: readonly string[];
      readonly cannot_tell: number;
    } | null;
    readonly tasks: readonly { readonly measured: number; readonly uplift: number; readonly task_id: string }[] | null;
    readonly warnings: readonly { readonly code: string; readonly message: string }[];
  }
  const uplift = (results: string, ...more: readonly string[]) => {
    const run = runWinnow(['estimate', plan, results, '--uplift', 'with=mcp,without=baseline', '--json', ...more]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(run.stdout) as Uplift;
  };

  it('separates tasks that benefit from undecided tasks', () => {
    const found = uplift('examples/benefit/runs.csv');
    expect(found.coverage).toMatchObject({ selected: 364, pairs: 337, with_only: 0, without_only: 18, neither: 9 });
    expect(found.beyond_benchmarks.interval.low).toBeLessThan(0);
    const { benefits = [], hurt = [], cannot_tell = 0 } = found.lists ?? {};
    expect(benefits.length + hurt.length + cannot_tell).toBe(285);
    expect(found.tasks).toHaveLength(285);
    expect(found.noise).toMatchObject({ noise_by: 'repeats', assume_noise: null });
    expect(found.per_task_note).toMatch(/^52 tasks with a single run in one arm count only towards the means\./);
    expect(benefits.length).toBeGreaterThan(3);
    // Shrinkage never makes more of the tasks than was measured.
    const size = (key: 'measured' | 'uplift') =>
      (found.tasks ?? []).reduce((sum, task) => sum + Math.abs(task[key]), 0);
    expect(size('uplift')).toBeLessThan(0.7 * size('measured'));
  });

  it('counts what is missing, unequal or errored, and never takes it for 0', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'runs.csv');
    const ids = benefitRows('tasks').map(({ task_id: id = '' }) => id);
    const rows = ids.slice(0, 60).flatMap((id, i) => {
      const arm = (config: string, reward: number, attempt: number, status = 'failed') =>
        `${id},${config},${attempt},${reward},${status}`;
      return [
        ...(i % 10 === 0 ? [] : [arm('baseline', 0.5, 1), ...(i % 2 === 0 ? [arm('baseline', 0.6, 2)] : [])]),
        ...(i % 15 === 1 ? [] : [arm('mcp', 0.5, 1), arm('mcp', 0, 2, 'errored')]),
        arm('other', 0, 1),
      ];
    });
    const strangers = ['elsewhere-1', 'elsewhere-2'].map((id) => `${id},mcp,1,1,passed`);
    writeFileSync(file, ['task_id,config,attempt,reward,status', ...rows, ...strangers].join('\n'));
    const found = uplift(file);
    expect(found.coverage).toMatchObject({ pairs: 50, with_only: 6, without_only: 4, neither: 304, unscored_runs: 56 });
    expect(Math.abs(found.uplift.mean)).toBeLessThan(0.05);
    expect(found.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['uplift-one-arm', 'uplift-neither', 'uplift-unscored', 'uplift-others']),
    );
    expect(JSON.stringify(found.warnings)).toMatch(/elsewhere-1|2 names/);
  });

  describe('without repeats', () => {
    const ids = benefitRows('tasks').map(({ task_id: id = '' }) => id);
    const random = randomStreamFor('1', 'single runs');
    // A task in ten is noisy; the two arms are alike.
    const rows = ids.flatMap((id, i) => {
      const reward = () => (0.5 + (i % 10 === 0 ? 0.9 : 0.02) * (random.double() - 0.5)).toFixed(3);
      return ['mcp', 'baseline'].map((arm) => `${id},${arm},${reward()}`);
    });
    const singleRuns = () => {
      const file = join(temporaryFolder(), 'runs.csv');
      writeFileSync(file, ['task_id,config,reward', ...rows, ''].join('\n'));
      return file;
    };

    it('gives the mean but no per-task figures, and explains why', () => {
      const file = singleRuns();
      const found = uplift(file);
      expect(found.uplift.pairs).toBe(364);
      expect(found).toMatchObject({ noise: null, shrinkage: null, lists: null, tasks: null });
      const note =
        "No per-task results: 0 of 364 tasks have at least two runs in both arms, but Winnow needs 20. One run per arm can't separate a task's uplift from chance. Run each task at least twice per arm, preferably three times or more, or set the noise of a run with --assume-noise SD.";
      expect(found.per_task_note).toBe(note);
      const { stdout } = runWinnow(['estimate', plan, file, '--uplift', 'with=mcp,without=baseline']);
      expect(stdout).toContain(`Per task\n  ${note}\n`);
      expect(stdout).toContain('Mean difference');
      expect(stdout).not.toMatch(/shrunken|credible|Tasks that|false-discovery|--json lists|Reliability/);
      expect(ids.filter((id) => stdout.includes(id))).toEqual([]);
    });

    it('judges single tasks by a noise that is assumed, and prints it', () => {
      const file = singleRuns();
      const found = uplift(file, '--assume-noise', '0.2');
      expect(found.noise).toMatchObject({ noise_by: 'assumed', assume_noise: 0.2 });
      expect(found.tasks).toHaveLength(364);
      expect(found.lists).toEqual({ benefits: [], hurt: [], cannot_tell: 364 });
      const arms = ['--uplift', 'with=mcp,without=baseline'];
      const { stdout } = runWinnow(['estimate', plan, file, ...arms, '--assume-noise', '0.2']);
      expect(stdout).toContain('runs vary with a standard deviation of 0.2 (--assume-noise)');
      const refused = runWinnow(['estimate', plan, file, ...arms, '--assume-noise', '0.6']);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toMatch(/assumed noise must be above 0 and at most 0\.5.*found 0\.6/);
    });
  });

  it('warns if zeros that may be errored runs account for the uplift', () => {
    const file = join(temporaryFolder(), 'runs.csv');
    const ids = benefitRows('tasks').map(({ task_id: id = '' }) => id);
    const rows = ids
      .slice(0, 60)
      .flatMap((id) =>
        ['mcp', 'baseline'].flatMap((arm) =>
          [1, 2, 3].map((attempt) => `${id},${arm},${attempt},${arm === 'mcp' && attempt === 2 ? 0 : 0.5}`),
        ),
      );
    writeFileSync(file, ['task_id,config,attempt,reward', ...rows, ''].join('\n'));
    const found = uplift(file);
    expect(found.warnings.find(({ code }) => code === 'uplift-lone-zeros')?.message).toMatch(
      /lone zeros among passing repeats: 0 in the baseline and 60 in the treatment\..*or 0\.000 without them/,
    );
    // Benchmarks that are all alike say nothing of others.
    expect(found.beyond_benchmarks).toBeNull();
  });

  it.each([
    ['with=nobody,without=baseline', /the results have no system "nobody"/],
    ['with=mcp', /Expected with=NAME,without=NAME/],
    ['with=mcp,without=mcp', /The two arms must differ/],
  ])('refuses %s', (arms, message) => {
    const run = runWinnow(['estimate', plan, 'examples/benefit/runs.csv', '--uplift', arms]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
  });

  it('refuses arms that share no task', () => {
    const file = join(temporaryFolder(), 'runs.csv');
    const [a, b] = benefitRows('tasks').map(({ task_id: id = '' }) => id);
    writeFileSync(file, `task_id,config,reward\n${a},mcp,1\n${b},baseline,0\n`);
    const run = runWinnow(['estimate', plan, file, '--uplift', 'with=mcp,without=baseline']);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /0 of 364 tasks have a score in both arms, but an uplift needs at least two\. 1 have a score only with mcp/,
    );
  });
});

it('a plan with evidence that cannot be is refused, with every error', () => {
  const file = join(temporaryFolder(), 'plan.yaml');
  const text = readFileSync(join(projectRoot, plan), 'utf8').replace(
    /\n {2}evidence:[\s\S]*?\n\n/,
    '\n  evidence:\n    - { pairs: 228, correlation: 1.2, interval: [0.3, 0.1], within: 0, source: x, date: yesterday }\n\n',
  );
  writeFileSync(file, text);
  const { code, stderr } = runWinnow(['select', file, '--dry-run']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/score\.evidence[^\n]*correlation/);
  expect(stderr).toMatch(/the smaller one first/);
  expect(stderr).toMatch(/YYYY-MM-DD/);
});

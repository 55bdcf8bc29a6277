import { describe, expect, it } from 'vitest';
import { benefitRows } from '../support/benefit-data.js';
import { runWinnow } from '../support/run-winnow.js';

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

import { describe, expect, it } from 'vitest';
import { manifestWith } from '../../../test/support/manifest-with.js';
import { estimateResults } from '../estimate/estimate-results.js';
import { ResultsError, WinnowError } from '../model/errors.js';
import type { Outcome, Outcomes } from '../model/outcome.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import { scheduleSeed, stratumOf, waveOrder } from '../schedule/schedule.js';
import { progressOf } from './progress-of.js';

const manifest = manifestWith([
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => ({ id, benchmark: 'one' })),
  ...['p', 'q', 'r'].map((id) => ({ id, benchmark: 'two' })),
]);

const outcome = (taskId: string, more: Partial<Outcome> = {}): Outcome => ({
  taskId,
  configuration: 'base',
  run: '',
  attempt: 1,
  status: 'passed',
  reward: 1,
  place: { file: 'results.csv' },
  ...more,
});

const errored = { status: 'errored', reward: undefined } as const;
const outcomes = (list: readonly Outcome[]): Outcomes => ({ outcomes: list, files: [], faults: [], warnings: [] });

describe('progress', () => {
  it('counts done, short, errored and missing tasks', () => {
    const results = outcomes([
      outcome('a'),
      outcome('a', { attempt: 2, status: 'failed', reward: 0 }),
      outcome('b'),
      outcome('b', { attempt: 2, ...errored }),
      outcome('c', errored),
      outcome('d', { status: 'not-run', reward: undefined }),
    ]);
    const [base] = progressOf(manifest, results, { repeat: 2 }).configurations;
    expect(base).toMatchObject({ done: 1, short: 1, errored: 1, missing: 8 });
    expect(base?.runsLeft).toBe(1 + 2 * 9);
    expect(base?.open.find(({ taskId }) => taskId === 'b')).toEqual({
      benchmark: 'one',
      taskId: 'b',
      state: 'short',
      scored: 1,
      lacking: 1,
    });
    expect([base?.costUsd, base?.durationMs, base?.budget]).toEqual([undefined, undefined, undefined]);
  });

  it('of planned looks expects as many runs of a task as the system with the most has', () => {
    const ids = manifest.tasks.map(({ task_id: id }) => id);
    const results = outcomes([
      ...['base', 'tool'].flatMap((configuration) => ids.map((id) => outcome(id, { configuration }))),
      ...['a', 'b'].map((id) => outcome(id, { attempt: 2 })),
    ]);
    const { repeat, configurations, warnings } = progressOf(manifest, results, { counted: new Map() });
    expect(repeat).toBe(1);
    expect(configurations).toMatchObject([
      { name: 'base', done: 11, short: 0, runsLeft: 0 },
      { name: 'tool', done: 9, short: 2, runsLeft: 2 },
    ]);
    expect(warnings).toMatchObject([{ code: 'unequal-runs', message: expect.stringContaining('on 2 tasks: ') }]);
    const own = (options: object) =>
      progressOf(manifest, results, options).configurations.map(({ runsLeft }) => runsLeft);
    const all = new Set(manifest.tasks.map((task) => taskKey({ ...task, id: task.task_id })));
    expect(own({ counted: new Map(['base', 'tool'].map((name) => [name, all])) })).toEqual([0, 0]);
    expect(own({ repeat: 1, counted: new Map() })).toEqual([0, 0]);
    expect(own({})).toEqual([0, 0]);
  });

  it('counts a task whose run was retried as done, as an estimate does, and how many were', () => {
    const ids = manifest.tasks.map(({ task_id: id }) => id);
    const results = outcomes([
      outcome('a', errored),
      outcome('b', errored),
      ...ids.map((id) => outcome(id, { attempt: id === 'a' || id === 'b' ? 2 : 1 })),
    ]);
    const { configurations, warnings } = progressOf(manifest, results);
    expect(configurations[0]).toMatchObject({ done: 11, short: 0, runsLeft: 0, retried: 2 });
    expect(warnings).toEqual([]);
  });

  it('expects as many runs of each system as an estimate does', () => {
    const ids = manifest.tasks.map(({ task_id: id }) => id);
    const runs = (configuration: string, counts: (at: number) => number) =>
      ids.flatMap((id, i) =>
        Array.from({ length: counts(i) }, (_, k) => outcome(id, { configuration, attempt: k + 1 })),
      );
    const results = outcomes([
      ...runs('even', () => 2),
      ...runs('most', () => 3),
      ...runs('uneven', (i) => 1 + (i % 2)),
    ]);
    const { repeat, configurations } = progressOf(manifest, results);
    const { configurations: estimated } = estimateResults(manifest, results);
    expect(repeat).toBe(3);
    expect(configurations.map((each) => [each.repeat, each.runsLeft])).toEqual([
      [2, 0],
      [3, 0],
      [3, 17],
    ]);
    expect(estimated.map(({ attempts }) => [attempts.expected, attempts.missing])).toEqual(
      configurations.map((each) => [each.repeat, each.runsLeft]),
    );
    expect(progressOf(manifest, results, { repeat: 1 }).configurations.map(({ runsLeft }) => runsLeft)).toEqual([
      0, 0, 0,
    ]);
  });

  it('does not ask again for errored runs that a look has counted, and says so', () => {
    const results = outcomes([outcome('a', errored), outcome('b', errored), outcome('c', errored)]);
    const counted = new Map([['base', new Set(['one/a', 'one/b', 'one/d'])]]);
    const { configurations, warnings } = progressOf(manifest, results, { counted });
    expect(configurations).toMatchObject([{ done: 2, errored: 1, missing: 8, runsLeft: 9 }]);
    expect(warnings).toMatchObject([
      { code: 'looks-errors-failed', message: expect.stringMatching(/^2 errored runs of base count as failed/) },
    ]);
  });

  it('lists what is open in the order of waves', () => {
    const tasks = manifest.tasks.map((entry) => ({
      benchmark: entry.benchmark,
      id: entry.task_id,
      stratum: stratumOf(entry),
    }));
    const waves = waveOrder(tasks, scheduleSeed(manifest)).map(({ id }) => id);
    const [base] = progressOf(manifest, outcomes([outcome('b')])).configurations;
    expect(base?.open.map(({ taskId }) => taskId)).toEqual(waves.filter((id) => id !== 'b'));
  });

  it('forecasts by benchmark where five runs tell, else from all runs', () => {
    const costs = { a: 1, b: 1.2, c: 0.8, d: 1, e: 1 };
    const results = outcomes([
      ...Object.entries(costs).map(([id, costUsd]) => outcome(id, { costUsd, durationMs: 60_000 })),
      outcome('p', { costUsd: 7, durationMs: 60_000, ...errored }),
    ]);
    const [base] = progressOf(manifest, results, { budgetUsd: 4 }).configurations;
    // Three of one at 1 each; three of two, with too few runs of its own, at the mean of all six, 2.
    expect(base?.costUsd?.parts).toEqual([
      { benchmark: 'one', runsLeft: 3, perRun: 1, from: 'own' },
      { benchmark: 'two', runsLeft: 3, perRun: 2, from: 'all' },
    ]);
    expect(base?.costUsd).toMatchObject({ spent: 12, expected: 9, runs: 6 });
    expect(base?.costUsd?.high).toBeGreaterThan(9);
    expect(base?.durationMs).toMatchObject({ expected: 360_000, low: 360_000, high: 360_000 });
    const paid = (base?.open ?? []).slice(0, base?.budget?.tasks).map(({ benchmark }) => (benchmark === 'one' ? 1 : 2));
    expect(paid.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(4);
    expect(base?.budget?.surely).toBeLessThanOrEqual(base?.budget?.tasks ?? 0);
  });

  it('takes a given cost where no run tells, without a spread', () => {
    const [base] = progressOf(manifest, outcomes([outcome('a')]), { costPerRunUsd: 2, budgetUsd: 7 }).configurations;
    expect(base?.costUsd).toMatchObject({
      spent: undefined,
      runsMade: 1,
      expected: 20,
      low: undefined,
      high: undefined,
      runs: 0,
    });
    expect(base?.budget).toMatchObject({ unknownTasks: 0, budgetUsd: 7, tasks: 3, runs: 3, surely: undefined });
  });

  it('does not depend on the order of the results', () => {
    const list = ['a', 'b', 'p'].flatMap((id, i) => [
      outcome(id, { costUsd: i + 0.1 }),
      outcome(id, { configuration: 'other', costUsd: 2 * i }),
    ]);
    expect(progressOf(manifest, outcomes(list.toReversed()))).toEqual(progressOf(manifest, outcomes(list)));
  });

  it('refuses results of other tasks, unknown configurations and senseless amounts', () => {
    expect(() => progressOf(manifest, outcomes([outcome('zz')]))).toThrow(/none of the selected tasks.*"zz"/);
    const named = () => progressOf(manifest, outcomes([outcome('a')]), { configuration: 'bse' });
    expect(named).toThrow(ResultsError);
    expect(named).toThrow(/Did you mean "base"/);
    const wrong = () =>
      progressOf(manifest, outcomes([]), { repeat: 0, level: 2, budgetUsd: -1, costPerRunUsd: Number.NaN });
    expect(wrong).toThrow(WinnowError);
    expect(wrong).toThrow(
      /runs per task must be .*found 0\.[\s\S]*level[\s\S]*the cost of a run must be .*NaN[\s\S]*the budget must be .*-1/,
    );
  });
});

it('takes from the plan what a run comes to, where too few runs of the benchmark tell it', () => {
  const planned = {
    ...manifest,
    benchmarks: manifest.benchmarks.map((benchmark) => ({ ...benchmark, run: { cost_usd: 1.5, seconds: 60 } })),
  };
  const [base] = progressOf(planned, outcomes([outcome('a')]), {}).configurations;
  expect(base?.costUsd).toMatchObject({ expected: 1.5 * (base?.runsLeft ?? 0), low: undefined });
  expect(base?.costUsd?.parts.every(({ from, perRun }) => from === 'plan' && perRun === 1.5)).toBe(true);
  expect(base?.durationMs?.expected).toBe(60_000 * (base?.runsLeft ?? 0));
});

it('leaves runs of which nothing is known out of the total, and says how many', () => {
  const names = manifest.benchmarks.map(({ name }) => name);
  const planned = {
    ...manifest,
    benchmarks: manifest.benchmarks.map((benchmark, at) => ({
      ...benchmark,
      run: { cost_usd: at === 0 ? 1.5 : null, seconds: null },
    })),
  };
  const own = manifest.tasks.filter(({ benchmark }) => benchmark === names[0]).length;
  const [first] = progressOf(planned, outcomes([]), { budgetUsd: 1000 }).configurations;
  expect(first?.name).toBe('each system (not run yet)');
  expect(first?.costUsd).toMatchObject({ expected: 1.5 * own, unknownRuns: manifest.tasks.length - own });
  expect(first?.budget).toMatchObject({ tasks: own, unknownTasks: manifest.tasks.length - own });
  expect(first?.durationMs).toBeUndefined();
});

it('divides a budget equally between the systems with open tasks', () => {
  const all = manifest.tasks.map(({ task_id: id }) => outcome(id, { configuration: 'done' }));
  const results = outcomes([...all, outcome('a'), outcome('a', { configuration: 'tool' })]);
  const { configurations } = progressOf(manifest, results, { costPerRunUsd: 1, budgetUsd: 8 });
  expect(configurations.map(({ name, budget }) => [name, budget?.tasks])).toEqual([
    ['base', 4],
    ['done', 0],
    ['tool', 4],
  ]);
});

it('refuses a budget where nobody knows what a run costs', () => {
  expect(() => progressOf(manifest, outcomes([]), { budgetUsd: 5 })).toThrow(/neither the results nor the plan/);
});

import { describe, expect, it } from 'vitest';
import {
  allOf,
  bits,
  differenceOf,
  drawn,
  estimate,
  idOf,
  inOrder,
  levelOf,
  manifestOf,
  outcomesOf,
  type Strata,
  three,
  threeValues,
} from '../../../test/support/drawn-samples.js';
import { estimateText } from '../../../test/support/estimate-text.js';
import { faultsOf, planTextOf } from '../../../test/support/sample-plan.js';
import type { Outcomes } from '../model/outcome.js';
import type { Task } from '../model/task.js';
import { adjustments } from './adjustments.js';
import { estimateResults } from './estimate-results.js';
import { aboutWords } from './estimate-words.js';

describe('parts', () => {
  const strata: Strata = { A: [60, 30] };
  const labels = (languages: readonly string[]) => {
    const ids = allOf(drawn(strata));
    return Object.fromEntries(ids.map((id, i) => [id, { language: languages[i] ?? 'go' }]));
  };
  const languages = [...Array(4).fill('c'), ...Array(5).fill('java'), ...Array(21).fill('go')] as string[];
  const sample = drawn(strata, labels(languages));
  const values = bits('101011111110010110010101100101');
  const byLanguage = { by: ['language'] };

  it('with fewer than 5 tasks are not shown, with fewer than 20 they are indicative', () => {
    const { parts } = levelOf(sample, { a: inOrder(allOf(sample), values) }, byLanguage);
    expect(parts.map(({ by, value, tasks, trust, pool }) => [by, value, tasks, trust, pool !== undefined])).toEqual([
      ['language', 'c', 4, 'suppressed', false],
      ['language', 'go', 21, 'shown', true],
      ['language', 'java', 5, 'indicative', true],
    ]);
    const text = estimateText(estimate(sample, { a: inOrder(allOf(sample), values) }, byLanguage));
    const document = JSON.parse(text) as { configurations: [{ readings: [{ parts: object[] }] }] };
    expect(document.configurations[0].readings[0].parts[0]).toEqual({
      by: 'language',
      value: 'c',
      tasks: 4,
      trust: 'suppressed',
      selected_mean: null,
      pool: null,
    });
  });

  it('that are all alike in a stratum have an interval of their own size', () => {
    // All tasks of a stratum agree: the design variance is 0, but not that of a few tasks.
    const two = drawn({ A: [30, 6], B: [30, 6] }, {});
    const own = new Set([...(two.ids['A'] ?? []).slice(0, 4), ...(two.ids['B'] ?? []).slice(0, 4)]);
    const drawnToo = new Set(allOf(two));
    const ids = ['A', 'B'].flatMap((repo) => Array.from({ length: 30 }, (_, i) => idOf(repo, i)));
    const go = ids.filter((id) => own.has(id) || !drawnToo.has(id));
    const both = drawn({ A: [30, 6], B: [30, 6] }, Object.fromEntries(go.map((id) => [id, { language: 'go' }])));
    const results = new Map(allOf(both).map((id) => [id, id.startsWith('A') ? 1 : 0]));
    const part = levelOf(both, { a: results }, byLanguage).parts.find(({ value }) => value === 'go')?.pool;
    expect(part?.mean).toBeCloseTo(0.5, 12);
    expect(part?.effectiveSize).toBeCloseTo(8, 9);
    // At least Wilson's interval for 4 of 8, drawn from 40, with Student's quantile (7 degrees of freedom).
    const z = 1.959963984540054;
    const n = ((8 / (1 - 8 / 40)) * z * z) / 2.364624252 ** 2;
    const half = (z / (1 + (z * z) / n)) * Math.sqrt(0.25 / n + (z * z) / (4 * n * n));
    expect((part?.high ?? 0) - (part?.low ?? 1)).toBeGreaterThanOrEqual(2 * half - 1e-9);
  });

  it('are bounded by their own tasks with a result', () => {
    // Nine of the ten tasks of a language are drawn, and three of them solved: 30 to 40% is possible.
    const first = drawn({ A: [60, 20], B: [60, 20] });
    const [nine, rest] = [(first.ids['A'] ?? []).slice(0, 9), allOf(first)];
    const outside = Array.from({ length: 60 }, (_, i) => idOf('B', i)).find((id) => !rest.includes(id)) ?? '';
    const go = Object.fromEntries([...nine, outside].map((id) => [id, { language: 'go' }]));
    const sample = drawn({ A: [60, 20], B: [60, 20] }, go);
    const results = new Map(allOf(sample).map((id, i) => [id, nine.includes(id) ? +(nine.indexOf(id) < 3) : i % 2]));
    const part = levelOf(sample, { a: results }, byLanguage).parts.find(({ value }) => value === 'go')?.pool;
    expect([part?.low, part?.high]).toEqual([expect.closeTo(0.3, 12), expect.closeTo(0.4, 12)]);
    expect(part?.mean).toBeCloseTo(1 / 3, 12);
  });

  it('hold together with all other levels on request', () => {
    const sample = drawn({ A: [60, 20], B: [60, 20] });
    const results = { a: new Map(allOf(sample).map((id, i) => [id, i % 2])) };
    const by = { by: ['repo'] };
    const [each, joint] = [estimate(sample, results, by), estimate(sample, results, { ...by, joint: true })];
    expect([each.levels, joint.levels]).toEqual([
      { shown: 3, joint: false },
      { shown: 3, joint: true },
    ]);
    const atLevel = estimate(sample, results, { ...by, level: 1 - 0.05 / 3 });
    const figures = ({ configurations: [system] }: typeof each) => system?.readings[0]?.parts.map(({ pool }) => pool);
    expect(figures(joint)).toEqual(figures(atLevel));
    expect(joint.level).toBe(0.95);
    expect(aboutWords(each)).toContain('Each of these 3 intervals holds separately');
    expect(aboutWords(joint)).toContain('All 3 intervals hold jointly at 95%.');
  });

  it('by a label with one value are left out', () => {
    const one = drawn(three);
    expect(levelOf(one, { a: inOrder(allOf(one), threeValues) }).parts).toEqual([]);
  });

  it('are the benchmarks, each as if it were alone', () => {
    const pool = (benchmark: string, size: number) =>
      Array.from({ length: size }, (_, i): Task => ({ benchmark, id: `${benchmark}-${i}`, fields: {} }));
    const select = (take: number) => ({ select: { take, prefer: ['random'] } });
    const manifest = manifestOf(
      planTextOf({ seed: 7, benchmarks: { one: select(10), two: select(6) } }),
      pool('one', 40),
      pool('two', 12),
    );
    const values = new Map(manifest.tasks.map(({ task_id: id }, i) => [id, i % 3 === 0 ? 1 : 0]));
    const both = estimateResults(manifest, outcomesOf({ a: values })).configurations[0]?.readings[0];
    const alone = manifestOf(planTextOf({ seed: 7, benchmarks: { one: select(10) } }), pool('one', 40));
    const own = new Map([...values].filter(([id]) => id.startsWith('one')));
    const single = estimateResults(alone, outcomesOf({ a: own })).configurations[0]?.readings[0]?.pool;
    const part = both?.parts.find(({ value }) => value === 'one');
    expect(both?.parts.map(({ by, value }) => [by, value])).toEqual([
      ['benchmark', 'one'],
      ['benchmark', 'two'],
    ]);
    for (const key of ['mean', 'standardError', 'low', 'high', 'population', 'effectiveSize'] as const) {
      expect(part?.pool?.[key]).toBeCloseTo(single?.[key] ?? Number.NaN, 9);
    }
    expect(both?.pool?.mean).toBeCloseTo((40 * (single?.mean ?? 0) + 12 * (both?.parts[1]?.pool?.mean ?? 0)) / 52, 12);
  });

  it('of a difference are shown by the same rule', () => {
    const none = inOrder(
      allOf(sample),
      values.map(() => 0),
    );
    const { parts } = differenceOf(sample, { a: none, b: inOrder(allOf(sample), values) }, byLanguage);
    expect(parts.map(({ value, pairs, trust, pool }) => [value, pairs, trust, pool !== undefined])).toEqual([
      ['c', 4, 'suppressed', false],
      ['go', 21, 'shown', true],
      ['java', 5, 'indicative', true],
    ]);
  });
});

describe('a focus selection', () => {
  const tasks = (benchmark: string, size: number) =>
    Array.from(
      { length: size },
      (_, i): Task => ({
        benchmark,
        id: `${benchmark}-${i}`,
        fields: { files_changed: i, language: i % 2 === 0 ? 'go' : 'c' },
      }),
    );
  const manifest = manifestOf(
    planTextOf({
      seed: 1,
      benchmarks: {
        ranked: { select: { take: 8 } },
        whole: { select: { take: 'all' } },
        sampled: { select: { take: 10, prefer: ['random'] } },
      },
    }),
    tasks('ranked', 30),
    tasks('whole', 6),
    tasks('sampled', 40),
  );
  const values = (shift: number) =>
    new Map(manifest.tasks.map(({ task_id: id }, i) => [id, (i + shift) % 3 === 0 ? 1 : 0]));
  const both = { a: values(0), b: values(1) };

  it('has no figure for the pool, and its mean over the selected tasks', () => {
    const { kind, configurations, differences } = estimateResults(manifest, outcomesOf(both));
    expect(kind).toBe('focus');
    for (const { readings } of configurations) {
      expect(readings.map(({ pool }) => pool)).toEqual([undefined]);
      expect(readings[0]?.selectedMean).toBeCloseTo(1 / 3, 1);
    }
    expect(differences[0]?.readings[0]).toMatchObject({ pool: undefined, parts: [], pairs: 24 });
    expect(differences[0]?.readings[0]?.test.pValue).toBeGreaterThan(0);
  });

  it('estimates the benchmarks in it that are samples, and gives one taken whole as a point', () => {
    const parts = estimateResults(manifest, outcomesOf(both)).configurations[0]?.readings[0]?.parts ?? [];
    const of = (name: string) => parts.find(({ value }) => value === name);
    expect(of('ranked')?.pool).toBeUndefined();
    expect(of('ranked')?.selectedMean).toBeDefined();
    expect(of('whole')?.pool).toMatchObject({ tasks: 6, standardError: 0 });
    expect(of('whole')?.pool?.low).toBe(of('whole')?.pool?.mean);
    expect(of('whole')?.pool?.high).toBe(of('whole')?.pool?.mean);
    expect(of('sampled')?.pool?.low).toBeLessThan(of('sampled')?.pool?.high ?? 0);
    expect(of('sampled')?.pool?.population).toBeCloseTo(40, 9);
    for (const { by, pool } of parts) if (by !== 'benchmark') expect(pool).toBeUndefined();
  });

  it.each([
    ['labels', { weightBy: ['language'] }],
    ['earlier results', { prior: outcomesOf(both) }],
  ])('refuses to be weighted by %s', (_, options) => {
    const faults = faultsOf(() => estimateResults(manifest, outcomesOf(both), { adjust: adjustments(options) }));
    expect(faults.map(({ code }) => code)).toEqual(['estimate/focus']);
    expect(faults[0]?.message).toMatch(/weights can't turn a purposive selection into a sample/);
  });
});

describe('the order of results', () => {
  const sample = drawn(three);
  const results = {
    b: inOrder(allOf(sample), threeValues.toReversed()),
    a: inOrder(allOf(sample), [[1, 0.2], 0, [0.7, 0.1, 0.4], 1, 0, 0.5, 1, 1, 0]),
  };
  const outcomes = outcomesOf(results);

  it('does not change a byte', () => {
    const text = (list: Outcomes) => estimateText(estimateResults(sample.manifest, list));
    const first = text(outcomes);
    expect(text(outcomes)).toBe(first);
    expect(text({ ...outcomes, outcomes: outcomes.outcomes.toReversed() })).toBe(first);
    const shuffled = outcomes.outcomes.map((each, i) => ({ each, key: (i * 7) % 11 })).sort((x, y) => x.key - y.key);
    expect(text({ ...outcomes, outcomes: shuffled.map(({ each }) => each) })).toBe(first);
  });
});

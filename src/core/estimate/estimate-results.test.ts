import { describe, expect, it } from 'vitest';
import { faultsOf, planTextOf, poolsOf } from '../../../test/support/sample-plan.js';
import { type Manifest, makeManifest, manifestText } from '../manifest/manifest.js';
import type { Outcome, Outcomes } from '../model/outcome.js';
import type { Task } from '../model/task.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';
import { type EstimateOptions, estimateResults } from './estimate-results.js';
import { estimateText } from './estimate-text.js';

/** For each stratum how many tasks it has and how many of them are drawn. */
type Strata = Readonly<Record<string, readonly [size: number, taken: number]>>;
type Fields = Readonly<Record<string, Task['fields']>>;

/** What one configuration made of a task: a reward, one for each run, or why there is none. */
type Result = number | readonly number[] | 'errored' | 'not-run';
type Results = Readonly<Record<string, ReadonlyMap<string, Result>>>;

interface Drawn {
  readonly manifest: Manifest;
  /** The ids of the drawn tasks, by stratum. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly warnings: readonly string[];
}

/** A manifest as it is read back from its file. */
function manifestOf(text: string, ...lists: readonly (readonly Task[])[]): Manifest {
  const selection = runPlan(readPlan(text), poolsOf(...lists));
  return JSON.parse(manifestText(makeManifest(selection, 'test'))) as Manifest;
}

const idOf = (repo: string, at: number) => `${repo}${String(at).padStart(3, '0')}`;

/** A random sample of just so many tasks of each stratum; the fields of a task may be given by its id. */
function drawn(strata: Strata, fields: Fields = {}, method: object = { prefer: ['random'] }): Drawn {
  const tasks = Object.entries(strata).flatMap(([repo, [size]]) =>
    Array.from({ length: size }, (_, i): Task => {
      const id = idOf(repo, i);
      return { benchmark: 'mine', id, fields: { repo, files_changed: 1 + (i % 9), ...fields[id] } };
    }),
  );
  const places = Object.fromEntries(Object.entries(strata).map(([repo, [, taken]]) => [repo, taken]));
  const select = { group: { by: 'repo', share: 'fixed', places }, ...method };
  const manifest = manifestOf(planTextOf({ seed: 42, benchmarks: { mine: { select } } }), tasks);
  const of = (repo: string) => manifest.tasks.filter((task) => task.repo === repo).map(({ task_id: id }) => id);
  const ids = Object.fromEntries(Object.keys(strata).map((repo) => [repo, of(repo)]));
  expect(Object.values(ids).map(({ length }) => length)).toEqual(Object.values(places));
  return { manifest, ids, warnings: manifest.warnings.map(({ code }) => code) };
}

function outcomesOf(results: Results): Outcomes {
  const outcomes = Object.entries(results).flatMap(([configuration, byTask]) =>
    [...byTask].flatMap(([taskId, result]) => {
      const runs = typeof result === 'object' ? result : [result];
      return runs.map((reward, at): Outcome => {
        const own = { taskId, configuration, run: '', attempt: at + 1, place: {} };
        if (typeof reward === 'string') return { ...own, status: reward, reward: undefined };
        return { ...own, status: reward >= 1 ? 'passed' : 'failed', reward };
      });
    }),
  );
  return { outcomes, files: [], faults: [], warnings: [] };
}

/** Results for tasks in their order. */
function inOrder(ids: readonly string[], values: readonly Result[]): ReadonlyMap<string, Result> {
  expect(values).toHaveLength(ids.length);
  return new Map(ids.map((id, i) => [id, values[i] as Result]));
}

function estimate({ manifest }: Drawn, results: Results, options?: EstimateOptions) {
  return estimateResults(manifest, outcomesOf(results), options);
}

/** The level of the first configuration with what is missing left out. */
function levelOf(sample: Drawn, results: Results, options?: EstimateOptions) {
  const reading = estimate(sample, results, options).configurations[0]?.readings[0];
  if (reading?.pool === undefined) throw new Error('no figure for the pool');
  return { ...reading, pool: reading.pool };
}

function differenceOf(sample: Drawn, results: Results, options?: EstimateOptions) {
  const reading = estimate(sample, results, options).differences[0]?.readings[0];
  if (reading?.pool === undefined) throw new Error('no difference for the pool');
  return { ...reading, pool: reading.pool };
}

const bits = (text: string) => [...text].map(Number);
const fill = (counts: readonly (readonly [value: number, times: number])[]) =>
  counts.flatMap(([value, times]) => Array.from({ length: times }, () => value));

const three: Strata = { A: [40, 4], B: [25, 3], C: [5, 2] };
const threeValues = bits('101100110');
const allOf = ({ ids }: Drawn) => Object.values(ids).flat();

describe('the level of a stratified sample', () => {
  // Mean and error computed with R's survey; the lower end is that of Wilson's interval on its variance.
  it('has the mean, the error and the interval of the design', () => {
    const sample = drawn(three);
    const { pool, selectedMean } = levelOf(sample, { a: inOrder(allOf(sample), threeValues) });
    expect(pool.mean).toBeCloseTo(0.5833333333, 9);
    expect(pool.standardError).toBeCloseTo(0.1777760062, 9);
    expect([pool.degreesOfFreedom, pool.tasks]).toEqual([6, 9]);
    expect(pool.low).toBeCloseTo(0.2186393, 7);
    expect(pool.high).toBeCloseTo(0.8750708, 7);
    expect([pool.about, pool.asRun]).toEqual(['as-run', undefined]);
    expect(pool.population).toBeCloseTo(70, 9);
    expect(selectedMean).toBeCloseTo(5 / 9, 12);
  });

  it('measures a stratum with a single task from the mean of all, and the selection warns of it', () => {
    const sample = drawn({ ...three, D: [3, 1] });
    const { pool } = levelOf(sample, { a: inOrder(allOf(sample), [...threeValues, 1]) });
    expect(pool.mean).toBeCloseTo(0.6004566, 7);
    expect(pool.standardError).toBeCloseTo(0.1709965, 7);
    expect(sample.warnings).toContain('single-draw');
    expect(drawn(three).warnings).not.toContain('single-draw');
  });

  it('has a stratum that is taken whole without an error, though it is one task', () => {
    const values = inOrder(allOf(drawn(three)), threeValues);
    const without = levelOf(drawn(three), { a: values });
    const sample = drawn({ ...three, D: [1, 1] });
    const { pool } = levelOf(sample, { a: new Map([...values, ['D000', 1]]) });
    expect(pool.standardError).toBeCloseTo((without.pool.standardError * 70) / 71, 9);
  });

  it('estimates a language that cuts through the strata', () => {
    const first = drawn(three);
    const within = [...(first.ids['A'] ?? []).slice(1), ...(first.ids['B'] ?? []).slice(2), ...(first.ids['C'] ?? [])];
    const ids = Object.entries(three).flatMap(([repo, [size]]) =>
      Array.from({ length: size }, (_, i) => idOf(repo, i)),
    );
    const labels = Object.fromEntries(ids.map((id) => [id, { language: within.includes(id) ? 'go' : 'c' }]));
    const sample = drawn(three, labels);
    expect(allOf(sample)).toEqual(allOf(first));
    const { parts } = levelOf(sample, { a: inOrder(allOf(sample), threeValues) });
    expect(parts.map(({ by, value, tasks, trust }) => [by, value, tasks, trust])).toEqual([
      ['language', 'c', 3, 'suppressed'],
      ['language', 'go', 6, 'indicative'],
    ]);
    expect(parts[1]?.pool?.mean).toBeCloseTo(0.7115385, 7);
    expect(parts[1]?.pool?.standardError).toBeCloseTo(0.21773, 5);
    expect([parts[0]?.pool, parts[0]?.selectedMean]).toEqual([undefined, undefined]);
  });

  it('is of the pool, or of tasks like its own, which is less sure', () => {
    const sample = drawn(three);
    const results = { a: inOrder(allOf(sample), threeValues) };
    const { pool: beyond } = levelOf(sample, results, { scope: 'beyond' });
    const { pool } = levelOf(sample, results);
    expect(beyond.mean).toBe(pool.mean);
    // Σ W² s² / n without the share that was drawn.
    const error = Math.sqrt((40 / 70) ** 2 * (0.25 / 4) + (25 / 70) ** 2 * (1 / 9) + (5 / 70) ** 2 * (0.5 / 2));
    expect(beyond.standardError).toBeCloseTo(error, 12);
    expect(beyond.low).toBeLessThan(pool.low);
  });

  it('narrows with a lower level and keeps its mean', () => {
    const sample = drawn(three);
    const results = { a: inOrder(allOf(sample), threeValues) };
    const [wide, narrow] = [0.99, 0.6].map((level) => levelOf(sample, results, { level }).pool);
    expect(wide?.mean).toBe(narrow?.mean);
    expect((wide?.high ?? 0) - (wide?.low ?? 0)).toBeGreaterThan((narrow?.high ?? 0) - (narrow?.low ?? 0));
  });
});

describe('the level beyond the pool', () => {
  // R's survey: svydesign(ids = ~repo, weights = ~w) and svymean(~y), degf() 3, for repositories a, b, c and d.
  it('has the clustered error of R, with one degree of freedom less than there are repositories', () => {
    const strata: Strata = { a: [15, 3], b: [16, 2], c: [12, 4], d: [12, 1] };
    const sample = drawn(strata);
    const values = inOrder(allOf(sample), bits('1010011010'));
    const { pool } = levelOf(sample, { x: values }, { scope: 'beyond' });
    expect(pool.mean).toBeCloseTo(0.345454545455, 11);
    expect(pool.standardError).toBeCloseTo(0.204108786198, 11);
    expect([pool.degreesOfFreedom, pool.about]).toEqual([3, 'beyond']);
    const { warnings } = estimate(sample, { x: values }, { scope: 'beyond' });
    expect(warnings.map(({ code }) => code)).toContain('few-clusters');
  });
});

describe('a systematic draw with few possible samples', () => {
  const by = { draw: { method: 'systematic', by: 'files_changed' } };
  it.each([
    [40, 10, true],
    [43, 10, false],
  ])('of %i tasks, %i taken, is flagged: %s', (size, taken, isFlagged) => {
    const sample = drawn({ A: [size, taken] }, {}, by);
    const { warnings } = estimate(sample, { a: inOrder(allOf(sample), bits('1010011010')) });
    expect(warnings.map(({ code }) => code).includes('few-samples')).toBe(isFlagged);
  });
});

describe('the level of a sample with a heavy stratum', () => {
  it('knows what a stratum without variance leaves open', () => {
    const sample = drawn({ A: [900, 10], B: [100, 10] });
    const { pool } = levelOf(sample, { a: inOrder(allOf(sample), bits('00000000001010101010')) });
    expect(pool.mean).toBeCloseTo(0.05, 12);
    // Worked out apart from this code.
    expect(pool.low).toBeCloseTo(0.005591, 6);
    expect(pool.high).toBeCloseTo(0.330054, 6);
  });

  it.each([
    [{ A: [20, 1], B: [30, 2], C: [50, 3] }, '001111', 0.168848, 0.944375],
    [{ A: [40, 4], B: [3, 3] }, '1000110', 0.069767, 0.792134],
  ] as const)('is as worked out apart: %j %s', (strata, values, low, high) => {
    const sample = drawn(strata);
    const { pool } = levelOf(sample, { a: inOrder(allOf(sample), bits(values)) });
    expect(pool.low).toBeCloseTo(low, 6);
    expect(pool.high).toBeCloseTo(high, 6);
  });
});

describe('the level with unequal chances', () => {
  // Five tasks with the chances of an example computed by hand; R's survey under pps = "brewer" has .23231.
  it('weighs by the chances and has the error of Hájek and Deville', () => {
    const sample = drawn({ A: [16, 5] }, {}, { draw: { method: 'pareto', by: 'files_changed' } });
    const chances = [0.8, 0.5, 0.3, 0.2, 0.25];
    sample.manifest.tasks.forEach(({ design }, i) => {
      if (design === null) throw new Error('no design');
      Object.assign(design, {
        inclusion_probability: chances[i] as number,
        design_weight: 1 / (chances[i] as number),
      });
    });
    const { pool } = levelOf(sample, { a: inOrder(allOf(sample), bits('11010')) });
    expect(pool.mean).toBeCloseTo(0.5294118, 7);
    expect(pool.standardError).toBeCloseTo(0.2318412, 7);
    // The weights sum to 15.5833; the figure represents the 16 tasks all the same.
    expect(pool.population).toBe(16);
    expect(pool.effectiveSize).toBeCloseTo(
      15.583333333333334 ** 2 / (1.25 ** 2 + 2 ** 2 + (1 / 0.3) ** 2 + 25 + 16),
      9,
    );
  });
});

describe('the interval with unequal chances', () => {
  it('is as worked out apart from this code', () => {
    const sample = drawn({ A: [60, 8] }, {}, { draw: { method: 'pareto', by: 'files_changed' } });
    const chances = [0.5, 0.4, 0.3, 0.2, 0.1, 0.08, 0.25, 0.17];
    sample.manifest.tasks.forEach(({ design }, i) => {
      const chance = chances[i] as number;
      if (design !== null) Object.assign(design, { inclusion_probability: chance, design_weight: 1 / chance });
    });
    const { pool } = levelOf(sample, { a: inOrder(allOf(sample), bits('10101001')) });
    expect(pool.mean).toBeCloseTo(0.469211, 6);
    expect(pool.low).toBeCloseTo(0.135543, 6);
    expect(pool.high).toBeCloseTo(0.832881, 6);
  });
});

describe('repeats', () => {
  const sample = drawn({ A: [30, 6] });
  const first = ['110', '000', '101', '111', '001', '000'].map(bits);
  const second = ['111', '010', '111', '110', '111', '000'].map(bits);
  const results = { a: inOrder(allOf(sample), first), b: inOrder(allOf(sample), second) };

  it('split the variance of a difference into tasks and runs', () => {
    const { pool, split, test, gained, lost, same } = differenceOf(sample, results);
    expect(pool.mean).toBeCloseTo(0.2222222, 7);
    expect([pool.about, pool.method, pool.degreesOfFreedom]).toEqual(['pool', 'design t', 5]);
    expect(split?.runsFirst).toBeCloseTo(0.1666667, 7);
    expect(split?.runsSecond).toBeCloseTo(0.1111111, 7);
    expect(split?.tasks).toBeCloseTo(0.0259259, 7);
    expect([gained, lost, same, test.name]).toEqual([4, 1, 1, 'design t']);
    // Σd = 4/3, Σd² = 8/9: M₁ = (4/3 + 2/9)/9, M₂ = (8/9 + 2/3 + 4/27)/9, k = 49/43.
    const spread = (8 / 9 + 2 / 3 + 4 / 27) / 9 - ((4 / 3 + 2 / 9) / 9) ** 2;
    const beyond = differenceOf(sample, results, { scope: 'beyond', by: [] }).pool;
    expect(beyond.about).toBe('beyond');
    expect(beyond.standardError).toBeCloseTo(Math.sqrt((spread * (49 / 43)) / 6), 12);
    expect(pool.standardError).toBeLessThan(beyond.standardError);
  });

  it('leave the runs their part of the error of a level, however much of the pool is drawn', () => {
    const whole = drawn({ A: [6, 6] });
    const level = levelOf(whole, { a: inOrder(allOf(whole), first) }).pool;
    // Σ s² / 3 / 36 over tasks: three of them have a variance of 1/3.
    expect(level.standardError).toBeCloseTo(Math.sqrt((3 * (1 / 3)) / 3 / 36), 12);
    expect(level.low).toBeLessThan(level.mean);
  });

  it('are told: how many there are and how far they lie apart', () => {
    const [a] = estimate(sample, results).configurations;
    expect(a?.attempts).toEqual({ fewest: 3, most: 3, unscored: 0 });
    expect(a?.runVariance).toBeCloseTo(1 / 6, 12);
  });

  it('that are single leave the size of the pool aside', () => {
    const values = [0.1, 0.5, 0.9, 0.3, 0.2, 0.4];
    const others = [0.2, 0.9, 0.8, 0.7, 0.1, 0.6];
    const single = { a: inOrder(allOf(sample), values), b: inOrder(allOf(sample), others) };
    const { pool, split } = differenceOf(sample, single);
    expect(pool.about).toBe('systems');
    const larger = drawn({ A: [3000, 6] });
    const same = { a: inOrder(allOf(larger), values), b: inOrder(allOf(larger), others) };
    expect(differenceOf(larger, same).pool).toEqual(pool);
    expect(split).toBeUndefined();
    const [a] = estimate(sample, single).configurations;
    expect(a?.runVariance).toBeUndefined();
    // The level speaks of the pool as these runs went.
    const spread = values.reduce((sum, value) => sum + (value - 0.4) ** 2, 0) / 5;
    expect(a?.readings[0]?.pool?.standardError).toBeCloseTo(Math.sqrt((0.8 * spread) / 6), 12);
  });

  it('that are uneven count a task once, not a run', () => {
    const uneven = inOrder(allOf(sample), [[1, 1, 1, 1, 1, 0], 0, [0, 0], [1, 0], 1, [0, 0, 0]]);
    const [a] = estimate(sample, { a: uneven }).configurations;
    expect(a?.readings[0]?.pool?.mean).toBeCloseTo((5 / 6 + 0.5 + 1) / 6, 12);
    expect(a?.attempts).toEqual({ fewest: 1, most: 6, unscored: 0 });
    // The mean over the four tasks that have two runs.
    expect(a?.runVariance).toBeCloseTo((1 / 6 + 0.5) / 4, 12);
  });

  it('in the same words: three equal runs say what one says', () => {
    const once = inOrder(allOf(sample), bits('101100'));
    const thrice = new Map([...once].map(([id, value]) => [id, [value, value, value] as number[]]));
    const { about, asRun, ...figures } = levelOf(sample, { a: thrice }).pool;
    expect({ ...figures, about: 'as-run', asRun: undefined }).toEqual(levelOf(sample, { a: once }).pool);
    expect([about, asRun]).toEqual(['runs-counted', { low: figures.low, high: figures.high }]);
  });
});

describe('the difference of two configurations', () => {
  const sample = drawn({ A: [500, 93] });
  const pairs = (gained: number, lost: number, both: number, ids = allOf(sample)): Results => {
    const rest = ids.length - gained - lost - both;
    const values = [
      [0, 1, gained],
      [1, 0, lost],
      [1, 1, both],
      [0, 0, rest],
    ] as const;
    return {
      a: inOrder(ids, fill(values.map(([a, , times]) => [a, times] as const))),
      b: inOrder(ids, fill(values.map(([, b, times]) => [b, times] as const))),
    };
  };

  it('has an interval and a p-value by one rule, whatever the size of the pool', () => {
    const { pool, ...reading } = differenceOf(sample, pairs(20, 9, 30));
    expect(pool.mean).toBeCloseTo(11 / 93, 12);
    // M₁ = (11 + d)/96, M₂ = (29 + 2 + 29/93)/96, k = 94²/(94² − 93), centre 11/95.
    const spread = (31 + 29 / 93) / 96 - ((11 + 11 / 93) / 96) ** 2;
    const error = Math.sqrt((spread * (94 ** 2 / (94 ** 2 - 93))) / 93);
    expect(pool.standardError).toBeCloseTo(error, 12);
    // 1.9860863 is Student's quantile of 92 degrees.
    expect(pool.low).toBeCloseTo(11 / 95 - 1.9860863 * error, 7);
    expect(pool.high).toBeCloseTo(11 / 95 + 1.9860863 * error, 7);
    expect([pool.about, pool.method, pool.adjusted]).toEqual(['systems', 'design t', undefined]);
    expect(reading).toMatchObject({ pairs: 93, gained: 20, lost: 9, same: 64 });
    expect(reading.test).toEqual({ name: 'design t', pValue: pool.pValue });
    expect(reading.selectedMean).toBeCloseTo(11 / 93, 12);
  });

  it('is judged beyond the pool by repository, and is less sure', () => {
    const repos = drawn({ A: [100, 10], B: [100, 10], C: [100, 10] });
    const ids = allOf(repos);
    // All that is gained lies in one repository.
    const results = { a: inOrder(ids, fill([[0, 30]])), b: inOrder(ids, [...fill([[1, 10]]), ...fill([[0, 20]])]) };
    const [within, beyond] = [
      differenceOf(repos, results).pool,
      differenceOf(repos, results, { scope: 'beyond' }).pool,
    ];
    expect(within.pValue).toBeLessThan(0.01);
    // Three repositories: 3/2 Σ (Σz)² = 3/2 · ((2/9)² + 2 (1/9)²), two degrees of freedom.
    expect(beyond.standardError).toBeCloseTo(Math.sqrt(1.5 * ((2 / 9) ** 2 + 2 / 81)), 12);
    expect([beyond.about, beyond.degreesOfFreedom]).toEqual(['beyond', 2]);
    expect(beyond.low).toBeLessThan(0);
  });

  it('of several configurations is adjusted for all of them', () => {
    const base = pairs(20, 9, 30);
    const results = { ...base, c: base['b'] ?? new Map(), d: base['a'] ?? new Map() };
    const figures = estimate(sample, results, { baseline: 'a' }).differences.map(({ readings }) => readings[0]?.pool);
    const [b, , d] = figures;
    expect(b?.adjusted?.comparisons).toBe(3);
    expect(b?.adjusted?.pValue).toBeCloseTo(3 * (b?.pValue ?? 0), 12);
    expect(d?.adjusted?.pValue).toBe(1);
    expect(b?.adjusted?.low).toBeLessThan(b?.low ?? 0);
    const [alone] = estimate(sample, base, { level: 1 - 0.05 / 3 }).differences;
    expect(b?.adjusted?.low).toBeCloseTo(alone?.readings[0]?.pool?.low ?? 0, 12);
  });

  it('is the other way round when the baseline is the other', () => {
    const results = pairs(20, 9, 30);
    const [ab] = estimate(sample, results).differences;
    const [ba] = estimate(sample, results, { baseline: 'b' }).differences;
    expect([ab?.first, ab?.second, ba?.first, ba?.second]).toEqual(['a', 'b', 'b', 'a']);
    const [forth, back] = [ab?.readings[0]?.pool, ba?.readings[0]?.pool];
    expect(back?.mean).toBeCloseTo(-(forth?.mean ?? 0), 12);
    expect(back?.low).toBeCloseTo(-(forth?.high ?? 0), 12);
  });

  it('is made for every other configuration when a baseline is named, and for none of three without', () => {
    const results = { ...pairs(20, 9, 30), c: inOrder(allOf(sample), bits('1'.repeat(93))) };
    const named = (options?: EstimateOptions) =>
      estimate(sample, results, options).differences.map(({ first, second }) => [first, second]);
    expect(named()).toEqual([]);
    expect(named({ baseline: 'b' })).toEqual([
      ['b', 'a'],
      ['b', 'c'],
    ]);
  });

  it('is none of tasks that only one of them has', () => {
    const ids = allOf(sample);
    const results = {
      a: inOrder(ids.slice(0, 50), bits('1'.repeat(50))),
      b: inOrder(ids.slice(50), bits('0'.repeat(43))),
    };
    const [difference] = estimate(sample, results).differences;
    // Left out, nothing is left; counted as failed, all pairs are there.
    expect(difference?.readings.map(({ reading, pairs: count }) => [reading, count])).toEqual([['failed', 93]]);
  });

  it.each([
    [20, 20, 0, 0],
    [20, 17, 2, 0],
    [20, 19, 19, 0],
    [24, 20, 3, 9],
  ])(
    'lies in its interval, however many are taken: %i tasks, %i drawn, %i better, %i worse',
    (size, taken, gained, lost) => {
      const some = drawn({ A: [size, taken] });
      const { pool } = differenceOf(some, pairs(gained, lost, 0, allOf(some)));
      expect(pool.mean).toBeCloseTo((gained - lost) / taken, 12);
      expect(pool.low).toBeLessThanOrEqual(pool.mean + 1e-12);
      expect(pool.high).toBeGreaterThanOrEqual(pool.mean - 1e-12);
      expect(pool.low).toBeLessThan(pool.high);
    },
  );
});

describe('what is missing', () => {
  const strata: Strata = { A: [40, 4], B: [25, 3], C: [6, 2] };
  const sample = drawn(strata);
  const [a1 = '', a2 = '', a3 = '', , b1 = '', b2 = '', b3 = ''] = allOf(sample);
  const partial = new Map<string, Result>([
    [a1, 1],
    [a2, 'errored'],
    [a3, 0],
    [b1, 'not-run'],
    [b2, 1],
    [b3, 1],
  ]);

  it('is counted by stratum: errored, not run, absent', () => {
    const [a] = estimate(sample, { a: partial }).configurations;
    expect(a?.coverage).toEqual({
      selected: 9,
      scored: 4,
      errored: 1,
      notRun: 1,
      absent: 3,
      partly: 0,
      incomplete: [
        { stratum: 'mine/A', selected: 4, scored: 2, errored: 1, notRun: 0, absent: 1, partly: 0 },
        { stratum: 'mine/B', selected: 3, scored: 2, errored: 0, notRun: 1, absent: 0, partly: 0 },
        { stratum: 'mine/C', selected: 2, scored: 0, errored: 0, notRun: 0, absent: 2, partly: 0 },
      ],
    });
  });

  it('is read both ways', () => {
    const [a] = estimate(sample, { a: partial }).configurations;
    const [absent, failed] = a?.readings ?? [];
    expect(a?.readings.map(({ reading, tasks }) => [reading, tasks])).toEqual([
      ['absent', 4],
      ['failed', 9],
    ]);
    // Left out: C has no result and drops from what the figure speaks for.
    expect(absent?.pool?.mean).toBeCloseTo((40 * 0.5 + 25) / 65, 12);
    expect(absent?.pool?.population).toBeCloseTo(65, 9);
    expect(failed?.pool?.mean).toBeCloseTo((40 * 0.25 + 25 * (2 / 3)) / 71, 12);
    expect(failed?.pool?.population).toBeCloseTo(71, 9);
  });

  it('warns of a stratum without a result', () => {
    const { warnings } = estimate(sample, { a: partial });
    expect(warnings.map(({ code }) => code)).toEqual(['empty-stratum', 'one-look']);
    expect(warnings[0]?.message).toMatch(/^a: no task of mine\/C has a result/);
  });

  it('is made up for within its stratum only', () => {
    const results = inOrder(
      allOf(sample).filter((id) => id !== a2),
      bits('11100001'),
    );
    const { pool } = levelOf(sample, { a: results });
    expect(pool.population).toBeCloseTo(71, 9);
    expect(pool.mean).toBeCloseTo((40 * 1 + 25 * 0 + 6 * 0.5) / 71, 12);
    // The error is that of the three tasks of the stratum that have a result, of 40.
    const variance = (6 / 71) ** 2 * (1 - 2 / 6) * (0.5 / 2);
    expect(pool.standardError).toBeCloseTo(Math.sqrt(variance), 12);
  });

  it('is not read twice when nothing is missing', () => {
    const [a] = estimate(sample, { a: inOrder(allOf(sample), bits('101100110')) }).configurations;
    expect(a?.readings.map(({ reading }) => reading)).toEqual(['absent']);
    expect(a?.coverage.incomplete).toEqual([]);
  });

  it('within a task with other runs is a failed run, or none', () => {
    const ids = allOf(sample);
    const outcomes = outcomesOf({ a: inOrder(ids, bits('101100110')) });
    const more: Outcome[] = [
      { taskId: a1, configuration: 'a', run: '', attempt: 2, status: 'errored', reward: undefined, place: {} },
    ];
    const [a] = estimateResults(sample.manifest, {
      ...outcomes,
      outcomes: [...outcomes.outcomes, ...more],
    }).configurations;
    const [absent, failed] = a?.readings ?? [];
    expect((absent?.pool?.mean ?? 0) - (failed?.pool?.mean ?? 0)).toBeCloseTo((40 / 71) * (0.5 / 4), 12);
  });

  it('drops a pair only where one side lacks it', () => {
    const whole = inOrder(allOf(sample), bits('000000000'));
    const [difference] = estimate(sample, { a: whole, b: partial }).differences;
    expect(difference?.readings.map(({ reading, pairs, gained }) => [reading, pairs, gained])).toEqual([
      ['absent', 4, 3],
      ['failed', 9, 3],
    ]);
  });
});

describe('parts', () => {
  const strata: Strata = { A: [60, 30] };
  const labels = (languages: readonly string[]) => {
    const ids = allOf(drawn(strata));
    return Object.fromEntries(ids.map((id, i) => [id, { language: languages[i] ?? 'go' }]));
  };
  const languages = [...Array(4).fill('c'), ...Array(5).fill('java'), ...Array(21).fill('go')] as string[];
  const sample = drawn(strata, labels(languages));
  const values = bits('101011111110010110010101100101');

  it('with fewer than 5 tasks are not shown, with fewer than 20 they are indicative', () => {
    const { parts } = levelOf(sample, { a: inOrder(allOf(sample), values) });
    expect(parts.map(({ by, value, tasks, trust, pool }) => [by, value, tasks, trust, pool !== undefined])).toEqual([
      ['language', 'c', 4, 'suppressed', false],
      ['language', 'go', 21, 'shown', true],
      ['language', 'java', 5, 'indicative', true],
    ]);
    const text = estimateText(estimate(sample, { a: inOrder(allOf(sample), values) }));
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
    // Every task of the strata agrees: the variance of the design is 0, that of a few tasks is not.
    const two = drawn({ A: [30, 6], B: [30, 6] }, {});
    const own = new Set([...(two.ids['A'] ?? []).slice(0, 4), ...(two.ids['B'] ?? []).slice(0, 4)]);
    const both = drawn({ A: [30, 6], B: [30, 6] }, Object.fromEntries([...own].map((id) => [id, { language: 'go' }])));
    const results = new Map(allOf(both).map((id) => [id, id.startsWith('A') ? 1 : 0]));
    const part = levelOf(both, { a: results }).parts.find(({ value }) => value === 'go')?.pool;
    expect(part?.mean).toBeCloseTo(0.5, 12);
    expect(part?.effectiveSize).toBeCloseTo(8, 9);
    // Wilson's interval of 4 in 8 drawn of 40, the quantile Student's of 7 degrees: never shorter than that.
    const z = 1.959963984540054;
    const n = ((8 / (1 - 8 / 40)) * z * z) / 2.364624252 ** 2;
    const half = (z / (1 + (z * z) / n)) * Math.sqrt(0.25 / n + (z * z) / (4 * n * n));
    expect((part?.high ?? 0) - (part?.low ?? 1)).toBeGreaterThanOrEqual(2 * half - 1e-9);
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
    const { parts } = differenceOf(sample, { a: none, b: inOrder(allOf(sample), values) });
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
    const faults = faultsOf(() => estimateResults(manifest, outcomesOf(both), options));
    expect(faults.map(({ code }) => code)).toEqual(['estimate/focus']);
    expect(faults[0]?.message).toMatch(/weights cannot repair a focus selection/);
  });
});

describe('results that do not fit', () => {
  const sample = drawn(three);
  const codes = (run: () => unknown) => faultsOf(run).map(({ code }) => code);

  it('are refused when none is of a selected task', () => {
    const faults = faultsOf(() => estimate(sample, { a: new Map([['other', 1]]) }));
    expect(faults.map(({ code }) => code)).toEqual(['results/no-overlap']);
    expect(faults[0]?.message).toMatch(/none of the 9 selected tasks\. The results name "other"; a selected task is "/);
  });

  it.each([0.5, 1, 0, Number.NaN, 95])('refuses the level %d', (level) => {
    const results = { a: inOrder(allOf(sample), threeValues) };
    expect(codes(() => estimate(sample, results, { level }))).toEqual(['estimate/level']);
  });

  it('names the configurations that there are when the baseline is none of them', () => {
    const results = { alpha: inOrder(allOf(sample), threeValues), beta: inOrder(allOf(sample), threeValues) };
    const [fault] = faultsOf(() => estimate(sample, results, { baseline: 'alpa' }));
    expect(fault?.message).toBe('there is no configuration "alpa". Did you mean "alpha"? Found: alpha, beta.');
  });

  it('passes on what could not be read', () => {
    const fault = { code: 'outcomes/broken', message: 'broken.' };
    const outcomes = { ...outcomesOf({ a: inOrder(allOf(sample), threeValues) }), faults: [fault] };
    expect(faultsOf(() => estimateResults(sample.manifest, outcomes))).toEqual([fault]);
  });

  it('passes on what had to be decided while reading', () => {
    const warning = { code: 'outcomes/crashes-as-failures', message: 'Crashes are stored as failures.' };
    const outcomes = { ...outcomesOf({ a: inOrder(allOf(sample), threeValues) }), warnings: [warning] };
    expect(estimateResults(sample.manifest, outcomes).warnings).toContainEqual(warning);
  });

  it('says of partial rewards that their mean is taken, not that some pass', () => {
    const warning = { code: 'outcomes/partial-rewards', message: 'Those of at least 1 count as passed.' };
    const outcomes = {
      ...outcomesOf({
        a: inOrder(
          allOf(sample),
          threeValues.map(() => 0.5),
        ),
      }),
      warnings: [warning],
    };
    const { warnings } = estimateResults(sample.manifest, outcomes);
    expect(warnings.map(({ code }) => code)).toEqual(['mean-rewards']);
    expect(warnings[0]?.message).toMatch(/^9 rewards lie between 0 and 1: the figures are mean rewards/);
  });

  it('tells a task with some attempts unscored from one that is whole', () => {
    const plain = outcomesOf({ a: inOrder(allOf(sample), [[1, 1, 1], ...threeValues.slice(1)]) });
    const first = plain.outcomes[0]?.taskId;
    const outcomes = plain.outcomes.map((outcome) =>
      outcome.taskId === first && outcome.attempt > 1
        ? { ...outcome, status: 'errored' as const, reward: undefined }
        : outcome,
    );
    const [a] = estimateResults(sample.manifest, { ...plain, outcomes }).configurations;
    expect(a?.attempts).toEqual({ fewest: 1, most: 1, unscored: 2 });
    expect(a?.coverage).toMatchObject({ scored: 9, partly: 1 });
    expect(a?.readings.map(({ reading }) => reading)).toEqual(['absent', 'failed']);
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

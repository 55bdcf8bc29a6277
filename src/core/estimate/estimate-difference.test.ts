import { describe, expect, it } from 'vitest';
import {
  allOf,
  bits,
  differenceOf,
  drawn,
  estimate,
  fill,
  inOrder,
  levelOf,
  type Results,
} from '../../../test/support/drawn-samples.js';
import { roundTo } from '../text/words.js';
import type { EstimateOptions } from './estimate-results.js';
import { difference } from './estimate-words.js';

describe('repeats', () => {
  const sample = drawn({ A: [30, 6] });
  const first = ['110', '000', '101', '111', '001', '000'].map(bits);
  const second = ['111', '010', '111', '110', '111', '000'].map(bits);
  const results = { a: inOrder(allOf(sample), first), b: inOrder(allOf(sample), second) };

  it('variance the variance of a difference into tasks and runs', () => {
    const { pool, variance, test, gained, lost, same } = differenceOf(sample, results);
    expect(pool.mean).toBeCloseTo(0.2222222, 7);
    expect([pool.about, pool.method, pool.degreesOfFreedom]).toEqual(['pool', 'design t', 5]);
    expect(variance?.runsFirst).toBeCloseTo(0.1666667, 7);
    expect(variance?.runsSecond).toBeCloseTo(0.1111111, 7);
    expect(variance?.tasks).toBeCloseTo(0.0259259, 7);
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
    expect(a?.attempts).toEqual({ fewest: 3, most: 3, unscored: 0, expected: 3, missing: 0, retried: 0 });
    expect(a?.runVariance).toBeCloseTo(1 / 6, 12);
  });

  it('with the same sum are a tie, whatever rounding makes of their means', () => {
    const tied = {
      a: inOrder(allOf(sample), [[0.291, 0.265, 0.179], ...first.slice(1)]),
      b: inOrder(allOf(sample), [[0.265, 0.205, 0.265], ...second.slice(1)]),
    };
    expect(differenceOf(sample, tied)).toMatchObject({ gained: 3, lost: 1, same: 2 });
  });

  it('that are single leave the size of the pool aside', () => {
    const values = [0.1, 0.5, 0.9, 0.3, 0.2, 0.4];
    const others = [0.2, 0.9, 0.8, 0.7, 0.1, 0.6];
    const single = { a: inOrder(allOf(sample), values), b: inOrder(allOf(sample), others) };
    const { pool, variance } = differenceOf(sample, single);
    expect(pool.about).toBe('systems');
    const larger = drawn({ A: [3000, 6] });
    const same = { a: inOrder(allOf(larger), values), b: inOrder(allOf(larger), others) };
    expect(differenceOf(larger, same).pool).toEqual(pool);
    expect(variance).toBeUndefined();
    const [a] = estimate(sample, single).configurations;
    expect(a?.runVariance).toBeUndefined();
    // The level speaks of the pool given these runs.
    const spread = values.reduce((sum, value) => sum + (value - 0.4) ** 2, 0) / 5;
    expect(a?.readings[0]?.pool?.standardError).toBeCloseTo(Math.sqrt((0.8 * spread) / 6), 12);
  });

  it('that are uneven count a task once, not a run', () => {
    const uneven = inOrder(allOf(sample), [[1, 1, 1, 1, 1, 0], 0, [0, 0], [1, 0], 1, [0, 0, 0]]);
    const [a] = estimate(sample, { a: uneven }).configurations;
    expect(a?.readings[0]?.pool?.mean).toBeCloseTo((5 / 6 + 0.5 + 1) / 6, 12);
    expect(a?.attempts).toMatchObject({ fewest: 1, most: 6, expected: 2, missing: 2 });
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
    expect([pool.about, pool.method, pool.adjusted]).toEqual(['systems', 'sign flips', undefined]);
    expect(reading).toMatchObject({ pairs: 93, gained: 20, lost: 9, same: 64 });
    expect(reading.test).toEqual({ name: 'sign flips', pValue: pool.pValue });
    // R: 2 * pbinom(9, 29, .5) - dbinom(9, 29, .5)
    expect(pool.pValue).toBeCloseTo(0.042773945257, 11);
    expect(pool.exact).toBe(true);
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
    expect(beyond.about).toBe('beyond');
    expect(beyond.degreesOfFreedom).toBeCloseTo(2, 12);
    // Of the eight patterns two reach the sum of one repository, all of them: ties count half.
    expect(beyond.pValue).toBe(0.5);
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

  it('has adjusted intervals that contain the others, whichever end the test sets', () => {
    const uneven = drawn({ A: [240, 10], B: [120, 15], C: [60, 15], D: [80, 10] });
    const ids = allOf(uneven);
    const of = (rewards: readonly number[]) => new Map(ids.map((id, i) => [id, [rewards[i] ?? 0]]));
    for (let seed = 1; seed <= 40; seed++) {
      let state = seed * 7919;
      const next = () => {
        state = (state * 1103515245 + 12345) % 2 ** 31;
        return state / 2 ** 31;
      };
      const before = ids.map(() => (next() < 0.45 ? 1 : 0));
      const later = before.map((solved) => (next() < (solved === 1 ? 0.92 : 0.32) ? 1 : 0));
      const { differences } = estimate(uneven, { a: of(before), b: of(later), c: of(before) }, { baseline: 'a' });
      const { low = 0, high = 0, adjusted } = differences[0]?.readings[0]?.pool ?? {};
      expect([seed, adjusted && adjusted.low <= low && adjusted.high >= high]).toEqual([seed, true]);
    }
  });

  it.each([0, 1, 2].flatMap((gained) => [5, 6, 8, 9].map((lost) => [gained, lost] as const)))(
    'has 0 inside its interval exactly if the test does not find it, in the document and in words: %i better, %i worse',
    (gained, lost) => {
      const some = drawn({ A: [400, 25] });
      const { pool } = differenceOf(some, pairs(gained, lost, 5, allOf(some)));
      const isFound = pool.pValue < 0.05;
      expect(roundTo(pool.high, 6) < 0).toBe(isFound);
      expect(/ to (?:-|below 0)/.test(difference(pool))).toBe(isFound);
    },
  );

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
    const [found] = estimate(sample, results).differences;
    // Counted as failed, all pairs would be there, and nothing but what is missing would differ.
    expect(found?.readings).toEqual([]);
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

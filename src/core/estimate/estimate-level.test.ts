import { describe, expect, it } from 'vitest';
import {
  allOf,
  bits,
  drawn,
  estimate,
  idOf,
  inOrder,
  levelOf,
  type Strata,
  three,
  threeValues,
} from '../../../test/support/drawn-samples.js';

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
    // Tasks that are not drawn are of the language too: what was drawn of it is then a part of it.
    const isOf = (id: string) => within.includes(id) || !allOf(first).includes(id);
    const labels = Object.fromEntries(ids.map((id) => [id, { language: isOf(id) ? 'go' : 'c' }]));
    const sample = drawn(three, labels);
    expect(allOf(sample)).toEqual(allOf(first));
    const { parts } = levelOf(sample, { a: inOrder(allOf(sample), threeValues) }, { by: ['language'] });
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
    expect(beyond.standardError).toBeGreaterThan(pool.standardError);
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
  // R's clubSandwich: coef_test(lm(y ~ 1, weights = w), vcovCR(…, cluster = repo, type = "CR2")), Satterthwaite.
  it('has the clustered error and the degrees of freedom of R', () => {
    const strata: Strata = { a: [15, 3], b: [16, 2], c: [12, 4], d: [12, 1] };
    const sample = drawn(strata);
    const values = inOrder(allOf(sample), bits('1010011010'));
    const { pool } = levelOf(sample, { x: values }, { scope: 'beyond' });
    expect(pool.mean).toBeCloseTo(0.345454545455, 11);
    expect(pool.standardError).toBeCloseTo(0.19937532984792, 11);
    expect(pool.degreesOfFreedom).toBeCloseTo(2.40554271823499, 9);
    expect(pool.about).toBe('beyond');
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

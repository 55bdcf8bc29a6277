import { describe, expect, it } from 'vitest';
import { at } from '../lists/lists.js';
import { sfc32 } from '../statistics/random-numbers.js';
import { mean, variance } from '../statistics/summary.js';
import {
  assistedEstimate,
  assistedFit,
  assistedInterval,
  leverages,
  predictions,
  probabilityVariance,
} from './assisted-estimate.js';

const random = sfc32([5, 6, 7, 8]);
const pool = Array.from({ length: 60 }, (_, i) => (i - 30) / 10);
const solved = pool.map((x) => (random.double() < 1 / (1 + Math.exp(-x)) ? 1 : 0));
const everyFourth = pool.flatMap((_, i) => (i % 4 === 0 ? [i] : []));
const sampleOf = (tasks: readonly number[], results: readonly number[], difficulties = pool) => ({
  difficulties: tasks.map((task) => at(difficulties, task)),
  results: tasks.map((task) => at(results, task)),
  probabilities: tasks.map(() => (tasks.length === pool.length ? 1 : 0.25)),
});

function estimated(...[sample, of]: Parameters<typeof assistedEstimate>) {
  const found = assistedEstimate(sample, of);
  if (found === undefined) throw new Error('no estimate');
  return { ...found, ...assistedInterval(found, 0.95) };
}

describe('the fit', () => {
  it('is where the penalised likelihood is flat', () => {
    const y = solved.map((each, i) => (i % 5 === 0 ? 0.5 : each));
    const fit = assistedFit(pool, y);
    const left = predictions(fit, pool).map((f, i) => at(y, i) - f);
    expect(left.reduce((sum, e) => sum + e, 0)).toBeCloseTo(0, 6);
    expect(left.reduce((sum, e, i) => sum + e * at(pool, i), 1 - fit.beta)).toBeCloseTo(0, 6);
  });

  it.each([0, 1])('stays finite where every result is %i', (y) => {
    const fit = assistedFit(
      pool,
      pool.map(() => y),
    );
    expect(Math.abs(fit.alpha)).toBeLessThanOrEqual(12);
    expect(Math.abs(fit.beta)).toBeLessThan(5);
    for (const h of leverages(fit, pool)) expect(h >= 0 && h <= 0.5).toBe(true);
  });

  it('finds the plain rate where all tasks are alike, or there is one result', () => {
    const fit = assistedFit([0, 0, 0, 0], [1, 0, 1, 1]);
    expect(predictions(fit, [0])[0]).toBeCloseTo(0.75, 6);
    expect(fit.beta).toBeCloseTo(1, 6);
    expect(Number.isFinite(assistedFit([0.3], [1]).alpha)).toBe(true);
  });
});

describe('the estimate', () => {
  it('of the whole pool is its mean, without error', () => {
    const all = [...pool.keys()];
    const found = estimated(sampleOf(all, solved), pool);
    expect([found.mean, found.low, found.high]).toEqual([mean(solved), mean(solved), mean(solved)].map(closeTo));
    expect(found.variance).toBe(0);
  });

  it.each([0, 1])('of results that are all %i leaves room for others', (y) => {
    const found = estimated(
      sampleOf(
        everyFourth,
        pool.map(() => y),
      ),
      pool,
    );
    expect([found.low, found.high][y]).toBe(y);
    expect(found.high - found.low).toBeGreaterThan(0.1);
    expect(found.effectiveSize).toBeLessThanOrEqual(15);
    expect(found.mean >= found.low && found.mean <= found.high).toBe(true);
  });

  it('takes partial results, and stays within what was seen', () => {
    const partial = solved.map((each) => 0.25 + each / 2);
    const found = estimated(sampleOf(everyFourth, partial), pool);
    expect(found.passes).toBeGreaterThan(0);
    expect(found.low).toBeGreaterThanOrEqual(found.passes / 60);
    expect(found.high).toBeLessThanOrEqual(1 - (15 - found.passes) / 60);
  });

  it('combines tasks that no earlier system ran by size', () => {
    const mixed = pool.map((x, i) => (i < 12 ? Number.NaN : x));
    const found = estimated(sampleOf(everyFourth, solved, mixed), mixed);
    const [first, rest] = [everyFourth.filter((i) => i < 12), everyFourth.filter((i) => i >= 12)];
    const known = estimated(sampleOf(rest, solved), pool.slice(12));
    const plain = first.map((i) => at(solved, i));
    expect(found.mean).toBeCloseTo(0.8 * known.mean + 0.2 * mean(plain), 12);
    expect(found.variance).toBeCloseTo(
      0.64 * known.variance + 0.04 * ((1 - plain.length / 12) * (variance(plain) / plain.length)),
      12,
    );
    expect([found.size, found.population]).toEqual([15, 60]);
  });

  it('without any difficulty is the plain mean', () => {
    const none = pool.map(() => Number.NaN);
    const found = estimated(sampleOf(everyFourth, solved, none), none);
    expect(found.mean).toBeCloseTo(mean(everyFourth.map((i) => at(solved, i))), 12);
    expect(found.fit).toBeUndefined();
  });

  it('says nothing where a part has no result', () => {
    const mixed = pool.map((x, i) => (i === 1 ? Number.NaN : x));
    expect(assistedEstimate(sampleOf(everyFourth, solved, mixed), mixed)).toBeUndefined();
    expect(assistedEstimate(sampleOf([1], solved, mixed), mixed)).toBeUndefined();
  });
});

describe('the size that a variance counts for', () => {
  const sizeOf = (passes: number, variance: number) =>
    assistedInterval({ mean: passes / 25, variance, size: 25, population: 500, passes }, 0.95).effectiveSize;

  it('is the number of tasks below five passes or failures', () => {
    expect(sizeOf(4, 0.003)).toBe(25);
    expect(sizeOf(21, 0.003)).toBeCloseTo(25, 9);
  });

  // (z/t)² with t on 6 degrees of freedom: 1.959964 / 2.446912.
  it("is by Student's t on one less than the passes or failures from there on, as far as that is more than a fifth each", () => {
    expect(sizeOf(18, 0.003)).toBeCloseTo(((0.72 * 0.28) / 0.003) * (1.959964 / 2.446912) ** 2, 4);
    expect(sizeOf(7, 0.003)).toBeCloseTo(sizeOf(18, 0.003), 9);
    expect(sizeOf(18, 0.0045)).toBeCloseTo((25 / 0.95) * (7 / 5), 9);
    expect(sizeOf(18, 1e-9)).toBeCloseTo((4 * 25) / 0.95, 9);
  });
});

describe('variances', () => {
  it('is that of a simple random sample with equal probabilities', () => {
    const residuals = [0.2, -0.4, 0.1, 0.3];
    const byProbability = probabilityVariance(residuals, Array<number>(4).fill(0.4), 10);
    const plain = (1 - residuals.length / 10) * (variance(residuals) / residuals.length);
    expect(byProbability).toBeCloseTo(plain, 12);
  });

  it('are as large as can be where one unit alone stands for others', () => {
    expect(probabilityVariance([0], [0.1], 10)).toBe(0.25);
    expect(probabilityVariance([0.5, 0, -0.5], [1, 0.1, 1], 12)).toBeCloseTo((0.25 * 100) / 144, 12);
    expect(probabilityVariance([0.5, -0.5], [1, 1], 2)).toBe(0);
  });
});

function closeTo(value: number): unknown {
  return expect.closeTo(value, 12);
}

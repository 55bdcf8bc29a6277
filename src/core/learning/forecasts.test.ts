import { describe, expect, it } from 'vitest';
import { responseMatrix } from '../../../test/support/response-matrix.js';
import { at } from '../lists/lists.js';
import { equivalentTasks, forecastDifference, forecastRanking, forecastShare, halfWidthOf } from './forecasts.js';
import { anticipatedRates, type ResultMatrix, systemMeans } from './task-difficulty.js';

const { earlier, tieNumbers } = responseMatrix({ seed: 'forecasts', tasks: 200, earlier: 12, later: 0 });
const shuffled = responseMatrix({ seed: 'forecasts', tasks: 200, earlier: 12, later: 0, corruption: 'shuffled' });
const goal = { level: 0.05, power: 0.8 };

describe('the forecast of a level', () => {
  it('tells useful earlier results from useless ones', () => {
    const useful = forecastShare(earlier);
    expect(useful.verdict).toBe('helps');
    expect(useful.share).toBeLessThan(0.8);
    expect(useful.systems).toHaveLength(6);
    expect(forecastShare(shuffled.earlier)).toMatchObject({ verdict: 'little gain' });
  });

  it('cannot be made from fewer than three systems, nor from systems without variance', () => {
    expect(forecastShare(earlier.slice(0, 2)).verdict).toBe('cannot be forecast');
    expect(forecastShare(earlier.slice(0, 1))).toEqual({
      systems: [],
      share: undefined,
      verdict: 'cannot be forecast',
    });
    const constant: ResultMatrix = [0, 0, 1, 1].map((y) => [y, y, y]);
    expect(forecastShare(constant)).toMatchObject({ systems: [], verdict: 'cannot be forecast' });
    const absent = earlier.map((row, j) => (j > 1 ? row.map(() => Number.NaN) : row));
    expect(forecastShare(absent).verdict).toBe('cannot be forecast');
  });

  it('goes by the tasks that a system ran', () => {
    const few = earlier.map((row, j) => row.map((result, i) => (j === 0 && i > 40 ? Number.NaN : result)));
    const { systems, share } = forecastShare(few);
    for (const each of systems) expect(Number.isFinite(each.share)).toBe(true);
    expect(share).toBeLessThan(0.9);
  });

  const rates = anticipatedRates(systemMeans(earlier));
  const planned = { population: 200, rates };

  it('is a narrower interval than that of a random sample, and none for the whole pool', () => {
    expect(halfWidthOf(planned, 50, 0.5)).toBeLessThan(0.8 * halfWidthOf(planned, 50, 1));
    expect(halfWidthOf(planned, 200, 0.5)).toBe(0);
    // Wilson's interval of 50 of 200 at ½, by hand: V = .25/50 · 150/199, t with 48 degrees of freedom 2.010635.
    const half = { ...planned, rates: [0.5] };
    const size = (0.25 / (0.005 * (150 / 199))) * (1.959964 / 2.010635) ** 2;
    const share = 1.959964 ** 2 / size;
    expect(halfWidthOf(half, 50, 1)).toBeCloseTo(
      (1.959964 * Math.sqrt(0.25 / size + share / 4 / size)) / (1 + share),
      6,
    );
  });

  it('is as good as more random tasks, but never more than there are', () => {
    expect(equivalentTasks(50, 200, 1)).toBeCloseTo(50, 12);
    expect(equivalentTasks(50, 200, 0.5)).toBeCloseTo(80, 12);
    expect(equivalentTasks(50, 1e9, 0.5)).toBeCloseTo(100, 4);
    expect(equivalentTasks(50, 200, 0)).toBeCloseTo(200, 12);
  });
});

describe('the forecast of a comparison', () => {
  it('gains little by difficulty, and finds smaller differences with more tasks', () => {
    const [few, many] = [50, 100].map((places) => forecastDifference(earlier, places, tieNumbers, goal));
    if (few === undefined || many === undefined) throw new Error('no forecast');
    expect(few.pairs).toHaveLength(5);
    expect(few.share).toBeGreaterThan(0.6);
    expect(few.share).toBeLessThan(1.1);
    expect(many.detectable).toBeLessThan(few.detectable ?? Number.NaN);
    const { base, slope } = many.discordance;
    expect(many.detectableAtRandom).toBeLessThanOrEqual(base / (1 - slope));
  });

  it('takes partial results and two systems, and none that are all alike', () => {
    const partial = earlier.map((row) => row.map((result) => 0.1 + 0.8 * result));
    expect(forecastDifference(partial, 50, tieNumbers, goal)?.detectable).toBeGreaterThan(0);
    // Two systems tell how often they disagree, and nothing of what bands gain.
    expect(forecastDifference(earlier.slice(0, 2), 50, tieNumbers, goal)).toMatchObject({ pairs: [], share: 1 });
    expect(forecastDifference([at(earlier, 0), at(earlier, 0), at(earlier, 0)], 50, tieNumbers, goal)).toBeUndefined();
  });
});

describe('the forecast of a ranking', () => {
  it('stands beside random samples, and is the same for the same seed', () => {
    const found = forecastRanking(earlier, 50, tieNumbers, 'a');
    if (found === undefined) throw new Error('no forecast');
    expect(found.pairs).toBe(15);
    expect(found.low).toBeLessThan(found.random);
    expect(found.random).toBeLessThan(found.high);
    expect(forecastRanking(earlier, 50, tieNumbers, 'a')).toEqual(found);
    expect(forecastRanking(earlier, 50, tieNumbers, 'b')?.design).toBe(found.design);
  });

  it('is perfect on the whole pool, and none with too few systems', () => {
    expect(forecastRanking(earlier, 200, tieNumbers, 'a')).toMatchObject({ design: 1 });
    expect(forecastRanking(earlier.slice(0, 4), 50, tieNumbers, 'a')).toBeUndefined();
  });
});

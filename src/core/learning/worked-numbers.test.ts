import { describe, expect, it } from 'vitest';
import { at } from '../lists/lists.js';
import { assistedEstimate, assistedInterval } from './assisted-estimate.js';
import { bandsOf, bandTotals, difficultyOrder, placesOfBands } from './difficulty-bands.js';
import { forecastShare } from './forecasts.js';
import { floorCost, labelPlaces, labelProbabilities, sequentialPivotal } from './label-places.js';
import { anticipatedRates, anticipatedVariance, systemMeans, taskDifficulty } from './task-difficulty.js';

// Three earlier systems and twelve tasks; all figures were worked out apart from this code, to six digits.
const results = ['111110100000', '111101000000', '110111110100'].map((row) => [...row].map(Number));
const x = taskDifficulty(results);
const v = anticipatedVariance(x, anticipatedRates(systemMeans(results)));
const roots = v.map(Math.sqrt);
const indexes = [...x.keys()];

function expectClose(found: readonly number[], worked: readonly number[]): void {
  expect(found).toHaveLength(worked.length);
  found.forEach((value, i) => {
    expect(Math.abs(value - at(worked, i)), `number ${i} is ${value}`).toBeLessThanOrEqual(0.5000001e-6);
  });
}

describe('the worked numbers', () => {
  it('of difficulty', () => {
    const [high, low, mid] = [1.823519, 0.034658, 0.927623];
    expectClose(x, [high, high, -low, high, mid, 0.632512, mid, low, -high, low, -high, -high]);
    // Where all agree, x = logit((M + ½)/(M + 1)) has M in it: M = ½(e^x − 1).
    expectClose([(Math.exp(at(x, 0)) - 1) / 2], [2.596809]);
  });

  it('of anticipated rates and variance', () => {
    expectClose(anticipatedRates(systemMeans(results)), [0.5, 0.575, 0.65, 0.725, 0.8]);
    const worked = [
      0.098756, 0.098756, 0.213288, 0.098756, 0.157954, 0.177532, 0.157954, 0.210401, 0.1939, 0.210401, 0.1939, 0.1939,
    ];
    expectClose(v, worked);
  });

  const bands = bandsOf(x, indexes, 3);
  const sizes = bandTotals(bands, 3, () => 1);

  it('of bands and places', () => {
    expect(bands).toEqual([2, 2, 0, 2, 1, 1, 2, 1, 0, 1, 0, 0]);
    const measures = bandTotals(bands, 3, (task) => at(roots, task));
    expectClose(measures, [1.782854, 1.736168, 1.340196]);
    expect([3, 4, 5, 6, 7].map((places) => placesOfBands(measures, sizes, places))).toEqual([
      [1, 1, 1],
      [2, 1, 1],
      [2, 2, 1],
      [2, 2, 2],
      [3, 2, 2],
    ]);
  });

  const drawn = [2, 8, 11, 5, 7, 0, 6];
  const y = [0, 0, 1, 1, 0, 1, 1];
  const difficulties = drawn.map((task) => at(x, task));
  const byBands = drawn.map((task) => at([0.75, 0.5, 0.5], at(bands, task)));

  it('of the estimate and its interval', () => {
    const found = assistedEstimate({ difficulties, results: y, probabilities: byBands }, x);
    if (found?.fit === undefined) throw new Error('no estimate');
    const { alpha, beta } = found.fit;
    expectClose(
      [alpha, beta, found.residualMean ?? Number.NaN, found.mean, found.variance],
      [0.363538, 0.786672, 0.005207, 0.614916, 0.015259],
    );
    const { low, high, effectiveSize } = assistedInterval(found, 0.95);
    expectClose([low, high, effectiveSize], [0.333333, 0.75, 7]);
  });

  it('of the estimate with unequal probabilities', () => {
    const sum = roots.reduce((total, root) => total + root, 0);
    const probabilities = drawn.map((task) => (7 * at(roots, task)) / sum);
    const found = assistedEstimate({ difficulties, results: y, probabilities }, x);
    if (found === undefined) throw new Error('no estimate');
    expectClose([found.mean, found.variance], [0.629597, 0.014046]);
  });

  const labels = [...'AAAAAAABBBCC'].map((label) => 'ABC'.indexOf(label));
  const order = difficultyOrder(x, indexes);
  const measures = bandTotals(labels, 3, (task) => at(roots, task));
  const boundsOf = (floor: number) => [7, 3, 2].map((size) => ({ size, floor, ceiling: Infinity }));
  const fractions = (step: number) => indexes.map((i) => (step * (i + 1)) % 1);
  const uniforms = [fractions(0.618033988749895), fractions(0.414213562373095)] as const;

  it('of floors of two, seven places', () => {
    expectClose(measures, [2.620806, 1.357731, 0.880682]);
    const shared = labelPlaces(measures, boundsOf(2), 7);
    if (!('places' in shared)) throw new Error('refused');
    expectClose(shared.places, [3, 2, 2]);
    const probabilities = labelProbabilities(v, labels, shared.places);
    const worked = [
      0.359722, 0.359722, 0.528652, 0.359722, 0.454937, 0.482308, 0.454937, 0.675679, 0.648642, 0.675679, 1, 1,
    ];
    expectClose(probabilities, worked);
    const free = labelProbabilities(
      v,
      labels.map(() => 0),
      [7],
    );
    expectClose([floorCost(v, probabilities, free)], [1.165185]);
    expect(order).toEqual([8, 10, 11, 2, 7, 9, 5, 4, 6, 0, 1, 3]);
    expect(sequentialPivotal({ probabilities, labels, order, uniforms })).toEqual([1, 5, 6, 7, 8, 10, 11]);
  });

  it('of floors of one, five places', () => {
    const shared = labelPlaces(measures, boundsOf(1), 5);
    if (!('places' in shared)) throw new Error('refused');
    expectClose(shared.places, [2.634945, 1.365055, 1]);
    const probabilities = labelProbabilities(v, labels, shared.places);
    expect(sequentialPivotal({ probabilities, labels, order, uniforms })).toEqual([2, 3, 6, 8, 10]);
  });

  it.each([
    [0.75, 0.0006, 100, 500, 74, 304.830376, 0.698483, 0.795295],
    [0.03, 0.0001, 100, 500, 3, 100, 0.010255, 0.084519],
    [0, 0, 30, 89, 0, 30, 0, 0.123247],
  ])('of an interval alone: %d', (mean, variance, size, population, passes, effective, least, most) => {
    const { low, high, effectiveSize } = assistedInterval({ mean, variance, size, population, passes }, 0.95);
    expectClose([effectiveSize, low, high], [effective, least, most]);
  });

  it('of the forecast, which falls back to proportional places', () => {
    const { systems, share, verdict } = forecastShare(results);
    expect(systems.map(({ system }) => system)).toEqual([2, 0]);
    expectClose(
      systems.flatMap(({ alpha, beta, share: own }) => [alpha, beta, own]),
      [0.922042, 0.684254, 1.196151, -0.326138, 1.011708, 1.027135],
    );
    expectClose([share ?? Number.NaN], [1.111643]);
    expect(verdict).toBe('little gain');
    expect(placesOfBands(sizes, sizes, 7)).toEqual([3, 2, 2]);
  });
});

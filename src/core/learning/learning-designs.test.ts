import { describe, expect, it } from 'vitest';
import { drawBands } from '../../../test/support/draw-bands.js';
import { at } from '../lists/lists.js';
import { sfc32 } from '../statistics/random-numbers.js';
import { bandCount, bandsOf, bandTotals, difficultyOrder, placesOfBands } from './difficulty-bands.js';
import { floorCost, labelPlaces, labelProbabilities, rankingTasks, sequentialPivotal } from './label-places.js';
import { anticipatedRates, anticipatedVariance, systemMeans, taskDifficulty } from './task-difficulty.js';

const random = sfc32([1, 2, 3, 4]);
const numbers = (count: number) => Array.from({ length: count }, () => random.double());
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Results of systems of rising strength on tasks of rising ease. */
function matrixOf(systems: number, tasks: number) {
  return Array.from({ length: systems }, (_, j) =>
    Array.from({ length: tasks }, (_, i) => (random.double() < (j + 1 + i) / (systems + tasks) ? 1 : 0)),
  );
}

const results = matrixOf(6, 40);
const x = taskDifficulty(results);
const v = anticipatedVariance(x, anticipatedRates(systemMeans(results)));
const roots = v.map(Math.sqrt);

describe('difficulty', () => {
  it('has none for a task that nobody ran, whatever else is missing', () => {
    const holes = results.map((row, j) =>
      row.map((result, i) => (i === 3 || (j === 0 && i > 1) ? Number.NaN : result)),
    );
    const found = taskDifficulty([...holes, Array<number>(40).fill(Number.NaN)]);
    expect(found.map(Number.isNaN).indexOf(true)).toBe(3);
    expect(found.filter(Number.isNaN)).toHaveLength(1);
    const variances = anticipatedVariance(found, anticipatedRates(systemMeans(holes)));
    expect(variances.map(Number.isNaN)).toEqual(found.map(Number.isNaN));
  });

  it('takes partial results, one system, and systems that solve nothing', () => {
    expect(taskDifficulty([[0, 0.5, 1]])).toEqual(
      [-Math.log(3), 0, Math.log(3)].map((each) => expect.closeTo(each, 12)),
    );
    expect(taskDifficulty([[0, 0]]).every(Number.isFinite)).toBe(true);
    expect(() => taskDifficulty([[0, 2]])).toThrow('a result is from 0 to 1, not 2');
    expect(() => taskDifficulty([[0], [0, 1]])).toThrow('of the same length');
  });

  it('gives a weak system little say', () => {
    const [only] = taskDifficulty([
      [1, 1, 1, 0],
      [0, 0, 0, 1],
    ]);
    expect(only).toBeGreaterThan(0.5);
  });

  it('anticipates a variance from .05 to .25, and the same for tasks that are alike', () => {
    for (const each of v) expect(each >= 0.05 && each <= 0.25).toBe(true);
    const alike = anticipatedVariance([1, 1, 1], [0.5]);
    for (const each of alike) expect(each).toBeCloseTo(0.25, 9);
    expect(anticipatedRates([0.99, Number.NaN, 0.98])[4]).toBe(0.97);
    expect(() => anticipatedRates([Number.NaN])).toThrow('without an earlier system');
  });
});

describe('bands', () => {
  it('are of nearly equal count along the difficulty', () => {
    const bands = bandsOf([...x, Number.NaN], numbers(41), 7);
    expect(bands[40]).toBe(-1);
    expect(bandTotals(bands, 7, () => 1)).toEqual([6, 6, 6, 6, 6, 5, 5]);
    for (const [i, band] of bands.entries()) {
      for (const [k, other] of bands.entries())
        if (band >= 0 && band < other) expect(x[i]).toBeLessThanOrEqual(at(x, k));
    }
    expect([bandCount(3, 40), bandCount(100, 500), bandCount(20, 7), bandCount(1, 1)]).toEqual([3, 10, 3, 1]);
  });

  it('are equal in count where all tasks are alike, and follow the tie numbers', () => {
    expect(bandsOf([0, 0, 0, 0], [0.4, 0.1, 0.3, 0.2], 2)).toEqual([1, 0, 1, 0]);
  });

  it('nest: more places only add, up to the whole pool', () => {
    const bands = bandsOf(x, numbers(40), 5);
    const sizes = bandTotals(bands, 5, () => 1);
    const measures = bandTotals(bands, 5, (task) => at(roots, task));
    const prn = numbers(40);
    let before: readonly number[] = [];
    for (let places = 5; places <= 40; places++) {
      const drawn = drawBands(bands, placesOfBands(measures, sizes, places), prn);
      expect(drawn).toHaveLength(places);
      expect(before.filter((task) => !drawn.includes(task))).toEqual([]);
      before = drawn;
    }
    expect(() => placesOfBands(measures, sizes, 41)).toThrow(RangeError);
    expect(() => placesOfBands(measures, sizes, 4)).toThrow(RangeError);
  });

  it('draw each task as often as its band says', () => {
    const bands = bandsOf(x, numbers(40), 4);
    const sizes = bandTotals(bands, 4, () => 1);
    const places = placesOfBands(
      bandTotals(bands, 4, (task) => at(roots, task)),
      sizes,
      13,
    );
    const chances = bands.map((band) => at(places, band) / at(sizes, band));
    expectOften(chances, () => drawBands(bands, places, numbers(40)));
  });
});

describe('floors and ceilings', () => {
  const labels = x.map((_, i) => (i < 22 ? 0 : i < 34 ? 1 : i < 39 ? 2 : 3));
  const sizes = bandTotals(labels, 4, () => 1);
  const measures = bandTotals(labels, 4, (task) => at(roots, task));
  const bounds = (floor: number, ceiling = Infinity) => sizes.map((size) => ({ size, floor, ceiling }));
  const probabilitiesOf = (floor: number, ceiling: number | undefined, places: number) => {
    const shared = labelPlaces(measures, bounds(floor, ceiling), places);
    if (!('places' in shared)) throw new Error('refused');
    return { places: shared.places, probabilities: labelProbabilities(v, labels, shared.places) };
  };

  it.each([
    [2, undefined, 11],
    [1, 5, 12],
    [3, undefined, 17],
    [0, undefined, 7],
  ])('are kept in every draw, with the probabilities: floor %i, ceiling %s, %i places', (floor, ceiling, n) => {
    const { places, probabilities } = probabilitiesOf(floor, ceiling, n);
    expect(sum(places)).toBeCloseTo(n, 9);
    expect(sum(probabilities)).toBeCloseTo(n, 9);
    expectOften(probabilities, () => {
      const order = difficultyOrder(x, numbers(40));
      const drawn = sequentialPivotal({ probabilities, labels, order, uniforms: [numbers(40), numbers(40)] });
      const counts = bandTotals(
        labels.filter((_, task) => drawn.includes(task)),
        4,
        () => 1,
      );
      expect(drawn).toHaveLength(n);
      counts.forEach((count, label) => {
        expect(count >= Math.min(floor, at(sizes, label)) && count <= (ceiling ?? n)).toBe(true);
        expect(Math.abs(count - at(places, label))).toBeLessThan(1);
      });
      return drawn;
    });
  });

  it('take the whole pool where the places are as many', () => {
    const { probabilities } = probabilitiesOf(1, undefined, 40);
    expect(probabilities).toEqual(Array<number>(40).fill(1));
    expect(floorCost(v, probabilities, probabilities)).toBe(1);
  });

  it('cost something, and nothing where they ask for what is so anyway', () => {
    const free = labelProbabilities(
      v,
      labels.map(() => 0),
      [8],
    );
    expect(floorCost(v, probabilitiesOf(2, undefined, 8).probabilities, free)).toBeGreaterThan(1.05);
    expect(floorCost(v, probabilitiesOf(0, undefined, 8).probabilities, free)).toBeCloseTo(1, 9);
  });

  it('name the limit that cannot be kept', () => {
    expect(labelPlaces(measures, bounds(4), 11)).toEqual({ broken: { limit: 'floors', total: 13, places: 11 } });
    expect(labelPlaces(measures, bounds(0, 2), 11)).toEqual({ broken: { limit: 'ceilings', total: 7, places: 11 } });
    expect(labelPlaces(measures, bounds(3, 2), 11)).toMatchObject({ broken: { limit: 'ceilings' } });
  });
});

describe('a ranking', () => {
  const choice = { variances: [0.1, 0.2, 0.2, 0.25, Number.NaN, 0.2], tieNumbers: [0, 0.9, 0.1, 0, 0, 0.5] };

  it('takes the largest variance, ties by number, tasks that nobody ran last', () => {
    expect(rankingTasks(choice, 3)).toEqual({ tasks: [2, 3, 5] });
    expect(rankingTasks(choice, 5)).toEqual({ tasks: [0, 1, 2, 3, 5] });
    expect(rankingTasks(choice, 6)).toEqual({ tasks: [0, 1, 2, 3, 4, 5] });
    expect(rankingTasks(choice, 7)).toEqual({ broken: { limit: 'ceilings', total: 6, places: 7 } });
  });

  it('fills floors first, then goes up to the ceilings', () => {
    const of = [0, 1, 1, 1, 0, 1];
    const labelled = (floor: number, ceiling: number) => ({
      ...choice,
      labels: { of, bounds: [2, 4].map((size) => ({ size, floor, ceiling })) },
    });
    expect(rankingTasks(labelled(1, Infinity), 3)).toEqual({ tasks: [0, 2, 3] });
    expect(rankingTasks(labelled(0, 2), 4)).toEqual({ tasks: [0, 2, 3, 4] });
    expect(rankingTasks(labelled(2, Infinity), 3)).toEqual({ broken: { limit: 'floors', total: 4, places: 3 } });
  });
});

/** Draws many times: each task comes as often as its chance says, within 4.5 standard errors. */
function expectOften(chances: readonly number[], draw: () => readonly number[]): void {
  const draws = 3000;
  const times = chances.map(() => 0);
  for (let i = 0; i < draws; i++) for (const task of draw()) times[task] = at(times, task) + 1;
  chances.forEach((chance, task) => {
    const error = 4.5 * Math.sqrt((chance * (1 - chance)) / draws) + 1e-9;
    expect(Math.abs(at(times, task) / draws - chance)).toBeLessThanOrEqual(error);
  });
}

it('orders tasks by difficulty, tie number and index', () => {
  const some = [0, -0, 1, -1, Number.NaN, 0.5, 1e-300, -1e300, Number.POSITIVE_INFINITY];
  for (let length = 0; length < 300; length++) {
    const difficulties = Array.from({ length }, () =>
      random.double() < 0.7 ? at(some, Math.floor(random.double() * some.length)) : random.double() - 0.5,
    );
    const ties = difficulties.map(() => (random.double() < 0.5 ? Math.floor(random.double() * 4) : random.double()));
    const expected = difficulties
      .flatMap((each, i) => (Number.isNaN(each) ? [] : [i]))
      .sort((a, b) => at(difficulties, a) - at(difficulties, b) || at(ties, a) - at(ties, b) || a - b);
    expect(difficultyOrder(difficulties, ties)).toEqual(expected);
  }
});

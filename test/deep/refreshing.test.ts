import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assistedEstimate } from '../../src/core/learning/assisted-estimate.js';
import { bandCount, bandsOf, bandTotals, placesOfBands } from '../../src/core/learning/difficulty-bands.js';
import {
  anticipatedRates,
  anticipatedVariance,
  systemMeans,
  taskDifficulty,
} from '../../src/core/learning/task-difficulty.js';
import { at } from '../../src/core/lists/lists.js';
import type { ScoredTask } from '../../src/core/model/task.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { withinKept } from '../../src/core/select/fill-groups.js';
import { kendall } from '../../src/core/statistics/correlation.js';
import type { RandomStream } from '../../src/core/statistics/random-numbers.js';
import { mean, weightedMean } from '../../src/core/statistics/summary.js';
import { drawBands } from '../support/draw-bands.js';
import { responseMatrix } from '../support/response-matrix.js';

const pools = [
  { name: '500 tasks, 100 selected', tasks: 500, places: 100, spread: 2.6 },
  { name: '89 tasks, 30 selected', tasks: 89, places: 30, spread: 2.2 },
] as const;
type Pool = (typeof pools)[number];
type Rows = readonly (readonly number[])[];

const matrices = 12;
const draws = 60;
const [waves, ofWave, last] = [3, 8, 16];
const lastSystems = 20;

/** Twelve earlier systems, three waves of stronger ones, and those that are judged: the strongest. */
function waveMatrix({ name, tasks, spread }: Pool, k: number) {
  const later = waves * ofWave + last;
  const matrix = responseMatrix({ seed: `${name}/waves/${k}`, tasks, spread, earlier: 12, later, unseen: [-0.5, 3] });
  const wavesOf = Array.from({ length: waves }, (_, w) => matrix.later.slice(w * ofWave, (w + 1) * ofWave));
  return { earlier: matrix.earlier, waves: wavesOf, judged: matrix.later.slice(waves * ofWave) };
}

describe.each(pools.map((pool) => [pool.name, pool] as const))('three waves of stronger systems: %s', (_, pool) => {
  it('a level is kept or redrawn, and biased by retiring solved tasks', () => {
    const found = levels(pool);
    report(
      'level',
      pool,
      Object.entries(found).map(
        ([name, { bias, rmse }]) => `${name}: bias ${bias.toFixed(2)}, RMSE ${rmse.toFixed(2)}`,
      ),
    );
    expect(Math.abs(found.kept.bias)).toBeLessThan(0.5);
    expect(Math.abs(found.anew.bias)).toBeLessThan(0.5);
    expect(found.anew.rmse).toBeLessThan(found.kept.rmse);
    // The regression on earlier difficulty makes up for some of it.
    expect(found.retired.bias).toBeLessThan(-0.5);
    expect(found.retiredPlain.bias).toBeLessThan(-2);
  });

  it('a ranking gains by a fifth swapped, and more without a limit once 20 systems are newer', () => {
    const found = rankings(pool);
    report(
      'ranking',
      pool,
      Object.entries(found).map(([name, tau]) => `${name}: τ ${tau.toFixed(3)}`),
    );
    expect(found.fifth).toBeGreaterThan(found.kept);
    // Once, when the last 20 systems are all newer: nothing of the former choice is worth keeping.
    expect(found.onceAll).toBeGreaterThan(found.onceFifth);
  });
});

/** With WINNOW_LEARNING_TABLE set, the figures are kept in that file. */
function report(kind: string, pool: Pool, cells: readonly string[]): void {
  const file = process.env['WINNOW_LEARNING_TABLE'];
  if (file !== undefined) appendFileSync(file, `${[`refreshing a ${kind}`, pool.name, ...cells].join(' | ')}\n`);
}

interface Design {
  readonly x: readonly number[];
  readonly bands: readonly number[];
  readonly sizes: readonly number[];
  readonly places: readonly number[];
}

function designOf(results: Rows, places: number, ties: readonly number[]): Design {
  const x = taskDifficulty(results);
  const v = anticipatedVariance(x, anticipatedRates(systemMeans(results)));
  const count = bandCount(places, x.length);
  const bands = bandsOf(x, ties, count);
  const sizes = bandTotals(bands, count, () => 1);
  return {
    x,
    bands,
    sizes,
    places: placesOfBands(
      bandTotals(bands, count, (task) => Math.sqrt(at(v, task))),
      sizes,
      places,
    ),
  };
}

function levels(pool: Pool) {
  const errors = {
    kept: [] as number[],
    keptPlain: [] as number[],
    retired: [] as number[],
    retiredPlain: [] as number[],
    anew: [] as number[],
  };
  for (let k = 0; k < matrices; k++) {
    const { earlier, waves: seen, judged } = waveMatrix(pool, k);
    const random = randomStreamFor('refreshing', `${pool.name}/${k}`);
    for (let draw = 0; draw < draws; draw++) {
      const [ties, numbers] = [numbersFor(pool.tasks, random), numbersFor(pool.tasks, random)];
      const first = designOf(earlier, pool.places, ties);
      const kept = drawBands(first.bands, first.places, numbers);
      let retired: readonly number[] = kept;
      for (const wave of seen) retired = retire(retired, wave, numbers);
      const second = designOf([...earlier, ...seen.flat()], pool.places, ties);
      const anew = drawBands(second.bands, second.places, numbers);
      for (const row of judged) {
        errors.kept.push(errorOf(row, kept, first));
        errors.keptPlain.push(plainErrorOf(row, kept, first));
        errors.retired.push(errorOf(row, retired, first));
        errors.retiredPlain.push(plainErrorOf(row, retired, first));
        errors.anew.push(errorOf(row, anew, second));
      }
    }
  }
  const figures = (list: readonly number[]) => ({ bias: mean(list), rmse: Math.sqrt(mean(list.map((e) => e * e))) });
  return {
    kept: figures(errors.kept),
    keptPlain: figures(errors.keptPlain),
    retired: figures(errors.retired),
    retiredPlain: figures(errors.retiredPlain),
    anew: figures(errors.anew),
  };
}

/** The error of the weighted mean, in points. */
function plainErrorOf(row: readonly number[], sample: readonly number[], { bands, sizes, places }: Design): number {
  const weights = sample.map((task) => at(sizes, at(bands, task)) / at(places, at(bands, task)));
  const results = sample.map((task) => at(row, task));
  return 100 * (weightedMean(results, weights) - mean(row));
}

/** The error of the assisted estimate, in points. */
function errorOf(row: readonly number[], sample: readonly number[], { x, bands, sizes, places }: Design): number {
  const estimate = assistedEstimate(
    {
      difficulties: sample.map((task) => at(x, task)),
      results: sample.map((task) => at(row, task)),
      probabilities: sample.map((task) => at(places, at(bands, task)) / at(sizes, at(bands, task))),
    },
    x,
  );
  return 100 * ((estimate?.mean ?? Number.NaN) - mean(row));
}

/** What must not be done: tasks that a whole wave solves go, and the next random numbers come that it does not solve. */
function retire(sample: readonly number[], wave: Rows, numbers: readonly number[]): readonly number[] {
  const isSolved = (task: number) => wave.every((row) => at(row, task) === 1);
  const next = numbers
    .map((_, task) => task)
    .filter((task) => !sample.includes(task) && !isSolved(task))
    .sort((a, b) => at(numbers, a) - at(numbers, b));
  // Where no such task is left, the solved one stays.
  return sample.map((task) => (isSolved(task) ? (next.shift() ?? task) : task));
}

function rankings(pool: Pool) {
  const taus = { kept: [], fifth: [], all: [], onceFifth: [], onceAll: [] } as Record<string, number[]>;
  const add = (name: string, tau: number) => taus[name]?.push(tau);
  for (let k = 0; k < matrices; k++) {
    const { earlier, waves: seen, judged } = waveMatrix(pool, k);
    const start = rankedBy(earlier, pool, [], pool.places);
    const swapped = (most: number) => {
      let [known, chosen]: [Rows, readonly number[]] = [earlier, start];
      for (const wave of seen) {
        known = [...known, ...wave].slice(-lastSystems);
        chosen = rankedBy(known, pool, chosen, most);
      }
      return chosen;
    };
    const tauOf = (chosen: readonly number[]) =>
      kendall(
        judged.map((row) => mean(chosen.map((task) => at(row, task)))),
        judged.map(mean),
      ) ?? 0;
    const newest = seen.flat().slice(-lastSystems);
    const fifth = Math.floor(pool.places / 5);
    add('kept', tauOf(start));
    add('fifth', tauOf(swapped(fifth)));
    add('all', tauOf(swapped(pool.places)));
    add('onceFifth', tauOf(rankedBy(newest, pool, start, fifth)));
    add('onceAll', tauOf(rankedBy(newest, pool, start, pool.places)));
  }
  const of = (name: string) => mean(taus[name] ?? []);
  return { kept: of('kept'), fifth: of('fifth'), all: of('all'), onceFifth: of('onceFifth'), onceAll: of('onceAll') };
}

/** The tasks of largest anticipated variance, near to the former ones. */
function rankedBy(results: Rows, { places }: Pool, former: readonly number[], newAtMost: number): readonly number[] {
  const v = anticipatedVariance(taskDifficulty(results), anticipatedRates(systemMeans(results)));
  const order = [...v.keys()]
    .sort((a, b) => at(v, b) - at(v, a) || a - b)
    .map((task) => ({ task: taskOf(task, at(v, task)), keysNeeded: 1, tiedWithNext: false }));
  const keep = { tasks: former.map(String), newAtMost };
  const kept = withinKept(order, places, keep, { quota: undefined, pinned: [], benchmark: 'b' });
  return kept.order.slice(0, places).map(({ task }) => Number(task.id));
}

function taskOf(i: number, variance: number): ScoredTask {
  const fields = { prior_variance: variance };
  return { benchmark: 'b', id: String(i), fields, phase: 'Fix', changes: [], score: 0, parts: {}, defaulted: [] };
}

function numbersFor(count: number, random: RandomStream): number[] {
  return Array.from({ length: count }, () => random.double());
}

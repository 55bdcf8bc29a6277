import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assistedEstimate, assistedInterval, leastSlope } from '../../src/core/learning/assisted-estimate.js';
import {
  bandCount,
  bandsOf,
  bandTotals,
  difficultyOrder,
  placesOfBands,
} from '../../src/core/learning/difficulty-bands.js';
import { forecastRanking, forecastShare, halfWidthOf } from '../../src/core/learning/forecasts.js';
import {
  labelPlaces,
  labelProbabilities,
  rankingTasks,
  sequentialPivotal,
} from '../../src/core/learning/label-places.js';
import {
  anticipatedRates,
  anticipatedVariance,
  systemMeans,
  taskDifficulty,
} from '../../src/core/learning/task-difficulty.js';
import { at } from '../../src/core/lists/lists.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { kendall } from '../../src/core/statistics/correlation.js';
import { type RandomStream, shuffle } from '../../src/core/statistics/random-numbers.js';
import { mean, quantile, variance } from '../../src/core/statistics/summary.js';
import { drawBands } from '../support/draw-bands.js';
import { type MatrixOptions, type ResponseMatrix, responseMatrix } from '../support/response-matrix.js';

/** A share of the usual number of draws, for a quick look; chance then has its say. */
const part = Number(process.env['WINNOW_LEARNING_PART'] ?? 1);

const pools = [
  { name: '500 tasks, 100 drawn', tasks: 500, places: 100, draws: 2000, floor: 3, spread: 2.6 },
  { name: '89 tasks, 30 drawn', tasks: 89, places: 30, draws: 5000, floor: 1, spread: 2.2 },
] as const;
type Pool = (typeof pools)[number];

interface Case {
  readonly name: string;
  readonly options: Omit<MatrixOptions, 'seed' | 'tasks' | 'later'>;
  readonly floors?: boolean;
  /** Whether some later systems are far from ordinary. */
  readonly extreme?: boolean;
}

const cases: readonly Case[] = [
  ...[1, 3, 6, 12, 30, 90].map((earlier) => ({ name: `${earlier} earlier systems`, options: { earlier } })),
  { name: '12, floors by label', options: { earlier: 12 }, floors: true },
  { name: '12, much stronger later systems', options: { earlier: 12, abilities: [-3, -0.5], unseen: [0.5, 3.5] } },
  {
    name: '12, later systems from nearly none to nearly all',
    options: { earlier: 12, unseen: [-9, 9] },
    extreme: true,
  },
  { name: '12, half of them near-duplicates', options: { earlier: 12, duplicates: 0.5 } },
  { name: '12, scaffolds that move labels', options: { earlier: 12, scaffold: 1.5 } },
  { name: '12, a third solved by none or all', options: { earlier: 12, impossible: 0.2, trivial: 0.15 } },
  { name: '12, useless', options: { earlier: 12, corruption: 'shuffled' } },
  { name: '12, reversed', options: { earlier: 12, corruption: 'reversed' } },
  { name: '12, joined to the wrong tasks', options: { earlier: 12, corruption: 'wrong ids' } },
];

/** Where intervals are wider than they need be, as was found: thirty results leave the guards and Student's t their say. */
const tooWide = [
  '89 tasks, 30 drawn: 12, a third solved by none or all',
  '89 tasks, 30 drawn: 12, later systems from nearly none to nearly all',
];

describe.each(pools.map((pool) => [pool.name, pool] as const))('a pool of %s', (_, pool) => {
  it.each(cases.map((each) => [each.name, each] as const))('has levels covered: %s', (_name, each) => {
    const found = levels(pool, each);
    report('level', pool, each.name, found.cells);
    expect(found.bias).toBeLessThan(0.3);
    expect(found.coverage).toBeGreaterThanOrEqual(0.94);
    expect(found.coverage).toBeLessThanOrEqual(tooWide.includes(`${pool.name}: ${each.name}`) ? 0.995 : 0.975);
    // A system that solves a twentieth of the pool or less was covered in .923 of 16,000 draws, and .916 of these.
    expect(found.worst).toBeGreaterThanOrEqual(each.extreme === true ? 0.9 : 0.92);
  });

  it.each([3, 6, 12, 30, 90])('is ranked by the tasks of largest variance: %i earlier systems', (earlier) => {
    const found = rankings(pool, earlier);
    report('ranking', pool, `${earlier} earlier systems`, found.cells);
    // Below six a random sample is advised; below twelve the gain is not certain.
    if (earlier < 12) return;
    expect(found.tau).toBeGreaterThan(found.atRandom);
    expect(found.tau).toBeGreaterThan(found.nearest);
  });
});

/** With WINNOW_LEARNING_TABLE set, the figures are kept in that file. */
function report(kind: string, pool: Pool, name: string, cells: readonly string[]): void {
  const file = process.env['WINNOW_LEARNING_TABLE'];
  if (file !== undefined) appendFileSync(file, `${[kind, pool.name, name, ...cells].join(' | ')}\n`);
}

interface Drawn {
  readonly tasks: readonly number[];
  readonly probabilities: readonly number[];
}

/** The whole procedure over many draws: the gain over a simple random sample, whose variance is exact, and coverage. */
function levels(pool: Pool, { name, options, floors }: Case) {
  const { tasks, places, spread } = pool;
  const matrix = responseMatrix({ seed: `${pool.name}/${name}`, tasks, later: 12, spread, ...options });
  const random = randomStreamFor('learning', `${pool.name}/${name}`);
  const x = taskDifficulty(matrix.earlier);
  const forecast = forecastShare(matrix.earlier);
  const anticipated = anticipatedRates(systemMeans(matrix.earlier));
  const v = anticipatedVariance(x, anticipated);
  const held = forecast.verdict === 'helps' ? v : v.map(() => 1);
  const draw = floors === true ? byFloors(matrix, x, held, pool, random) : byBands(x, held, places, random);
  const draws = Math.ceil(part * pool.draws);
  const totals = matrix.later.map((row) => ({
    row,
    truth: mean(row),
    error: 0,
    squares: 0,
    held: 0,
    width: 0,
    low: 0,
  }));
  for (let i = 0; i < draws; i++) {
    const { tasks: drawn, probabilities } = draw();
    const difficulties = drawn.map((task) => at(x, task));
    for (const total of totals) {
      const results = drawn.map((task) => at(total.row, task));
      const estimate = assistedEstimate({ difficulties, results, probabilities }, x);
      if (estimate === undefined) throw new Error('no estimate');
      const { low, high } = assistedInterval(estimate, 0.95);
      total.error += estimate.mean - total.truth;
      total.squares += (estimate.mean - total.truth) ** 2;
      total.width += high - low;
      if (low <= total.truth + 1e-12 && total.truth <= high + 1e-12) total.held += 1;
      if ((estimate.fit?.beta ?? 1) < leastSlope) total.low += 1;
    }
  }
  const atRandom = mean(totals.map(({ row }) => (variance(row) * (1 - places / tasks)) / places));
  const ordinary = totals.filter(({ truth }) => truth > 0.1 && truth < 0.9);
  const found = {
    gain: atRandom / mean(totals.map(({ squares }) => squares / draws)),
    bias: Math.max(...totals.map(({ error }) => (100 * Math.abs(error)) / draws)),
    coverage: mean(ordinary.map((total) => total.held / draws)),
    worst: Math.min(...totals.map((total) => total.held / draws)),
    width: mean(totals.map(({ width }) => (100 * width) / draws)),
    low: mean(totals.map((total) => total.low / draws)),
  };
  const planned = { population: tasks, rates: anticipated };
  const rates = totals.map(({ truth }) => truth).sort((a, b) => a - b);
  const cells = [
    `× ${found.gain.toFixed(2)} (forecast ${forecast.share === undefined ? 'none' : (1 / forecast.share).toFixed(2)}, ${forecast.verdict})`,
    `mean bias ${mean(totals.map(({ error }) => (100 * error) / draws)).toFixed(2)}`,
    `largest ${found.bias.toFixed(2)}`,
    `coverage ${found.coverage.toFixed(3)}`,
    `worst ${found.worst.toFixed(3)}`,
    `width ${found.width.toFixed(1)} (forecast ${(200 * halfWidthOf(planned, places, forecast.share ?? 1)).toFixed(1)})`,
    `slope under ${leastSlope}: ${(100 * found.low).toFixed(1)}%`,
    `rates ${at(rates, 0).toFixed(2)} to ${at(rates, rates.length - 1).toFixed(2)}, ${ordinary.length} ordinary`,
  ];
  return { ...found, cells };
}

function byBands(x: readonly number[], v: readonly number[], places: number, random: RandomStream): () => Drawn {
  const count = bandCount(places, x.length);
  return () => {
    const bands = bandsOf(x, numbersFor(x, random), count);
    const sizes = bandTotals(bands, count, () => 1);
    const measures = bandTotals(bands, count, (task) => Math.sqrt(at(v, task)));
    const given = placesOfBands(measures, sizes, places);
    const tasks = drawBands(bands, given, numbersFor(x, random));
    return { tasks, probabilities: tasks.map((task) => at(given, at(bands, task)) / at(sizes, at(bands, task))) };
  };
}

function byFloors(
  { labels }: ResponseMatrix,
  x: readonly number[],
  v: readonly number[],
  { places, floor }: Pool,
  random: RandomStream,
): () => Drawn {
  const count = 1 + Math.max(...labels);
  const measures = bandTotals(labels, count, (task) => Math.sqrt(at(v, task)));
  const bounds = bandTotals(labels, count, () => 1).map((size) => ({ size, floor, ceiling: Infinity }));
  const shared = labelPlaces(measures, bounds, places);
  if (!('places' in shared)) throw new Error('the floors do not fit');
  const probabilities = labelProbabilities(v, labels, shared.places);
  return () => {
    const order = difficultyOrder(x, numbersFor(x, random));
    const uniforms = [numbersFor(x, random), numbersFor(x, random)] as const;
    const tasks = sequentialPivotal({ probabilities, labels, order, uniforms });
    return { tasks, probabilities: tasks.map((task) => at(probabilities, task)) };
  };
}

function numbersFor(tasks: readonly unknown[], random: RandomStream): number[] {
  return tasks.map(() => random.double());
}

const matrices = 10;
const samples = 100;

/** Kendall's τ on unseen systems, a mean over matrices. */
function rankings({ name, tasks, places, spread }: Pool, earlier: number) {
  const found = Array.from({ length: matrices }, (_, k) => {
    const matrix = responseMatrix({ seed: `${name}/ranking/${k}`, tasks, earlier, later: 40, spread });
    const { tieNumbers, later } = matrix;
    const v = anticipatedVariance(taskDifficulty(matrix.earlier), anticipatedRates(systemMeans(matrix.earlier)));
    const middle = v.map((_, i) => -Math.abs(mean(matrix.earlier.map((row) => at(row, i))) - 0.5));
    const tauOf = (chosen: readonly number[]) =>
      kendall(
        later.map((row) => mean(chosen.map((task) => at(row, task)))),
        later.map(mean),
      ) ?? 0;
    const picked = (variances: readonly number[]) => {
      const chosen = rankingTasks({ variances, tieNumbers }, places);
      return 'tasks' in chosen ? chosen.tasks : [];
    };
    const random = randomStreamFor('learning', `${name}/ranking/${k}`);
    const all = [...v.keys()];
    const drawn = Array.from({ length: samples }, () => tauOf(shuffle(all, random).slice(0, places)));
    const forecast = forecastRanking(matrix.earlier, places, tieNumbers, name);
    return { forecast, tau: tauOf(picked(v)), nearest: tauOf(picked(middle.map((each) => each + 1))), drawn };
  });
  const drawn = found.flatMap((each) => each.drawn).sort((a, b) => a - b);
  const tau = mean(found.map((each) => each.tau));
  const nearest = mean(found.map((each) => each.nearest));
  const forecasts = found.flatMap(({ forecast }) => forecast ?? []);
  const forecastOf = (figure: (each: NonNullable<ReturnType<typeof forecastRanking>>) => number) =>
    mean(forecasts.map(figure)).toFixed(3);
  const cells = [
    `τ ${tau.toFixed(3)}`,
    `worst matrix ${Math.min(...found.map((each) => each.tau)).toFixed(3)}`,
    `random ${mean(drawn).toFixed(3)} (${quantile(drawn, 0.05).toFixed(3)} to ${quantile(drawn, 0.95).toFixed(3)})`,
    `nearest to 50% ${nearest.toFixed(3)}`,
    `forecast ${forecasts.length === 0 ? 'none' : forecastOf(({ design }) => design)}, random ${forecasts.length === 0 ? 'none' : forecastOf(({ random }) => random)}`,
  ];
  return { tau, nearest, atRandom: mean(drawn), cells };
}

import { at } from '../lists/at.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { shuffle } from '../statistics/random-numbers.js';
import { mean, quantile } from '../statistics/summary.js';
import { anticipatedRates, anticipatedVariance } from './anticipated-variance.js';
import { rankingTasks } from './ranking-tasks.js';
import { strongerSystems } from './stronger-systems.js';
import { type ResultMatrix, systemMeans, taskDifficulty } from './task-difficulty.js';

/** How well ranking selections would have ordered the stronger earlier systems. */
export interface ForecastRanking {
  /** How many pairs of systems were left out and put in order. */
  readonly pairs: number;
  /** Kendall's τ-b over these pairs, with their order on all tasks. */
  readonly tau: number;
  /** The same of simple random samples: their mean, and 5% to 95% of them. */
  readonly atRandom: { readonly mean: number; readonly low: number; readonly high: number };
  /** The share of the random samples that did no better, in [0, 1]. */
  readonly beaten: number;
}

const randomDraws = 200;
const fewestRanked = 3;
const mostPairs = 100;

/**
 * Leaves two of the stronger systems out at a time, picks tasks by the others as `rankingTasks` does, and holds the order
 * of the two on these tasks against that on all (Kendall 1945). Of many pairs a hundred are taken, evenly spaced.
 * Undefined where fewer than three systems can be ranked. The random samples follow from the seed.
 */
export function forecastRanking(
  results: ResultMatrix,
  places: number,
  tieNumbers: readonly number[],
  seed: string,
): ForecastRanking | undefined {
  const stronger = strongerSystems(systemMeans(results));
  if (stronger.length < fewestRanked) return undefined;
  const all = stronger.flatMap((a, i) => stronger.slice(i + 1).map((b) => [a, b] as const));
  const count = Math.min(mostPairs, all.length);
  const pairs = Array.from({ length: count }, (_, k) => at(all, Math.floor((k * all.length) / count)));
  const tasks = tieNumbers.map((_, task) => task);
  const truth = pairs.map((pair) => orderOn(results, pair, tasks));
  const found = pairs.map((pair) => orderOn(results, pair, pickedWithout(results, pair, places, tieNumbers)));
  const tau = tauOver(found, truth);
  const random = randomStreamFor(seed, 'forecast-ranking');
  const taus = Array.from({ length: randomDraws }, () => {
    const drawn = shuffle(tasks, random).slice(0, places);
    const means = systemMeans(results.map((row) => drawn.map((task) => at(row, task))));
    return tauOver(
      pairs.map((pair) => orderOf(means, pair)),
      truth,
    );
  })
    .filter((each) => each !== undefined)
    .sort((a, b) => a - b);
  if (tau === undefined || taus.length === 0) return undefined;
  return {
    pairs: pairs.length,
    tau,
    atRandom: { mean: mean(taus), low: quantile(taus, 0.05), high: quantile(taus, 0.95) },
    beaten: taus.filter((each) => each <= tau).length / taus.length,
  };
}

type Pair = readonly [number, number];

function pickedWithout(
  results: ResultMatrix,
  pair: Pair,
  places: number,
  tieNumbers: readonly number[],
): readonly number[] {
  const chosen = rankingTasks({ variances: variancesWithout(results, pair), tieNumbers }, places);
  return 'tasks' in chosen ? chosen.tasks : [];
}

/** Forecasts at several sizes leave the same pairs out, and this is most of the work. */
const remembered = new WeakMap<ResultMatrix, Map<string, readonly number[]>>();

function variancesWithout(results: ResultMatrix, pair: Pair): readonly number[] {
  const known = remembered.get(results) ?? new Map<string, readonly number[]>();
  remembered.set(results, known);
  const before = known.get(pair.join());
  if (before !== undefined) return before;
  const others = results.filter((_, j) => !pair.includes(j));
  const variances = anticipatedVariance(taskDifficulty(others), anticipatedRates(systemMeans(others)));
  known.set(pair.join(), variances);
  return variances;
}

function orderOn(results: ResultMatrix, pair: Pair, tasks: readonly number[]): number {
  const means = systemMeans(pair.map((j) => tasks.map((task) => at(at(results, j), task))));
  return orderOf(means, [0, 1]);
}

/** 1, −1, or 0 for a tie and where one of the two ran nothing. */
function orderOf(means: readonly number[], [a, b]: Pair): number {
  const difference = at(means, a) - at(means, b);
  return Math.abs(difference) > 1e-12 ? Math.sign(difference) : 0;
}

function tauOver(found: readonly number[], truth: readonly number[]): number | undefined {
  const untied = (signs: readonly number[]) => signs.filter((sign) => sign !== 0).length;
  const pairs = Math.sqrt(untied(found) * untied(truth));
  return pairs === 0 ? undefined : found.reduce((sum, sign, k) => sum + sign * at(truth, k), 0) / pairs;
}

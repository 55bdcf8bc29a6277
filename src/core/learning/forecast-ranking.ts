import { at } from '../lists/at.js';
import { randomStreamFor } from '../random/random-stream-for.js';
import { kendall } from '../statistics/kendall.js';
import { mean } from '../statistics/mean.js';
import { quantile } from '../statistics/quantile.js';
import { shuffle } from '../statistics/shuffle.js';
import { anticipatedRates, anticipatedVariance } from './anticipated-variance.js';
import { rankingTasks } from './ranking-tasks.js';
import { strongerSystems } from './stronger-systems.js';
import { type ResultMatrix, systemMeans, taskDifficulty } from './task-difficulty.js';

/** How well a ranking selection would have ordered the stronger earlier systems, learned from the weaker ones alone. */
export interface ForecastRanking {
  /** How many systems were left out and ranked. */
  readonly systems: number;
  /** Kendall's τ-b with the order on all tasks. */
  readonly tau: number;
  /** The same of simple random samples: their mean, and 5% to 95% of them. */
  readonly atRandom: { readonly mean: number; readonly low: number; readonly high: number };
  /** The share of the random samples that did no better, in [0, 1]. */
  readonly beaten: number;
}

const randomDraws = 200;
const fewestRanked = 3;

/**
 * Leaves the stronger half of the systems out, picks tasks by the weaker ones as `rankingTasks` does, and holds the order
 * of the others on these tasks against that on all (Kendall 1945): the next systems are stronger too. Undefined where
 * fewer than three can be ranked or none is left to learn from. The random samples follow from the seed.
 */
export function forecastRanking(
  results: ResultMatrix,
  places: number,
  tieNumbers: readonly number[],
  seed: string,
): ForecastRanking | undefined {
  const means = systemMeans(results);
  const ranked = strongerSystems(means);
  const earlier = results.filter((_, j) => !ranked.includes(j));
  const known = systemMeans(earlier);
  if (ranked.length < fewestRanked || known.every(Number.isNaN)) return undefined;
  const variances = anticipatedVariance(taskDifficulty(earlier), anticipatedRates(known));
  const chosen = rankingTasks({ variances, tieNumbers }, places);
  const rows = ranked.map((j) => at(results, j));
  const tau = 'tasks' in chosen ? tauOn(rows, chosen.tasks) : undefined;
  const random = randomStreamFor(seed, 'forecast-ranking');
  const tasks = [...variances.keys()];
  const taus = Array.from({ length: randomDraws }, () => tauOn(rows, shuffle(tasks, random).slice(0, places)))
    .filter((each) => each !== undefined)
    .sort((a, b) => a - b);
  if (tau === undefined || taus.length === 0) return undefined;
  return {
    systems: ranked.length,
    tau,
    atRandom: { mean: mean(taus), low: quantile(taus, 0.05), high: quantile(taus, 0.95) },
    beaten: taus.filter((each) => each <= tau).length / taus.length,
  };
}

/** τ between the means on these tasks and on all, of the systems that ran any of them. */
function tauOn(rows: ResultMatrix, tasks: readonly number[]): number | undefined {
  const onTasks = systemMeans(rows.map((row) => tasks.map((task) => at(row, task))));
  const onAll = systemMeans(rows);
  const both = [...rows.keys()].filter((j) => !Number.isNaN(at(onTasks, j)));
  return kendall(
    both.map((j) => at(onTasks, j)),
    both.map((j) => at(onAll, j)),
  );
}

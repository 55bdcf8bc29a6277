import { at } from '../lists/lists.js';
import type { ForecastShare, LeftOutShare } from '../model/learned.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import {
  type DiscordanceCurve,
  type DiscordantPair,
  detectableDifference,
  discordanceCurve,
} from '../statistics/detectable-difference.js';
import type { PowerGoal } from '../statistics/power.js';
import { shuffle } from '../statistics/random-numbers.js';
import { mean, quantile, variance } from '../statistics/summary.js';
import { assistedFit, assistedInterval, leverages, predictions } from './assisted-estimate.js';
import { bandCount, bandsOf, bandTotals, placesOfBands } from './difficulty-bands.js';
import { rankingTasks } from './label-places.js';
import {
  anticipatedRates,
  anticipatedVariance,
  type ResultMatrix,
  strongerSystems,
  systemMeans,
  taskDifficulty,
} from './task-difficulty.js';

/** Above this unexplained share, the gain isn't worth the risk; any value from 0.9 to 1 works. */
const littleGainFrom = 0.95;
const fewestSystems = 3;

/**
 * The share of variance that earlier difficulty leaves unexplained. Leaves out each of the stronger earlier systems,
 * predicts it from the difficulty based on the remaining ones, and divides the mean squared PRESS residual (Allen 1974)
 * by the variance of its results.
 */
export function forecastShare(results: ResultMatrix): ForecastShare {
  const means = systemMeans(results);
  const ran = means.filter((each) => !Number.isNaN(each)).length;
  const systems = ran < 2 ? [] : strongerSystems(means).flatMap((system) => shareLeftOf(results, system) ?? []);
  const share = systems.length === 0 ? undefined : mean(systems.map((each) => each.share));
  const isKnown = share !== undefined && ran >= fewestSystems;
  const verdict = !isKnown ? 'cannot be forecast' : share >= littleGainFrom ? 'little gain' : 'helps';
  return { systems, share, verdict };
}

/** The unexplained share of one system's variance; undefined if its results don't vary on tasks others ran. */
export function shareLeftOf(results: ResultMatrix, system: number): LeftOutShare | undefined {
  const others = taskDifficulty(results.filter((_, j) => j !== system));
  const row = at(results, system);
  const tasks = [...row.keys()].filter((i) => !Number.isNaN(at(row, i)) && !Number.isNaN(at(others, i)));
  if (tasks.length === 0) return undefined;
  const x = tasks.map((i) => at(others, i));
  const y = tasks.map((i) => at(row, i));
  const centre = mean(y);
  const spread = mean(y.map((each) => (each - centre) ** 2));
  if (!(spread > 1e-12)) return undefined;
  const fit = assistedFit(x, y);
  const fitted = predictions(fit, x);
  const drawn = leverages(fit, x);
  const left = mean(y.map((each, i) => ((each - at(fitted, i)) / (1 - at(drawn, i))) ** 2));
  return { system, alpha: fit.alpha, beta: fit.beta, share: left / spread };
}

/** A design for measuring the level of the next system. */
export interface PlannedLevel {
  readonly population: number;
  /** The design's variance over that of a simple random sample of the same size. */
  readonly share: number;
  /** The system's possible rates, from `anticipatedRates`. */
  readonly rates: readonly number[];
  /** The confidence level, usually 0.95. */
  readonly level: number;
}

/** The expected half-width of the level's interval for `size` tasks, averaged over the possible rates. */
export function expectedHalfWidth({ population, share, rates, level }: PlannedLevel, size: number): number {
  return mean(
    rates.map((rate) => {
      const variance = (share * rate * (1 - rate) * (population / size - 1)) / Math.max(1, population - 1);
      const { low, high } = assistedInterval({ mean: rate, variance, size, population, passes: rate * size }, level);
      return (high - low) / 2;
    }),
  );
}

/** The size of a simple random sample without replacement with the same variance (Kish 1965, 8.2). */
export function equivalentTasks(size: number, population: number, share: number): number {
  return 1 / (1 / population + share * (1 / size - 1 / population));
}

export interface EarlierDiscordance extends DiscordanceCurve {
  /** Whether some results are between 0 and 1. */
  readonly isPartial: boolean;
}

export interface ForecastDifference {
  /** The pairs that show the gain from bands: each stronger system and the next weaker one, as row indexes. */
  readonly pairs: readonly ({ readonly systems: readonly [number, number] } & BandShares)[];
  readonly discordance: EarlierDiscordance;
  /** The sign-flip variance with bands divided by that of a simple random sample, averaged over the pairs. */
  readonly share: number;
  /** The variance of the difference with bands over the sign-flip variance; below 1 if bands explain some of it. */
  readonly drawShare: number;
  /** The detectable difference with bands and with a simple random sample; undefined if there is none. */
  readonly detectable: number | undefined;
  readonly detectableAtRandom: number | undefined;
}

/**
 * Forecasts a paired comparison. All pairs of the stronger earlier systems show how often systems disagree. Neighbours
 * in strength show the gain from bands based on the other systems (Cochran 1977, 5.5). With `isBySize`, bands get
 * places in proportion to size. If `results` cover only some of the tasks, `banded` is the number of places that the
 * bands share. Undefined if no two systems have comparable results.
 */
export function forecastDifference(
  results: ResultMatrix,
  places: number,
  tieNumbers: readonly number[],
  goal: PowerGoal,
  { isBySize = false, banded = places }: { readonly isBySize?: boolean; readonly banded?: number } = {},
): ForecastDifference | undefined {
  const discordance = forecastDiscordance(results);
  if (discordance === undefined) return undefined;
  const pairs = pairsOf(results).map((pair) => ({
    systems: pair.systems,
    ...bandShares(results, pair, banded, { ties: tieNumbers, isBySize }),
  }));
  const share = pairs.length === 0 ? 1 : mean(pairs.map(({ flips }) => flips));
  const drawShare = pairs.length === 0 ? 1 : mean(pairs.map(({ draws }) => draws)) / share;
  const { isPartial } = discordance;
  const curve = { base: discordance.base, slope: discordance.slope };
  return {
    pairs,
    discordance,
    share,
    drawShare,
    detectable: detectableDifference({ size: places / share, curve, isPartial, drawShare }, goal),
    detectableAtRandom: detectableDifference({ size: places, curve, isPartial }, goal),
  };
}

interface Banding {
  readonly ties: readonly number[];
  readonly isBySize: boolean;
}

/** With fewer systems, the slope can't be fitted. */
const fewestForSlope = 6;

/**
 * How often two systems disagree, as a function of their difference: fitted to all pairs of the stronger half of the
 * systems, at least six of them. Undefined if no pair has different results on enough common tasks.
 */
export function forecastDiscordance(results: ResultMatrix): EarlierDiscordance | undefined {
  const stronger = strongerSystems(systemMeans(results), fewestForSlope);
  const pairs: DiscordantPair[] = [];
  stronger.forEach((first, i) => {
    for (const second of stronger.slice(i + 1)) {
      const pair = discordantPair(at(results, first), at(results, second));
      if (pair !== undefined) pairs.push(pair);
    }
  });
  const curve = discordanceCurve(pairs, stronger.length >= fewestForSlope);
  const isPartial = results.some((row) => row.some((result) => result > 0 && result < 1));
  return curve === undefined ? undefined : { ...curve, isPartial };
}

/** Undefined for too few common tasks, or if the systems agree on all of them. */
function discordantPair(first: readonly number[], second: readonly number[]): DiscordantPair | undefined {
  let [count, sum, squares] = [0, 0, 0];
  for (let i = 0; i < first.length; i++) {
    const difference = (first[i] as number) - (second[i] as number);
    if (Number.isNaN(difference)) continue;
    count += 1;
    sum += difference;
    squares += difference * difference;
  }
  return count < fewestCommon || squares === 0 ? undefined : { difference: sum / count, discordance: squares / count };
}

const fewestCommon = 4;

/** Two systems and their differences on tasks that both of them and at least one other system ran. */
interface ComparedPair {
  readonly systems: readonly [number, number];
  /** The indexes of these tasks. */
  readonly known: readonly number[];
  readonly differences: readonly number[];
}

/** Neighbours in strength among the stronger systems whose differences vary. */
function pairsOf(results: ResultMatrix): readonly ComparedPair[] {
  const stronger = strongerSystems(systemMeans(results));
  return stronger.slice(1).flatMap((weaker, i): ComparedPair[] => {
    const systems = [at(stronger, i), weaker] as const;
    const [first, second] = [at(results, systems[0]), at(results, systems[1])];
    const others = results.filter((_, j) => !systems.includes(j));
    const known = [...first.keys()].filter(
      (k) => !Number.isNaN(at(first, k) + at(second, k)) && others.some((row) => !Number.isNaN(at(row, k))),
    );
    const differences = known.map((k) => at(first, k) - at(second, k));
    return known.length < fewestCommon || !(variance(differences) > 0) ? [] : [{ systems, known, differences }];
  });
}

/** Variances of a difference with bands over those of a simple random sample of the same size. */
interface BandShares {
  /** The sign-flip variance: Σ W²·mean(d²)/n over the bands. */
  readonly flips: number;
  /** The sampling variance, without the variance between bands. */
  readonly draws: number;
}

/** The bands are based on all other systems. */
function bandShares(
  results: ResultMatrix,
  { systems, known, differences }: ComparedPair,
  places: number,
  { ties, isBySize }: Banding,
): BandShares {
  const others = results.filter((_, j) => !systems.includes(j));
  const means = systemMeans(others);
  const isKnown = new Set(known);
  const x = taskDifficulty(others).map((each, i) => (isKnown.has(i) ? each : Number.NaN));
  const size = known.length;
  const n = Math.min(size - 1, Math.max(2, Math.round((places * size) / x.length)));
  const whole = variance(differences);
  const count = bandCount(n, size);
  const bands = bandsOf(x, ties, count);
  const v = anticipatedVariance(x, anticipatedRates(means));
  const sizes = bandTotals(bands, count, () => 1);
  const given = placesOfBands(isBySize ? sizes : bandTotals(bands, count, (i) => Math.sqrt(at(v, i))), sizes, n);
  let [squares, byBands] = [0, 0];
  for (let band = 0; band < count; band++) {
    const own = known.flatMap((i, k) => (bands[i] === band ? [at(differences, k)] : []));
    const [N, m] = [at(sizes, band), at(given, band)];
    squares += ((N / size) ** 2 * mean(own.map((d) => d * d))) / m;
    byBands += (N / size) ** 2 * (1 - m / N) * (variance(own) / m);
  }
  return {
    flips: squares / (mean(differences.map((d) => d * d)) / n),
    draws: byBands / ((1 - n / size) * (whole / n)),
  };
}

/** How well ranking selections would have ordered the stronger earlier systems. */
export interface ForecastRanking {
  /** The number of left-out pairs of systems. */
  readonly pairs: number;
  readonly tau: number;
  /** Kendall's τ-b of simple random samples: the mean, and the 5% and 95% quantiles. */
  readonly atRandom: { readonly mean: number; readonly low: number; readonly high: number };
  /** The share of random samples that did no better, in [0, 1]. */
  readonly beaten: number;
}

const randomDraws = 200;
const fewestRanked = 3;
const mostPairs = 100;

/**
 * Leaves out two of the stronger systems at a time, at most 100 pairs, and picks tasks based on the remaining systems
 * like `rankingTasks`. Compares the order of the two on these tasks with that on all tasks (Kendall 1945). Undefined
 * for fewer than three systems.
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

/** Forecasts for several sizes leave out the same pairs, and computing the variances is most of the work. */
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

/** 1, −1, or 0 for a tie or if one of the systems has no results. */
function orderOf(means: readonly number[], [a, b]: Pair): number {
  const difference = at(means, a) - at(means, b);
  return Math.abs(difference) > 1e-12 ? Math.sign(difference) : 0;
}

function tauOver(found: readonly number[], truth: readonly number[]): number | undefined {
  const untied = (signs: readonly number[]) => signs.filter((sign) => sign !== 0).length;
  const pairs = Math.sqrt(untied(found) * untied(truth));
  return pairs === 0 ? undefined : found.reduce((sum, sign, k) => sum + sign * at(truth, k), 0) / pairs;
}

import { at } from '../lists/lists.js';
import type {
  EarlierSystems,
  ExpectedDiscordance,
  Forecast,
  ForecastShare,
  LearnedTasks,
  LeftOutShare,
  ResultColumn,
} from '../model/learned.js';
import { isLargePool } from '../model/pool-census.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { type DiscordantPair, detectableDifference, discordanceCurve } from '../statistics/detectable-difference.js';
import { type PowerGoal, usualGoal } from '../statistics/power.js';
import { shuffle } from '../statistics/random-numbers.js';
import { mean, quantile, variance } from '../statistics/summary.js';
import { assistedFit, assistedInterval, leverages, predictions } from './assisted-estimate.js';
import { bandCount, bandsOf, bandTotals, placesOfBands, type TiedTasks, tieNumbers } from './difficulty-bands.js';
import { rankingTasks } from './label-places.js';
import {
  anticipatedRates,
  anticipatedVariance,
  columnNumbers,
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

/**
 * Half of the expected 95% interval of a level from `size` tasks, averaged over the possible rates. `share` is the
 * design's variance over that of a simple random sample of the same size.
 */
export function halfWidthOf(
  { population, rates }: Pick<EarlierSystems, 'population' | 'rates'>,
  size: number,
  share: number,
): number {
  return mean(
    rates.map((rate) => {
      const variance = (share * rate * (1 - rate) * (population / size - 1)) / Math.max(1, population - 1);
      const { low, high } = assistedInterval({ mean: rate, variance, size, population, passes: rate * size }, 0.95);
      return (high - low) / 2;
    }),
  );
}

/** The size of a simple random sample without replacement with the same variance (Kish 1965, 8.2). */
export function equivalentTasks(size: number, population: number, share: number): number {
  return 1 / (1 / population + share * (1 / size - 1 / population));
}

/**
 * Forecasts a paired comparison. All pairs of the stronger earlier systems show how often systems disagree. Neighbours
 * in strength show the gain from bands based on the other systems (Cochran 1977, 5.5). With `isBySize`, bands get
 * places in proportion to size. If `results` cover only some of the tasks, `banded` is the number of places that the
 * bands share. Undefined if no two systems have comparable results.
 * `share`: the sign-flip variance with bands over that of a simple random sample, averaged over the pairs.
 * `drawShare`: the variance of the difference with bands over the sign-flip variance.
 */
export function forecastDifference(
  results: ResultMatrix,
  places: number,
  ties: readonly number[],
  goal: PowerGoal,
  { isBySize = false, banded = places }: { readonly isBySize?: boolean; readonly banded?: number } = {},
) {
  const discordance = forecastDiscordance(results);
  if (discordance === undefined) return undefined;
  const pairs = pairsOf(results).map((pair) => bandShares(results, pair, banded, ties, isBySize));
  const share = pairs.length === 0 ? 1 : mean(pairs.map(({ flips }) => flips));
  const drawShare = pairs.length === 0 ? 1 : mean(pairs.map(({ draws }) => draws)) / share;
  const pair = { curve: discordance, isPartial: discordance.isPartial };
  return {
    pairs,
    discordance,
    share,
    drawShare,
    detectable: detectableDifference({ ...pair, size: places / share, drawShare }, goal),
    detectableAtRandom: detectableDifference({ ...pair, size: places }, goal),
  };
}

/** With fewer systems, the slope can't be fitted. */
const fewestForSlope = 6;

/**
 * How often two systems disagree, as a function of their difference: fitted to all pairs of the stronger half of the
 * systems, at least six of them. Undefined if no pair has different results on enough common tasks.
 */
function forecastDiscordance(results: ResultMatrix): ExpectedDiscordance | undefined {
  const stronger = strongerSystems(systemMeans(results), fewestForSlope);
  const pairs = pairsAmong(stronger).flatMap(([a, b]) => discordantPair(at(results, a), at(results, b)) ?? []);
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

/**
 * Neighbours in strength among the stronger systems whose differences vary. `known` lists the tasks that both of them
 * and at least one other system ran.
 */
function pairsOf(results: ResultMatrix) {
  const stronger = strongerSystems(systemMeans(results));
  return stronger.slice(1).flatMap((weaker, i) => {
    const systems: Pair = [at(stronger, i), weaker];
    const [first, second] = [at(results, systems[0]), at(results, systems[1])];
    const others = results.filter((_, j) => !systems.includes(j));
    const known = [...first.keys()].filter(
      (k) => !Number.isNaN(at(first, k) + at(second, k)) && others.some((row) => !Number.isNaN(at(row, k))),
    );
    const differences = known.map((k) => at(first, k) - at(second, k));
    return known.length < fewestCommon || !(variance(differences) > 0) ? [] : [{ systems, known, differences }];
  });
}

/**
 * Variances of a difference with bands, based on all other systems, over those of a simple random sample of the same
 * size: `flips` is the sign-flip variance Σ W²·mean(d²)/n over the bands, `draws` the sampling variance, without the
 * variance between bands.
 */
function bandShares(
  results: ResultMatrix,
  { systems, known, differences }: ReturnType<typeof pairsOf>[number],
  places: number,
  ties: readonly number[],
  isBySize: boolean,
) {
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

const randomDraws = 200;
const fewestRanked = 3;
const mostPairs = 100;

/**
 * Leaves out two of the stronger systems at a time, at most 100 pairs, and picks tasks based on the remaining systems
 * like `rankingTasks`. Compares the order of the two on these tasks with that on all tasks (Kendall 1945). Undefined
 * for fewer than three systems. `random`, `low` and `high` are the mean and the 5% and 95% quantiles of simple random
 * samples.
 */
export function forecastRanking(results: ResultMatrix, places: number, ties: readonly number[], seed: string) {
  const stronger = strongerSystems(systemMeans(results));
  if (stronger.length < fewestRanked) return undefined;
  const all = pairsAmong(stronger);
  const count = Math.min(mostPairs, all.length);
  const pairs = Array.from({ length: count }, (_, k) => at(all, Math.floor((k * all.length) / count)));
  const tasks = [...ties.keys()];
  const truth = pairs.map((pair) => orderOn(results, pair, tasks));
  const found = pairs.map((pair) => orderOn(results, pair, pickedWithout(results, pair, places, ties)));
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
    design: tau,
    random: mean(taus),
    low: quantile(taus, 0.05),
    high: quantile(taus, 0.95),
  };
}

type Pair = readonly [number, number];

function pairsAmong(systems: readonly number[]): readonly Pair[] {
  return systems.flatMap((a, i) => systems.slice(i + 1).map((b): Pair => [a, b]));
}

function pickedWithout(results: ResultMatrix, pair: Pair, places: number, ties: readonly number[]) {
  const chosen = rankingTasks({ variances: variancesWithout(results, pair), tieNumbers: ties }, places);
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

export function learnResults(results: readonly ResultColumn[]): LearnedTasks {
  const ease = taskDifficulty(results);
  const rates = anticipatedRates(systemMeans(results));
  const share = forecastShare(resultsAt(results, forecastTasks(ease.length)));
  return { results, ease, variance: anticipatedVariance(ease, rates), rates, share };
}

/** Forecasts leave out systems repeatedly, and more tasks than this wouldn't change them. */
const enoughTasks = 20_000;

/** The indexes of the tasks that a forecast uses, at least `least`, spread evenly over the ids; undefined for all. */
export function forecastTasks(tasks: number, least = 0): readonly number[] | undefined {
  const count = Math.max(enoughTasks, least);
  if (!isLargePool(tasks) || count >= tasks) return undefined;
  return Array.from({ length: count }, (_, k) => Math.floor((k * tasks) / count));
}

/** Results for all tasks, or for `places`. */
export function resultsAt(results: readonly ResultColumn[], places?: readonly number[]): ResultMatrix {
  return places === undefined && !results.some((column) => 'codes' in column)
    ? (results as ResultMatrix)
    : results.map((column) => columnNumbers(column, places));
}

export interface ForecastOf {
  readonly tasks: TiedTasks;
  readonly learned: LearnedTasks;
  readonly places: number;
  readonly benchmark: string;
  readonly seed: string;
  /** The factor by which a quota multiplies the variance. */
  readonly quotaCost?: number | undefined;
}

/** The precision expected from `places` tasks, by leaving out earlier systems. */
export function forecastFor(of: ForecastOf): Forecast {
  const { tasks, learned, places, seed, quotaCost = 1 } = of;
  const { rates, share } = learned;
  const population = tasks.length;
  const left = shareLeft(learned, quotaCost);
  const halfWidth = (ofShare: number) => halfWidthOf({ population, rates }, places, ofShare);
  const difference = differenceOf(of);
  const some = forecastTasks(population, 4 * places);
  const ranked = forecastRanking(resultsAt(learned.results, some), places, tieNumbers(of, some), seed);
  return {
    tasks: places,
    population,
    share: share.share,
    verdict: share.verdict,
    equivalent: share.verdict === 'cannot be forecast' ? undefined : equivalentTasks(places, population, left),
    halfWidth: { design: halfWidth(left), random: halfWidth(1) },
    detectable:
      difference?.detectable === undefined || difference.detectableAtRandom === undefined
        ? undefined
        : { design: difference.detectable, random: difference.detectableAtRandom },
    difference: difference && { ...difference.discordance, share: difference.share, drawShare: difference.drawShare },
    tau: ranked,
  };
}

/** The forecast for the difference of two systems; `isBySize` as in `forecastDifference`. */
export function differenceOf(of: ForecastOf, isBySize = false): ReturnType<typeof forecastDifference> {
  const { tasks, learned, places } = of;
  const some = forecastTasks(tasks.length);
  const banded = some === undefined ? places : Math.min(places, some.length / 2);
  return forecastDifference(resultsAt(learned.results, some), places, tieNumbers(of, some), usualGoal, {
    isBySize,
    banded,
  });
}

/** Much faster than learning from the results; undefined if there are none on these tasks. */
export function earlierSystems(results: readonly ResultColumn[]): EarlierSystems | undefined {
  const [first] = results;
  if (first === undefined) return undefined;
  const rates = anticipatedRates(systemMeans(results));
  const difference = forecastDiscordance(resultsAt(results, forecastTasks(first.length)));
  return { population: first.length, rates, difference };
}

/** The variance of a level over that of a simple random sample; 1 unless earlier results are known to help. */
export function shareLeft({ share: { verdict, share = 1 } }: LearnedTasks, quotaCost = 1): number {
  return verdict === 'helps' ? Math.min(1, share * quotaCost) : 1;
}

import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { mean, variance, weightedMean } from '../statistics/summary.js';
import { type AssistedFit, assistedFit, leverages, predictions } from './assisted-fit.js';

/** A sample with results, a value for each sampled task. */
export interface AssistedSample {
  /** NaN for a task that no earlier system ran. */
  readonly difficulties: readonly number[];
  /** In [0, 1]; a mean over repeats or partial credit lies between. */
  readonly results: readonly number[];
  readonly probabilities: readonly number[];
  /** For the variance by strata; without them it goes by the probabilities. */
  readonly strata?: SampleStrata;
}

/** What a sample says of a whole pool with the help of earlier difficulty. */
export interface AssistedEstimate {
  readonly mean: number;
  readonly variance: number;
  /** Sampled tasks and tasks of the pool, those without difficulty among them. */
  readonly size: number;
  readonly population: number;
  /** The sum of the results. */
  readonly passes: number;
  /** The curve, and the weighted mean of what it misses; undefined where no task has a difficulty. */
  readonly fit: AssistedFit | undefined;
  readonly residualMean: number | undefined;
}

/** A slope below it says that these results do not follow the earlier ones: perhaps ids were joined to the wrong tasks. */
export const leastSlope = 0.3;

/**
 * The mean of the pool: that of the curve over all tasks, and what the sample misses of it by design weights (Lehtonen and
 * Veijanen 1998; Särndal, Swensson and Wretman 1992), within what the results seen leave possible. Tasks without
 * difficulty are a stratum of their own, estimated by their weighted mean, and combined by size. Undefined where one of the
 * two parts has tasks but no result: nothing is known of it.
 *
 * @param pool The difficulty of every task of the pool, NaN where there is none.
 */
export function assistedEstimate(sample: AssistedSample, pool: readonly number[]): AssistedEstimate | undefined {
  const known = pool.filter((x) => !Number.isNaN(x));
  const units = [...sample.difficulties.keys()];
  const assisted = units.filter((unit) => !Number.isNaN(at(sample.difficulties, unit)));
  const plain = units.filter((unit) => Number.isNaN(at(sample.difficulties, unit)));
  const unknown = pool.length - known.length;
  if (known.length > 0 !== assisted.length > 0 || unknown > 0 !== plain.length > 0) return undefined;
  const first = assisted.length === 0 ? undefined : ofKnown(partOf(sample, assisted), known);
  const [share, rest] = [known.length / pool.length, unknown / pool.length];
  const ofRest = plain.length === 0 ? { mean: 0, variance: 0 } : ofUnknown(partOf(sample, plain), unknown);
  return {
    mean: share * (first?.mean ?? 0) + rest * ofRest.mean,
    variance: share ** 2 * (first?.variance ?? 0) + rest ** 2 * ofRest.variance,
    size: units.length,
    population: pool.length,
    passes: sample.results.reduce((sum, y) => sum + y, 0),
    fit: first?.fit,
    residualMean: first?.residualMean,
  };
}

function ofKnown({ difficulties, results, probabilities, strata }: AssistedSample, pool: readonly number[]) {
  const [n, population] = [results.length, pool.length];
  const fit = assistedFit(difficulties, results);
  const fitted = predictions(fit, difficulties);
  const missed = results.map((y, i) => y - at(fitted, i));
  const residualMean = weightedMean(
    missed,
    probabilities.map((pi) => 1 / pi),
  );
  const passes = results.reduce((sum, y) => sum + y, 0);
  const found = mean(predictions(fit, pool)) + residualMean;
  const drawn = leverages(fit, difficulties);
  const residuals = missed.map((e, i) => (e - residualMean) / Math.sqrt(1 - at(drawn, i)));
  return {
    mean: Math.min(1 - (n - passes) / population, Math.max(passes / population, found)),
    variance:
      strata === undefined
        ? probabilityVariance(residuals, probabilities, population)
        : strataVariance(residuals, strata, population),
    fit,
    residualMean,
  };
}

function ofUnknown({ results, probabilities }: AssistedSample, population: number) {
  const found = weightedMean(
    results,
    probabilities.map((pi) => 1 / pi),
  );
  const apart = results.map((y) => y - found);
  return { mean: found, variance: probabilityVariance(apart, probabilities, population) };
}

function partOf({ difficulties, results, probabilities, strata }: AssistedSample, units: readonly number[]) {
  const pick = (values: readonly number[]) => units.map((unit) => at(values, unit));
  const part = { difficulties: pick(difficulties), results: pick(results), probabilities: pick(probabilities) };
  return strata === undefined ? part : { ...part, strata: { of: pick(strata.of), sizes: strata.sizes } };
}

/** The variance of a result in [0, 1] where nothing is known of it. */
const largestVariance = 0.25;

/**
 * The variance of a mean over a pool of N by residuals and inclusion probabilities: n/((n − 1)N²) Σ(1 − π)(r/π − B)², B
 * the (1 − π)-weighted mean of r/π (Hájek 1964; Särndal, Swensson and Wretman 1992). Units that are in for certain (π = 1)
 * add nothing and do not count as n. One unit alone shows no spread: it is then as large as results can make it.
 */
export function probabilityVariance(
  residuals: readonly number[],
  probabilities: readonly number[],
  population: number,
): number {
  const n = probabilities.filter((pi) => pi < 1).length;
  const certain = residuals.length - n;
  if (n < 2) return largestVariance * (1 - certain / population) ** 2;
  let [sum, doubts] = [0, 0];
  residuals.forEach((r, i) => {
    const pi = at(probabilities, i);
    sum += (1 - pi) * (r / pi);
    doubts += 1 - pi;
  });
  const centre = sum / doubts;
  const squares = residuals.reduce((total, r, i) => {
    const pi = at(probabilities, i);
    return total + (1 - pi) * (r / pi - centre) ** 2;
  }, 0);
  return (n * squares) / ((n - 1) * population * population);
}

/** The stratum of each sampled unit, and how many units of the pool each stratum has. */
interface SampleStrata {
  readonly of: readonly number[];
  readonly sizes: readonly number[];
}

/**
 * The variance of a stratified mean by residuals, Σ(N_h/N)²(1 − n_h/N_h)s²_h/n_h (Cochran 1977, 5.3). In a stratum of one
 * unit the residual's distance from the mean of all takes the place of the spread.
 */
export function strataVariance(residuals: readonly number[], { of, sizes }: SampleStrata, population: number): number {
  const centre = mean(residuals);
  let sum = 0;
  for (const [stratum, units] of groupBy(residuals.keys(), (unit) => at(of, unit))) {
    const own = units.map((unit) => at(residuals, unit));
    const size = at(sizes, stratum);
    const spread = own.length > 1 ? variance(own) : (at(own, 0) - centre) ** 2;
    sum += (size / population) ** 2 * (1 - own.length / size) * (spread / own.length);
  }
  return sum;
}

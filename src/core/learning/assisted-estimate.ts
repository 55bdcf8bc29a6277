import { at } from '../lists/at.js';
import { mean, weightedMean } from '../statistics/mean.js';
import { type AssistedFit, assistedFit, leverages, predictions } from './assisted-fit.js';
import { probabilityVariance, type SampleStrata, strataVariance } from './assisted-variance.js';

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

import { surveyVariance } from './survey-variance.js';

/** One stratum: how many units it has, and the values of the sampled ones. */
export interface StratumValues {
  readonly size: number;
  readonly values: readonly number[];
}

/** A mean with its standard error under the design. */
export interface StratifiedMean {
  readonly mean: number;
  readonly standardError: number;
  readonly degreesOfFreedom: number;
  /** How many strata have one sampled unit that stands for others too. */
  readonly lonely: number;
}

/**
 * The mean over a stratified simple random sample, Σ N ȳ / Σ N, with its standard error (Cochran 1977, 5.3). A stratum
 * without values is outside the mean: nothing is known of it.
 */
export function stratifiedMean(strata: readonly StratumValues[]): StratifiedMean {
  const sampled = strata.filter((stratum) => stratum.values.length > 0);
  if (sampled.length === 0) throw new RangeError('a mean needs at least one value');
  let population = 0;
  let total = 0;
  for (const { size, values } of sampled) {
    if (!(size >= values.length)) throw new RangeError(`${values.length} values from a stratum of ${size}`);
    population += size;
    for (const value of values) total += (size / values.length) * value;
  }
  const mean = total / population;
  const { variance, ...rest } = surveyVariance(
    sampled.map(({ size, values }) => ({
      influences: values.map((value) => ((size / values.length) * (value - mean)) / population),
      fraction: values.length / size,
    })),
  );
  return { mean, standardError: Math.sqrt(variance), ...rest };
}

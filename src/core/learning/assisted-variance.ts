import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { mean } from '../statistics/mean.js';
import { variance } from '../statistics/standard-deviation.js';

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
export interface SampleStrata {
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

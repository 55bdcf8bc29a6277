import { at } from '../lists/lists.js';
import { normalQuantile, studentQuantile } from '../statistics/distributions.js';
import { type Interval, wilsonInterval } from '../statistics/rate-intervals.js';
import { mean, weightedMean } from '../statistics/summary.js';
import { shiftToMean, sigmoid } from './task-difficulty.js';

/** A sample with results, a value for each sampled task. */
export interface AssistedSample {
  /** NaN for a task that no earlier system ran. */
  readonly difficulties: readonly number[];
  /** In [0, 1]; means over repeats and partial credit are in between. */
  readonly results: readonly number[];
  readonly probabilities: readonly number[];
}

/** The estimate of a whole pool from a sample, with the help of earlier difficulty. */
export interface AssistedEstimate {
  readonly mean: number;
  readonly variance: number;
  /** Sampled tasks and tasks of the pool, including those without difficulty. */
  readonly size: number;
  readonly population: number;
  /** The sum of the results. */
  readonly passes: number;
  /** The curve, and the weighted mean of its residuals; undefined if no task has a difficulty. */
  readonly fit: AssistedFit | undefined;
  readonly residualMean: number | undefined;
}

/** A slope below this means that the results do not follow the earlier ones: ids may be joined to the wrong tasks. */
export const leastSlope = 0.3;

/**
 * The mean of a pool from a sample and the difficulty of every task, NaN for tasks that no earlier system ran: the mean
 * of the curve over the pool plus the weighted mean of the residuals (Lehtonen and Veijanen 1998; Särndal, Swensson and
 * Wretman 1992), within the bounds of observed results. Tasks without difficulty are a stratum estimated by its
 * weighted mean. Undefined if one of the two parts has tasks but no result.
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

function ofKnown({ difficulties, results, probabilities }: AssistedSample, pool: readonly number[]) {
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
    variance: probabilityVariance(residuals, probabilities, population),
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

function partOf({ difficulties, results, probabilities }: AssistedSample, units: readonly number[]) {
  const pick = (values: readonly number[]) => units.map((unit) => at(values, unit));
  return { difficulties: pick(difficulties), results: pick(results), probabilities: pick(probabilities) };
}

/** The variance of a result in [0, 1] about which nothing is known. */
const largestVariance = 0.25;

/**
 * The variance of a mean over a pool of N: n/((n − 1)N²) Σ(1 − π)(r/π − B)², B the (1 − π)-weighted mean of r/π (Hájek
 * 1964; Särndal, Swensson and Wretman 1992). Certain units do not count; a single other unit has the largest variance
 * possible.
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

/** With fewer passes or failures, the variance of the residuals is unreliable. */
export const fewForGuard = 5;

/** Facts about results that decide how far a residual variance can be trusted. */
export interface ResultSpread {
  /** Passes or failures, whichever are fewer; for fractions, those above or below one half. */
  readonly fewer: number;
  /** The variance of the results over that of passes and failures with the same mean: 1 for such, less for fractions. */
  readonly spread: number;
}

/**
 * The spread of results in [0, 1] with these shares. Fractions, such as partial credit and means over runs, vary less
 * than passes and failures. If few of them are high, or low, this counts for less, because some that are far from the
 * others may have been missed.
 */
export function resultSpread(values: readonly number[], shares: readonly number[], rate: number): ResultSpread {
  const n = values.length;
  // One half is as near to a pass as to a failure, whichever is counted.
  const high = values.reduce((count, value) => count + (value === 0.5 ? 0.5 : value > 0.5 ? 1 : 0), 0);
  const fewer = Math.min(high, n - high);
  const full = rate * (1 - rate);
  if (full <= 0 || values.every((value) => value === 0 || value === 1)) return { fewer, spread: 1 };
  const raw = values.reduce((sum, value, i) => sum + at(shares, i) * (value - rate) ** 2, 0) / full;
  const doubt = Math.max(1, fewForGuard - fewer);
  return { fewer, spread: Math.min(1, (n * raw + doubt) / (n + doubt)) };
}

/** The largest size that a residual variance may count for, given `count` results on a share `fraction` of the pool. */
export function guardedSize({ fewer, spread }: ResultSpread, count: number, fraction: number): number {
  const most = fewer < fewForGuard ? count : (count / Math.max(1e-9, 1 - fraction)) * (fewer / fewForGuard);
  return most / spread;
}

/** An interval, and the number of tasks drawn at random with replacement that would give the same width. */
export interface AssistedInterval extends Interval {
  readonly effectiveSize: number;
}

/** The largest multiple of the tasks that a variance may count for if few passed or failed; the best designs gain 2.6. */
const mostGain = 4;

/**
 * The interval of an assisted mean: Wilson's (1927) at the size that the variance implies (Korn and Graubard 1998),
 * limited if few tasks passed or failed, and bounded by observed results unless the variance includes run noise
 * (`noise`). From five passes and failures on, the limit gives way to Student's t with one degree of freedom less than
 * there are passes or failures, whichever are fewer, because the variance of the residuals depends on those.
 */
export function assistedInterval(
  estimate: Pick<AssistedEstimate, 'mean' | 'variance' | 'size' | 'population' | 'passes'> & {
    readonly noise?: number;
    /** Measured from the results; if absent, they are treated as passes and failures. */
    readonly spread?: ResultSpread;
  },
  level: number,
): AssistedInterval {
  const { mean, variance, size, population, passes, noise = 0 } = estimate;
  if (size >= population && noise === 0) return { low: mean, high: mean, effectiveSize: Infinity };
  const rate = Math.min(1 - 0.5 / population, Math.max(0.5 / population, mean));
  const z = normalQuantile((1 + level) / 2);
  const sizeAt = (degreesOfFreedom: number) =>
    ((rate * (1 - rate)) / variance) * (z / studentQuantile((1 + level) / 2, degreesOfFreedom)) ** 2;
  const fails = size - passes;
  const { spread = { fewer: Math.min(passes, fails), spread: 1 } } = estimate;
  const guard = guardedSize(spread, size, size / population);
  const gained = (mostGain * size) / Math.max(1e-9, 1 - size / population) / spread.spread;
  const most = spread.fewer < fewForGuard ? guard : Math.max(guard, Math.min(gained, sizeAt(spread.fewer - 1)));
  const effectiveSize = Math.min(most, sizeAt(Math.max(1, size - 2)));
  const { low, high } = wilsonInterval(rate, effectiveSize, z);
  const [least, largest] = noise > 0 ? [0, 1] : [passes / population, 1 - fails / population];
  return {
    low: passes === 0 ? 0 : Math.max(low, least),
    high: fails === 0 ? 1 : Math.min(high, largest),
    effectiveSize,
  };
}

/** A logistic curve in the difficulty, σ(α + βx), with its fit to the sample. */
export interface AssistedFit {
  readonly alpha: number;
  readonly beta: number;
  /** The information matrix with its penalty: αα, αβ and ββ. */
  readonly information: readonly [aa: number, ab: number, bb: number];
}

const largestAlpha = 12;
const largestStep = 3;
const mostSteps = 100;

/**
 * Fits the curve to results in [0, 1] with a penalty ½(β − 1)², by Newton's steps (Lehtonen and Veijanen 1998; Firth
 * 1993).
 */
export function assistedFit(difficulties: readonly number[], results: readonly number[]): AssistedFit {
  const n = results.length;
  if (n === 0 || difficulties.length !== n) throw new RangeError('a fit needs a difficulty for each of its results');
  const sum = results.reduce((total, y) => total + y, 0);
  // A start near by is enough: there is one maximum, whatever the start.
  let alpha = shiftToMean(difficulties, (sum + 0.5) / (n + 1));
  let beta = 1;
  let objective = objectiveAt(difficulties, results, alpha, beta);
  for (let step = 0; step < mostSteps; step++) {
    const { change, size } = newtonStep(difficulties, results, alpha, beta);
    const [da, db] = change;
    let moved = 0;
    for (let scale = Math.min(1, largestStep / size); scale > 1e-12; scale /= 2) {
      const nextAlpha = Math.max(-largestAlpha, Math.min(largestAlpha, alpha + scale * da));
      const nextBeta = beta + scale * db;
      const next = objectiveAt(difficulties, results, nextAlpha, nextBeta);
      // Near the maximum rounding alone makes it fall.
      if (next < objective - 1e-11) continue;
      moved = Math.max(Math.abs(nextAlpha - alpha), Math.abs(nextBeta - beta));
      [alpha, beta, objective] = [nextAlpha, nextBeta, next];
      break;
    }
    if (moved < 1e-9) break;
  }
  return { alpha, beta, information: slopesAt(difficulties, results, alpha, beta).information };
}

/** The value of the curve at each difficulty. */
export function predictions({ alpha, beta }: AssistedFit, difficulties: readonly number[]): number[] {
  return difficulties.map((x) => sigmoid(alpha + beta * x));
}

/** The leverage of each result on the curve, from 0 to ½ (Pregibon 1981). */
export function leverages(fit: AssistedFit, difficulties: readonly number[]): number[] {
  const [aa, ab, bb] = fit.information;
  const determinant = aa * bb - ab * ab;
  return difficulties.map((x) => {
    const f = sigmoid(fit.alpha + fit.beta * x);
    return Math.min(0.5, (f * (1 - f) * (bb - 2 * ab * x + aa * x * x)) / determinant);
  });
}

function objectiveAt(x: readonly number[], y: readonly number[], alpha: number, beta: number): number {
  let sum = -0.5 * (beta - 1) ** 2;
  for (let i = 0; i < x.length; i++) {
    const z = alpha + beta * at(x, i);
    // log(1 + e^z), which would overflow for a large z.
    sum += at(y, i) * z - Math.max(0, z) - Math.log1p(Math.exp(-Math.abs(z)));
  }
  return sum;
}

function newtonStep(x: readonly number[], y: readonly number[], alpha: number, beta: number) {
  const { gradient, information } = slopesAt(x, y, alpha, beta);
  const [ga, gb] = gradient;
  const [aa, ab, bb] = information;
  const determinant = aa * bb - ab * ab;
  const change = [(bb * ga - ab * gb) / determinant, (aa * gb - ab * ga) / determinant] as const;
  return { change, size: Math.max(Math.abs(change[0]), Math.abs(change[1]), 1e-300) };
}

/** The gradient of the objective, and the information with its penalty. */
function slopesAt(x: readonly number[], y: readonly number[], alpha: number, beta: number) {
  let [ga, gb, aa, ab, bb] = [0, 1 - beta, 1e-6, 0, 1];
  for (let i = 0; i < x.length; i++) {
    const each = at(x, i);
    const f = sigmoid(alpha + beta * each);
    const residual = at(y, i) - f;
    const weight = f * (1 - f);
    ga += residual;
    gb += residual * each;
    aa += weight;
    ab += weight * each;
    bb += weight * each * each;
  }
  return { gradient: [ga, gb] as const, information: [aa, ab, bb] as const };
}

import { at, sumOf } from '../lists/lists.js';
import { normalQuantile, studentQuantile } from '../statistics/distributions.js';
import { type Interval, wilsonInterval } from '../statistics/rate-intervals.js';
import { mean, weightedMean } from '../statistics/summary.js';
import { unequalVariance } from '../statistics/survey-variance.js';
import { shiftToMean, sigmoid } from './task-difficulty.js';

export interface AssistedSample {
  /** As `taskDifficulty` returns them: log odds, higher for easier tasks, NaN for tasks that no earlier system ran. */
  readonly difficulties: readonly number[];
  /** In [0, 1]; repeats and partial credit give fractions. */
  readonly results: readonly number[];
  readonly probabilities: readonly number[];
}

/** A pool estimate; without any task of known difficulty, there is no curve and no weighted mean of its residuals. */
export type AssistedEstimate = NonNullable<ReturnType<typeof assistedEstimate>>;

/** A lower slope means that results don't follow earlier ones; ids may be matched to the wrong tasks. */
export const leastSlope = 0.3;

/**
 * Estimates the pool mean from a sample and the difficulty of every task: the mean of the fitted curve over the pool
 * plus the weighted mean of the residuals, within the bounds of observed results (Lehtonen and Veijanen 1998; Särndal,
 * Swensson and Wretman 1992). Tasks without a difficulty (NaN) form a stratum estimated by its weighted mean. Undefined
 * if one of the two parts has tasks but no results.
 */
export function assistedEstimate(sample: AssistedSample, pool: readonly number[]) {
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
    passes: sumOf(sample.results, (y) => y),
    fit: first?.fit,
    residualMean: first?.residualMean,
  };
}

function ofKnown({ difficulties, results, probabilities }: AssistedSample, pool: readonly number[]) {
  const [n, population] = [results.length, pool.length];
  const fit = assistedFit(difficulties, results);
  const fitted = predictions(fit, difficulties);
  const missed = results.map((y, i) => y - at(fitted, i));
  const residualMean = designMean(missed, probabilities);
  const passes = sumOf(results, (y) => y);
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
  const found = designMean(results, probabilities);
  const apart = results.map((y) => y - found);
  return { mean: found, variance: probabilityVariance(apart, probabilities, population) };
}

function designMean(values: readonly number[], probabilities: readonly number[]): number {
  return weightedMean(
    values,
    probabilities.map((pi) => 1 / pi),
  );
}

function partOf({ difficulties, results, probabilities }: AssistedSample, units: readonly number[]) {
  const pick = (values: readonly number[]) => units.map((unit) => at(values, unit));
  return { difficulties: pick(difficulties), results: pick(results), probabilities: pick(probabilities) };
}

/** The largest possible variance of a result in [0, 1]. */
const largestVariance = 0.25;

/** The variance of a mean over a pool; the largest possible one if fewer than two of the units are uncertain. */
export function probabilityVariance(
  residuals: readonly number[],
  probabilities: readonly number[],
  population: number,
): number {
  const n = probabilities.filter((pi) => pi < 1).length;
  const certain = residuals.length - n;
  if (n < 2) return largestVariance * (1 - certain / population) ** 2;
  const influences = residuals.map((r, i) => r / at(probabilities, i) / population);
  return unequalVariance(influences, probabilities);
}

/** With fewer passes or failures, the residual variance is unreliable. */
export const fewForGuard = 5;

/** Determines how far a residual variance can be trusted. */
export interface ResultSpread {
  /** The smaller of the numbers of passes and failures; fractions count as above or below ½. */
  readonly fewer: number;
  /** The variance of the results over that of pass/fail results with the same mean; below 1 for fractions. */
  readonly spread: number;
}

/**
 * The spread of results in [0, 1] with these weights. Fractions (partial credit, means over runs) vary less than passes
 * and failures. If few results are high, or few are low, `spread` moves towards 1, because the sample may have missed
 * outliers.
 */
export function resultSpread(values: readonly number[], shares: readonly number[], rate: number): ResultSpread {
  const n = values.length;
  // A result of ½ counts half as a pass and half as a failure.
  const high = values.reduce((count, value) => count + (value === 0.5 ? 0.5 : value > 0.5 ? 1 : 0), 0);
  const fewer = Math.min(high, n - high);
  const full = rate * (1 - rate);
  if (full <= 0 || values.every((value) => value === 0 || value === 1)) return { fewer, spread: 1 };
  const raw = values.reduce((sum, value, i) => sum + at(shares, i) * (value - rate) ** 2, 0) / full;
  const doubt = Math.max(1, fewForGuard - fewer);
  return { fewer, spread: Math.min(1, (n * raw + doubt) / (n + doubt)) };
}

/** The largest effective size that a residual variance may claim; `fraction` is the sampled share of the pool. */
export function guardedSize({ fewer, spread }: ResultSpread, count: number, fraction: number): number {
  const most = fewer < fewForGuard ? count : (count / Math.max(1e-9, 1 - fraction)) * (fewer / fewForGuard);
  return most / spread;
}

/** Caps the relaxed effective size at this multiple of the tasks; the best designs gain 2.6. */
const mostGain = 4;

/**
 * The interval of an assisted mean: Wilson's (1927) interval at the size that the variance implies (Korn and Graubard
 * 1998). The size is limited if few tasks passed or failed. The interval stays within the bounds of observed results
 * unless the variance includes run noise (`noise`). From five passes and failures on, Student's t relaxes the limit,
 * with one degree of freedom less than the smaller of the two counts, because the residual variance depends on it.
 * `effectiveSize` is the size of a random sample with replacement that gives the same width.
 */
export function assistedInterval(
  estimate: Pick<AssistedEstimate, 'mean' | 'variance' | 'size' | 'population' | 'passes'> & {
    readonly noise?: number;
    /** Measured from the results; if absent, results are treated as passes and failures. */
    readonly spread?: ResultSpread;
  },
  level: number,
): Interval & { readonly effectiveSize: number } {
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

/** The logistic curve σ(α + βx) in the difficulty, and its penalised information matrix: αα, αβ and ββ. */
type AssistedFit = ReturnType<typeof assistedFit>;

const largestAlpha = 12;
const largestStep = 3;
const mostSteps = 100;

/** Fits the curve with penalty ½(β − 1)², by Newton's method (Lehtonen and Veijanen 1998; Firth 1993). */
export function assistedFit(difficulties: readonly number[], results: readonly number[]) {
  const n = results.length;
  const sum = sumOf(results, (y) => y);
  // The objective is concave, so the start only needs to be close.
  let alpha = shiftToMean(difficulties, (sum + 0.5) / (n + 1));
  let beta = 1;
  let objective = objectiveAt(difficulties, results, alpha, beta);
  for (let step = 0; step < mostSteps; step++) {
    const { gradient, information } = slopesAt(difficulties, results, alpha, beta);
    const [[ga, gb], [aa, ab, bb]] = [gradient, information];
    const determinant = aa * bb - ab * ab;
    const [da, db] = [(bb * ga - ab * gb) / determinant, (aa * gb - ab * ga) / determinant];
    const size = Math.max(Math.abs(da), Math.abs(db), 1e-300);
    let moved = 0;
    for (let scale = Math.min(1, largestStep / size); scale > 1e-12; scale /= 2) {
      const nextAlpha = Math.max(-largestAlpha, Math.min(largestAlpha, alpha + scale * da));
      const nextBeta = beta + scale * db;
      const next = objectiveAt(difficulties, results, nextAlpha, nextBeta);
      // Near the maximum, rounding can make the objective fall slightly.
      if (next < objective - 1e-11) continue;
      moved = Math.max(Math.abs(nextAlpha - alpha), Math.abs(nextBeta - beta));
      [alpha, beta, objective] = [nextAlpha, nextBeta, next];
      break;
    }
    if (moved < 1e-9) break;
  }
  return { alpha, beta, information: slopesAt(difficulties, results, alpha, beta).information };
}

export function predictions({ alpha, beta }: AssistedFit, difficulties: readonly number[]): number[] {
  return difficulties.map((x) => sigmoid(alpha + beta * x));
}

/** The leverage of each result, capped at ½ (Pregibon 1981). */
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
    // Computes log(1 + e^z) without overflow.
    sum += at(y, i) * z - Math.max(0, z) - Math.log1p(Math.exp(-Math.abs(z)));
  }
  return sum;
}

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

import { at, largest } from '../lists/lists.js';
import { mean, quantile } from '../statistics/summary.js';

/** The logistic function, from 0 to 1. */
export function sigmoid(z: number): number {
  return z >= 0 ? 1 / (1 + Math.exp(-z)) : Math.exp(z) / (1 + Math.exp(z));
}

/** The log odds of a chance in (0, 1). */
function logit(chance: number): number {
  return Math.log(chance / (1 - chance));
}

/**
 * The shift s in [−15, 15] with which the mean of σ(z + s) is the wanted one, to the last digits, by Newton's steps;
 * halving takes over whenever one leaves the bracket.
 */
export function shiftToMean(z: readonly number[], wanted: number): number {
  let [low, high] = [-15, 15];
  let shift = 0;
  for (let step = 0; step < 60; step++) {
    let [sum, slopes] = [0, 0];
    for (const each of z) {
      const p = sigmoid(each + shift);
      sum += p;
      slopes += p * (1 - p);
    }
    const missing = wanted * z.length - sum;
    if (missing > 0) low = shift;
    else high = shift;
    const next = shift + missing / slopes;
    const isInside = next > low && next < high;
    const moved = isInside ? next : (low + high) / 2;
    if (Math.abs(moved - shift) <= 1e-14 * Math.max(1, Math.abs(shift))) return moved;
    shift = moved;
  }
  return shift;
}

/** Results of earlier systems, a row each, on the tasks of a pool: in [0, 1], NaN where a system has no result. */
export type ResultMatrix = readonly (readonly number[])[];

/** The mean result of each system over the tasks that it ran; NaN for one that ran none. */
export function systemMeans(results: ResultMatrix): number[] {
  return results.map((row) => {
    let [sum, count] = [0, 0];
    for (const result of row) {
      if (Number.isNaN(result)) continue;
      sum += result;
      count += 1;
    }
    return count === 0 ? Number.NaN : sum / count;
  });
}

/**
 * How easy each task was for earlier systems, in log odds. A system counts by its squared mean, since strong ones are
 * more like the next; half a result is added on either side (Haldane 1956; Anscombe 1956) to Kish's (1965) effective
 * number of systems. NaN for a task that no system ran.
 */
export function taskDifficulty(results: ResultMatrix): number[] {
  const tasks = results[0]?.length ?? 0;
  const passed = new Float64Array(tasks);
  const weights = new Float64Array(tasks);
  const squares = new Float64Array(tasks);
  const means = systemMeans(results);
  // A forecast calls this for every system that it leaves out: loops without closures take a third of the time.
  for (let j = 0; j < results.length; j++) {
    const row = results[j] ?? [];
    if (row.length !== tasks) throw new RangeError('every system needs a row of the same length');
    const weight = (means[j] ?? Number.NaN) ** 2 + 1e-9;
    for (let i = 0; i < tasks; i++) {
      const result = row[i] ?? Number.NaN;
      if (Number.isNaN(result)) continue;
      if (!(result >= 0 && result <= 1)) throw new RangeError(`a result is from 0 to 1, not ${result}`);
      passed[i] = (passed[i] ?? 0) + weight * result;
      weights[i] = (weights[i] ?? 0) + weight;
      squares[i] = (squares[i] ?? 0) + weight * weight;
    }
  }
  return Array.from(weights, (weight, i) => {
    if (weight === 0) return Number.NaN;
    const rate = (passed[i] ?? 0) / weight;
    const systems = (weight * weight) / (squares[i] ?? Number.NaN);
    return logit((rate * systems + 0.5) / (systems + 1));
  });
}

/** Earlier difficulty says a little less of the next systems than of those it was learned from. */
const slope = 0.85;

/** No task is taken for settled: what all solved, the next system may fail. */
const leastVariance = 0.05;

/**
 * Five rates that the next system may have, from the median of the earlier means to where four tenths of the failures
 * of the best one are solved, in [.03, .97].
 */
export function anticipatedRates(means: readonly number[]): number[] {
  const known = means.filter((each) => !Number.isNaN(each)).sort((a, b) => a - b);
  if (known.length === 0) throw new RangeError('rates cannot be anticipated without an earlier system');
  const from = quantile(known, 0.5);
  const to = 1 - 0.6 * (1 - largest(known));
  return [0, 1, 2, 3, 4].map((step) => Math.min(0.97, Math.max(0.03, from + ((to - from) * step) / 4)));
}

/**
 * The variance of the next system's result on each task, in [.05, .25]: p(1 − p) by a logistic curve in the difficulty
 * (Rasch 1960), averaged over the anticipated rates.
 */
export function anticipatedVariance(difficulties: readonly number[], rates: readonly number[]): number[] {
  const known = difficulties.filter((x) => !Number.isNaN(x));
  const centre = known.length === 0 ? 0 : mean(known);
  const z = known.map((x) => slope * (x - centre));
  const shifts = rates.map((rate) => shiftToMean(z, rate));
  return difficulties.map((x) => {
    if (Number.isNaN(x)) return Number.NaN;
    let sum = 0;
    for (const shift of shifts) {
      const p = sigmoid(slope * (x - centre) + shift);
      sum += p * (1 - p);
    }
    return Math.max(leastVariance, sum / shifts.length);
  });
}

/** The indexes of the stronger half of the systems that ran anything, at least two, strongest first; ties to the first. */
export function strongerSystems(means: readonly number[], least = 2): number[] {
  const ran = means.flatMap((each, j) => (Number.isNaN(each) ? [] : [j]));
  return ran.sort((a, b) => at(means, b) - at(means, a) || a - b).slice(0, Math.max(least, Math.ceil(ran.length / 2)));
}

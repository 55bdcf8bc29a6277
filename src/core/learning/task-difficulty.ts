import { at, largest } from '../lists/lists.js';
import { type ResultColumn, resultAt } from '../model/learned.js';
import { mean, quantile } from '../statistics/summary.js';

export function sigmoid(z: number): number {
  return z >= 0 ? 1 / (1 + Math.exp(-z)) : Math.exp(z) / (1 + Math.exp(z));
}

function logit(chance: number): number {
  return Math.log(chance / (1 - chance));
}

/** Numbers with few distinct values: `values[places[i]]` is the ith number. */
interface AlikeNumbers {
  readonly values: readonly number[];
  readonly places: Uint32Array;
}

/** Deduplication isn't worth it for fewer numbers. */
const fewestAlike = 10_000;

/** Undefined if there are few numbers or they hardly repeat. */
function alikeIn(numbers: readonly number[]): AlikeNumbers | undefined {
  if (numbers.length < fewestAlike) return undefined;
  const known = new Map<number, number>();
  const places = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] as number;
    let place = known.get(number);
    if (place === undefined) {
      place = known.size;
      if (place > numbers.length / 4) return undefined;
      known.set(number, place);
    }
    places[i] = place;
  }
  return { values: [...known.keys()], places };
}

/**
 * The shift s in [−15, 15] for which the mean of σ(z + s) is `wanted`, to the last digits. Uses Newton's method, with
 * bisection whenever a step leaves the bracket.
 */
export function shiftToMean(z: readonly number[], wanted: number, alike = alikeIn(z)): number {
  let [low, high] = [-15, 15];
  let shift = 0;
  for (let step = 0; step < 60; step++) {
    let [sum, slopes] = [0, 0];
    if (alike === undefined) {
      for (let i = 0; i < z.length; i++) {
        const p = sigmoid((z[i] as number) + shift);
        sum += p;
        slopes += p * (1 - p);
      }
    } else {
      // Sum in the same order, so that both branches agree to the last bit.
      const { places, values } = alike;
      const chances = Float64Array.from(values, (each) => sigmoid(each + shift));
      for (let i = 0; i < places.length; i++) {
        const p = chances[places[i] as number] as number;
        sum += p;
        slopes += p * (1 - p);
      }
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

/** Results of earlier systems in [0, 1], one row per system and one column per task; NaN if a result is missing. */
export type ResultMatrix = readonly (readonly number[])[];

/** A system's results as numbers, for all tasks or for `places`. */
export function columnNumbers(column: ResultColumn, places?: readonly number[]): readonly number[] {
  if (places !== undefined) return places.map((place) => resultAt(column, place));
  return 'codes' in column ? Array.from(decoded(column)) : column;
}

function decoded(column: ResultColumn): ArrayLike<number> {
  if (!('codes' in column)) return column;
  const { codes, values } = column;
  const numbers = new Float64Array(codes.length);
  for (let i = 0; i < codes.length; i++) numbers[i] = values[codes[i] as number] as number;
  return numbers;
}

/** The mean result of each system over the tasks it ran; NaN if it ran none. */
export function systemMeans(results: readonly ResultColumn[]): number[] {
  return results.map((column) => {
    const row = decoded(column);
    let [sum, count] = [0, 0];
    for (let i = 0; i < row.length; i++) {
      const result = row[i] as number;
      if (Number.isNaN(result)) continue;
      sum += result;
      count += 1;
    }
    return count === 0 ? Number.NaN : sum / count;
  });
}

/**
 * How easy each task was for earlier systems, in log odds: higher is easier. Systems are weighted by their squared
 * mean, because strong ones are more like the next system. Adds half a pass and half a failure (Haldane 1956; Anscombe
 * 1956) to Kish's (1965) effective number of systems. NaN for tasks that no system ran.
 */
export function taskDifficulty(results: readonly ResultColumn[]): number[] {
  const tasks = results[0]?.length ?? 0;
  const passed = new Float64Array(tasks);
  const weights = new Float64Array(tasks);
  const squares = new Float64Array(tasks);
  const means = systemMeans(results);
  // Forecasts call this for every left-out system, and loops without closures take a third of the time.
  for (let j = 0; j < results.length; j++) {
    const row = decoded(results[j] ?? []);
    if (row.length !== tasks) throw new RangeError('every system needs a row of the same length');
    const weight = (means[j] ?? Number.NaN) ** 2 + 1e-9;
    const square = weight * weight;
    for (let i = 0; i < tasks; i++) {
      const result = row[i] as number;
      if (result >= 0 && result <= 1) {
        passed[i] = (passed[i] as number) + weight * result;
        weights[i] = (weights[i] as number) + weight;
        squares[i] = (squares[i] as number) + square;
      } else if (!Number.isNaN(result)) throw new RangeError(`a result is from 0 to 1, not ${result}`);
    }
  }
  const eases: number[] = [];
  for (let i = 0; i < tasks; i++) {
    const weight = weights[i] as number;
    const rate = (passed[i] as number) / weight;
    const systems = (weight * weight) / (squares[i] as number);
    eases.push(weight === 0 ? Number.NaN : logit((rate * systems + 0.5) / (systems + 1)));
  }
  return eases;
}

/** Earlier difficulty predicts the next system slightly less well than the systems it was learned from. */
const slope = 0.85;

/** No task is certain: the next system may fail a task that all earlier systems solved. */
const leastVariance = 0.05;

/**
 * Five possible rates of the next system, in [0.03, 0.97]: from the median of the earlier means to the best mean plus
 * 40% of its failures.
 */
export function anticipatedRates(means: readonly number[]): number[] {
  const known = means.filter((each) => !Number.isNaN(each)).sort((a, b) => a - b);
  if (known.length === 0) throw new RangeError('rates cannot be anticipated without an earlier system');
  const from = quantile(known, 0.5);
  const to = 1 - 0.6 * (1 - largest(known));
  return [0, 1, 2, 3, 4].map((step) => Math.min(0.97, Math.max(0.03, from + ((to - from) * step) / 4)));
}

/**
 * The variance of the next system's result on each task, in [0.05, 0.25]: p(1 − p) on a logistic curve in the
 * difficulty (Rasch 1960), averaged over the anticipated rates.
 */
export function anticipatedVariance(difficulties: readonly number[], rates: readonly number[]): number[] {
  const known = difficulties.filter((x) => !Number.isNaN(x));
  const centre = known.length === 0 ? 0 : mean(known);
  const z = known.map((x) => slope * (x - centre));
  const alike = alikeIn(z);
  const shifts = rates.map((rate) => shiftToMean(z, rate, alike));
  const varianceAt = (x: number) => {
    let sum = 0;
    for (const shift of shifts) {
      const p = sigmoid(slope * (x - centre) + shift);
      sum += p * (1 - p);
    }
    return Math.max(leastVariance, sum / shifts.length);
  };
  const before = new Map<number, number>();
  return difficulties.map((x) => {
    if (Number.isNaN(x)) return Number.NaN;
    if (alike === undefined) return varianceAt(x);
    const found = before.get(x) ?? varianceAt(x);
    before.set(x, found);
    return found;
  });
}

/** Indexes of the stronger half of the systems with results, at least `least`, strongest first; ties by index. */
export function strongerSystems(means: readonly number[], least = 2): number[] {
  const ran = means.flatMap((each, j) => (Number.isNaN(each) ? [] : [j]));
  return ran.sort((a, b) => at(means, b) - at(means, a) || a - b).slice(0, Math.max(least, Math.ceil(ran.length / 2)));
}

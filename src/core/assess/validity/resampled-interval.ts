import { type RandomStream, randomInteger } from '../../statistics/random-numbers.js';
import type { Interval } from '../../statistics/rate-intervals.js';
import { quantile } from '../../statistics/summary.js';

/** How often tasks are drawn again where that can be afforded, and at least. */
export const usualResamples = 2000;
const fewestResamples = 400;
/** Tasks drawn again, over all resamples, that fit into about a second. */
const affordable = 4e7;

/** Fewer tasks show too little of what might have been drawn. */
const leastTasks = 10;

/** How many resamples an interval over so many tasks rests on. */
export function resamplesFor(tasks: number): number {
  return Math.max(fewestResamples, Math.min(usualResamples, Math.floor(affordable / Math.max(1, tasks))));
}

/**
 * The 95% percentile interval of Spearman's correlation within groups, from tasks drawn again with replacement (Efron
 * 1979). Where most uplifts are equal, the interval by formula is too narrow, and this one is not. Undefined for few
 * tasks, and where many resamples have nothing that varies.
 */
export function resampledInterval(
  a: readonly number[],
  b: readonly number[],
  groups: readonly string[],
  random: RandomStream,
): Interval | undefined {
  if (a.length < leastTasks) return undefined;
  const resamples = resamplesFor(a.length);
  const known = knownOf(placesOf(a), placesOf(b), placesOf(groups));
  const found: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    const correlation = redrawnCorrelation(known, random);
    if (correlation !== undefined) found.push(correlation);
  }
  if (found.length < 0.95 * resamples) return undefined;
  found.sort((x, y) => x - y);
  return { low: quantile(found, 0.025), high: quantile(found, 0.975) };
}

/** Values by their place among the different values, from 0. */
interface Places {
  readonly of: Int32Array;
  readonly count: number;
}

function placesOf<Value extends number | string>(values: readonly Value[]): Places {
  const sorted = [...new Set(values)].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
  const place = new Map(sorted.map((value, i) => [value, i]));
  return { of: Int32Array.from(values, (value) => place.get(value) ?? 0), count: sorted.length };
}

/** What is known of the tasks, and room to work in that is kept from draw to draw. */
type Known = ReturnType<typeof knownOf>;

function knownOf(a: Places, b: Places, groups: Places) {
  const tasks = a.of.length;
  // What is known of a task lies together, and what was drawn in the order of drawing: going to and fro takes time.
  const places = new Int32Array(3 * tasks);
  for (let task = 0; task < tasks; task++)
    places.set([a.of[task] ?? 0, b.of[task] ?? 0, groups.of[task] ?? 0], 3 * task);
  const [ranksA, ranksB] = [new Float64Array(a.count), new Float64Array(b.count)];
  const [meansA, meansB] = [new Float64Array(groups.count), new Float64Array(groups.count)];
  return { tasks, places, drawn: new Int32Array(3 * tasks), ranksA, ranksB, meansA, meansB };
}

/**
 * Draws tasks again and finds the correlation of their ranks within groups. Indexed directly, by names of its own: this is
 * done a hundred million times, "at" serves lists of every kind, and what a closure holds is looked up each time.
 */
function redrawnCorrelation(known: Known, random: RandomStream): number | undefined {
  const { tasks, places, drawn, ranksA, ranksB, meansA, meansB } = known;
  ranksA.fill(0);
  ranksB.fill(0);
  for (let i = 0; i < drawn.length; i += 3) {
    const task = 3 * randomInteger(tasks, random);
    const inA = places[task] ?? 0;
    const inB = places[task + 1] ?? 0;
    drawn[i] = inA;
    drawn[i + 1] = inB;
    drawn[i + 2] = places[task + 2] ?? 0;
    ranksA[inA] = (ranksA[inA] ?? 0) + 1;
    ranksB[inB] = (ranksB[inB] ?? 0) + 1;
  }
  rankCounted(ranksA);
  rankCounted(ranksB);
  if (meansA.length === 1) meansA[0] = meansB[0] = (tasks + 1) / 2;
  else meanRanks(known);
  let [together, squaresA, squaresB] = [0, 0, 0];
  for (let i = 0; i < drawn.length; i += 3) {
    const group = drawn[i + 2] ?? 0;
    const fromA = (ranksA[drawn[i] ?? 0] ?? 0) - (meansA[group] ?? 0);
    const fromB = (ranksB[drawn[i + 1] ?? 0] ?? 0) - (meansB[group] ?? 0);
    together += fromA * fromB;
    squaresA += fromA * fromA;
    squaresB += fromB * fromB;
  }
  // Ranks are halves of whole numbers: what is smaller is rounding.
  return squaresA < 1e-6 || squaresB < 1e-6 ? undefined : together / Math.sqrt(squaresA * squaresB);
}

/** Works out the mean ranks of each group. */
function meanRanks({ drawn, ranksA, ranksB, meansA, meansB }: Known): void {
  const sizes = new Int32Array(meansA.length);
  meansA.fill(0);
  meansB.fill(0);
  for (let i = 0; i < drawn.length; i += 3) {
    const group = drawn[i + 2] ?? 0;
    meansA[group] = (meansA[group] ?? 0) + (ranksA[drawn[i] ?? 0] ?? 0);
    meansB[group] = (meansB[group] ?? 0) + (ranksB[drawn[i + 1] ?? 0] ?? 0);
    sizes[group] = (sizes[group] ?? 0) + 1;
  }
  for (let group = 0; group < sizes.length; group++) {
    meansA[group] = (meansA[group] ?? 0) / (sizes[group] ?? 1);
    meansB[group] = (meansB[group] ?? 0) / (sizes[group] ?? 1);
  }
}

/** Turns how many tasks have each place into its mid-rank: counting needs no sorting of every resample. */
function rankCounted(ranks: Float64Array): void {
  let below = 0;
  for (let place = 0; place < ranks.length; place++) {
    const count = ranks[place] ?? 0;
    ranks[place] = below + (count + 1) / 2;
    below += count;
  }
}

import type { Interval } from '../../statistics/interval.js';
import { quantile } from '../../statistics/quantile.js';
import { randomInteger } from '../../statistics/random-integer.js';
import type { RandomStream } from '../../statistics/sfc32.js';

const resamples = 2000;

/** Fewer tasks show too little of what might have been drawn. */
const leastTasks = 10;

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
  const [placesA, placesB, placesGroup] = [placesOf(a), placesOf(b), placesOf(groups)];
  const found: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    const drawn = Array.from(a, () => randomInteger(a.length, random));
    const correlation = centredCorrelation(
      ranksOf(drawn.map((i) => placesA[i] ?? 0)),
      ranksOf(drawn.map((i) => placesB[i] ?? 0)),
      drawn.map((i) => placesGroup[i] ?? 0),
    );
    if (correlation !== undefined) found.push(correlation);
  }
  if (found.length < 0.95 * resamples) return undefined;
  found.sort((x, y) => x - y);
  return { low: quantile(found, 0.025), high: quantile(found, 0.975) };
}

/** The place of each value among the different values, from 0. */
function placesOf<Value extends number | string>(values: readonly Value[]): readonly number[] {
  const sorted = [...new Set(values)].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
  const place = new Map(sorted.map((value, i) => [value, i]));
  return values.map((value) => place.get(value) ?? 0);
}

/** Mid-ranks by counting, which needs no sorting of every resample. */
function ranksOf(places: readonly number[]): readonly number[] {
  const counts: number[] = [];
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
  const ranks: number[] = [];
  let below = 0;
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place] ?? 0;
    ranks[place] = below + (count + 1) / 2;
    below += count;
  }
  return places.map((place) => ranks[place] ?? 0);
}

function centredCorrelation(a: readonly number[], b: readonly number[], groups: readonly number[]): number | undefined {
  const [sums, others, sizes]: [number[], number[], number[]] = [[], [], []];
  groups.forEach((group, i) => {
    sums[group] = (sums[group] ?? 0) + (a[i] ?? 0);
    others[group] = (others[group] ?? 0) + (b[i] ?? 0);
    sizes[group] = (sizes[group] ?? 0) + 1;
  });
  let [together, squaresA, squaresB] = [0, 0, 0];
  groups.forEach((group, i) => {
    const fromA = (a[i] ?? 0) - (sums[group] ?? 0) / (sizes[group] ?? 1);
    const fromB = (b[i] ?? 0) - (others[group] ?? 0) / (sizes[group] ?? 1);
    together += fromA * fromB;
    squaresA += fromA * fromA;
    squaresB += fromB * fromB;
  });
  // Ranks are halves of whole numbers: what is smaller is rounding.
  return squaresA < 1e-6 || squaresB < 1e-6 ? undefined : together / Math.sqrt(squaresA * squaresB);
}

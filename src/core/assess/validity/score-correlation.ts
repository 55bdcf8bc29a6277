import { groupBy, sumOf } from '../../lists/lists.js';
import type { Plan } from '../../model/plan.js';
import { derivedFields, priorFields, randomField, type ScoredTask } from '../../model/task.js';
import { correlationInterval, spearman, withinGroupsCorrelation } from '../../statistics/correlation.js';
import { normalCdf } from '../../statistics/distributions.js';
import { holm } from '../../statistics/p-values.js';
import type { RandomStream } from '../../statistics/random-numbers.js';
import { randomInteger } from '../../statistics/random-numbers.js';
import type { Interval } from '../../statistics/rate-intervals.js';
import { comparable, mean, quantile } from '../../statistics/summary.js';
import { compareText } from '../../text/words.js';
import type { MeasuredUplift, UpliftPair } from './measured-uplift.js';
import type { RankCorrelation, ScoredUplift } from './validity.js';

/** Spearman's correlation with Bonett & Wright's (2000) interval; `random` adds a resampled interval. */
export function rankCorrelation(
  tasks: readonly ScoredUplift[],
  where: 'overall' | 'within',
  random?: RandomStream,
): RankCorrelation | undefined {
  const scores = tasks.map(({ score }) => comparable(score));
  const uplifts = tasks.map(({ uplift }) => comparable(uplift));
  const groups = tasks.map(({ benchmark }) => (where === 'within' ? benchmark : ''));
  const within = where === 'within' ? withinGroupsCorrelation(scores, uplifts, groups) : undefined;
  const found = where === 'within' ? within?.correlation : spearman(scores, uplifts);
  if (found === undefined) return undefined;
  const size = within?.size ?? tasks.length;
  // Rounding can push the value just past ±1, and at exactly ±1 there is no interval.
  const correlation = Math.max(-1, Math.min(1, found));
  return {
    rankCorrelation: correlation,
    interval: Math.abs(correlation) === 1 ? undefined : correlationInterval(correlation, size, 0.95),
    resampledInterval: random && resampledInterval(scores, uplifts, groups, random),
    size,
  };
}

/** The share of the scores' variance that is between benchmarks; undefined if all scores are equal. */
export function shareBetween(tasks: readonly ScoredUplift[]): number | undefined {
  const scores = tasks.map(({ score }) => score);
  if (scores.every((score) => score === scores[0])) return undefined;
  const centre = mean(scores);
  const groups = [...groupBy(tasks, ({ benchmark }) => benchmark).values()];
  const between = sumOf(groups, (own) => own.length * (mean(own.map(({ score }) => score)) - centre) ** 2);
  return Math.min(1, between / sumOf(scores, (score) => (score - centre) ** 2));
}

/** With fewer tasks, an interval or p-value means little. */
const fewestTasks = 10;

type FeatureColumn = ReturnType<typeof featureColumns>[number];

/** Every number field and score component with a value for at least one pair, by name. */
export function featureColumns(pairs: readonly UpliftPair[], plan: Plan) {
  const fields = [...plan.fields.values()].filter(({ kind, name }) => kind === 'number' && !notFeatures.has(name));
  const column = (name: string, read: (task: ScoredTask) => unknown) => ({
    name,
    values: pairs.map(({ task: { inPool } }) => {
      const value = inPool && read(inPool);
      return typeof value === 'number' ? value : undefined;
    }),
  });
  return [
    ...fields.map(({ name }) => column(name, (task) => task.fields[name])),
    ...[...plan.score.weights.keys()].map((component) =>
      column(`component ${component}`, ({ defaulted, parts }) => !defaulted.includes(component) && parts[component]),
    ),
  ]
    .filter(({ values }) => values.some((value) => value !== undefined))
    .sort((a, b) => compareText(a.name, b.name));
}

/** Random numbers, the score itself, and earlier results, which may come from the same arms. */
const notFeatures = new Set([randomField, ...derivedFields, ...priorFields].map(({ name }) => name));

/** Rank-correlates each feature with the uplift within benchmarks; p-values are Holm-adjusted. */
export function featureValidity(
  columns: readonly FeatureColumn[],
  uplifts: readonly number[],
  clusters: readonly string[],
): MeasuredUplift['features'] {
  const found = columns.map(({ name, values }) => {
    const known = values.flatMap((value, i) => {
      const [uplift, cluster] = [uplifts[i], clusters[i]];
      return value === undefined || uplift === undefined || cluster === undefined ? [] : [{ value, uplift, cluster }];
    });
    const [a, b] = [known.map(({ value }) => comparable(value)), known.map(({ uplift }) => uplift)];
    const groups = known.map(({ cluster }) => cluster);
    const within = withinGroupsCorrelation(a, b, groups);
    const isEnough = within !== undefined && within.size >= fewestTasks && Math.abs(within.correlation) < 1;
    return {
      name,
      tasks: known.length,
      rankCorrelation: spearman(a, b),
      withinBenchmarks: within?.correlation,
      pValue: isEnough ? chanceOf(within.correlation, within.size) : undefined,
    };
  });
  const tested = found.flatMap(({ pValue }) => (pValue === undefined ? [] : [pValue]));
  const adjusted = holm(tested);
  let place = 0;
  return found.map((each) => ({ ...each, adjustedPValue: each.pValue === undefined ? undefined : adjusted[place++] }));
}

function chanceOf(correlation: number, size: number): number {
  const error = Math.sqrt((1 + correlation ** 2 / 2) / (size - 3));
  return Math.min(1, 2 * normalCdf(-Math.abs(Math.atanh(correlation)) / error));
}

export const usualResamples = 2000;
const fewestResamples = 400;
/** The number of tasks, over all resamples, that can be drawn in about a second. */
const affordable = 4e7;

export function resamplesFor(tasks: number): number {
  return Math.max(fewestResamples, Math.min(usualResamples, Math.floor(affordable / Math.max(1, tasks))));
}

/**
 * The 95% percentile interval of Spearman's correlation within groups, by resampling tasks (Efron 1979). Unlike the
 * interval by formula, it is not too narrow if most uplifts are equal. Undefined for too few tasks, or if many
 * resamples have no variation.
 */
export function resampledInterval(
  a: readonly number[],
  b: readonly number[],
  groups: readonly string[],
  random: RandomStream,
): Interval | undefined {
  if (a.length < fewestTasks) return undefined;
  const resamples = resamplesFor(a.length);
  const correlate = resampler(placesOf(a), placesOf(b), placesOf(groups), random);
  const found = Array.from({ length: resamples }, correlate).filter((correlation) => correlation !== undefined);
  if (found.length < 0.95 * resamples) return undefined;
  found.sort((x, y) => x - y);
  return { low: quantile(found, 0.025), high: quantile(found, 0.975) };
}

/** Replaces values by their index among the sorted distinct values. */
function placesOf<Value extends number | string>(values: readonly Value[]) {
  const sorted = [...new Set(values)].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
  const place = new Map(sorted.map((value, i) => [value, i]));
  return { of: Int32Array.from(values, (value) => place.get(value) ?? 0), count: sorted.length };
}

/** The loops run 100 million times, so they reuse arrays and count positions instead of sorting. */
function resampler(
  a: ReturnType<typeof placesOf>,
  b: ReturnType<typeof placesOf>,
  groups: ReturnType<typeof placesOf>,
  random: RandomStream,
): () => number | undefined {
  const tasks = a.of.length;
  const drawn = new Int32Array(tasks);
  const [ranksA, ranksB] = [new Float64Array(a.count), new Float64Array(b.count)];
  const [meansA, meansB] = [new Float64Array(groups.count), new Float64Array(groups.count)];
  const sizes = new Int32Array(groups.count);
  const add = (sums: Float64Array | Int32Array, place: number, value: number) => {
    sums[place] = (sums[place] ?? 0) + value;
  };
  return () => {
    for (const sums of [ranksA, ranksB, meansA, meansB, sizes]) sums.fill(0);
    for (let i = 0; i < tasks; i++) {
      const task = randomInteger(tasks, random);
      drawn[i] = task;
      add(ranksA, a.of[task] ?? 0, 1);
      add(ranksB, b.of[task] ?? 0, 1);
    }
    rankCounted(ranksA);
    rankCounted(ranksB);
    for (const task of drawn) {
      const group = groups.of[task] ?? 0;
      add(meansA, group, ranksA[a.of[task] ?? 0] ?? 0);
      add(meansB, group, ranksB[b.of[task] ?? 0] ?? 0);
      add(sizes, group, 1);
    }
    let [together, squaresA, squaresB] = [0, 0, 0];
    for (const task of drawn) {
      const group = groups.of[task] ?? 0;
      const size = sizes[group] ?? 1;
      const fromA = (ranksA[a.of[task] ?? 0] ?? 0) - (meansA[group] ?? 0) / size;
      const fromB = (ranksB[b.of[task] ?? 0] ?? 0) - (meansB[group] ?? 0) / size;
      together += fromA * fromB;
      squaresA += fromA * fromA;
      squaresB += fromB * fromB;
    }
    // Ranks are multiples of one half, so smaller sums of squares are rounding error.
    return squaresA < 1e-6 || squaresB < 1e-6 ? undefined : together / Math.sqrt(squaresA * squaresB);
  };
}

/** Replaces the count at each position by its mid-rank. */
function rankCounted(ranks: Float64Array): void {
  let below = 0;
  for (let place = 0; place < ranks.length; place++) {
    const count = ranks[place] ?? 0;
    ranks[place] = below + (count + 1) / 2;
    below += count;
  }
}

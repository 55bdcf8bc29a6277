import type { VarianceFamily } from '../draws/draw-design.js';
import { at, groupBy, sumOf } from '../lists/lists.js';
import { clusterVariance } from '../statistics/cluster-variance.js';
import { studentQuantile } from '../statistics/distributions.js';
import { mean, meanDifference, variance } from '../statistics/summary.js';
import { surveyVariance, unequalVariance } from '../statistics/survey-variance.js';
import { effectiveSize } from '../statistics/weighting.js';
import type { Scope } from './pool-estimate.js';
import type { SampledTask } from './sample.js';
import type { Calibration } from './weighting.js';

export interface TaskRuns {
  readonly task: SampledTask;
  /** One list of rewards for a level, two for a difference (second minus first). */
  readonly sides: readonly (readonly number[])[];
}

/** Fewer tasks with repeats, if most have none, do not show how much runs vary. */
const fewestRepeated = 10;

/** The mean variance between runs of a task, for each side; undefined if too few tasks have two runs. */
export function runVariances(tasks: readonly TaskRuns[]): readonly (number | undefined)[] {
  return (tasks[0]?.sides ?? []).map((_, side) => {
    const known = tasks.flatMap(({ sides: { [side]: runs = [] } }) => (runs.length < 2 ? [] : [variance(runs)]));
    return known.length < Math.max(1, Math.min(fewestRepeated, tasks.length / 2)) ? undefined : mean(known);
  });
}

/** The tasks with runs on every side, reweighted for drawn tasks of the same stratum without runs. */
export function valuedTasks(drawn: readonly SampledTask[], runs: readonly TaskRuns[]): ValuedTask[] {
  const complete = runs.filter(({ sides }) => sides.every((side) => side.length > 0));
  const spread = runVariances(complete);
  const weightsIn = (tasks: readonly SampledTask[]) => {
    const strata = [...groupBy(tasks, ({ stratum }) => stratum)];
    return new Map(strata.map(([stratum, members]) => [stratum, sumOf(members, ({ weight }) => weight)]));
  };
  const [all, present] = [weightsIn(drawn), weightsIn(complete.map(({ task }) => task))];
  return complete.map(({ task, sides }) => {
    const [first = [], second] = sides;
    const factor = (all.get(task.stratum) ?? 1) / (present.get(task.stratum) ?? 1);
    const value = second === undefined ? mean(first) : meanDifference(first, second);
    return { task, value, noise: noiseOf(sides, spread), weight: task.weight * factor };
  });
}

/** The variance of a task's value due to run noise: its own if it has two runs, otherwise the mean over tasks. */
function noiseOf(sides: TaskRuns['sides'], spread: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const [side, runs] of sides.entries()) {
    const usual = spread[side];
    if (usual === undefined) return undefined;
    sum += (runs.length < 2 ? usual : variance(runs)) / runs.length;
  }
  return sum;
}

/** A task with its mean reward, or its difference of two mean rewards. */
export interface ValuedTask {
  readonly task: SampledTask;
  readonly value: number;
  /** The variance of the value due to run noise; undefined if no task has repeats. */
  readonly noise: number | undefined;
  /** Adjusted for missing results, but not calibrated. */
  readonly weight: number;
}

export type EstimatedMean = ReturnType<typeof estimateMean>;

export interface MeanOptions {
  readonly scope: Scope;
  readonly calibration?: Calibration | undefined;
  /** The tasks that the mean covers; the remaining tasks still count for the variance. Default: all. */
  readonly within?: ((task: SampledTask) => boolean) | undefined;
}

/**
 * The weighted mean of a probability sample or a part of it (Hájek 1971).
 * `fraction`: the sampled share of the population.
 * `calibrated`, if weights were adjusted: the variance and mean square of leverage-corrected residuals, and the number
 * of independent pool counts that the weights match.
 */
export function estimateMean(units: readonly ValuedTask[], options: MeanOptions) {
  const { scope, calibration, within = () => true } = options;
  const weights = calibration?.weights ?? units.map(({ weight }) => weight);
  const isIn = units.map(({ task }) => within(task));
  const sum = weights.reduce((total, weight, i) => (isIn[i] === true ? total + weight : total), 0);
  const mean =
    units.reduce((total, { value }, i) => (isIn[i] === true ? total + (weights[i] ?? 0) * value : total), 0) / sum;
  const apart = units.map(({ value }, i) => (isIn[i] === true ? value - mean : 0));
  const moved = calibration?.residualsOf(apart);
  const influencesOf = (residuals: readonly number[]) =>
    units.map((unit, i): Influence => {
      const share = (calibration === undefined ? (weights[i] ?? 0) : unit.weight) / sum;
      const noise =
        unit.noise === undefined || isIn[i] !== true ? undefined : ((weights[i] ?? 0) / sum) ** 2 * unit.noise;
      return {
        task: unit.task,
        weight: unit.weight,
        influence: share * (residuals[i] ?? 0),
        apart: apart[i] ?? 0,
        share: (weights[i] ?? 0) / sum,
        noise,
        isIn: isIn[i] === true,
      };
    });
  const variance = designVariance(influencesOf(moved?.residuals ?? apart), scope);
  const tasks = isIn.filter(Boolean).length;
  return {
    ...variance,
    // A part of the sample has no more degrees of freedom than its own tasks.
    degreesOfFreedom: Math.max(1, Math.min(variance.degreesOfFreedom, tasks - 1)),
    mean,
    standardError: Math.sqrt(variance.variance),
    tasks,
    effectiveSize: effectiveSize(weights.filter((_, i) => isIn[i] === true)),
    fraction: scope === 'beyond' ? 0 : Math.min(1, tasks / sum),
    calibrated: moved && {
      variance: designVariance(influencesOf(moved.corrected), scope).variance,
      spread:
        moved.corrected.reduce((total, e, i) => total + ((units[i]?.weight ?? 0) ** 2 * e * e) / (weights[i] ?? 1), 0) /
        sum,
      rank: moved.rank,
    },
  };
}

/** The mean of parts with equal weight. The variance is linearised under the design, so parts may share strata. */
export function estimateEqualMean(units: readonly ValuedTask[], scope: Scope, partOf: (task: SampledTask) => string) {
  const parts = new Map(
    [...groupBy(units, ({ task }) => partOf(task))].map(([part, own]) => {
      const sum = sumOf(own, ({ weight }) => weight);
      // One pass and one failure are added, so that no spread is 0.
      const rate = (sumOf(own, ({ value }) => value) + 1) / (own.length + 2);
      const average = sumOf(own, ({ weight, value }) => weight * value) / sum;
      return [part, { sum, mean: average, spread: rate * (1 - rate) }] as const;
    }),
  );
  const influences = units.map((unit): Influence => {
    const { sum = 1, mean: own = 0 } = parts.get(partOf(unit.task)) ?? {};
    const share = unit.weight / (sum * parts.size);
    const apart = unit.value - own;
    const noise = unit.noise === undefined ? undefined : share ** 2 * unit.noise;
    return { task: unit.task, weight: unit.weight, influence: share * apart, apart, share, noise, isIn: true };
  });
  const found = designVariance(influences, scope);
  return {
    parts: parts.size,
    within: mean([...parts.values()].map(({ spread }) => spread)),
    mean: mean([...parts.values()].map((part) => part.mean)),
    variance: found.variance,
    degreesOfFreedom: Math.max(1, Math.min(found.degreesOfFreedom, units.length - parts.size)),
    standardError: Math.sqrt(found.variance),
    tasks: units.length,
    effectiveSize: effectiveSize(influences.map(({ share }) => share)),
    fraction: scope === 'beyond' ? 0 : Math.min(1, units.length / sumOf(units, ({ weight }) => weight)),
  };
}

interface Influence {
  readonly task: SampledTask;
  readonly weight: number;
  /** Linearised: weight × (value − mean) / Σ weights. */
  readonly influence: number;
  readonly apart: number;
  readonly share: number;
  /** The variance of its contribution due to run noise; undefined if unknown. */
  readonly noise: number | undefined;
  /** Whether the estimate covers the task; other tasks count only for the variance. */
  readonly isIn: boolean;
}

interface DesignVariance {
  readonly variance: number;
  readonly degreesOfFreedom: number;
  /** The number of strata with a single task. */
  readonly lonely: number;
}

/**
 * The variance summed over strata: simple random sampling for equal probabilities, Hájek and Deville for unequal ones,
 * residuals of the balancing fields for balanced draws. A large sampled share reduces the tasks' contribution, but not
 * that of runs. Beyond the pool, repositories are clusters (Bell and McCaffrey 2002).
 */
function designVariance(influences: readonly Influence[], scope: Scope): DesignVariance {
  const result = varianceFor(influences, scope);
  if (scope === 'pool') return result;
  // A claim beyond the pool is never more certain, although estimated run noise could make it look so.
  const least = { ...result, variance: Math.max(result.variance, varianceFor(influences, 'pool').variance) };
  const clusters = clustersOf(influences);
  return clusters === undefined ? least : { ...least, ...widerOf(least, clusters) };
}

type Spread = Pick<DesignVariance, 'variance' | 'degreesOfFreedom'>;

/** Of two variances of one estimate, the one with the wider 95% interval. */
export function widerOf(first: Spread, second: Spread): Spread {
  const reach = ({ variance, degreesOfFreedom }: Spread) =>
    studentQuantile(0.975, degreesOfFreedom) * Math.sqrt(variance);
  const { variance, degreesOfFreedom } = reach(first) >= reach(second) ? first : second;
  return { variance, degreesOfFreedom };
}

/** The repository of a task, distinct for each benchmark; undefined if unknown. */
export function clusterOf({ benchmark, labels }: SampledTask): string | undefined {
  return labels.repo === '' ? undefined : `${benchmark}\n${labels.repo}`;
}

/** The variance clustered by repository; a task without one is its own cluster. Undefined for a single cluster. */
function clustersOf(influences: readonly Influence[]) {
  const own = influences.filter(({ isIn }) => isIn);
  const groups = [...groupBy(own, (unit) => clusterOf(unit.task) ?? unit).values()];
  return clusterVariance(
    groups.map((units) => ({
      values: units.map(({ apart }) => apart),
      weights: units.map(({ share }) => share),
    })),
  );
}

function varianceFor(influences: readonly Influence[], scope: Scope): DesignVariance {
  const strata = [...groupBy(influences, ({ task }) => task.stratum).values()];
  let noise = 0;
  let apart = 0;
  const even = strata.map((units) => {
    const { variance: method, stratumSize } = at(units, 0).task;
    const fraction = scope === 'beyond' ? 0 : Math.min(1, units.length / stratumSize);
    const values = units.map(({ influence }) => influence);
    const isUneven = method === 'unequal' && scope === 'pool';
    for (const unit of units) noise += (isUneven ? chanceOf(unit) : fraction) * (unit.noise ?? 0);
    const isPlain = method === 'even' || method === 'ordered';
    if (isPlain || units.length === 1 || scope === 'beyond') return { influences: values, fraction };
    apart += unequalVariance(values, units.map(chanceOf), method === 'balanced' ? units.map(balanceRow) : undefined);
    // The variance is already in `apart`; here the units only add degrees of freedom.
    return { influences: values, fraction: 1 };
  });
  const survey = surveyVariance(even);
  return { ...survey, variance: survey.variance + apart + noise };
}

/** The probability that a task is drawn and has a result. */
export function chanceOf({ task, weight }: { readonly task: SampledTask; readonly weight: number }): number {
  return Math.min(1, task.probability * (task.weight / weight));
}

/** The balancing columns divided by the probability; the first is the probability itself, which fixes the size. */
export function balanceRow({ task }: { readonly task: SampledTask }): readonly number[] {
  return [1, ...task.balance.map((value) => value / task.probability)];
}

export interface CellUnit extends ValuedTask {
  readonly share: number;
}

/** Tasks that were drawn alike: a stratum or a stretch of an ordered stratum, limited to a figure's scope. */
export interface EstimateCell {
  readonly units: readonly CellUnit[];
  readonly share: number;
  /** The share of the stratum that was drawn and has a result; 0 for claims beyond the pool. */
  readonly fraction: number;
  readonly family: VarianceFamily;
  /** Its position in order of difficulty; undefined if cells are unordered. */
  readonly line: { readonly name: string; readonly place: number } | undefined;
}

export interface CellOptions {
  readonly scope: Scope;
  readonly within: (task: SampledTask) => boolean;
  /** Adjusted weights; undefined for the design's. */
  readonly weights?: readonly number[] | undefined;
}

export function cellsOf(
  units: readonly ValuedTask[],
  { scope, within, weights }: CellOptions,
): readonly EstimateCell[] {
  const shareAt = (i: number) => weights?.[i] ?? at(units, i).weight;
  const strata = new Map<string, { readonly first: SampledTask; readonly within: number[]; size: number }>();
  let sum = 0;
  // Copies each task in scope only once, because samples can be large.
  for (const [i, { task }] of units.entries()) {
    const stratum = strata.get(task.stratum) ?? { first: task, within: [], size: 0 };
    if (stratum.size === 0) strata.set(task.stratum, stratum);
    stratum.size += 1;
    if (!within(task)) continue;
    stratum.within.push(i);
    sum += shareAt(i);
  }
  return [...strata.values()].flatMap(({ first, within: places, size }): EstimateCell[] => {
    const { variance: family, stratumSize, difficultyPlace, benchmark } = first;
    const fraction = scope === 'beyond' ? 0 : Math.min(1, size / stratumSize);
    const own = places.map((i): CellUnit => {
      // Written out, because a spread would give every unit a separate hidden class.
      const { task, weight, value, noise } = at(units, i);
      return { task, weight, value, noise, share: shareAt(i) / sum };
    });
    if (own.length === 0) return [];
    const line = difficultyPlace === undefined ? undefined : { name: benchmark, place: difficultyPlace };
    const stretches = family === 'ordered' ? stretchesOf(own) : undefined;
    if (stretches === undefined) return [{ units: own, share: shareOf(own), fraction, family, line }];
    const name = first.stratum;
    return stretches.map((stretch, place) => ({
      units: stretch,
      share: shareOf(stretch),
      fraction,
      family,
      line: { name, place },
    }));
  });
}

/** The neighbours of each cell in order of difficulty, by cell index; undefined for unordered cells. */
export function besideOf(cells: readonly EstimateCell[]): readonly (readonly EstimateCell[] | undefined)[] {
  const lines = groupBy(
    cells.filter(({ line }) => line !== undefined),
    ({ line }) => line?.name ?? '',
  );
  const beside = new Map<EstimateCell, readonly EstimateCell[]>();
  for (const members of lines.values()) {
    const sorted = members.toSorted((a, b) => (a.line?.place ?? 0) - (b.line?.place ?? 0));
    sorted.forEach((cell, i) => {
      beside.set(cell, [...sorted.slice(Math.max(0, i - 1), i), ...sorted.slice(i + 1, i + 2)]);
    });
  }
  return cells.map((cell) => beside.get(cell));
}

/** Whether all cells share one order of difficulty; a single cell does. */
export function areInOrder(cells: readonly EstimateCell[]): boolean {
  const names = new Set(cells.map(({ line }) => line?.name));
  return cells.length < 2 || (names.size === 1 && !names.has(undefined));
}

const leastInStretch = 5;

/** Splits a sample drawn along an order into stretches of nearly equal size; undefined if positions are unknown. */
function stretchesOf(units: readonly CellUnit[]): readonly (readonly CellUnit[])[] | undefined {
  const placeOf = ({ task }: CellUnit) => task.balance[0];
  if (units.some((unit) => placeOf(unit) === undefined)) return undefined;
  const sorted = units.toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0));
  const count = Math.max(1, Math.floor(units.length / leastInStretch));
  return Array.from({ length: count }, (_, i) =>
    sorted.slice(Math.floor((i * units.length) / count), Math.floor(((i + 1) * units.length) / count)),
  );
}

function shareOf(units: readonly CellUnit[]): number {
  return units.reduce((sum, { share }) => sum + share, 0);
}

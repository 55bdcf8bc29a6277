import { at, groupBy, sumOf } from '../lists/lists.js';
import { boundedShares } from '../roundings/roundings.js';
import { meetAlong, settle, settleAll, takenUnits } from '../statistics/sampling.js';

/** The number of tasks with a label, and the least and the most places for it: 0 and ∞ for no limit. */
interface LabelBounds {
  readonly size: number;
  readonly floor: number;
  readonly ceiling: number;
}

/** Why places can't be allocated: the floors sum to more than the places, or the ceilings to fewer. */
export interface BrokenLimit {
  readonly limit: 'floors' | 'ceilings';
  readonly total: number;
  readonly places: number;
}

/** Floor and ceiling, limited to the number of tasks. */
function boundsOf({ size, floor, ceiling }: LabelBounds): { readonly atLeast: number; readonly atMost: number } {
  return { atLeast: Math.min(floor, size), atMost: Math.min(ceiling, size) };
}

/** The limit that can't be satisfied, if any; a ceiling below its floor is reported under 'ceilings'. */
function brokenLimit(labels: readonly LabelBounds[], places: number): BrokenLimit | undefined {
  const bounds = labels.map(boundsOf);
  const floors = sumOf(bounds, ({ atLeast }) => atLeast);
  if (floors > places) return { limit: 'floors', total: floors, places };
  const ceilings = sumOf(bounds, ({ atMost }) => atMost);
  const isCrossed = bounds.some(({ atLeast, atMost }) => atLeast > atMost);
  return ceilings < places || isCrossed ? { limit: 'ceilings', total: ceilings, places } : undefined;
}

/** Expected (fractional) places per label, in proportion to its measure (Σ√v or size) within bounds (Neyman 1934). */
export function labelPlaces(
  measures: readonly number[],
  labels: readonly LabelBounds[],
  places: number,
): { readonly places: readonly number[] } | { readonly broken: BrokenLimit } {
  const broken = brokenLimit(labels, places);
  if (broken !== undefined) return { broken };
  const groups = labels.map((label, l) => ({ measure: at(measures, l), ...boundsOf(label) }));
  return { places: boundedShares(groups, places) };
}

/** Inclusion probabilities min(1, k√v) within each label; k makes them sum to its places (Tillé 2006, 2.10). */
export function labelProbabilities(
  variances: readonly number[],
  labels: readonly number[],
  places: readonly number[],
): number[] {
  const probabilities = variances.map(() => 0);
  for (const [label, tasks] of groupBy(labels.keys(), (task) => at(labels, task))) {
    const groups = tasks.map((task) => ({ measure: Math.sqrt(at(variances, task)), atLeast: 0, atMost: 1 }));
    boundedShares(groups, at(places, label)).forEach((share, i) => {
      // Within rounding error of 1, the task is certain.
      probabilities[at(tasks, i)] = settle(share);
    });
  }
  return probabilities;
}

/** The anticipated variance with limits over that without, Σ(v/π − v)/Σ(v/π⁰ − v) (after Isaki and Fuller 1982). */
export function floorCost(
  variances: readonly number[],
  probabilities: readonly number[],
  withoutFloors: readonly number[],
): number {
  const total = (chances: readonly number[]) => variances.reduce((sum, v, i) => sum + v / at(chances, i) - v, 0);
  const free = total(withoutFloors);
  return free > 0 ? total(probabilities) / free : 1;
}

interface SequentialDraw {
  /** They sum to a whole number. */
  readonly probabilities: readonly number[];
  readonly labels: readonly number[];
  /** Task indexes in the order of the draw. */
  readonly order: readonly number[];
  /** A number in [0, 1) per task and phase; each pivotal step uses that of the arriving task. */
  readonly uniforms: readonly [first: readonly number[], second: readonly number[]];
}

/**
 * Draws along the order within each label, then across labels. Every label gets its expected count, rounded up or down,
 * and each task keeps its probability (Chauvet 2012; Grafström, Lundström and Schelin 2012).
 */
export function sequentialPivotal({ probabilities, labels, order, uniforms }: SequentialDraw): number[] {
  const state = settleAll(probabilities);
  const [first, second] = uniforms;
  for (const walk of groupBy(order, (task) => at(labels, task)).values()) meetAlong(state, walk, first);
  const last = meetAlong(state, order, second);
  // The sum is whole, so only rounding has left this task open.
  if (last !== undefined) state[last] = Math.round(at(state, last));
  return takenUnits(state);
}

interface RankingChoice {
  /** NaN, for tasks that no earlier system ran, sorts last. */
  readonly variances: readonly number[];
  /** Permanent random numbers that break ties between equal variances. */
  readonly tieNumbers: readonly number[];
  /** The label of each task and the bounds of each label, if there are floors or ceilings. */
  readonly labels?: { readonly of: readonly number[]; readonly bounds: readonly LabelBounds[] };
}

/** The tasks with the largest anticipated variance, or item information (Lord 1980), within floors and ceilings. */
export function rankingTasks(
  { variances, tieNumbers, labels }: RankingChoice,
  places: number,
): { readonly tasks: readonly number[] } | { readonly broken: BrokenLimit } {
  const bounds = labels?.bounds ?? [{ size: variances.length, floor: 0, ceiling: Infinity }];
  const broken = brokenLimit(bounds, places);
  if (broken !== undefined) return { broken };
  const limits = bounds.map(boundsOf);
  const labelOf = (task: number) => (labels === undefined ? 0 : at(labels.of, task));
  const order = [...variances.keys()].sort(
    (a, b) => orLast(at(variances, b)) - orLast(at(variances, a)) || at(tieNumbers, a) - at(tieNumbers, b) || a - b,
  );
  const counts = limits.map(() => 0);
  const taken = new Set<number>();
  const take = (most: (label: number) => number) => {
    for (const task of order) {
      const label = labelOf(task);
      if (taken.size === places || taken.has(task) || at(counts, label) >= most(label)) continue;
      counts[label] = at(counts, label) + 1;
      taken.add(task);
    }
  };
  take((label) => at(limits, label).atLeast);
  take((label) => at(limits, label).atMost);
  return { tasks: [...taken].sort((a, b) => a - b) };
}

function orLast(variance: number): number {
  return Number.isNaN(variance) ? -1 : variance;
}

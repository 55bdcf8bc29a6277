import { at, groupBy, largest } from '../lists/lists.js';
import { chiSquaredUpperTail, normalCdf, normalQuantile } from '../statistics/distributions.js';
import { type RandomStream, shuffle } from '../statistics/random-numbers.js';
import { mean } from '../statistics/summary.js';
import { noiseOf, type PairedTask, type UpliftComponents, upliftOf } from './paired-tasks.js';
import { type MeasuredUplift, type ShrunkenUplifts, shrinkUplifts } from './shrink-uplifts.js';

/** A task's uplift as a choice sees it. */
export interface SeenUplift {
  readonly uplift: number;
  readonly reliability: number;
}

/** The places of the tasks that are chosen when each task's uplift is seen as this; undefined where none can be. */
export type ChooseBy = (seen: readonly SeenUplift[]) => readonly number[] | undefined;

/** What is chosen from: the tasks, what is known of the noise of their runs, and their shrunken uplifts. */
export interface ChosenFrom {
  readonly tasks: readonly PairedTask[];
  readonly components: UpliftComponents;
  readonly model: ShrunkenUplifts;
}

/** Fewer tasks that are measured say too little of what a choice keeps. */
const fewestMeasured = 10;

/** What a choice by part of what is known gains in the rest. */
export interface CrossFit {
  readonly splits: number;
  /** The mean uplift of the chosen tasks in what had no say, and that of all tasks so measured. */
  readonly heldOut: number;
  readonly all: number;
  /** How much more a choice by all runs is expected to gain: at least 1. */
  readonly raise: number;
}

/**
 * The gain of a choice in new runs: one run of each task and arm is held out, the others choose again, and the chosen
 * tasks are measured in the held-out runs (Chernozhukov et al. 2018; Efron 2011). A choice by all runs gains somewhat
 * more (Falconer & Mackay 1996, ch. 11). Undefined for fewer than ten tasks, or if a choice could not be repeated.
 */
export function crossFit(
  { tasks, components, model }: ChosenFrom,
  choose: ChooseBy,
  random: RandomStream,
  splits: number,
): CrossFit | undefined {
  if (tasks.length < fewestMeasured) return undefined;
  let [heldOut, all, taken, measured] = [0, 0, 0, 0];
  for (let split = 0; split < splits; split++) {
    const parts = tasks.map((task) => held(task, random));
    const seen = parts.map((part) => part.seen);
    // The deviations too are those of what is seen: all runs would let the held-out ones have a say.
    const chosen = choose(shrinkUplifts(measuredUplifts(seen, components)).tasks);
    if (chosen === undefined) return undefined;
    if (chosen.length === 0) continue;
    heldOut += mean(chosen.map((i) => at(parts, i).rest));
    all += mean(parts.map(({ rest }) => rest));
    taken += chosen.length;
    measured += 1;
  }
  if (measured === 0) return undefined;
  const known = (own: readonly PairedTask[]) => knownVariances(measuredUplifts(own, components), model);
  const share = taken / measured / tasks.length;
  const whole = normalGain(known(tasks), share);
  const part = normalGain(known(tasks.map(withoutOne)), share);
  const raise = part > 0 ? Math.max(1, whole / part) : 1;
  return { splits: measured, heldOut: heldOut / measured, all: all / measured, raise };
}

/** What to expect of a choice by all runs: the mean uplift of all tasks, and the gain in held-out runs, raised. */
export function expectedFrom({ tasks }: ChosenFrom, { heldOut, all, raise }: CrossFit): number {
  return mean(tasks.map(upliftOf)) + raise * (heldOut - all);
}

/** One run of each arm held out. */
function held(task: PairedTask, random: RandomStream) {
  const [without, other] = [shuffle(task.without, random), shuffle(task.with, random)];
  return {
    seen: { cluster: task.cluster, without: without.slice(1), with: other.slice(1) },
    rest: at(other, 0) - at(without, 0),
  };
}

function withoutOne(task: PairedTask): PairedTask {
  return { cluster: task.cluster, without: task.without.slice(1), with: task.with.slice(1) };
}

/** The uplifts as measured, and what the chance of their runs adds. */
export function measuredUplifts(tasks: readonly PairedTask[], components: UpliftComponents): readonly MeasuredUplift[] {
  return tasks.map((task) => {
    return { cluster: task.cluster, uplift: upliftOf(task), noise: noiseOf(task, components) };
  });
}

/**
 * The same without repeats, with the noise of a run assumed: noise ω of the same variance is drawn, uplift + ω chooses
 * and uplift − ω measures (Oliveira, Lei & Tibshirani 2024; Leiner et al. 2025). Each ω is used with both signs.
 */
export function addedNoiseFit(
  { tasks, components, model }: ChosenFrom,
  choose: ChooseBy,
  random: RandomStream,
  splits: number,
): CrossFit | undefined {
  const rows = measuredUplifts(tasks, components);
  if (rows.length < fewestMeasured) return undefined;
  let [heldOut, all, taken, count] = [0, 0, 0, 0];
  for (let pair = 0; 2 * pair < splits; pair++) {
    const noise = rows.map((row) => Math.sqrt(row.noise) * normalQuantile((random.uint32() + 0.5) / 2 ** 32));
    for (const sign of [1, -1]) {
      const seen = rows.map((row, i) => {
        return { ...row, uplift: row.uplift + sign * at(noise, i), noise: 2 * row.noise };
      });
      const rest = rows.map((row, i) => row.uplift - sign * at(noise, i));
      const chosen = choose(shrinkUplifts(seen).tasks);
      if (chosen === undefined) return undefined;
      if (chosen.length === 0) continue;
      heldOut += mean(chosen.map((i) => at(rest, i)));
      all += mean(rest);
      taken += chosen.length;
      count += 1;
    }
  }
  if (count === 0) return undefined;
  const gainAt = (noise: number) => {
    const known = knownVariances(
      rows.map((row) => ({ ...row, noise: row.noise * noise })),
      model,
    );
    return normalGain(known, taken / count / rows.length);
  };
  const [whole, part] = [gainAt(1), gainAt(2)];
  const raise = part > 0 ? Math.max(1, whole / part) : 1;
  return { splits: count, heldOut: heldOut / count, all: all / count, raise };
}

/** Whether the uplifts differ within clusters by less than noise of this size allows: at 1%, by χ². */
export function isNoiseTooLarge(rows: readonly MeasuredUplift[]): boolean {
  let [squares, degrees] = [0, 0];
  for (const own of groupBy(rows, ({ cluster }) => cluster).values()) {
    const weights = own.map(({ noise }) => 1 / Math.max(noise, 1e-9));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const centre = own.reduce((sum, { uplift }, i) => sum + at(weights, i) * uplift, 0) / total;
    squares += own.reduce((sum, { uplift }, i) => sum + at(weights, i) * (uplift - centre) ** 2, 0);
    degrees += own.length - 1;
  }
  return degrees > 0 && chiSquaredUpperTail(squares, degrees) > 0.99;
}

/** For each task, the variance of true uplifts that so much noise leaves known: its own, and that of its cluster. */
function knownVariances(rows: readonly MeasuredUplift[], model: ShrunkenUplifts): readonly number[] {
  // Without any difference there is no gain, whatever the ratio: it only must not be 0 by 0.
  const [task, cluster] = [Math.max(0.01, model.taskDeviation) ** 2, model.clusterDeviation ** 2];
  const groups = groupBy(rows, (row) => row.cluster);
  const shared = new Map(
    [...groups].map(([name, own]) => {
      const error = 1 / own.reduce((sum, { noise }) => sum + 1 / (task + noise), 0);
      return [name, cluster ** 2 / (cluster + error)];
    }),
  );
  return rows.map((row) => task ** 2 / (task + row.noise) + (shared.get(row.cluster) ?? 0));
}

/** How far the tasks above a cut are above the mean if so much of them is known and all is normal. */
function normalGain(known: readonly number[], share: number): number {
  const deviations = known.map(Math.sqrt);
  const above = (cut: number) => mean(deviations.map((deviation) => normalCdf(-cut / deviation)));
  let [low, high] = [-8 * largest(deviations), 8 * largest(deviations)];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (above(middle) > share) low = middle;
    else high = middle;
  }
  let [gain, chosen] = [0, 0];
  for (const deviation of deviations) {
    gain += (deviation * Math.exp(-((low / deviation) ** 2) / 2)) / Math.sqrt(2 * Math.PI);
    chosen += normalCdf(-low / deviation);
  }
  return chosen === 0 ? 0 : gain / chosen;
}

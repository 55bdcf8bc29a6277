import { at, groupBy, largest, sumOf } from '../lists/lists.js';
import { chiSquaredUpperTail, normalCdf, normalQuantile } from '../statistics/distributions.js';
import { type RandomStream, shuffle } from '../statistics/random-numbers.js';
import { mean } from '../statistics/summary.js';
import { noiseOf, type PairedTask, type UpliftComponents, upliftOf } from './paired-tasks.js';
import { type MeasuredUplift, type ShrunkenUplifts, shrinkUplifts } from './shrink-uplifts.js';

/** A task's uplift as a choice sees it. */
export type SeenUplift = { readonly uplift: number; readonly reliability: number };

/** The places of the tasks that are chosen when each task's uplift is seen as this; undefined where none can be. */
export type ChooseBy = (seen: readonly SeenUplift[]) => readonly number[] | undefined;

/** What is chosen from: the tasks, the noise of their runs, and their shrunken uplifts. */
export interface ChosenFrom {
  readonly tasks: readonly PairedTask[];
  readonly components: UpliftComponents;
  readonly model: ShrunkenUplifts;
}

/** With fewer measured tasks, the gain of a choice is too uncertain. */
const fewestMeasured = 10;

/** What a choice by part of what is known gains in the rest. */
export interface CrossFit {
  readonly splits: number;
  /** The mean uplift of the chosen tasks in the part that was held out, and that of all tasks so measured. */
  readonly heldOut: number;
  readonly all: number;
  /** How much more a choice by all runs is expected to gain: at least 1. */
  readonly raise: number;
}

/** One split: the uplifts that choose, and those that measure the choice. */
type Split = { readonly seen: readonly MeasuredUplift[]; readonly rest: readonly number[] };

/**
 * Chooses by what is seen in each split and measures the choice in the rest. A choice by all runs gains somewhat more
 * (Falconer & Mackay 1996, ch. 11), by the ratio that the noise of `whole` and of `part` gives. Undefined for fewer than
 * ten tasks, or if a choice could not be repeated.
 */
function fitSplits(
  splits: Iterable<Split>,
  choose: ChooseBy,
  model: ShrunkenUplifts,
  whole: readonly MeasuredUplift[],
  part: readonly MeasuredUplift[],
): CrossFit | undefined {
  if (whole.length < fewestMeasured) return undefined;
  let [heldOut, all, taken, count] = [0, 0, 0, 0];
  for (const { seen, rest } of splits) {
    // The deviations too are those of what is seen: all runs would let the held-out ones have a say.
    const chosen = choose(shrinkUplifts(seen).tasks);
    if (chosen === undefined) return undefined;
    if (chosen.length === 0) continue;
    heldOut += mean(chosen.map((i) => at(rest, i)));
    all += mean(rest);
    taken += chosen.length;
    count += 1;
  }
  if (count === 0) return undefined;
  const gainBy = (rows: readonly MeasuredUplift[]) =>
    normalGain(knownVariances(rows, model), taken / count / whole.length);
  const [most, some] = [gainBy(whole), gainBy(part)];
  const raise = some > 0 ? Math.max(1, most / some) : 1;
  return { splits: count, heldOut: heldOut / count, all: all / count, raise };
}

/**
 * The gain of a choice in new runs: one run of each task and arm is held out, the others choose again, and the chosen
 * tasks are measured in the held-out runs (Chernozhukov et al. 2018; Efron 2011).
 */
export function crossFit(
  { tasks, components, model }: ChosenFrom,
  choose: ChooseBy,
  random: RandomStream,
  splits: number,
): CrossFit | undefined {
  function* heldOut(): Generator<Split> {
    for (let split = 0; split < splits; split++) {
      const shuffled = tasks.map((task) => ({
        ...task,
        without: shuffle(task.without, random),
        with: shuffle(task.with, random),
      }));
      yield {
        seen: measuredUplifts(shuffled.map(withoutFirst), components),
        rest: shuffled.map((task) => at(task.with, 0) - at(task.without, 0)),
      };
    }
  }
  const whole = measuredUplifts(tasks, components);
  return fitSplits(heldOut(), choose, model, whole, measuredUplifts(tasks.map(withoutFirst), components));
}

function withoutFirst({ cluster, ...task }: PairedTask): PairedTask {
  return { cluster, without: task.without.slice(1), with: task.with.slice(1) };
}

/** What to expect of a choice by all runs: the mean uplift of all tasks, and the gain in held-out runs, raised. */
export function expectedFrom({ tasks }: ChosenFrom, { heldOut, all, raise }: CrossFit): number {
  return mean(tasks.map(upliftOf)) + raise * (heldOut - all);
}

/** The uplifts as measured, and the variance that their runs add. */
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
  const noisier = rows.map((row) => ({ ...row, noise: 2 * row.noise }));
  function* noisy(): Generator<Split> {
    for (let pair = 0; 2 * pair < splits; pair++) {
      const noise = rows.map((row) => Math.sqrt(row.noise) * normalQuantile((random.uint32() + 0.5) / 2 ** 32));
      for (const sign of [1, -1]) {
        yield {
          seen: noisier.map((row, i) => ({ ...row, uplift: row.uplift + sign * at(noise, i) })),
          rest: rows.map((row, i) => row.uplift - sign * at(noise, i)),
        };
      }
    }
  }
  return fitSplits(noisy(), choose, model, rows, noisier);
}

/** Whether the uplifts differ within clusters by less than noise of this size allows: at 1%, by χ². */
export function isNoiseTooLarge(rows: readonly MeasuredUplift[]): boolean {
  let [squares, degrees] = [0, 0];
  for (const own of groupBy(rows, ({ cluster }) => cluster).values()) {
    const weights = own.map(({ noise }) => 1 / Math.max(noise, 1e-9));
    const total = sumOf(weights, (weight) => weight);
    const centre = own.reduce((sum, { uplift }, i) => sum + at(weights, i) * uplift, 0) / total;
    squares += own.reduce((sum, { uplift }, i) => sum + at(weights, i) * (uplift - centre) ** 2, 0);
    degrees += own.length - 1;
  }
  return degrees > 0 && chiSquaredUpperTail(squares, degrees) > 0.99;
}

/** For each task, the variance of true uplifts that is known despite its noise: its own, and that of its cluster. */
function knownVariances(rows: readonly MeasuredUplift[], model: ShrunkenUplifts): readonly number[] {
  // Without any difference there is no gain, whatever the ratio: it only must not be 0 by 0.
  const [task, cluster] = [Math.max(0.01, model.taskDeviation) ** 2, model.clusterDeviation ** 2];
  const groups = groupBy(rows, (row) => row.cluster);
  const shared = new Map(
    [...groups].map(([name, own]) => {
      const error = 1 / sumOf(own, ({ noise }) => 1 / (task + noise));
      return [name, cluster ** 2 / (cluster + error)];
    }),
  );
  return rows.map((row) => task ** 2 / (task + row.noise) + (shared.get(row.cluster) ?? 0));
}

/** How far the best share of tasks is above the mean, if this variance of each is known and all is normal. */
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

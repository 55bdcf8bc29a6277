import { at, groupBy, largest, sumOf } from '../lists/lists.js';
import { chiSquaredUpperTail, normalCdf, normalQuantile } from '../statistics/distributions.js';
import { type RandomStream, shuffle } from '../statistics/random-numbers.js';
import { mean } from '../statistics/summary.js';
import { noiseOf, type PairedTask, type UpliftComponents, upliftOf } from './paired-tasks.js';
import { type MeasuredUplift, type ShrunkenUplifts, shrinkUplifts } from './shrink-uplifts.js';

export type SeenUplift = { readonly uplift: number; readonly reliability: number };

/** Chooses tasks, by index, from the uplifts it sees; undefined if it can't choose. */
export type ChooseBy = (seen: readonly SeenUplift[]) => readonly number[] | undefined;

export interface ChosenFrom {
  readonly tasks: readonly PairedTask[];
  readonly components: UpliftComponents;
  readonly model: ShrunkenUplifts;
}

/** With fewer measured tasks, the gain is too uncertain. */
const fewestMeasured = 10;

export interface CrossFit {
  readonly splits: number;
  /** Mean uplifts in the held-out part: of the chosen tasks, and (`all`) of all tasks. */
  readonly heldOut: number;
  readonly all: number;
  /** The factor, at least 1, by which choosing with all runs is expected to gain more. */
  readonly raise: number;
}

type Split = { readonly seen: readonly MeasuredUplift[]; readonly rest: readonly number[] };

/**
 * Chooses by the `seen` part of each split and measures the choice in the rest. A choice by all runs gains somewhat
 * more (Falconer & Mackay 1996, ch. 11); the noise of `whole` and `part` gives the ratio. Undefined for fewer than ten
 * tasks, or if a choice fails.
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
    // Estimate the deviations from `seen` too: using all runs would leak the held-out ones.
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
 * The gain of a choice in new runs: holds out one run per task and arm, chooses by the remaining runs, and measures the
 * chosen tasks in the held-out runs (Chernozhukov et al. 2018; Efron 2011).
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

/** The expected uplift of a choice by all runs: the mean over all tasks plus the raised held-out gain. */
export function expectedFrom({ tasks }: ChosenFrom, { heldOut, all, raise }: CrossFit): number {
  return mean(tasks.map(upliftOf)) + raise * (heldOut - all);
}

export function measuredUplifts(tasks: readonly PairedTask[], components: UpliftComponents): readonly MeasuredUplift[] {
  return tasks.map((task) => {
    return { cluster: task.cluster, uplift: upliftOf(task), noise: noiseOf(task, components) };
  });
}

/**
 * `crossFit` without repeats, for assumed run noise: draws noise ω with that variance, chooses by uplift + ω and
 * measures by uplift − ω (Oliveira, Lei & Tibshirani 2024; Leiner et al. 2025). Uses each ω with both signs.
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

/** Whether uplifts vary less within clusters than the assumed noise implies (χ² test at 1%). */
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

/** Per task, the variance of true uplifts that its noise leaves visible, within and between clusters. */
function knownVariances(rows: readonly MeasuredUplift[], model: ShrunkenUplifts): readonly number[] {
  // The floor avoids 0/0 in the ratio; without any variance there is no gain anyway.
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

/** By how much the best `share` of tasks exceeds the mean, if uplifts are normal with these variances. */
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

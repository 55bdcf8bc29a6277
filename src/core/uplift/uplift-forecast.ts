import { at } from '../lists/at.js';
import { type RandomStream, shuffle } from '../statistics/random-numbers.js';
import { mean } from '../statistics/summary.js';
import { knownVariances, normalGain } from './normal-gain.js';
import { type PairedTask, upliftOf } from './paired-task.js';
import { type MeasuredUplift, type ShrunkenUplifts, shrinkUplifts } from './shrink-uplifts.js';
import { noiseOf, type UpliftComponents } from './variance-components.js';

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
export const fewestMeasured = 10;

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
 * What a choice keeps in new runs: by turns one run of each task and arm is held out, the others are shrunken and choose
 * again, and the chosen tasks are measured in the runs that had no say (cross-fitting: Chernozhukov et al. 2018; for the
 * winner's curse Efron 2011). Every task has at least two runs in each arm. A choice by all runs gains somewhat more: as much
 * more as normal uplifts of which so much is known let expect (Falconer & Mackay 1996, ch. 11).
 *
 * @returns Undefined for fewer than ten tasks, or where a choice could not be made again.
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

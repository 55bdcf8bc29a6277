import { at } from '../lists/at.js';
import { sfc32, shuffle } from '../statistics/random-numbers.js';
import type { PairedTask } from './paired-task.js';

/** Some runs of a task: how many, their sum and the sum of their squares. */
interface Runs {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/** Above so many ways of swapping runs, so many are sampled. */
const mostSwaps = 5000;

/**
 * How far apart the arms of a task are, in standard errors. The variance of a run is halfway between the task's own and the
 * one pooled over all tasks, because a few runs say little about their own variance.
 */
export function contrastOf(task: PairedTask, pooledVariance: number): number {
  return contrast(runsOf(task.without), runsOf(task.with), pooledVariance);
}

/**
 * The same contrast for made-up arms: the same number of runs of each arm change sides, in every possible way. The number is
 * the one nearest to rs/(r + s), at least one, which cancels an uplift as far as possible. What is left is chance. Above 5,000
 * ways, a fixed stream of random numbers picks 5,000; the order of the runs in a file doesn't matter.
 */
export function chanceContrasts(task: PairedTask, pooledVariance: number): readonly number[] {
  const [without, tried] = [task.without, task.with].map((runs) => runs.toSorted((a, b) => a - b));
  if (without === undefined || tried === undefined) return [];
  const [r, s] = [without.length, tried.length];
  const moved = Math.max(1, Math.round((r * s) / (r + s)));
  const [all, other] = [runsOf(without), runsOf(tried)];
  const swapped = (a: Runs, b: Runs) => contrast(less(all, a, b), less(other, b, a), pooledVariance);
  if (waysToChoose(r, moved) * waysToChoose(s, moved) <= mostSwaps) {
    const parts = subsets(tried, moved).map(runsOf);
    return subsets(without, moved).flatMap((part) => parts.map((b) => swapped(runsOf(part), b)));
  }
  const random = sfc32([r, s, moved, 1]);
  const draw = (runs: readonly number[]) => runsOf(shuffle(runs, random).slice(0, moved));
  return Array.from({ length: mostSwaps }, () => swapped(draw(without), draw(tried)));
}

function runsOf(rewards: readonly number[]): Runs {
  let [sum, squares] = [0, 0];
  for (const reward of rewards) {
    sum += reward;
    squares += reward * reward;
  }
  return { count: rewards.length, sum, squares };
}

/** The runs after some left and as many others came. */
function less(runs: Runs, gone: Runs, come: Runs): Runs {
  return {
    count: runs.count,
    sum: runs.sum - gone.sum + come.sum,
    squares: runs.squares - gone.squares + come.squares,
  };
}

function contrast(a: Runs, b: Runs, pooledVariance: number): number {
  const within = a.squares - a.sum ** 2 / a.count + b.squares - b.sum ** 2 / b.count;
  const apart = Math.abs(b.sum / b.count - a.sum / a.count);
  if (apart < tiny) return 0;
  const variance = (within / (a.count + b.count - 2) + pooledVariance) / 2;
  // The same rewards added in another order must give equal contrasts.
  return variance < tiny
    ? Infinity
    : Math.round((apart / Math.sqrt(variance * (1 / a.count + 1 / b.count))) * 1e6) / 1e6;
}

const tiny = 1e-12;

function subsets(runs: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return runs.slice(size - 1).flatMap((_, i) => {
    const last = i + size - 1;
    return subsets(runs.slice(0, last), size - 1).map((rest) => [...rest, at(runs, last)]);
  });
}

function waysToChoose(size: number, chosen: number): number {
  let ways = 1;
  for (let i = 1; i <= chosen; i++) ways = (ways * (size - chosen + i)) / i;
  return ways;
}

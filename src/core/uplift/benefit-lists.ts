import { at, sumOf } from '../lists/lists.js';
import { normalCdf } from '../statistics/distributions.js';
import { benjaminiHochberg } from '../statistics/p-values.js';
import { sfc32, shuffle } from '../statistics/random-numbers.js';
import { noiseOf, type PairedTask, type TaskNoise, upliftOf } from './paired-tasks.js';

export const benefits = ['benefits', 'hurt', 'cannot tell'] as const;

export interface BenefitTest {
  readonly benefit: (typeof benefits)[number];
  readonly pValue: number;
  /** The p-value adjusted for the number of tasks; tasks at or below the false-discovery rate are listed. */
  readonly adjusted: number;
}

/** Tests each task's measured uplift; `rate` is the false-discovery rate (Benjamini & Hochberg 1995). */
export function benefitLists(tasks: readonly PairedTask[], noise: TaskNoise, rate = 0.1): readonly BenefitTest[] {
  const pValues = noise.by === 'repeats' ? byChanceContrasts(tasks, noise) : byAssumedNoise(tasks, noise);
  const adjusted = benjaminiHochberg(pValues);
  return tasks.map((task, i) => {
    const [pValue, after, uplift] = [at(pValues, i), at(adjusted, i), upliftOf(task)];
    const isListed = after <= rate && uplift !== 0;
    return { benefit: isListed ? (uplift > 0 ? 'benefits' : 'hurt') : 'cannot tell', pValue, adjusted: after };
  });
}

/**
 * A task's p-value is the share of chance contrasts, over all tasks, that are at least as large as its own (Tusher,
 * Tibshirani & Chu 2001). This assumes nothing about the distribution of rewards. Each task's chance contrasts weigh 1
 * in total, and `extra` keeps p-values above 0 (Phipson & Smyth 2010).
 */
function byChanceContrasts(tasks: readonly PairedTask[], { components }: TaskNoise): readonly number[] {
  const pooled = (components.runWithout + components.runWith) / 2;
  let extra = 0;
  const chance: { readonly contrast: number; readonly weight: number }[] = [];
  for (const task of tasks) {
    const own = chanceContrasts(task, pooled);
    for (const contrast of own) chance.push({ contrast, weight: 1 / own.length });
    extra = Math.max(extra, 1 / (task.without.length + task.with.length - 2));
  }
  chance.sort((a, b) => b.contrast - a.contrast);
  const contrasts = tasks.map((task) => contrastOf(task, pooled));
  const pValues: number[] = new Array(tasks.length);
  let [next, above] = [0, extra];
  for (const i of [...tasks.keys()].sort((a, b) => at(contrasts, b) - at(contrasts, a))) {
    for (; next < chance.length && at(chance, next).contrast >= at(contrasts, i); next++)
      above += at(chance, next).weight;
    pValues[i] = Math.min(1, above / (tasks.length + extra));
  }
  return pValues;
}

function byAssumedNoise(tasks: readonly PairedTask[], { components }: TaskNoise): readonly number[] {
  return tasks.map((task) => 2 * normalCdf(-Math.abs(upliftOf(task)) / Math.sqrt(noiseOf(task, components))));
}

type Runs = { readonly count: number; readonly sum: number; readonly squares: number };

/** The maximum number of swaps per task; if more are possible, this many are sampled. */
const mostSwaps = 5000;

/** The distance between a task's arms in standard errors, averaging its own variance with the pooled one. */
export function contrastOf(task: PairedTask, pooledVariance: number): number {
  return contrastOfRuns(runsOf(task.without), runsOf(task.with), pooledVariance);
}

/** Contrasts after swapping rs/(r + s) runs between the arms: all possible swaps, or a sample of 5,000. */
export function chanceContrasts(task: PairedTask, pooledVariance: number): readonly number[] {
  const [without, tried] = [task.without, task.with].map((runs) => runs.toSorted((a, b) => a - b));
  if (without === undefined || tried === undefined) return [];
  const [r, s] = [without.length, tried.length];
  const moved = Math.max(1, Math.round((r * s) / (r + s)));
  const [all, other] = [runsOf(without), runsOf(tried)];
  const swapped = (a: Runs, b: Runs) => contrastOfRuns(less(all, a, b), less(other, b, a), pooledVariance);
  if (waysToChoose(r, moved) * waysToChoose(s, moved) <= mostSwaps) {
    const parts = subsets(tried, moved).map(runsOf);
    return subsets(without, moved).flatMap((part) => parts.map((b) => swapped(runsOf(part), b)));
  }
  const random = sfc32([r, s, moved, 1]);
  const draw = (runs: readonly number[]) => runsOf(shuffle(runs, random).slice(0, moved));
  return Array.from({ length: mostSwaps }, () => swapped(draw(without), draw(tried)));
}

function runsOf(rewards: readonly number[]): Runs {
  const [sum, squares] = [sumOf(rewards, (reward) => reward), sumOf(rewards, (reward) => reward * reward)];
  return { count: rewards.length, sum, squares };
}

/** Swaps `gone` for `come`, which has as many runs. */
function less(runs: Runs, gone: Runs, come: Runs): Runs {
  const squares = runs.squares - gone.squares + come.squares;
  return { count: runs.count, sum: runs.sum - gone.sum + come.sum, squares };
}

export function contrastOfRuns(a: Runs, b: Runs, pooledVariance: number): number {
  const within = a.squares - a.sum ** 2 / a.count + b.squares - b.sum ** 2 / b.count;
  const apart = Math.abs(b.sum / b.count - a.sum / a.count);
  if (apart < tiny) return 0;
  const variance = (within / (a.count + b.count - 2) + pooledVariance) / 2;
  // Rounded, so that the summation order of the rewards doesn't matter.
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

import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../src/core/lists/lists.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { normalQuantile } from '../../src/core/statistics/distributions.js';
import type { RandomStream } from '../../src/core/statistics/random-numbers.js';
import { mean } from '../../src/core/statistics/summary.js';
import { benefitLists } from '../../src/core/uplift/benefit-lists.js';
import { addedNoiseFit, crossFit, expectedFrom, measuredUplifts } from '../../src/core/uplift/expected-gain.js';
import {
  judgedTasks,
  measuredInterval,
  type PairedTask,
  publishedComponents,
  type UpliftComponents,
  upliftOf,
} from '../../src/core/uplift/paired-tasks.js';
import { shrinkUplifts } from '../../src/core/uplift/shrink-uplifts.js';
import { meanByCluster, meanByTask } from '../../src/core/uplift/uplift-figures.js';
import { largestUplifts } from '../support/split-halves.js';

/** A world whose true uplifts are known. */
interface World {
  readonly name: string;
  readonly clusters: number;
  /** The standard deviation of true uplifts between tasks of a benchmark, and between benchmarks. */
  readonly taskDeviation: number;
  readonly clusterDeviation: number;
  readonly mean: number;
  /** Rewards of 0 and 1 instead of rewards with the published noise. */
  readonly passes?: true;
}

const worlds: readonly World[] = [
  { name: 'no effect, 10 benchmarks', clusters: 10, taskDeviation: 0, clusterDeviation: 0, mean: 0 },
  { name: 'no effect, 30 benchmarks', clusters: 30, taskDeviation: 0, clusterDeviation: 0, mean: 0 },
  { name: 'one effect for all, 20', clusters: 20, taskDeviation: 0, clusterDeviation: 0, mean: 0.03 },
  { name: 'sd 0.02, 10', clusters: 10, taskDeviation: 0.02, clusterDeviation: 0.02, mean: 0.02 },
  { name: 'sd 0.05, 10', clusters: 10, taskDeviation: 0.05, clusterDeviation: 0.05, mean: 0.02 },
  { name: 'sd 0.11, 10', clusters: 10, taskDeviation: 0.11, clusterDeviation: 0.05, mean: 0.02 },
  { name: 'sd 0.11, 20', clusters: 20, taskDeviation: 0.11, clusterDeviation: 0.05, mean: 0.02 },
  { name: 'sd 0.15, 10', clusters: 10, taskDeviation: 0.15, clusterDeviation: 0.03, mean: 0 },
  { name: 'sd 0.15, 30', clusters: 30, taskDeviation: 0.15, clusterDeviation: 0.03, mean: 0 },
  { name: 'sd 0.15, passes, 20', clusters: 20, taskDeviation: 0.15, clusterDeviation: 0.03, mean: 0, passes: true },
  { name: 'no effect, passes, 20', clusters: 20, taskDeviation: 0, clusterDeviation: 0, mean: 0, passes: true },
];

/** So many worlds for the means, and fewer for what takes longer. */
const draws = { means: 2000, tasks: 200, splits: 2, single: 400 };

describe('uplifts whose truth is known', () => {
  it.each(worlds)('$name: the mean and the lists', (world) => {
    const random = randomStreamFor('2026', `benefit/means/${world.name}`);
    const found = Array.from({ length: draws.means }, () => {
      const { tasks, truths } = drawn(world, random);
      const uplifts = tasks.map(upliftOf);
      const clusters = tasks.map(({ cluster }) => cluster);
      const inLists = wrongShare(tasks, truths);
      return [
        holds(meanByTask(uplifts), world.mean),
        holds(meanByCluster(uplifts, clusters), world.mean),
        inLists,
      ] as const;
    });
    const fdr = mean(found.map(([, , own]) => own));
    const byTask = mean(found.map(([own]) => own));
    const byCluster = mean(found.map(([, own]) => own));
    note(`${world.name}: the mean`, { byTask, byCluster, fdr });
    // Two standard errors of the mean of a share that is mostly 0 or 1.
    expect(fdr).toBeLessThan(0.1 + 2 * Math.sqrt(0.09 / draws.means));
    // With clusters that differ, tasks as units speak of these clusters alone.
    if (world.clusterDeviation === 0) expect(Math.abs(byTask - 0.95)).toBeLessThan(0.02);
    expect(byCluster).toBeGreaterThan(world.clusters === 10 ? 0.92 : 0.93);
    expect(byCluster).toBeLessThan(0.97);
  });

  it.each(worlds)('$name: tasks and choices', (world) => {
    const random = randomStreamFor('2026', `benefit/${world.name}`);
    const found = Array.from({ length: draws.tasks }, () => once(world, random));
    const over = (value: (each: Once) => number) => mean(found.map(value));
    const figures = {
      tasks: over(({ tasks }) => tasks),
      extreme: over(({ extreme }) => extreme),
      ownRuns: over(({ ownRuns }) => ownRuns),
      cut: over(({ cut }) => cut),
      cutExtreme: over(({ cutExtreme }) => cutExtreme),
      listed: over(({ listed }) => listed),
      measuredBias: over(({ measuredBias }) => measuredBias),
      shrunkenBias: over(({ shrunkenBias }) => shrunkenBias),
      heldOutError: over(({ heldOutError }) => heldOutError),
      heldOutSpread: Math.sqrt(over(({ heldOutError }) => heldOutError ** 2) / draws.tasks),
      expectedBias: over(({ expectedBias }) => expectedBias),
      mse: over(({ mse }) => mse) / over(({ rawMse }) => rawMse),
    };
    note(world.name, figures);
    // Where tasks hardly differ, and only there, credible intervals cover more than they say ...
    if (world.taskDeviation > 0.02) expect(figures.tasks).toBeLessThan(0.97);
    expect(figures.tasks).toBeGreaterThan(0.93);
    // ... because those of the tasks that stand out must hold too. To cut them by the runs alone would break those.
    expect(figures.extreme).toBeGreaterThan(0.92);
    // Confidence intervals cover as stated whatever tasks differ by.
    expect(Math.abs(figures.ownRuns - 0.95)).toBeLessThan(world.passes === undefined ? 0.01 : 0.015);
    if (world.passes === undefined) {
      expect(Math.abs(figures.cut - 0.95)).toBeLessThan(0.025);
      expect(figures.cutExtreme).toBeLessThan(0.9);
    }
    // What is measured in held-out runs is the truth of the chosen tasks, but for the chance of those runs ...
    expect(Math.abs(figures.heldOutError)).toBeLessThan(3 * figures.heldOutSpread);
    // ... so that what is expected of a choice by all runs can be judged without that chance.
    expect(Math.abs(figures.expectedBias)).toBeLessThan(0.005);
    expect(figures.mse).toBeLessThanOrEqual(1);
    // Where there is nothing, next to nothing is listed.
    if (world.taskDeviation === 0 && world.mean === 0) expect(figures.listed).toBeLessThan(0.3);
  });

  it.each(worlds)('$name: choices by single runs', (world) => {
    const random = randomStreamFor('2026', `benefit/single/${world.name}`);
    const found = Array.from({ length: draws.single }, () => onceSingle(world, random));
    const [expected, shrunken, measured] = (['expected', 'shrunken', 'measured'] as const).map((key) =>
      mean(found.map((each) => each[key])),
    );
    const spread = Math.sqrt(mean(found.map((each) => (each.expected - (expected ?? 0)) ** 2)) / draws.single);
    note(`${world.name}: single runs`, {
      expected: expected ?? 0,
      spread,
      shrunken: shrunken ?? 0,
      measured: measured ?? 0,
    });
    // Passes and failures are not all as noisy as assumed.
    expect(Math.abs(expected ?? 1)).toBeLessThan((world.passes === true ? 0.02 : 0.005) + 2 * spread);
  });
});

function note(name: string, figures: Readonly<Record<string, number>>): void {
  const file = process.env['WINNOW_BENEFIT_TABLE'];
  if (file === undefined) return;
  const cells = Object.entries(figures).map(([key, value]) => `${key} ${value.toFixed(3)}`);
  appendFileSync(file, `${name} | ${cells.join(' | ')}\n`);
}

const holds = (figure: { low: number; high: number } | undefined, value: number) =>
  figure !== undefined && figure.low <= value && value <= figure.high ? 1 : 0;

/** The share of the listed tasks that are on the wrong list; 0 where none is listed. */
function wrongShare(tasks: readonly PairedTask[], truths: readonly number[]): number {
  const judged = judgedOf(tasks, truths);
  const listed = benefitLists(judged.tasks, judged.noise).flatMap(({ benefit }, i) =>
    benefit === 'cannot tell' ? [] : [benefit === 'benefits' ? at(judged.truths, i) : -at(judged.truths, i)],
  );
  return listed.length === 0 ? 0 : listed.filter((truth) => truth <= 0).length / listed.length;
}

/** The tasks with repeats in both arms, their noise and their true uplifts. */
function judgedOf(tasks: readonly PairedTask[], truths: readonly number[]) {
  const truthOf = new Map(tasks.map((task, i) => [task, at(truths, i)]));
  const judged = judgedTasks(tasks);
  if (judged === undefined) throw new Error('no repeats');
  return { ...judged, truths: judged.tasks.map((task) => truthOf.get(task) ?? Number.NaN) };
}

type Once = ReturnType<typeof once>;

/** One world drawn, run and judged. */
function once(world: World, random: RandomStream) {
  const all = drawn(world, random);
  const { tasks, truths, noise } = judgedOf(all.tasks, all.truths);
  const { components } = noise;
  const uplifts = tasks.map(upliftOf);
  const measured = measuredUplifts(tasks, components);
  const model = shrinkUplifts(measured);
  const shrunken = model.tasks;
  const apart = measured.map(({ uplift, noise }) => Math.abs(uplift) / Math.sqrt(noise));
  const extreme = [...tasks.keys()].sort((i, j) => at(apart, j) - at(apart, i)).slice(0, Math.ceil(tasks.length / 10));
  const cut = cutIntervals(tasks, components, measured).map((each, i) => holds(each, at(truths, i)));
  const take = Math.floor(tasks.length / 4);
  const chosen = largestUplifts(take)(shrunken.map(({ uplift }) => uplift));
  const truth = mean(chosen.map((i) => at(truths, i)));
  const gain = truth - mean(truths);
  const truthOf = (places: readonly number[]) => mean(places.map((i) => at(truths, i)));
  const gains: number[] = [];
  const fit = crossFit(
    { tasks, components, model },
    (seen) => {
      const picked = largestUplifts(take)(seen.map(({ uplift }) => uplift));
      gains.push(truthOf(picked) - mean(truths));
      return picked;
    },
    random,
    draws.splits,
  );
  if (fit === undefined) throw new Error('no repeats to hold out');
  return {
    tasks: mean(shrunken.map((each, i) => holds(each, at(truths, i)))),
    extreme: mean(extreme.map((i) => holds(at(shrunken, i), at(truths, i)))),
    ownRuns: mean(tasks.map((task, i) => holds(measuredInterval(task, components), at(truths, i)))),
    cut: mean(cut),
    cutExtreme: mean(extreme.map((i) => at(cut, i))),
    listed: benefitLists(tasks, noise).filter(({ benefit }) => benefit !== 'cannot tell').length,
    shrunkenBias: mean(chosen.map((i) => at(shrunken, i).uplift)) - truth,
    heldOutError: fit.heldOut - fit.all - mean(gains),
    expectedBias: fit.raise * mean(gains) - gain,
    measuredBias: mean(chosen.map((i) => at(uplifts, i))) - truth,
    mse: mean(shrunken.map(({ uplift }, i) => (uplift - at(truths, i)) ** 2)),
    rawMse: mean(uplifts.map((uplift, i) => (uplift - at(truths, i)) ** 2)),
  };
}

/**
 * Intervals that would cover as they say even where all tasks are alike: what both the model and the task's own runs let be,
 * and what the runs let be where that is nothing. They do so by missing where tasks stand out.
 */
function cutIntervals(
  tasks: readonly PairedTask[],
  components: UpliftComponents,
  measured: Parameters<typeof shrinkUplifts>[0],
) {
  const { tasks: wide } = shrinkUplifts(measured, 0.975);
  return tasks.map((task, i) => {
    const [own, model] = [measuredInterval(task, components, 0.965), at(wide, i)];
    const [low, high] = [Math.max(own.low, model.low), Math.min(own.high, model.high)];
    return low <= high ? { low, high } : own;
  });
}

/** The standard deviation of a run: of both arms together with the published noise, and of passes at levels from 0.05 to 0.95. */
const rewardDeviation = Math.sqrt((publishedComponents.runWithout + publishedComponents.runWith) / 2);
const passDeviation = Math.sqrt(0.25 - 0.9 ** 2 / 12);

/** What is expected of the best quarter by single runs and assumed noise, less the truth; and as shrunken. */
function onceSingle(world: World, random: RandomStream) {
  const { tasks, truths } = drawn(world, random, 1);
  const judged = judgedTasks(tasks, world.passes === true ? passDeviation : rewardDeviation);
  if (judged === undefined) throw new Error('noise is assumed');
  const { components } = judged.noise;
  const model = shrinkUplifts(measuredUplifts(tasks, components));
  const from = { tasks, components, model };
  const best = (seen: readonly { readonly uplift: number }[]) =>
    largestUplifts(Math.floor(tasks.length / 4))(seen.map(({ uplift }) => uplift));
  const chosen = best(model.tasks);
  const truth = mean(chosen.map((i) => at(truths, i)));
  const fit = addedNoiseFit(from, best, random, 2 * draws.splits);
  if (fit === undefined) throw new Error('too few tasks');
  return {
    expected: expectedFrom(from, fit) - truth,
    shrunken: mean(chosen.map((i) => at(model.tasks, i).uplift)) - truth,
    measured: mean(chosen.map((i) => upliftOf(at(tasks, i)))) - truth,
  };
}

/** Benchmarks of 4 to 40 tasks, one to four runs a side, not always as many on both. */
function drawn(
  { clusters, taskDeviation, clusterDeviation, mean: centre, passes }: World,
  random: RandomStream,
  mostRuns = 4,
) {
  const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random.double())));
  const { runWithout, runWith } = publishedComponents;
  const tasks: PairedTask[] = [];
  const truths: number[] = [];
  for (let j = 0; j < clusters; j++) {
    const own = centre + clusterDeviation * normal();
    const size = 4 + Math.floor(36 * random.double() ** 2);
    for (let i = 0; i < size; i++) {
      const wanted = own + taskDeviation * normal();
      const level = passes === true ? 0.05 + 0.9 * random.double() : 0.5;
      const reached = passes === true ? Math.min(1, Math.max(0, level + wanted)) : level + wanted;
      const run = (reward: number, variance: number) =>
        passes === true ? (random.double() < reward ? 1 : 0) : reward + Math.sqrt(variance) * normal();
      const runs = () => 1 + Math.floor(mostRuns * random.double());
      tasks.push({
        cluster: `b${j}`,
        without: Array.from({ length: runs() }, () => run(level, runWithout)),
        with: Array.from({ length: runs() }, () => run(reached, runWith)),
      });
      truths.push(reached - level);
    }
  }
  return { tasks, truths };
}

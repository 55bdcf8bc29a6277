import { describe, expect, it } from 'vitest';
import { allOf, drawn, outcomesOf } from '../../../test/support/drawn-samples.js';
import { largestUplifts, splitHalves } from '../../../test/support/split-halves.js';
import { at } from '../lists/lists.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { normalQuantile } from '../statistics/distributions.js';
import { mean } from '../statistics/summary.js';
import { benefitLists, chanceContrasts, contrastOf } from './benefit-lists.js';
import { estimateUplift } from './estimate-uplift.js';
import { addedNoiseFit, crossFit, expectedFrom, isNoiseTooLarge, measuredUplifts } from './expected-gain.js';
import {
  judgedTasks,
  measuredInterval,
  noiseOf,
  type PairedTask,
  publishedComponents,
  upliftComponents,
  upliftOf,
} from './paired-tasks.js';
import { bestRow, pilotGoals, pilotRows } from './pilot-design.js';
import { predictability } from './predictability.js';
import { shrinkUplifts } from './shrink-uplifts.js';
import { clusteredCorrelation, findArtefacts, meanByCluster, meanByTask, pairsNeeded } from './uplift-figures.js';

const goal = (name: string) => at(pilotGoals, ['interval', 'find'].indexOf(name));
const task = (without: readonly number[], other: readonly number[], cluster = 'a'): PairedTask => {
  return { cluster, without, with: other };
};

describe('components of variance', () => {
  it('are what three tasks give by hand', () => {
    const found = upliftComponents([task([0, 1], [1, 1]), task([0, 0], [0, 1]), task([1, 1, 1], [0, 0])]);
    // Without: squares .5 + 0 + 0 over 1 + 1 + 2 degrees; with: .5 over 3. Uplifts .5, .5, −1.
    expect(found?.runWithout).toBeCloseTo(0.5 / 4, 12);
    expect(found?.runWith).toBeCloseTo(0.5 / 3, 12);
    const noise = (0.125 * (1 / 2 + 1 / 2 + 1 / 3) + (0.5 / 3) * 1.5) / 3;
    expect(found?.between).toBeCloseTo(0.75 - noise, 12);
  });

  it('need two tasks with repeats in both arms, and are never below 0', () => {
    expect(upliftComponents([task([0, 1], [1, 1]), task([0], [1, 1])])).toBeUndefined();
    expect(upliftComponents([task([0, 1], [0, 1]), task([1, 0], [0, 1])])?.between).toBe(0);
  });
});

describe('artefacts', () => {
  it('are counted and named', () => {
    const found = findArtefacts([
      task([1, 0, 1], [1, 1]),
      task([0.4, 0.5], [0.6, 0, 0.5]),
      task([0], [0.9], 'b'),
      task([0.3], [0.2], 'b'),
      task([0.3], [0.2], 'b'),
    ]);
    expect(found.loneZeros).toEqual({ without: 1, with: 1, tasks: 2 });
    expect(found.unequalArms).toEqual({ tasks: 2, without: 8, with: 8 });
    expect(found.oneRun).toBe(3);
    expect(found.signDepends.map(({ cluster }) => cluster)).toContain('b');
    expect(found.meanWithoutThem).toBeCloseTo((0 + 0.1 + 0.9 - 0.2) / 5, 12);
  });

  it('leave a mean with the weights of the sample', () => {
    const sample = drawn({ A: [40, 4], B: [10, 4] });
    const upliftWith = (plain: readonly number[]) => {
      const side = (a: readonly number[], b: readonly number[]) =>
        new Map(
          Object.entries({ A: a, B: b }).flatMap(([repo, runs]) => sample.ids[repo]?.map((id) => [id, runs]) ?? []),
        );
      const results = outcomesOf({ old: side(plain, [1, 1, 1]), new: side([1, 1, 1], [0.5, 0.5, 0.5]) });
      return estimateUplift(sample.manifest, results, { arms: { without: 'old', with: 'new' } });
    };
    const found = upliftWith([1, 0, 1]);
    expect(found.uplift.mean).toBeCloseTo(0.8 / 3 - 0.1, 12);
    expect(found.artefacts).toMatchObject({ loneZeros: { tasks: 4 }, meanWithoutLoneZeros: expect.closeTo(-0.1, 12) });
    expect(upliftWith([1, 1, 1]).artefacts.meanWithoutLoneZeros).toBeCloseTo(-0.1, 12);
  });

  it('are no reason to warn if both arms have as many, and repeated tasks that are too few are the reason for no lists', () => {
    const sample = drawn({ A: [30, 6] });
    const side = new Map([...allOf(sample)].map((id) => [id, [1, 0, 1]] as const));
    const arms = { without: 'old', with: 'new' };
    const { warnings, perTaskNote } = estimateUplift(sample.manifest, outcomesOf({ old: side, new: side }), { arms });
    expect(warnings).toEqual([]);
    expect(perTaskNote).toBe(
      'No per-task results: 6 of 6 tasks have at least two runs in both arms, but Winnow needs 20. Run more tasks, or set the noise of a run with --assume-noise SD.',
    );
  });

  it('are not seen in two repeats, one of which failed', () => {
    expect(findArtefacts([task([0, 1], [0, 1])]).loneZeros.tasks).toBe(0);
  });
});

describe('lists of tasks', () => {
  const listsOf = (tasks: readonly PairedTask[], assumed?: number) => {
    const judged = judgedTasks(tasks, assumed);
    return judged && benefitLists(judged.tasks, judged.noise);
  };
  const quiet = Array.from({ length: 40 }, (_, i) => task([0.4, 0.5, 0.6, 0.5], [0.45 + (i % 3) / 20, 0.5, 0.4, 0.6]));

  it('say nothing where nothing is beyond noise, and find what is', () => {
    const loud = [...quiet, task([0, 0, 0.1, 0], [1, 1, 0.9, 1]), task([1, 1, 0.9, 1], [0, 0, 0.1, 0])];
    expect(listsOf(quiet)?.every(({ benefit }) => benefit === 'cannot tell')).toBe(true);
    expect(
      listsOf(loud)
        ?.slice(-2)
        .map(({ benefit }) => benefit),
    ).toEqual(['benefits', 'hurt']);
  });

  it('do not take three failures and three passes for certain', () => {
    const coins = Array.from({ length: 30 }, (_, i) => task([i % 2, 1, 0], [1, (i + 1) % 2, 0]));
    expect(listsOf([task([0, 0, 0], [1, 1, 1]), ...coins])?.[0]?.benefit).toBe('cannot tell');
  });

  it('are not made of single runs, unless the noise of a run is assumed', () => {
    const single = quiet.map(({ without, with: other }) => task(without.slice(0, 1), other));
    expect(listsOf(single)).toBeUndefined();
    expect(listsOf([...quiet.slice(0, 19), ...single])).toBeUndefined();
    expect(listsOf([...quiet.slice(0, 20), ...single])).toHaveLength(20);
    const [far, ...others] = listsOf([task([0], [0.9]), ...single], 0.1) ?? [];
    expect(far?.benefit).toBe('benefits');
    // Two-sided normal: 0.9 / √(2 · 0.01) standard errors.
    expect(far?.pValue).toBeLessThan(1e-9);
    expect(others.every(({ benefit }) => benefit === 'cannot tell')).toBe(true);
  });

  it('compare a contrast with those of swapped runs, by hand', () => {
    // Two runs per side: one of each changes sides, which gives four contrasts for each task.
    const tasks = [task([0, 1], [1, 2]), task([0, 4], [2, 3])];
    const noise = { by: 'repeats', components: { ...publishedComponents, runWithout: 0, runWith: 0 } } as const;
    const t = (apart: number, within: number) => (within === 0 ? Infinity : apart / Math.sqrt(within / 4));
    expect(contrastOf(at(tasks, 0), 0)).toBeCloseTo(t(1, 1), 5);
    // {0, 1} and {1, 2} become {1, 1} and {0, 2}; {1, 2} and {0, 1} for the others; squares within 2 and 1.
    const swaps = [t(0, 2), t(0, 2), t(1, 1), t(1, 1)];
    expect(chanceContrasts(at(tasks, 0), 0).toSorted()).toEqual(
      swaps.map((value) => expect.closeTo(value, 5)).toSorted(),
    );
    const own = chanceContrasts(at(tasks, 1), 0);
    const count = (values: readonly number[]) =>
      values.filter((value) => value >= contrastOf(at(tasks, 0), 0)).length / 4;
    const [first] = benefitLists(tasks, noise);
    expect(first?.pValue).toBeCloseTo((0.5 + count(chanceContrasts(at(tasks, 0), 0)) + count(own)) / 2.5, 12);
  });

  it('do not depend on the order of runs, and sample the swaps of many', () => {
    const runs = Array.from({ length: 10 }, (_, i) => ((i * 7) % 10) / 10);
    const [one, other] = [task(runs, runs.toReversed()), task(runs.toSorted(), runs)];
    expect(chanceContrasts(one, 0.01)).toEqual(chanceContrasts(other, 0.01));
    expect(chanceContrasts(one, 0.01)).toHaveLength(5000);
    expect(chanceContrasts(task([0, 1], [0, 1, 1, 0, 1]), 0.01)).toHaveLength(10);
  });
});

it('the interval by a task’s own runs is Student’s, with the pooled variance of a run', () => {
  const components = { ...publishedComponents, runWithout: 0.02, runWith: 0.04, degreesOfFreedom: 10 };
  const { low, high } = measuredInterval(task([0.2, 0.4], [0.5, 0.6, 0.7, 0.8]), components);
  // 0.65 − 0.3, ± t(0.975, 10) √(0.02/2 + 0.04/4); the quantile of the usual tables.
  expect((low + high) / 2).toBeCloseTo(0.35, 12);
  expect((high - low) / 2).toBeCloseTo(2.228139 * Math.sqrt(0.02), 6);
});

describe('shrinkage', () => {
  it('gives every task the mean where all are alike, and leaves exact ones where they are', () => {
    const alike = Array.from({ length: 20 }, () => ({ cluster: 'a', uplift: 0.1, noise: 0.01 }));
    for (const each of shrinkUplifts(alike).tasks) expect(each.uplift).toBeCloseTo(0.1, 9);
    const exact = [-0.3, 0, 0.1, 0.4].map((uplift) => ({ cluster: 'a', uplift, noise: 0 }));
    shrinkUplifts(exact).tasks.forEach((each, i) => {
      expect(each.uplift).toBeCloseTo(exact[i]?.uplift ?? 9, 4);
    });
  });

  it('draws a noisy task further than an exact one, towards its own cluster', () => {
    const rows = ['a', 'b'].flatMap((cluster) =>
      Array.from({ length: 15 }, (_, i) => ({
        cluster,
        uplift: (cluster === 'a' ? 0.3 : -0.3) + (i - 7) / 30,
        noise: i % 2 === 0 ? 0.001 : 0.1,
      })),
    );
    const { tasks } = shrinkUplifts(rows);
    expect(tasks[0]?.reliability).toBeGreaterThan(tasks[1]?.reliability ?? 1);
    expect(tasks[13]?.uplift).toBeGreaterThan(0.2);
    expect(tasks[28]?.uplift).toBeLessThan(-0.15);
    expect(tasks[0]?.above).toBeGreaterThan(0.9);
  });
});

it('means have no interval where nothing could tell it', () => {
  expect(meanByTask([0.1])).toBeUndefined();
  expect(meanByCluster([0.1, 0.2, 0.3, 0.4], ['a', 'b', 'c', 'd'])).toBeUndefined();
  const five = ['a', 'b', 'c', 'd', 'e'];
  // One task each: the same as tasks as units.
  expect(meanByCluster([0.1, 0.2, 0.3, 0.4, 0], five)?.low).toBeCloseTo(
    meanByTask([0.1, 0.2, 0.3, 0.4, 0])?.low ?? 0,
    9,
  );
  expect(clusteredCorrelation([1, 2, 3, 4], [1, 2, 4, 3], ['a', 'a', 'b', 'b'], 'overall')?.interval).toBeUndefined();
  expect(pairsNeeded(0.2, 0)).toBeUndefined();
  expect(splitHalves([task([0], [1])], () => [0], randomStreamFor('0', 'x'))).toBeUndefined();
});

it('the uplift to expect of a choice lies between the mean and what was measured', () => {
  const random = randomStreamFor('1', 'expected');
  const tasks = Array.from({ length: 60 }, (_, i) => {
    const runs = (level: number) => Array.from({ length: 3 }, () => level + (random.double() - 0.5) / 2);
    return task(runs(0.4), runs(0.45 + (i % 5) / 30), `b${i % 6}`);
  });
  const components = upliftComponents(tasks) ?? publishedComponents;
  const order = [...tasks.keys()].sort((i, j) => (tasks[j]?.with[0] ?? 0) - (tasks[i]?.with[0] ?? 0)).slice(0, 15);
  const measured = tasks.map((own) => ({
    cluster: own.cluster,
    uplift: upliftOf(own),
    noise: noiseOf(own, components),
  }));
  const from = { tasks, components, model: shrinkUplifts(measured) };
  const choose = largestUplifts(15);
  const fit = crossFit(from, (seen) => choose(seen.map(({ uplift }) => uplift)), random, 50);
  expect(fit?.splits).toBe(50);
  expect(fit?.raise).toBeGreaterThanOrEqual(1);
  const expected = fit === undefined ? Number.NaN : expectedFrom(from, fit);
  expect(expected).toBeLessThan(mean(order.map((i) => at(measured, i).uplift)));
  expect(crossFit({ ...from, tasks: tasks.slice(0, 9) }, () => [0], random, 5)).toBeUndefined();
  expect(crossFit(from, () => undefined, random, 5)).toBeUndefined();
});

describe('the uplift to expect without repeats', () => {
  const random = randomStreamFor('1', 'added noise');
  const normal = () => normalQuantile((random.uint32() + 0.5) / 2 ** 32);
  const single = (deviation: number, size = 200) =>
    Array.from({ length: size }, (_, i) => {
      const uplift = deviation * normal();
      return task([0.5 + 0.17 * normal()], [0.5 + uplift + 0.139 * normal()], `b${i % 10}`);
    });
  const expectedOf = (tasks: readonly PairedTask[]) => {
    const rows = measuredUplifts(tasks, publishedComponents);
    const from = { tasks, components: publishedComponents, model: shrinkUplifts(rows) };
    const choose = largestUplifts(tasks.length / 4);
    const fit = addedNoiseFit(from, (seen) => choose(seen.map(({ uplift }) => uplift)), random, 20);
    return fit === undefined ? undefined : expectedFrom(from, fit) - mean(rows.map(({ uplift }) => uplift));
  };

  it('is near what all have where tasks do not differ, and above it where they do', () => {
    expect(Math.abs(expectedOf(single(0)) ?? 1)).toBeLessThan(0.12);
    expect(expectedOf(single(0.4))).toBeGreaterThan(0.3);
    expect(expectedOf(single(0.4, 8))).toBeUndefined();
  });

  it('is not told from noise that is larger than the uplifts let it be', () => {
    const rows = measuredUplifts(single(0.11), publishedComponents);
    expect(isNoiseTooLarge(rows)).toBe(false);
    expect(isNoiseTooLarge(rows.map((row) => ({ ...row, uplift: row.uplift / 2 })))).toBe(true);
    expect(isNoiseTooLarge(rows.slice(0, 1))).toBe(false);
  });
});

describe('a model of the uplift', () => {
  const random = () => randomStreamFor('2', 'predict');
  it('tells a feature that foretells from one that does not', () => {
    const stream = random();
    const x = Array.from({ length: 90 }, () => stream.double());
    const clusters = x.map((_, i) => `b${i % 6}`);
    const told = predictability(
      x.map((value) => [value, undefined]),
      x.map((value) => value + stream.double() / 5),
      clusters,
      random(),
    );
    expect(told?.byTask).toBeGreaterThan(0.7);
    expect(told?.byCluster).toBeGreaterThan(0.7);
    const chance = predictability(
      x.map((value) => [value]),
      x.map(() => stream.double()),
      clusters,
      random(),
    );
    expect(chance?.byTask).toBeLessThan(0.05);
  });

  it('is not tried on few tasks, or without anything that varies', () => {
    expect(predictability([[1]], [0.1], ['a'], random())).toBeUndefined();
    const many = Array.from({ length: 40 }, () => 0.1);
    const constant = many.map(() => [1]);
    const names = many.map(() => 'a');
    expect(predictability(constant, many, names, random())).toBeUndefined();
  });
});

describe('a pilot', () => {
  const setting = { runs: 400, pool: 364, components: publishedComponents, mean: 0.02, rate: 0.1 };
  it('takes many tasks once for an interval, and repeats them to find those that benefit', () => {
    const rows = pilotRows(setting);
    expect(bestRow(rows, goal('interval'))).toMatchObject({ repeats: 1, tasks: 200, runs: 400 });
    expect(bestRow(rows, goal('find'))?.repeats).toBeGreaterThan(2);
    expect(rows.every(({ runs }) => runs <= 400)).toBe(true);
  });

  it('repeats where the pool is used up', () => {
    expect(bestRow(pilotRows({ ...setting, pool: 20 }), goal('interval'))).toMatchObject({ repeats: 10, tasks: 20 });
    expect(bestRow(pilotRows({ ...setting, runs: 3 }), goal('find'))).toBeUndefined();
  });

  it('promises no per-task list without repeats, or with few tasks', () => {
    const rows = pilotRows({ ...setting, runs: 160, components: { ...publishedComponents, between: 0.2 } });
    expect(rows.map(({ tasks, found }) => [tasks, found === undefined])).toEqual([
      [80, true],
      [40, false],
      [26, false],
      [20, false],
      ...rows.slice(4).map(({ tasks }) => [tasks, true]),
    ]);
    expect(bestRow(rows, goal('find'))?.repeats).toBeGreaterThan(1);
  });
});

import { describe, expect, it } from 'vitest';
import { benefitPairs, benefitRows } from '../../../test/support/benefit-data.js';
import { figuresOfR } from '../../../test/support/r/figures-of-r.js';
import { largestUplifts, splitHalves } from '../../../test/support/split-halves.js';
import { at } from '../lists/lists.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { compareText } from '../text/words.js';
import {
  isRepeated,
  noiseOf,
  publishedComponents,
  publishedMean,
  upliftComponents,
  upliftOf,
  upliftReliability,
} from './paired-tasks.js';
import { pilotRow } from './pilot-design.js';
import { clusterFit, shrinkUplifts } from './shrink-uplifts.js';
import { clusteredCorrelation, meanByCluster, meanByTask, pairsNeeded } from './uplift-figures.js';

/** The published means, and the score if there is one. */
const scores = new Map(benefitRows('tasks').map((row) => [row.task_id, row.mcp_benefit_score]));
const pairs = benefitRows('pairs').map(({ task_id: id = '', suite = '', baseline_mean, mcp_mean }) => {
  const score = scores.get(id);
  const task = { cluster: suite, without: [Number(baseline_mean)], with: [Number(mcp_mean)] };
  return { suite, uplift: upliftOf(task), score: score === undefined || score === '' ? undefined : Number(score) };
});

describe('published means of CodeScaleBench', () => {
  const uplifts = pairs.map(({ uplift }) => uplift);

  it('have a mean uplift of +0.028 over 364 tasks', () => {
    const found = meanByTask(uplifts);
    expect(uplifts).toHaveLength(364);
    expect(found?.mean).toBeCloseTo(0.0276, 4);
    expect(found?.standardError).toBeCloseTo(0.009165, 5);
  });

  it('have an interval that includes 0 with suites as units: error and degrees of freedom as R gives them', () => {
    const found = meanByCluster(
      uplifts,
      pairs.map(({ suite }) => suite),
    );
    expect(found?.standardError).toBeCloseTo(figuresOfR('benefit', 'cr2_se')[0] ?? 0, 9);
    expect(found?.degreesOfFreedom).toBeCloseTo(figuresOfR('benefit', 'cr2_df')[0] ?? 0, 6);
    expect((found?.low ?? 1) < 0 && (found?.high ?? -1) > 0).toBe(true);
  });

  it('correlate with the score at 0.10 over 228 tasks, and at −0.02 within suites', () => {
    const scored = pairs.flatMap(({ score, ...pair }) => (score === undefined ? [] : [{ ...pair, score }]));
    expect(scored).toHaveLength(228);
    const [a, b, suites] = [
      scored.map(({ score }) => score),
      scored.map(({ uplift }) => uplift),
      scored.map(({ suite }) => suite),
    ];
    expect(clusteredCorrelation(a, b, suites, 'overall')?.correlation).toBeCloseTo(0.1049, 4);
    const within = clusteredCorrelation(a, b, suites, 'within');
    expect(within?.correlation).toBeCloseTo(-0.0224, 4);
    expect(within?.interval?.low).toBeLessThan(-0.1);
    expect(within?.interval?.high).toBeGreaterThan(0.05);
  });
});

describe('single runs of CodeScaleBench', () => {
  const tasks = benefitPairs();
  const components = upliftComponents(tasks);

  it('have two runs a side for 285 of 337 tasks, and the published components of variance', () => {
    expect([tasks.length, tasks.filter(isRepeated).length]).toEqual([337, 285]);
    expect(components?.runWithout).toBeCloseTo(publishedComponents.runWithout, 8);
    expect(components?.runWith).toBeCloseTo(publishedComponents.runWith, 8);
    expect(components?.between).toBeCloseTo(publishedComponents.between, 8);
    expect(components?.degreesOfFreedom).toBe(publishedComponents.degreesOfFreedom);
    expect(meanByTask(tasks.filter(isRepeated).map(upliftOf))?.mean).toBeCloseTo(publishedMean, 4);
  });

  it('tell a task’s uplift with reliability 0.20 from one run a side, 0.43 from three', () => {
    const [one, three] = [upliftReliability(publishedComponents, 1), upliftReliability(publishedComponents, 3)];
    expect([one.reliability?.toFixed(2), three.reliability?.toFixed(2)]).toEqual(['0.20', '0.43']);
    expect([one.ceiling?.toFixed(2), three.ceiling?.toFixed(2)]).toEqual(['0.45', '0.65']);
    const needed = (share: number | undefined) => [0.1, 0.2, 0.3].map((r) => pairsNeeded(r, share ?? 0));
    expect(needed(one.reliability)).toEqual([3952, 987, 438]);
    expect(needed(three.reliability)).toEqual([1839, 459, 203]);
  });

  it('keep +0.098 of the best quarter in the other half of the runs, against +0.018 for all', () => {
    const found = splitHalves(tasks, largestUplifts(71), randomStreamFor('0', 'split halves'));
    expect(found).toMatchObject({ tasks: 285, chosen: 71, splits: 500 });
    expect(Math.abs((found?.heldOut ?? 0) - 0.098)).toBeLessThan(0.008);
    expect(found?.all).toBeCloseTo(0.018, 2);
    expect(found?.seen).toBeGreaterThan(0.25);
  });

  it('fit tasks within suites as metafor does', () => {
    const rows = tasks.filter(isRepeated).map((task) => {
      return { ...task, uplift: upliftOf(task), noise: noiseOf(task, publishedComponents) };
    });
    const suites = [...new Set(rows.map(({ cluster }) => cluster))].sort();
    const clusters = suites.map((name) => ({ name, rows: rows.filter(({ cluster }) => cluster === name) }));
    const [one, two] = [clusterFit(clusters, 0.1, 0.05), clusterFit(clusters, 0.15, 0.02)];
    expect(one.centre).toBeCloseTo(figuresOfR('benefit', 'centre_at_0.10_0.05')[0] ?? 0, 7);
    expect(one.logLikelihood - two.logLikelihood).toBeCloseTo(figuresOfR('benefit', 'loglik_difference')[0] ?? 0, 5);
    figuresOfR('benefit', 'suite_means_at_0.10_0.05').forEach((value, j) => {
      expect(one.clusterMeans[j]).toBeCloseTo(value, 7);
    });
  });

  it('shrink to estimates whose deviations are near those of metafor’s restricted likelihood', () => {
    const measured = tasks.filter(isRepeated).map((task) => {
      return { cluster: task.cluster, uplift: upliftOf(task), noise: noiseOf(task, publishedComponents) };
    });
    const found = shrinkUplifts(measured);
    const [task = 0, suite = 0] = figuresOfR('benefit', 'reml_deviations');
    expect(Math.abs(found.taskDeviation - task)).toBeLessThan(0.01);
    expect(Math.abs(found.clusterDeviation - suite)).toBeLessThan(0.02);
    const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    expect(spread(found.tasks.map(({ uplift }) => uplift))).toBeLessThan(spread(measured.map(({ uplift }) => uplift)));
    // The first three tasks from R, which has a finer grid and full matrices.
    const own = tasks.filter(isRepeated).map((each, i) => ({ each, i }));
    const first = own.toSorted((a, b) => compareText(a.each.cluster, b.each.cluster) || a.i - b.i).slice(0, 3);
    first.forEach(({ i }, k) => {
      const { uplift, low, high } = at(found.tasks, i);
      expect(Math.abs(uplift - (figuresOfR('benefit', 'shrunken_uplifts')[k] ?? 0))).toBeLessThan(0.001);
      expect(Math.abs((high - low) / 2 / 1.959964 - (figuresOfR('benefit', 'shrunken_errors')[k] ?? 0))).toBeLessThan(
        0.001,
      );
    });
  });

  it('design a pilot as R simulates it', () => {
    const setting = { components: publishedComponents, mean: publishedMean, rate: 0.1 };
    expect((pilotRow(setting, 5, 100).found ?? 0) / 100).toBeCloseTo(
      figuresOfR('benefit', 'pilot_listed_share')[0] ?? 0,
      2,
    );
    // R's figure is a plain t interval of 100 tasks. With many tasks, the added win and loss no longer matter.
    const plain = (figuresOfR('benefit', 'pilot_half_width')[0] ?? 0) * (1.959964 / 1.984217);
    expect(pilotRow(setting, 2, 1_000_000).halfWidth * 100).toBeCloseTo(plain, 3);
    // With few tasks they do: compare gives 0.076 on average in simulated pilots of this size.
    expect(pilotRow(setting, 7, 21).halfWidth).toBeCloseTo(0.0786, 3);
  });
});

import { describe, expect, it } from 'vitest';
import { learnedPlan, learnedPool } from '../../../test/support/learned-pool.js';
import type { MatrixOptions } from '../../../test/support/response-matrix.js';
import { at } from '../lists/lists.js';
import type { SizeTarget } from '../model/select-rule.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';
import { compareDesigns } from './compare-designs.js';
import { learnTasks } from './learn-benchmark.js';
import { purposeOf } from './purposes.js';

function compare(name: string, options: Partial<MatrixOptions> = {}, target?: SizeTarget) {
  const { pool } = learnedPool(options);
  const { benchmarks } = runPlan(readPlan(learnedPlan({ take: 40, prefer: ['random'] })), new Map([['mine', pool]]));
  const { tasks, priorRewards } = at(benchmarks, 0);
  const learned = learnTasks(tasks, priorRewards ?? new Map());
  if (learned === undefined) throw new Error('nothing learned');
  return compareDesigns({ tasks, learned, places: 40, benchmark: 'mine', seed: '1' }, purposeOf({ name }), target);
}

describe('designs beside each other', () => {
  const { designs, recommendation } = compare('level');
  const [random, proportional, learned, ranking] = designs;

  it('are four, each better than the one before at what it is for', () => {
    expect(designs.map(({ name }) => name)).toEqual([
      'simple random',
      'bands in proportion',
      'learned bands',
      'ranking',
    ]);
    expect(proportional?.halfWidth).toBeLessThan(random?.halfWidth ?? 0);
    expect(learned?.halfWidth).toBeLessThanOrEqual(proportional?.halfWidth ?? 0);
    expect(random?.equivalent).toBeCloseTo(40, 9);
    expect(learned?.equivalent).toBeGreaterThan(40);
    expect(ranking).toMatchObject({ halfWidth: undefined, equivalent: undefined });
    expect([random?.tau, ranking?.tau].every((tau) => tau !== undefined)).toBe(true);
    expect(recommendation).toMatch(
      /^learned bands: 12 earlier systems show where results are uncertain: 40 tasks, as precise as/,
    );
    expect(designs.filter((each) => each.isRecommended)).toHaveLength(1);
  });

  it('need different numbers of tasks for a target', () => {
    const precise = compare('level', {}, { kind: 'precision', size: 0.08 }).designs;
    expect(at(precise, 2).tasks).toBeLessThan(at(precise, 0).tasks);
    for (const { halfWidth } of precise.slice(0, 3)) expect(halfWidth).toBeLessThanOrEqual(0.08);
    const found = compare('comparison', {}, { kind: 'detect', size: 0.2 }).designs;
    for (const { detectable } of found.slice(0, 3)) expect(detectable).toBeLessThanOrEqual(0.2);
  });

  it('fall back where earlier results do not help', () => {
    const useless = compare('level', { corruption: 'shuffled' });
    expect(useless.recommendation).toMatch(/^bands in proportion: earlier results help little/);
    expect(at(useless.designs, 2).halfWidth).toBe(at(useless.designs, 0).halfWidth);
    expect(compare('level', { earlier: 2 }).recommendation).toMatch(
      /the gain from 2 earlier systems can't be forecast/,
    );
    expect(compare('ranking', { earlier: 4 }).recommendation).toMatch(/^simple random: 4 earlier systems are too few/);
  });
});

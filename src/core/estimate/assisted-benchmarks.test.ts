import { describe, expect, it } from 'vitest';
import { estimate, levelOf, rewardsOf } from '../../../test/support/assisted-levels.js';
import { laterEstimate, learnedPool, manifestsOf } from '../../../test/support/learned-pools.js';
import { planTextOf } from '../../../test/support/sample-plan.js';
import { at } from '../lists/lists.js';
import { makeManifest } from '../manifest/manifest.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';

const pool = learnedPool('mine', { seed: 'assisted', tasks: 120, earlier: 8, later: 3 });

describe('several benchmarks', () => {
  const other = learnedPool('other', { seed: 'other', tasks: 60, earlier: 6, later: 3 });
  const both = manifestsOf([pool, other], {}, { purpose: 'level', take: 60 })('a');

  it('have a curve each, and are combined by size', () => {
    const { configurations } = laterEstimate(both, [pool, other]);
    const whole = configurations[0]?.readings[0]?.pool;
    expect(whole?.assisted?.slopes.map(({ benchmark }) => benchmark)).toEqual(['mine', 'other']);
    const outcomes = rewardsOf(both, (place) => {
      const { task_id: id } = at(both.tasks, place);
      const from = id.startsWith('mine') ? pool : other;
      return at(at(from.matrix.later, 0), from.ids.indexOf(id));
    });
    const { parts, pool: figure } = levelOf(both, outcomes, { by: ['benchmark'] });
    const [mine, second] = parts.map((each) => each.pool);
    expect(figure.mean).toBeCloseTo(whole?.mean ?? 0, 12);
    expect(figure.mean).toBeCloseTo((120 * (mine?.mean ?? 0) + 60 * (second?.mean ?? 0)) / 180, 12);
    expect(figure.standardError ** 2).toBeCloseTo(
      ((120 * (mine?.standardError ?? 0)) / 180) ** 2 + ((60 * (second?.standardError ?? 0)) / 180) ** 2,
      12,
    );
    expect(figure.population).toBe(180);
  });

  it('of which one has no pass do not take it for known', () => {
    const isOther = (place: number) => at(both.tasks, place).benchmark === 'other';
    const { parts, pool: figure } = levelOf(
      both,
      rewardsOf(both, (place) => (isOther(place) ? 0 : place % 2)),
      { by: ['benchmark'] },
    );
    const [mine, second] = parts.map((each) => each.pool);
    const size = second?.tasks ?? 0;
    const rate = 0.5 / (size + 1);
    const least = (rate * (1 - rate) * (1 - size / 60)) / size;
    expect(second?.standardError ?? 1).toBeLessThan(Math.sqrt(least));
    expect(figure.standardError ** 2).toBeCloseTo(((2 / 3) * (mine?.standardError ?? 0)) ** 2 + least / 9, 12);
  });

  it('of which one was drawn without earlier results join it by its plain estimate', () => {
    const plainOther = {
      ...both,
      benchmarks: both.benchmarks.map(({ learned, ...benchmark }) =>
        benchmark.name === 'mine' && learned !== undefined ? { ...benchmark, learned } : benchmark,
      ),
    };
    const {
      parts,
      pool: figure,
      found,
    } = levelOf(
      plainOther,
      rewardsOf(plainOther, (place) => place % 2),
      { by: ['benchmark'] },
    );
    const [mine, second] = parts.map((each) => each.pool);
    expect([mine?.assisted === undefined, second?.assisted === undefined]).toEqual([false, true]);
    expect(figure.mean).toBeCloseTo((120 * (mine?.mean ?? 0) + 60 * (second?.mean ?? 0)) / 180, 12);
    expect(found.assistance).toMatch(/^levels on the pool and mine account for/);
  });

  it('of which one ranks give the level of the sample alone, and the order of the other', () => {
    const text = planTextOf({
      seed: 1,
      benchmarks: {
        mine: { prior: { path: 'x.csv' }, select: { purpose: 'level', take: 40 } },
        other: { prior: { path: 'x.csv' }, select: { purpose: 'ranking', take: 20 } },
      } as never,
    });
    const mixed = makeManifest(
      runPlan(readPlan(text), new Map([pool, other].map((each) => [each.name, each.pool]))),
      'test',
    );
    const found = laterEstimate(mixed, [pool, other]);
    expect(found.kind).toBe('focus');
    expect(found.configurations[0]?.readings[0]?.pool).toBeUndefined();
    expect(found.order).toMatchObject({ benchmarks: ['other'], selected: 20 });
    expect(found.order?.claim).toMatch(/does not estimate the level on the pool/);
    const { readings } = at(
      estimate(mixed, { new: rewardsOf(mixed, (place) => place % 2) }, { by: ['benchmark'] }).configurations,
      0,
    );
    const figures = readings[0]?.parts.map((part) => part.pool?.assisted !== undefined);
    expect(figures).toEqual([true, false]);
  });
});

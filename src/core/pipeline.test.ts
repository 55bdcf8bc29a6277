import { describe, expect, it } from 'vitest';
import { groupedTasks, planTextOf, poolsOf } from '../../test/support/sample-plan.js';
import { runPlan, runsOn } from './pipeline.js';
import { readPlan } from './plan/read-plan.js';

const tasks = [groupedTasks({ a: 14, b: 9, c: 6 }), groupedTasks({ a: 20 }, 'yours')];
const ranked = { take: 10, group: { by: 'repo', at_least: 1 } };
const others = { yours: { select: { take: 4 } } };

/** Plans that may follow one another in a page. */
const plans = [
  { benchmarks: { mine: { select: ranked }, ...others } },
  { benchmarks: { mine: { select: ranked }, ...others }, weights: { size: 0.1, depth: 0.9 } },
  { benchmarks: { mine: { select: ranked }, ...others }, weights: { size: 1, depth: 0 } },
  { benchmarks: { mine: { select: { ...ranked, take: 7 } }, ...others } },
  { benchmarks: { mine: { select: { ...ranked, prefer: ['random'] } }, ...others }, seed: 1 },
  {
    benchmarks: { mine: { select: { ...ranked, prefer: ['random'] } }, ...others },
    seed: 1,
    weights: { size: 0.2, depth: 0.8 },
  },
  { benchmarks: { mine: { select: { ...ranked, prefer: ['random'] } }, ...others }, seed: 2 },
  {
    benchmarks: { mine: { select: { take: 8, draw: { method: 'pareto', by: 'score' } } }, ...others },
    seed: 2,
    weights: { size: 0.3, depth: 0.7 },
  },
  { benchmarks: { mine: { select: { ...ranked, pin: ['t04', 't20'] } }, ...others } },
  { benchmarks: { mine: { select: ranked, exclude: [{ id: 't04', reason: 'leaked' }] }, ...others } },
  { benchmarks: { mine: { select: ranked }, yours: {} }, total: { take: 9 } },
] as const;

describe('running several plans on the same pools', () => {
  it('gives of each what running it alone does, whatever was run before', () => {
    const run = runsOn(poolsOf(...tasks));
    for (const each of [...plans, ...plans.toReversed()]) {
      const plan = readPlan(planTextOf(each));
      expect(run(plan)).toEqual(runPlan(plan, poolsOf(...tasks)));
    }
  });

  it('goes on after a plan that does not run', () => {
    const run = runsOn(poolsOf(...tasks));
    const good = readPlan(planTextOf(plans[0]));
    const bad = readPlan(planTextOf({ benchmarks: { mine: { select: { take: 99 } }, ...others } }));
    const unknown = { mine: { select: ranked, exclude: [{ id: 'nobody', reason: 'leaked' }] }, ...others };
    const misnamed = readPlan(planTextOf({ benchmarks: unknown }));
    expect(() => run(misnamed)).toThrow(/nobody/);
    const before = run(good);
    expect(() => run(bad)).toThrow(/99/);
    expect(() => run(misnamed)).toThrow(/nobody/);
    expect(run(good)).toEqual(before);
  });
});

describe('a selection without any task', () => {
  it.each([
    ['all tasks that meet a condition which none meets', { take: 'all', where: { id: { contains: 'zzzz' } } }],
    ['fewer tasks than requested', { take: 5, where: { id: { contains: 'zzzz' } } }],
  ])('is an error, also for %s', (_, select) => {
    const plan = readPlan(planTextOf({ benchmarks: { mine: { select } } }));
    expect(() => runPlan(plan, poolsOf(groupedTasks({ a: 14 })), { allowShortfall: true })).toThrow(
      'benchmark "mine": none of its 14 tasks meets "where": no task has id "zzzz".',
    );
  });
});

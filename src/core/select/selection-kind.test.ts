import { describe, expect, it } from 'vitest';
import { faultsOf, groupedTasks, planTextOf, runText, samplePlan } from '../../../test/support/sample-plan.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';

const tasks = groupedTasks({ a: 8, b: 6, c: 4 });
const random = { prefer: ['random'] };

describe('the kind of a selection', () => {
  const kindsOf = (benchmarks: Readonly<Record<string, { select?: Readonly<Record<string, unknown>> }>>) => {
    const lists = Object.keys(benchmarks).map((name) => groupedTasks({ a: 5, b: 3 }, name));
    const { kind, benchmarks: parts, weighting } = runText(planTextOf({ seed: 42, benchmarks }), ...lists);
    return [kind, parts.map((part) => part.kind).join(), weighting === undefined];
  };

  it.each([
    ['a sample', { one: { select: { take: 3, ...random } } }, ['representative', 'representative', false]],
    ['ranks', { one: { select: { take: 3 } } }, ['focus', 'focus', true]],
    ['all taken', { one: { select: { take: 'all' } } }, ['representative', 'representative', false]],
    ['nothing said', { one: {} }, ['representative', 'representative', false]],
    ['as many as there are', { one: { select: { take: 8 } } }, ['representative', 'representative', false]],
    [
      'all that are eligible',
      { one: { select: { take: 'all', where: { repo: 'b' } } } },
      ['representative', 'representative', false],
    ],
    [
      'all of each group under a cap',
      { one: { select: { take: 'all', group: { by: 'repo', at_most: 2 } } } },
      ['focus', 'focus', true],
    ],
    [
      'a sample and all of another',
      { one: { select: { take: 3, ...random } }, two: { select: { take: 'all' } } },
      ['representative', 'representative,representative', false],
    ],
    [
      'a sample and ranks',
      { one: { select: { take: 3, ...random } }, two: { select: { take: 3 } } },
      ['focus', 'representative,focus', true],
    ],
  ])('%s', (_, benchmarks, expected) => {
    expect(kindsOf(benchmarks)).toEqual(expected);
  });

  it('with all taken every task stands for itself', () => {
    const { choices, weighting } = runText(samplePlan({ take: 'all' }), tasks);
    expect(new Set(choices.map(({ probability }) => probability))).toEqual(new Set([1]));
    expect(weighting).toEqual({ population: 18, sampled: 18, weightSum: 18, effectiveSize: 18, designEffect: 1 });
  });

  it('a sample that is short is still one, and says what it lacks', () => {
    const plan = readPlan(samplePlan({ take: 30, group: { by: 'repo' }, ...random }));
    const pools = new Map([['mine', { tasks, problems: [] }]]);
    expect(faultsOf(() => runPlan(plan, pools)).map(({ code }) => code)).toEqual(['selection/shortfall']);
    const { kind, choices, warnings } = runPlan(plan, pools, { allowShortfall: true });
    expect([kind, choices.length, warnings.some(({ code }) => code === 'shortfall')]).toEqual([
      'representative',
      18,
      true,
    ]);
  });
});

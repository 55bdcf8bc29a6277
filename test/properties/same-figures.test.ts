import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { assessBalance } from '../../src/core/assess/balance/balance.js';
import { frontierQuestion } from '../../src/core/assess/frontier/frontier-question.js';
import { assessPower } from '../../src/core/assess/power/power.js';
import type { Optimiser } from '../../src/core/model/optimum.js';
import type { Task } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { methodologyPage } from '../../src/core/report/methodology.js';
import { loadOptimiser } from '../../src/solver/load-optimiser.js';
import { groupedTasks, planTextOf, poolsOf } from '../support/sample-plan.js';

/** Tasks of which 65% have a number of stars, some below zero where a field allows it, and 45% a rating. */
const tasks = groupedTasks({ a: 40, b: 30, c: 30 }).map(
  (task, i): Task => ({
    ...task,
    fields: {
      ...task.fields,
      change: ((i * 13) % 40) - 10,
      ...(i % 20 < 13 ? { stars: 1 + ((i * 11) % 90) } : {}),
      ...(i % 20 < 9 ? { rating: i % 7 } : {}),
    },
  }),
);

const fields = {
  stars: { kind: 'number', words: 'stars' },
  rating: { kind: 'number', words: 'rating' },
  change: { kind: 'number', words: 'change', negative: true },
};

const planOf = (more: object, select: Readonly<Record<string, unknown>>) =>
  readPlan(stringify({ ...parse(planTextOf({ seed: 5, benchmarks: { mine: { select } } })), fields, ...more }));

describe('one figure, wherever it is told', () => {
  let optimiser: Optimiser;
  beforeAll(async () => {
    optimiser = await loadOptimiser();
  });

  it.each([
    ['ranked', { take: 40, prefer: ['stars desc'] }],
    ['a sample', { take: 40, group: { by: 'repo', share: 'equal' }, prefer: ['random'] }],
  ])('the distance from the pool is that of assess balance: %s', (_, select) => {
    const selection = runPlan(planOf({}, select), poolsOf(tasks));
    const { overall } = assessBalance(selection, { draws: 100 });
    const told = overall.numbers
      .filter(({ of }) => of !== 'component')
      .map(({ words, difference, weightedDifference = difference }) => [words, weightedDifference.toFixed(2)]);
    expect(told.map(([words]) => words).toSorted()).toEqual([
      'change',
      'files changed',
      'lines changed',
      'score',
      'stars',
    ]);
    const page = methodologyPage(selection, 'test');
    const [, list = ''] = /\(counts on a log scale\): (.*?)\. Check/.exec(page.replaceAll('\\', '')) ?? [];
    const rows = list
      .split(', ')
      .map((part) => [part.replace(/ [-+.\d]+$/, ''), part.split(' ').at(-1)?.replace('+', '')]);
    expect(rows.toSorted()).toEqual(told.toSorted());
  });

  it('the smallest difference found is that of assess power, on the frontier and on the methodology page', () => {
    const optimise = { maximise: 'score', rules: [{ by: 'repo', at_most: 30 }] };
    const selection = runPlan(planOf({}, { take: 60, optimise }), poolsOf(tasks), { optimiser });
    const { detectable } = assessPower(selection, undefined).overall;
    const { document } = frontierQuestion.ask({ selection, results: undefined, optimiser }, { points: 3 });
    const points = (document as { optima: { frontiers: { points: { is_plan: boolean; detectable: object }[] }[] }[] })
      .optima[0]?.frontiers[0]?.points;
    expect(points?.find((point) => point.is_plan)?.detectable).toEqual({
      low: expect.closeTo(detectable.low ?? 0, 6),
      high: expect.closeTo(detectable.high ?? 0, 6),
    });
    const ends = [detectable.low, detectable.high].map((share) => (100 * (share ?? 0)).toFixed(1));
    expect(methodologyPage(selection, 'test')).toContain(
      `> **Detectable difference.** ${ends.join(' to ')} points between`,
    );
  });
});

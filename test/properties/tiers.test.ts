import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { at } from '../../src/core/lists/at.js';
import type { Pools } from '../../src/core/model/task.js';
import { runsOn } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { responseMatrix } from '../support/response-matrix.js';
import { chosenIds, faultsOf, groupedTasks, planTextOf, poolsOf, runText, withSeed } from '../support/sample-plan.js';

const withTiers = (text: string, tiers: object) => stringify({ ...parse(text), tiers });

/** A pool of tasks with the results of earlier systems. */
function learnedPool(seed: string, tasks: number): Pools {
  const { earlier } = responseMatrix({ seed, tasks, earlier: 6, later: 1 });
  const list = groupedTasks({ a: tasks });
  const rewards = new Map(
    earlier.map((row, j) => [`s${j}`, new Map(list.map(({ id }, i) => [id, [at(row, i)]]))] as const),
  );
  return new Map([['mine', { tasks: list, problems: [], priorSystems: [...rewards.keys()], priorRewards: rewards }]]);
}

const purposePlan = (purpose: string, take: number, tiers: object) => {
  const plan = parse(planTextOf({ seed: 1, benchmarks: { mine: { select: { purpose, take } } } }));
  return stringify({ ...plan, tiers, benchmarks: { mine: { ...plan.benchmarks.mine, prior: { path: 'x.csv' } } } });
};

describe('tiers', () => {
  it('lie within each other, for every design that has them', () => {
    const input = fc.record({
      sizes: fc.uniqueArray(fc.integer({ min: 6, max: 29 }), { minLength: 2, maxLength: 2 }),
      groups: fc.record({
        a: fc.integer({ min: 8, max: 20 }),
        b: fc.integer({ min: 8, max: 20 }),
        c: fc.integer({ min: 1, max: 9 }),
      }),
      select: fc.constantFrom(
        { prefer: ['random'] },
        { prefer: ['random'], group: { by: 'repo', at_least: 1 } },
        { group: { by: 'repo', share: 'square-root', rounding: 'hill' } },
        { prefer: ['score desc'], pin: ['t03', 't07'] },
      ),
      seed: fc.integer({ min: 0, max: 99 }),
      shared: fc.boolean(),
    });
    fc.assert(
      fc.property(input, ({ sizes, groups, select, seed, shared }) => {
        const [small = 0, large = 0] = sizes.toSorted((a, b) => a - b);
        const lists = [groupedTasks(groups), ...(shared ? [groupedTasks({ a: 30 }, 'other')] : [])];
        const text = planTextOf({
          seed,
          total: { take: 32 },
          benchmarks: { mine: { select }, ...(shared ? { other: { select: { prefer: ['random'] } } } : {}) },
        });
        const plan = readPlan(withTiers(text, { small, large }));
        const run = runsOn(poolsOf(...lists));
        const faults = faultsOf(() => run(plan, { allowShortfall: true }));
        if (faults.length > 0) return;
        const keys = (tier?: string) => {
          const { choices } = run(plan, { tier, allowShortfall: true });
          return choices.map(({ task }) => `${task.benchmark}/${task.id}`);
        };
        const whole = keys();
        if (whole.length <= large) return;
        // Floors may ask for more places than a small tier has.
        if (faultsOf(() => keys('small')).some(({ code }) => code === 'selection/floors')) return;
        const [inner, outer] = [keys('small'), keys('large')];
        expect([inner.length, outer.length]).toEqual([small, large]);
        expect(inner.filter((key) => !outer.includes(key))).toEqual([]);
        expect(outer.filter((key) => !whole.includes(key))).toEqual([]);
      }),
    );
  });

  it.each(['level', 'comparison', 'ranking'])(
    'of a purpose lie within each other, in the bands of the whole: %s',
    (purpose) => {
      const run = runsOn(learnedPool(purpose, 90));
      const plan = readPlan(purposePlan(purpose, 40, { smoke: 12, standard: 25 }));
      const [whole, standard, smoke] = [undefined, 'standard', 'smoke'].map((tier) => run(plan, { tier }));
      const idsOf = (selection: typeof whole) => (selection === undefined ? [] : chosenIds(selection));
      expect(idsOf(smoke).filter((id) => !idsOf(standard).includes(id))).toEqual([]);
      expect(idsOf(standard).filter((id) => !idsOf(whole).includes(id))).toEqual([]);
      const bandsOf = (selection: typeof whole) =>
        selection?.benchmarks[0]?.groups.map(({ key, ranking }) => [key, ranking.map(({ id }) => id).sort()]);
      expect(bandsOf(smoke)).toEqual(bandsOf(whole));
    },
  );

  it('have the chances that they say, by simulation', () => {
    const run = runsOn(learnedPool('chances', 40));
    const plan = readPlan(purposePlan('level', 24, { smoke: 12 }));
    const draws = 300;
    const hits = new Map<string, number>();
    const expected = new Map<string, number>();
    for (let draw = 0; draw < draws; draw++) {
      const { choices, benchmarks } = run(withSeed(plan, `s${draw}`), { tier: 'smoke' });
      for (const { task } of choices) hits.set(task.id, (hits.get(task.id) ?? 0) + 1);
      for (const { ranking, allocated } of benchmarks[0]?.groups ?? [])
        for (const { id } of ranking) expected.set(id, (expected.get(id) ?? 0) + allocated / ranking.length);
    }
    expect(expected.size).toBe(40);
    for (const [id, sum] of expected) {
      const chance = sum / draws;
      // Four standard errors: one of forty tasks goes beyond in 1 of 400 such tests.
      expect(Math.abs((hits.get(id) ?? 0) / draws - chance)).toBeLessThan(
        4 * Math.sqrt((chance * (1 - chance)) / draws),
      );
    }
  });

  it('are refused with what can be done, where a draw does not nest', () => {
    const messages = (select: Readonly<Record<string, unknown>>, tier = 'smoke', take = 12, size = 6) => {
      const text = withTiers(planTextOf({ seed: 1, benchmarks: { mine: { select: { take, ...select } } } }), {
        smoke: size,
      });
      return faultsOf(() => runsOn(poolsOf(groupedTasks({ a: 20, b: 12 })))(readPlan(text), { tier }))
        .map(({ message, hint }) => `${message} ${hint}`)
        .join('\n');
    };
    expect(messages({ draw: { method: 'pareto', by: 'lines_changed' } })).toMatch(
      /drawn by pareto, is not part .*prefer: \[random\]/,
    );
    expect(messages({ group: { by: 'repo', rounding: 'largest-remainder' } })).toMatch(/Use "rounding: webster"/);
    expect(messages({ ensure: [{ by: 'repo', values: ['b'], at_least: 9 }] })).toMatch(/"ensure" adds/);
    expect(messages({}, 'smok')).toMatch(/has no tier "smok"\. Did you mean "smoke"\?/);
    expect(messages({}, 'smoke', 12, 12)).toMatch(/the whole selection has 12; a tier is smaller/);
    expect(messages({ group: { by: 'repo', at_least: 4 }, prefer: ['random'] })).toMatch(
      /tier "smoke": .* asks for 8 places/,
    );
    expect(
      runText(
        withTiers(planTextOf({ benchmarks: { mine: { select: { take: 12 } } } }), { smoke: 6 }),
        groupedTasks({ a: 20 }),
      ).tier,
    ).toBeUndefined();
  });
});

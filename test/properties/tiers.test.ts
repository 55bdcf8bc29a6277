import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { draws } from '../../src/core/draws/draws.js';
import { at } from '../../src/core/lists/lists.js';
import type { Optimiser } from '../../src/core/model/optimum.js';
import type { Pools, Task } from '../../src/core/model/task.js';
import { runsOn } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { purposes } from '../../src/core/purposes/purposes.js';
import { methodologyPage } from '../../src/core/report/methodology.js';
import { roundings } from '../../src/core/roundings/roundings.js';
import { shares } from '../../src/core/shares/shares.js';
import { loadOptimiser } from '../../src/solver/load-optimiser.js';
import { inDepth, isDeep } from '../support/depth.js';
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
      { numRuns: inDepth(100, 40) },
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

  it.runIf(isDeep)('have the chances that they say, by simulation', () => {
    const run = runsOn(learnedPool('chances', 40));
    const plan = readPlan(purposePlan('level', 24, { smoke: 12 }));
    const draws = inDepth(300, 120);
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
      /drawn by pareto is not part .*prefer: \[random\]/,
    );
    expect(messages({ group: { by: 'repo', rounding: 'largest-remainder' } })).toMatch(/Use "rounding: webster"/);
    expect(messages({ ensure: [{ by: 'repo', values: ['b'], at_least: 9 }] })).toMatch(/"ensure" may add tasks/);
    expect(messages({}, 'smok')).toMatch(/has no tier "smok"\. Did you mean "smoke"\?/);
    expect(messages({}, 'smoke', 12, 12)).toMatch(/must be smaller than the whole selection \(12\)/);
    expect(messages({ group: { by: 'repo', at_least: 4 }, prefer: ['random'] })).toMatch(
      /tier "smoke": .* requires 8 places/,
    );
    expect(
      runText(
        withTiers(planTextOf({ benchmarks: { mine: { select: { take: 12 } } } }), { smoke: 6 }),
        groupedTasks({ a: 20 }),
      ).tier,
    ).toBeUndefined();
  });
});

/** A way to select, as keys of a plan. */
interface Method {
  readonly name: string;
  readonly select?: Readonly<Record<string, unknown>>;
  readonly more?: object;
  readonly prior?: true;
  /** Whether it must have tiers; otherwise it may refuse them. */
  readonly nests?: true;
}

const rules = [
  { by: 'repo', at_least: 2 },
  { sum: 'files_changed', at_most: 300 },
];
const byExample = (of: { readonly by: object }) => ('example' in of.by ? { by: of.by.example } : {});

/** Every way to select that a plan has. */
const methods: readonly Method[] = [
  { name: 'rank', select: { take: 24 }, nests: true },
  {
    name: 'rank by a field, with pins',
    select: { take: 24, prefer: ['lines_changed desc'], pin: ['t01', 't30'] },
    nests: true,
  },
  { name: 'groups, ranked', select: { take: 24, group: { by: 'repo', at_least: 1 } }, nests: true },
  { name: 'random', select: { take: 24, prefer: ['random'] }, nests: true },
  { name: 'random with pins', select: { take: 24, prefer: ['random'], pin: ['t02'] }, nests: true },
  { name: 'where', select: { take: 18, prefer: ['random'], where: { repo: ['a', 'b'] } }, nests: true },
  { name: 'all', select: { take: 'all', prefer: ['random'] }, nests: true },
  { name: 'ensure', select: { take: 20, ensure: [{ by: 'repo', values: ['c'], at_least: 4 }] } },
  { name: 'quota', select: { take: 24, purpose: 'level', quota: { by: 'repo', at_least: 3 } }, prior: true },
  { name: 'total', more: { total: { take: 24 } }, select: { prefer: ['random'] }, nests: true },
  { name: 'total, ranked', more: { total: { take: 24, share: 'square-root' } }, select: {}, nests: true },
  ...shares.map((share) => ({
    name: `share ${share.name}`,
    select: {
      take: 24,
      ...(share.name === 'in-order' ? {} : { prefer: ['random'] }),
      group: { by: 'repo', at_least: 1, ...shareKeys(share.name) },
    },
    ...(share.name === 'anticipated' || share.name === 'neyman' ? { prior: true as const } : {}),
  })),
  ...roundings.map(({ name }) => ({
    name: `rounding ${name}`,
    select: { take: 24, prefer: ['random'], group: { by: 'repo', rounding: name } },
  })),
  ...draws.map((draw) => ({
    name: `draw ${draw.name}`,
    select: { take: 24, draw: { method: draw.name, ...byExample(draw) } },
    prior: true as const,
  })),
  ...purposes.map(({ name }) => ({
    name: `purpose ${name}`,
    select: { take: 24, purpose: name },
    prior: true as const,
  })),
  ...(['benchmark', 'plan'] as const).flatMap((scope) =>
    [
      { name: 'sum', goal: { maximise: 'score', rules }, nests: true as const },
      { name: 'least sum', goal: { minimise: 'lines_changed', rules }, nests: true as const },
      { name: 'labels', goal: { maximise: { labels: ['repo', 'language'] }, rules }, nests: true as const },
      { name: 'distance', goal: { minimise: { distance: 'repo' } }, nests: true as const },
      {
        name: 'ceilings that bind a tier alone',
        goal: { maximise: 'score', rules: [{ by: 'repo', at_most: 9 }] },
        nests: true as const,
      },
      {
        name: 'tasks in a budget',
        goal: { maximise: 'tasks', rules: [{ sum: 'files_changed', at_most: 200 }] },
        nests: true as const,
        open: true,
      },
      {
        name: 'one of',
        goal: { maximise: 'score', rules: [{ at_most_one_of: ['mine/t03', 'mine/t04'] }] },
        nests: true as const,
      },
    ].map(({ name, goal, nests, open }): Method => {
      const take = open === true ? {} : { take: 24 };
      return scope === 'plan'
        ? {
            name: `goal of the plan: ${name}`,
            more: { optimise: { ...goal, ...take } },
            select: { pin: ['t05'] },
            nests,
          }
        : { name: `goal: ${name}`, select: { ...take, optimise: goal, pin: ['t05'] }, nests };
    }),
  ),
];

function shareKeys(share: string): object {
  const more = new Map<string, object>([
    ['fixed', { at_least: undefined, places: { a: 12, b: 8, c: 4 } }],
    ['power', { exponent: 0.3 }],
    ['neyman', { deviations: { a: 0.3, b: 0.5, c: 0.4 } }],
    ['in-order', { at_least: undefined, order: ['a', 'b', 'c'] }],
  ]);
  return { share, ...more.get(share) };
}

describe('every way to select', () => {
  let optimiser: Optimiser;
  beforeAll(async () => {
    optimiser = await loadOptimiser();
  });
  const tiers = { smoke: 7, standard: 15 };
  const withLanguages = (tasks: readonly Task[]) =>
    tasks.map(
      (task, i): Task => ({ ...task, fields: { ...task.fields, language: ['go', 'python', 'rust'][i % 3] ?? '' } }),
    );

  /** Two benchmarks where the plan shares something among them, one otherwise. */
  function planAndPools({ select = {}, more = {}, prior }: Method) {
    const isShared = Object.keys(more).length > 0;
    const { pin: _, ...other } = select;
    const benchmarks = { mine: { select }, ...(isShared ? { other: { select: other } } : {}) };
    const text = parse(planTextOf({ seed: 3, benchmarks }));
    if (prior === true) text.benchmarks.mine.prior = { path: 'x.csv' };
    const learned = learnedPool('methods', 42).get('mine');
    const mine = withLanguages(groupedTasks({ a: 20, b: 14, c: 8 }));
    const pools: Pools = new Map([
      ['mine', { ...(prior === true ? learned : {}), tasks: mine, problems: [] }],
      ...(isShared
        ? [['other', { tasks: withLanguages(groupedTasks({ a: 9, c: 9 }, 'other')), problems: [] }] as const]
        : []),
    ]);
    return { plan: readPlan(stringify({ ...text, ...more, tiers })), pools };
  }

  it.each(methods)('has tiers of the right size within each other, or refuses them: $name', (method) => {
    const { plan, pools } = planAndPools(method);
    const run = runsOn(pools);
    const of = (tier?: string) => run(plan, { tier, optimiser });
    const whole = of();
    const keys = ({ choices }: typeof whole) => choices.map(({ task }) => `${task.benchmark}/${task.id}`);
    expect(keys(whole).length).toBeGreaterThan(15);
    const outcomes = Object.entries(tiers).map(([tier, size]) => {
      let selection = whole;
      const faults = faultsOf(() => {
        selection = of(tier);
      });
      if (faults.length > 0) {
        expect(method.nests, faults.map(({ message }) => message).join('\n')).toBeUndefined();
        expect(faults.map(({ code, message }) => [code, message.includes('tier')])).toEqual(
          faults.map(() => [expect.stringMatching(/^(selection|optimise)\//), true]),
        );
        return [];
      }
      expect(keys(selection)).toHaveLength(size);
      expect(selection.tier).toMatchObject({ name: tier, size, full: keys(whole).length });
      expect(methodologyPage(selection, 'test')).toContain(
        `This is the ${tier} tier: ${size} of the ${keys(whole).length} tasks in the full selection.`,
      );
      expect(keys(selection).filter((key) => !keys(whole).includes(key))).toEqual([]);
      const pins = method.select?.['pin'] as readonly string[] | undefined;
      expect((pins ?? []).filter((id) => !keys(selection).includes(`mine/${id}`))).toEqual([]);
      return [keys(selection)];
    });
    const [smoke, standard] = outcomes.flat();
    if (standard !== undefined) expect(smoke?.filter((key) => !standard.includes(key))).toEqual([]);
  });

  it('gives the best tier within the larger selection, with rules in proportion', () => {
    const optimise = { maximise: 'score', rules: [{ by: 'repo', at_most: 9 }] };
    const { plan, pools } = planAndPools({ name: 'greedy', select: { take: 24, optimise } });
    const run = runsOn(pools);
    const of = (tier?: string) => run(plan, { tier, optimiser });
    // With a ceiling for each repository, taking the best that still fits is optimal.
    const best = (from: ReturnType<typeof of>, take: number, most: number) => {
      const counts = new Map<unknown, number>();
      return from.choices
        .map(({ task }) => task)
        .toSorted((a, b) => b.score - a.score)
        .filter(({ fields: { repo } }) => {
          const [count, all] = [counts.get(repo) ?? 0, [...counts.values()].reduce((sum, each) => sum + each, 0)];
          if (all >= take || count >= most) return false;
          counts.set(repo, count + 1);
          return true;
        })
        .reduce((sum, { score }) => sum + score, 0);
    };
    const scoreOf = ({ choices }: ReturnType<typeof of>) => choices.reduce((sum, { task }) => sum + task.score, 0);
    // 9 of 24 are 5.6 of 15, rounded up to 6, and 2.6 of 7, rounded up to 3.
    expect(scoreOf(of('standard'))).toBeCloseTo(best(of(), 15, 6), 9);
    expect(scoreOf(of('smoke'))).toBeCloseTo(best(of('standard'), 7, 3), 9);
    const [{ optimum } = {}] = of('smoke').benchmarks;
    expect(optimum?.certificate.rules.map(({ rule }) => rule)).toEqual([
      'take 7 tasks',
      expect.stringMatching(/at most 9.* \(in proportion: 7 of 24 tasks\)$/),
      'only tasks in the larger selection',
    ]);
  });

  it('says that a tier cannot keep the rules', () => {
    const pin = Array.from({ length: 8 }, (_, i) => `t0${i}`);
    const { plan, pools } = planAndPools({
      name: 'pins',
      select: { take: 24, pin, optimise: { maximise: 'score', rules } },
    });
    expect(faultsOf(() => runsOn(pools)(plan, { tier: 'smoke', optimiser }))).toEqual([
      expect.objectContaining({
        code: 'optimise/infeasible',
        message: expect.stringMatching(
          /^tier "smoke": benchmark "mine": no selection satisfies every rule\..*the pinned task t0/,
        ),
        hint: 'Give the tier more tasks, or relax the rules.',
      }),
    ]);
  });
});

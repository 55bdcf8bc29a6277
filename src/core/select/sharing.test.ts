import { describe, expect, it } from 'vitest';
import { oneIn } from '../../../test/support/depth.js';
import {
  chosenIds,
  faultsOf,
  groupedTasks,
  placesOf,
  planTextOf,
  runText,
  samplePlan,
} from '../../../test/support/sample-plan.js';
import type { Task } from '../model/task.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';

const random = { prefer: ['random'] };
const strata = { x: 400, y: 300, z: 126 };
const large = groupedTasks(strata);
const small = groupedTasks({ alpha: 8, beta: 6, gamma: 4 });

const placesWith = (take: number | undefined, group: object, tasks: readonly Task[] = large) =>
  placesOf(
    runText(samplePlan({ ...(take === undefined ? {} : { take }), group: { by: 'repo', ...group }, ...random }), tasks),
  );
const faultsWith = (take: number | undefined, group: object, tasks: readonly Task[] = small) =>
  faultsOf(() => placesWith(take, group, tasks));

describe('places are shared', () => {
  // Neyman's share of these three has the least variance of all allocations, by brute force.
  it.each([
    ['in proportion', {}, { x: 29, y: 22, z: 9 }],
    ['by the square root', { share: 'square-root' }, { x: 25, y: 21, z: 14 }],
    ['by the power ½, which is the square root', { share: 'power', exponent: 0.5 }, { x: 25, y: 21, z: 14 }],
    ['equally', { share: 'equal' }, { x: 20, y: 20, z: 20 }],
    ['by the power 0, which is equally', { share: 'power', exponent: 0 }, { x: 20, y: 20, z: 20 }],
    ['by the power 1, which is in proportion', { share: 'power', exponent: 1 }, { x: 29, y: 22, z: 9 }],
    ['by size times deviation', { share: 'neyman', deviations: { x: 0.5, y: 0.4, z: 0.2 } }, { x: 35, y: 21, z: 4 }],
    [
      'by size times deviation, with Hill’s rounding',
      { share: 'neyman', deviations: { x: 0.5, y: 0.4, z: 0.2 }, rounding: 'hill' },
      { x: 35, y: 21, z: 4 },
    ],
    ['as listed', { share: 'fixed', places: { x: 50, y: 2, z: 8 } }, { x: 50, y: 2, z: 8 }],
  ])('%s', (_, group, expected) => {
    expect(placesWith(60, group)).toEqual(expected);
  });

  it('as listed, without a take', () => {
    expect(placesWith(undefined, { share: 'fixed', places: { x: 5, y: 2, z: 1 } })).toEqual({ x: 5, y: 2, z: 1 });
  });

  it('among equals: the larger first, then the name', () => {
    expect(placesWith(4, {}, groupedTasks({ a: 10, b: 10, c: 10 }))).toEqual({ a: 2, b: 1, c: 1 });
  });
});

describe('an exclusion', () => {
  it.each(['webster', 'hill', 'largest-remainder', 'largest-group'])(
    'brings in the next of its group, also where groups are equal: %s',
    (rounding) => {
      const tasks = groupedTasks({ a: 10, b: 10 });
      for (const share of ['proportional', 'equal']) {
        const select = { take: 3, group: { by: 'repo', share, rounding }, ...random };
        const before = runText(samplePlan(select), tasks);
        expect(placesOf(before)).toEqual({ a: 2, b: 1 });
        const exclude = [{ id: chosenIds(before)[0] ?? '', reason: 'duplicate' }];
        const after = runText(planTextOf({ seed: 42, benchmarks: { mine: { select, exclude } } }), tasks);
        expect(placesOf(after), share).toEqual({ a: 2, b: 1 });
      }
    },
  );
});

describe('Neyman’s share from earlier results', () => {
  /** By group: the number of tasks, and how many of 10 runs passed. */
  const withPrior = (groups: Readonly<Record<string, readonly [number, number]>>): Task[] =>
    Object.entries(groups).flatMap(([repo, [count, solved]]) =>
      Array.from({ length: count }, (_, i) => ({
        benchmark: 'mine',
        id: `${repo}${i}`,
        fields: { repo, prior_results: 10, prior_solved: solved },
      })),
    );

  it('gives most to the group whose results lie furthest apart', () => {
    const tasks = withPrior({ even: [100, 5], hard: [100, 0], easy: [100, 10] });
    // p = 501/1002 gives .5025; none or all solved is raised to 0.2.
    expect(placesWith(60, { share: 'neyman' }, tasks)).toEqual({ even: 34, hard: 13, easy: 13 });
  });

  it('takes a half for a group without results', () => {
    const tasks = withPrior({ even: [50, 5], other: [50, 5] }).map((task) =>
      task.fields['repo'] === 'other' ? { ...task, fields: { repo: 'other' } } : task,
    );
    expect(placesWith(20, { share: 'neyman' }, tasks)).toEqual({ even: 10, other: 10 });
  });

  it('is refused without any results, and where a group has no deviation', () => {
    const faults = faultsWith(6, { share: 'neyman' });
    expect(faults.map(({ code }) => code)).toEqual(['selection/deviations']);
    expect(faults[0]?.hint).toMatch(/"prior".*"deviations"/);
    const lacking = faultsWith(6, { share: 'neyman', deviations: { alpha: 0.5, beta: 0.2 } });
    expect(lacking.map(({ code, message }) => [code, message])).toEqual([
      ['selection/deviations', 'benchmark "mine": share "neyman" has no deviation for repo "gamma".'],
    ]);
  });

  it('stays as it is when a task is excluded', () => {
    const tasks = withPrior({ a: [20, 1], b: [20, 5], c: [21, 9] }).map((task, i) => ({
      ...task,
      fields: { ...task.fields, prior_solved: i % 3 === 0 ? 0 : Number(task.fields['prior_solved']) },
    }));
    for (const take of oneIn(4, [12, 13, 14, 15, 16, 17, 18, 19, 20])) {
      const select = { take, group: { by: 'repo', share: 'neyman', at_least: 1 }, ...random };
      const before = runText(samplePlan(select), tasks);
      for (const id of chosenIds(before)) {
        const exclude = [{ id, reason: 'duplicate' }];
        const after = runText(planTextOf({ seed: 42, benchmarks: { mine: { select, exclude } } }), tasks);
        expect(placesOf(after), `take ${take}, ${id} excluded`).toEqual(placesOf(before));
      }
    }
  });
});

describe('bounds', () => {
  it('hold for the groups they name, and otherwise for the others', () => {
    expect(placesWith(9, { at_least: { values: { gamma: 4 }, otherwise: 1 } }, small)).toEqual({
      alpha: 3,
      beta: 2,
      gamma: 4,
    });
    expect(placesWith(9, { at_least: { values: { gamma: 4 } } }, small)).toMatchObject({ gamma: 4 });
    expect(placesWith(9, { at_most: { values: { alpha: 1 }, otherwise: 5 } }, small)).toEqual({
      alpha: 1,
      beta: 5,
      gamma: 3,
    });
    expect(placesWith(9, { at_most: { values: { alpha: 1 } } }, small)).toMatchObject({ alpha: 1 });
    expect(
      placesWith(9, { at_least: { values: { alpha: 1 }, otherwise: 4 }, at_most: { values: { alpha: 1 } } }, small),
    ).toEqual({ alpha: 1, beta: 4, gamma: 4 });
  });

  it('name the tasks without a value by an empty name', () => {
    const some = small.map((task, i) => (i < 3 ? { ...task, fields: { files_changed: 1 } } : task));
    expect(placesWith(9, { at_least: { values: { '': 3 }, otherwise: 1 } }, some)).toMatchObject({ undefined: 3 });
  });

  it('that ask for more than there is name the groups', () => {
    const [fault, ...more] = faultsWith(5, { at_least: { values: { alpha: 3, gamma: 4 } } });
    expect([fault?.code, more]).toEqual(['selection/floors', []]);
    expect(fault?.message).toBe('benchmark "mine": at_least of alpha (3), gamma (4) requires 7 places, but take is 5.');
    expect(faultsWith(5, { at_least: 2 })[0]?.message).toMatch(
      /at_least 2 for each of 3 groups by repo .* requires 6 places, but take is 5/,
    );
  });

  describe('count the pinned tasks of the group', () => {
    const withPins = (take: number, pins: number, bounds: object) =>
      runText(
        samplePlan({
          take,
          pin: small.filter((task) => task.fields['repo'] === 'alpha').flatMap(({ id }, i) => (i < pins ? [id] : [])),
          group: { by: 'repo', ...bounds },
          ...random,
        }),
        small,
      );
    const most = (alpha: number) => ({ at_most: { values: { alpha }, otherwise: 6 } });

    it('towards floors and ceilings', () => {
      const chosen = (selection: ReturnType<typeof withPins>) =>
        selection.choices.filter(({ task }) => task.fields['repo'] === 'alpha').length;
      expect(chosen(withPins(12, 2, most(3)))).toBe(3);
      expect(chosen(withPins(12, 2, { at_least: 4 }))).toBe(4);
      // A sample needs a place for the other tasks of each group.
      const [floors] = faultsOf(() => withPins(12, 4, { at_least: 4 }));
      expect(floors?.hint).toMatch(/^Raise take to 13 /);
    });

    it('and name numbers that work', () => {
      const [floors] = faultsOf(() => withPins(11, 2, { at_least: 4 }));
      expect(floors?.message).toMatch(/requires 10 places in addition to 2 pinned tasks, but take is 11\.$/);
      expect(floors?.hint).toMatch(/^Raise take to 12 /);
      const [exceeded] = faultsOf(() => withPins(12, 3, most(2)));
      expect(exceeded).toMatchObject({
        code: 'selection/pin',
        message: 'benchmark "mine": 3 tasks with repo "alpha" are pinned, but at_most is 2.',
        hint: 'Raise at_most above 3, or pin fewer of these tasks.',
      });
      const [unreached] = faultsOf(() => withPins(12, 3, most(3)));
      expect(unreached?.message).toMatch(/are pinned, but at_most is 3, so the other tasks cannot be drawn/);
    });
  });

  it('that leave too few places name the groups that are capped', () => {
    const [fault, ...more] = faultsWith(9, { at_most: { values: { alpha: 1, beta: 2 } } });
    expect([fault?.code, more]).toEqual(['selection/shortfall', []]);
    expect(fault?.message).toMatch(
      /should give 9 tasks, but only 7 can be selected: .* capped: alpha \(1\), beta \(2\), and all tasks in the other groups are selected\.$/,
    );
  });

  it.each([
    ['at_least', { at_least: { values: { gama: 1 }, otherwise: 1 } }],
    ['at_most', { at_most: { values: { gama: 1 } } }],
    ['places', { share: 'fixed', places: { gama: 6 } }],
    ['deviations', { share: 'neyman', deviations: { alpha: 1, beta: 1, gamma: 1, gama: 1 } }],
  ])('%s of a group that no eligible task is in: the nearest name is told', (key, group) => {
    const [fault, ...more] = faultsWith(6, group);
    expect([fault?.code, more]).toEqual(['selection/empty-group', []]);
    expect(fault?.message).toBe(
      `benchmark "mine": ${key} names repo "gama", which no eligible task has. Did you mean "gamma"?`,
    );
  });

  it('of 0 may name any group', () => {
    expect(faultsWith(6, { at_least: { values: { nobody: 0 }, otherwise: 1 } })).toEqual([]);
  });

  it('speak of ranked tasks as well', () => {
    const select = { take: 5, group: { by: 'repo', at_least: { values: { delta: 1 } } } };
    expect(faultsOf(() => runText(samplePlan(select), small)).map(({ code }) => code)).toEqual([
      'selection/empty-group',
    ]);
  });
});

describe('fixed places', () => {
  it('of a group that is too small are a shortfall, and nobody takes them', () => {
    const group = { by: 'repo', share: 'fixed', places: { alpha: 2, beta: 2, gamma: 6 } };
    const plan = readPlan(samplePlan({ group, ...random }));
    const pools = new Map([['mine', { tasks: small, problems: [] }]]);
    const [fault, ...more] = faultsOf(() => runPlan(plan, pools));
    expect([fault?.code, more]).toEqual(['selection/shortfall', []]);
    expect(fault?.message).toMatch(
      /should give 10 tasks, but only 8 can be selected: .*fewer eligible tasks than places: gamma \(4\)\.$/,
    );
    expect(placesOf(runPlan(plan, pools, { allowShortfall: true }))).toEqual({ alpha: 2, beta: 2, gamma: 4 });
  });

  it('leave a group that is not listed without any: right for ranks, a fault in a sample', () => {
    const group = { by: 'repo', share: 'fixed', places: { alpha: 2, beta: 2 } };
    expect(placesOf(runText(samplePlan({ group }), small))).toEqual({ alpha: 2, beta: 2, gamma: 0 });
    expect(faultsWith(4, { share: 'fixed', places: { alpha: 2, beta: 2 } }).map(({ code }) => code)).toEqual([
      'selection/unreached',
    ]);
  });

  it('of a benchmark stay what they are beside a total', () => {
    const group = { by: 'repo', share: 'fixed', places: { alpha: 2, beta: 2, gamma: 1 } };
    const benchmarks = { mine: { select: { group, ...random } }, yours: { select: random } };
    const text = planTextOf({ seed: 42, total: { take: 12, at_least: 1 }, benchmarks });
    const selection = runText(text, small, groupedTasks({ a: 18 }, 'yours'));
    expect(placesOf(selection)).toEqual({ alpha: 2, beta: 2, gamma: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import {
  chosenIds,
  faultsOf,
  groupedTasks,
  placesOf,
  planTextOf,
  runText,
  samplePlan,
  tasksOf,
} from '../../../test/support/sample-plan.js';
import type { Task } from '../model/task.js';
import { readPlan } from '../plan/read-plan.js';
import { permanentRandomNumber } from '../random/seeded-numbers.js';

const tasks = groupedTasks({ a: 8, b: 6, c: 4 });
const random = { prefer: ['random'] };
const methods = [
  ['random', random],
  ['systematic', { draw: { method: 'systematic', by: 'lines_changed' } }],
  ['pareto', { draw: { method: 'pareto', by: 'files_changed' } }],
  ['local-pivotal', { draw: { method: 'local-pivotal', by: ['lines_changed', 'files_changed'] } }],
  ['cube', { draw: { method: 'cube', by: ['lines_changed', 'repo'] } }],
] as const;

const byNumber = (list: readonly Task[], seed = '42') =>
  list
    .toSorted((a, b) => permanentRandomNumber(seed, 'mine', a.id) - permanentRandomNumber(seed, 'mine', b.id))
    .map(({ id }) => id);
const faultsWith = (select: Readonly<Record<string, unknown>>, list: readonly Task[] = tasks, more = {}) =>
  faultsOf(() => runText(planTextOf({ seed: 42, benchmarks: { mine: { select, ...more } } }), list));
const codesWith = (...given: Parameters<typeof faultsWith>) => faultsWith(...given).map(({ code }) => code);

describe('a random sample', () => {
  it('takes the lowest permanent random numbers of each group', () => {
    const selection = runText(samplePlan({ take: 9, group: { by: 'repo' }, ...random }), tasks);
    expect(placesOf(selection)).toEqual({ a: 4, b: 3, c: 2 });
    const expected = [tasks.slice(0, 8), tasks.slice(8, 14), tasks.slice(14)].flatMap((group, i) =>
      byNumber(group).slice(0, [4, 3, 2][i]),
    );
    expect(chosenIds(selection)).toEqual(expected.sort());
  });

  it('is another with another seed, and the same with a seed that reads the same', () => {
    const idsWith = (seed: number | string) => chosenIds(runText(samplePlan({ take: 9, ...random }, { seed }), tasks));
    expect(idsWith(1)).not.toEqual(idsWith(2));
    expect(idsWith(1)).toEqual(idsWith('1'));
  });

  it('leaves a task its number when the groups are others', () => {
    const numbers = (group?: object) =>
      runText(samplePlan({ take: 9, ...(group && { group }), ...random }), tasks).benchmarks[0]?.tasks.map(
        (task) => task.random,
      );
    const plain = numbers();
    expect(plain).toEqual(tasks.map(({ id }) => permanentRandomNumber('42', 'mine', id)));
    expect(numbers({ by: 'repo' })).toEqual(plain);
    expect(numbers({ by: 'files_changed', bands: [10] })).toEqual(plain);
  });

  it('has other numbers in another benchmark, though the ids are the same', () => {
    const benchmarks = { mine: { select: { take: 5, ...random } }, yours: { select: { take: 5, ...random } } };
    const selection = runText(planTextOf({ seed: 42, benchmarks }), tasks, groupedTasks({ a: 8, b: 6, c: 4 }, 'yours'));
    expect(chosenIds(selection, 'mine')).not.toEqual(chosenIds(selection, 'yours'));
  });
});

describe('chance after other keys', () => {
  const alike = tasksOf(Array.from({ length: 12 }, (_, i) => ({ files_changed: i < 4 ? 9 : 3, lines_changed: 10 })));

  it('breaks ties, by the lowest number', () => {
    const selection = runText(samplePlan({ take: 7, prefer: ['score desc', 'random'] }), alike);
    const expected = [...alike.slice(0, 4).map(({ id }) => id), ...byNumber(alike.slice(4)).slice(0, 3)];
    expect(chosenIds(selection)).toEqual(expected.sort());
  });

  it('leaves no tie at the cut, and the selection a focus', () => {
    const { benchmarks, kind, warnings, choices } = runText(
      samplePlan({ take: 7, prefer: ['score desc', 'random'] }),
      alike,
    );
    expect([kind, benchmarks[0]?.kind, benchmarks[0]?.weighting]).toEqual(['focus', 'focus', undefined]);
    expect(benchmarks[0]?.groups.map(({ tie }) => tie)).toEqual([undefined]);
    expect(warnings.map(({ code }) => code)).not.toContain('tie-at-cut');
    expect(choices.map(({ probability }) => probability)).toEqual(Array(7).fill(undefined));
    expect(runText(samplePlan({ take: 7 }), alike).warnings.map(({ code }) => code)).toContain('tie-at-cut');
  });
});

describe('pins', () => {
  const named = tasks.map((task) => (task.id === 't05' ? { ...task, aliases: ['old-name'] } : task));

  it.each(methods)('are in with weight 1, by any name, in a stratum of their own: %s', (_, method) => {
    const select = { take: 8, pin: ['old-name', 't17'], group: { by: 'repo', at_least: 1 }, ...method };
    const { choices, benchmarks, ...selection } = runText(samplePlan(select), named);
    expect(choices).toHaveLength(8);
    const pins = choices.filter(({ group }) => group.pinned);
    expect(pins.map(({ task, probability }) => [task.id, probability])).toEqual([
      ['t05', 1],
      ['t17', 1],
    ]);
    expect(placesOf({ choices, benchmarks, ...selection })).toMatchObject({ pinned: 2 });
    const others = benchmarks[0]?.groups.filter(({ pinned }) => !pinned) ?? [];
    expect(others.map(({ ranking }) => ranking.length)).toEqual([7, 6, 3]);
    expect(others.flatMap(({ ranking }) => ranking.map(({ id }) => id))).not.toContain('t05');
    expect(benchmarks[0]?.kind).toBe('representative');
  });

  it('of a ranked benchmark are in before the first ranks, and leave it a focus', () => {
    const plain = runText(samplePlan({ take: 6 }), tasks);
    const last = plain.benchmarks[0]?.groups[0]?.ranking.at(-1)?.id ?? '';
    const { kind, choices, ...rest } = runText(samplePlan({ take: 6, pin: [last] }), tasks);
    expect(kind).toBe('focus');
    expect(choices.map(({ probability }) => probability)).toEqual(Array(6).fill(undefined));
    const ranked = plain.benchmarks[0]?.groups[0]?.ranking.slice(0, 5).map(({ id }) => id) ?? [];
    expect(chosenIds({ kind, choices, ...rest })).toEqual([...ranked, last].sort());
  });

  it('do not shift the others: a task that is in anyway only frees a place', () => {
    const plain = runText(samplePlan({ take: 6, ...random }), tasks);
    const [pin = ''] = chosenIds(plain);
    expect(chosenIds(runText(samplePlan({ take: 6, pin: [pin], ...random }), tasks))).toEqual(chosenIds(plain));
  });

  it.each([
    ['random', random],
    ['ranks', {}],
  ])('that cannot be are faults: %s', (_, method) => {
    const unknown = faultsWith({ take: 5, pin: ['t5'], ...method });
    expect(unknown.map(({ code }) => code)).toEqual(['pool/unknown-pin']);
    expect(unknown[0]?.message).toMatch(/pins "t5", which is not one of its tasks\. Did you mean/);
    expect(codesWith({ take: 5, pin: ['t05', 'old-name'], ...method }, named)).toEqual(['pool/unknown-pin']);
    const excluded = faultsWith({ take: 5, pin: ['t05'], ...method }, tasks, {
      exclude: [{ id: 't05', reason: 'duplicate' }],
    });
    expect(excluded.map(({ code, message }) => [code, message.includes('"t05" is pinned')])).toEqual([
      ['selection/pin', true],
    ]);
    expect(codesWith({ take: 5, pin: ['t00'], where: { repo: 'b' }, ...method })).toEqual(['selection/pin']);
    expect(codesWith({ take: 2, pin: ['t00', 't01', 't02'], ...method })).toContain('selection/pin');
  });

  it('that a plan lists twice are refused when it is read', () => {
    expect(faultsOf(() => readPlan(samplePlan({ take: 5, pin: ['t05', 't05'] })))).toHaveLength(1);
  });

  it('that use up every place of a sample leave the others without a chance, and that is said', () => {
    const [fault, ...more] = faultsWith({ take: 2, pin: ['t00', 't01'], ...random });
    expect([fault?.code, more]).toEqual(['selection/unreached', []]);
    expect(fault?.message).not.toMatch(/undefined/);
  });

  it('fit beside fixed places: the places are what the draw gives', () => {
    const group = { by: 'repo', share: 'fixed', places: { a: 2, b: 2, c: 1 } };
    const selection = runText(samplePlan({ pin: ['t00'], group, ...random }), tasks);
    expect(placesOf(selection)).toEqual({ pinned: 1, a: 2, b: 2, c: 1 });
  });

  it('may be all tasks of a group that a bound names', () => {
    const group = { by: 'repo', at_least: { values: { c: 1 } } };
    const pin = ['t14', 't15', 't16', 't17'];
    expect(codesWith({ take: 10, pin, group, ...random })).toEqual([]);
  });

  it('count towards the take that a message names', () => {
    const [fault] = faultsWith({ take: 40, pin: ['t00'], ...random });
    expect([fault?.code, fault?.message]).toEqual(['selection/shortfall', expect.stringMatching(/40 tasks.* 18 /)]);
  });
});

describe('bands', () => {
  const sized = tasksOf(
    [0, 1, 2, 3, 4, 9, 10, 11, 50, undefined, undefined].map((files_changed) =>
      files_changed === undefined ? {} : { files_changed },
    ),
  );
  const group = { by: 'files_changed', bands: [3, 10], at_least: 1 };

  it('divide a number, the limit in the band above; what is not known is a group of its own, and last', () => {
    const { benchmarks } = runText(samplePlan({ take: 6, group, ...random }), sized);
    const members = benchmarks[0]?.groups.map(({ key, ranking }) => [key, ranking.map(({ id }) => id).sort()]);
    expect(members).toEqual([
      ['below 3', ['t00', 't01', 't02']],
      ['3 to 10', ['t03', 't04', 't05']],
      ['10 or more', ['t06', 't07', 't08']],
      [undefined, ['t09', 't10']],
    ]);
  });

  it('hold for ranks as well, and bounds name them', () => {
    const bounds = { at_least: { values: { '10 or more': 3 } }, at_most: { values: { 'below 3': 1 } } };
    const selection = runText(samplePlan({ take: 6, group: { ...group, ...bounds }, prefer: ['id asc'] }), sized);
    expect(placesOf(selection)).toEqual({ 'below 3': 1, '3 to 10': 1, '10 or more': 3, undefined: 1 });
    expect(chosenIds(selection)).toEqual(['t00', 't03', 't06', 't07', 't08', 't09']);
  });

  it('may divide the score', () => {
    const { benchmarks } = runText(samplePlan({ take: 6, group: { by: 'score', bands: [0.2, 0.4] } }), tasks);
    for (const { key, ranking } of benchmarks[0]?.groups ?? []) {
      for (const { score } of ranking) {
        expect(key).toBe(score < 0.2 ? 'below 0.2' : score < 0.4 ? '0.2 to 0.4' : '0.4 or more');
      }
    }
  });

  it('are in the order of the numbers', () => {
    const bands = [2, 10, 100];
    const { benchmarks } = runText(
      samplePlan({ take: 5, group: { by: 'files_changed', bands }, ...random }),
      sized.slice(0, 9),
    );
    expect(benchmarks[0]?.groups.map(({ key }) => key)).toEqual(['below 2', '2 to 10', '10 to 100']);
  });
});

import { describe, expect, it } from 'vitest';
import { PlanError } from '../model/errors.js';
import type { Pool } from '../model/task.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from './read-plan.js';

const row = (id: string, fields: Record<string, string | number>) => ({ benchmark: 'mine', id, fields });
const pool: Pool = {
  problems: [],
  tasks: Array.from({ length: 24 }, (_, i) =>
    row(`T-${String(i).padStart(2, '0')}`, {
      team: ['core', 'web', 'docs'][i % 3] ?? '',
      ...(i === 5 ? {} : { priority: i % 8 === 0 ? 'P0' : 'P1' }),
      size: i,
      created: `2025-0${1 + (i % 6)}-15`,
    }),
  ),
};

const planText = (select: string, rest = '') => `name: mine
seed: 1
phases: [Any]
fields: { team: { kind: label }, priority: { kind: label }, size: { kind: number } }
score: { name: even, weights: { even: 1 }, components: { even: { constant: 1 } } }
benchmarks:
  mine:
    source: { path: tasks.csv }
    phase: Any
    select: ${select}
${rest}`;
const run = (select: string, rest?: string) => runPlan(readPlan(planText(select, rest)), new Map([['mine', pool]]));
const idsOf = (select: string, rest?: string) => run(select, rest).choices.map(({ task }) => task.id);
const faultsOf = (select: string, rest?: string) => {
  try {
    readPlan(planText(select, rest));
  } catch (error) {
    if (error instanceof PlanError) return error.faults.map(({ message }) => message).join('\n');
    throw error;
  }
  return '';
};

describe('values that a task must not have', () => {
  it.each([
    ['{ priority: { not: P1 } }', (i: number) => i % 8 === 0 || i === 5],
    ['{ team: { not: [core, web] } }', (i: number) => i % 3 === 2],
    ['{ size: { not: [0, 1], below: 4 } }', (i: number) => i === 2 || i === 3],
    ['{ created: { not: [2025-01-15, 2025-02-15], at_most: 2025-03-31 } }', (i: number) => i % 6 === 2],
  ])('%s', (where, holds) => {
    const expected = pool.tasks.filter((_, i) => holds(i)).map(({ id }) => id);
    expect(idsOf(`{ take: all, where: ${where} }`)).toEqual(expected);
  });

  it('are of the kind of the field', () => {
    expect(faultsOf('{ where: { size: { not: large } } }')).toContain('size cannot be tested with text');
    expect(faultsOf('{ where: { team: { not: [] } } }')).toContain('is empty');
    expect(faultsOf('{ where: { team: "" } }')).toContain('is empty, but blank values cannot be matched');
  });
});

describe('pins by a condition', () => {
  it('select every task for which it holds, besides named ones', () => {
    expect(idsOf('{ take: 4, prefer: [size desc], pin: { where: { priority: P0 } } }')).toEqual([
      'T-00',
      'T-08',
      'T-16',
      'T-23',
    ]);
    expect(idsOf('{ take: 5, prefer: [size asc], pin: [T-20, { where: { priority: P0 } }] }')).toEqual([
      'T-00',
      'T-01',
      'T-08',
      'T-16',
      'T-20',
    ]);
  });

  it('are certain in a random sample, whose other tasks share the rest', () => {
    const { choices } = run('{ take: 9, prefer: [random], pin: { where: { priority: P0 } } }');
    const pinned = choices.filter(({ group }) => group.pinned);
    expect(pinned.map(({ task, probability }) => [task.id, probability])).toEqual([
      ['T-00', 1],
      ['T-08', 1],
      ['T-16', 1],
    ]);
    expect(choices.filter(({ group }) => !group.pinned).map(({ probability }) => probability)).toEqual(
      Array.from({ length: 6 }, () => 6 / 21),
    );
  });

  it('give way to exclusions, which is said', () => {
    const selection = run(
      '{ take: 4, prefer: [size desc], pin: { where: { priority: P0 } } }',
      '    exclude: [{ id: T-08, reason: flaky }]',
    );
    expect(selection.choices.map(({ task }) => task.id)).toEqual(['T-00', 'T-16', 'T-22', 'T-23']);
    expect(selection.warnings.map(({ message }) => message)).toContain(
      'mine: 1 task pinned by a condition is not selected, because the exclusions or "where" leave it out.',
    );
    expect(selection.benchmarks[0]?.exclusions).toMatchObject([{ taskId: 'T-08', wouldBeIn: true }]);
  });

  it('are told where they hold for no task', () => {
    const { warnings } = run('{ take: 4, prefer: [size desc], pin: { where: { priority: P9 } } }');
    expect(warnings.map(({ code }) => code)).toContain('unused-pin');
  });
});

describe('exclusions by a condition', () => {
  it('exclude every task for which it holds, with the condition as evidence', () => {
    const selection = run(
      '{ take: all }',
      '    exclude: { where: { created: { below: 2025-03-01 }, team: [core, web] }, reason: leaked }',
    );
    const [benchmark] = selection.benchmarks;
    const expected = pool.tasks.filter(
      ({ fields }) => String(fields['created']) < '2025-03-01' && fields['team'] !== 'docs',
    );
    expect(benchmark?.exclusions.map(({ taskId }) => taskId)).toEqual(expected.map(({ id }) => id));
    expect(selection.choices).toHaveLength(24 - expected.length);
    expect(benchmark?.exclusions[0]?.evidence).toBe(
      'The plan excludes tasks where creation date < 2025-03-01 and team is core or web.',
    );
  });

  it('leave an exclusion by name its own reason', () => {
    const [benchmark] = run(
      '{ take: all }',
      '    exclude: [{ id: T-00, reason: flaky }, { where: { priority: P0 }, reason: leaked }]',
    ).benchmarks;
    expect(benchmark?.exclusions.map(({ taskId, reason }) => [taskId, reason])).toEqual([
      ['T-00', 'flaky'],
      ['T-08', 'leaked'],
      ['T-16', 'leaked'],
    ]);
  });
});

it('groups by two fields crossed, with "unknown" for a missing one', () => {
  const { groups = [] } =
    run('{ take: 12, prefer: [random], group: { by: [team, priority], at_least: 1 } }').benchmarks[0] ?? {};
  expect(groups.map(({ key, size }) => [key, size])).toEqual([
    ['core × P0', 1],
    ['core × P1', 7],
    ['docs × P0', 1],
    ['docs × P1', 6],
    ['docs × unknown', 1],
    ['web × P0', 1],
    ['web × P1', 7],
  ]);
  expect(faultsOf('{ take: 9, group: { by: [team, size], bands: [3] } }')).toContain('several fields are given');
});

it('takes all of a group with at_least: all', () => {
  const { groups = [] } =
    run('{ take: 10, prefer: [size desc], group: { by: priority, at_least: { values: { P0: all }, otherwise: 1 } } }')
      .benchmarks[0] ?? {};
  expect(groups.map(({ key, allocated }) => [key, allocated])).toEqual([
    ['P0', 3],
    ['P1', 6],
    [undefined, 1],
  ]);
  expect(faultsOf('{ take: 9, group: { by: team, at_least: all, at_most: 2 } }')).toContain('more than at_most 2');
});

describe('dates', () => {
  it('are tested with days', () => {
    expect(idsOf('{ take: all, where: { created: { at_least: 2025-06-01 } } }')).toEqual([
      'T-05',
      'T-11',
      'T-17',
      'T-23',
    ]);
    expect(idsOf('{ take: all, where: { created: 2025-01-15 } }')).toHaveLength(4);
    expect(idsOf('{ take: 2, prefer: [created desc] }')).toEqual(['T-05', 'T-11']);
  });

  it('are tested with nothing else', () => {
    expect(faultsOf('{ take: 2, where: { created: { at_least: 2025 } } }')).toContain('is a date');
    expect(faultsOf('{ take: 2, where: { size: { at_least: 2025-06-01 } } }')).toContain('it contains a number');
    expect(faultsOf('{ take: 2, where: { created: { at_least: 2025-06-01, below: 2025-06-01 } } }')).toContain(
      'can never be true',
    );
  });
});

describe('rules beside an order or a draw', () => {
  it('are floors and ceilings of the groups of a random sample', () => {
    const { kind, benchmarks } = run('{ take: 9, prefer: [random], rules: [{ by: team, at_least: 3, at_most: 3 }] }');
    expect(kind).toBe('representative');
    expect(benchmarks[0]?.groups.map(({ key, allocated }) => [key, allocated])).toEqual([
      ['core', 3],
      ['docs', 3],
      ['web', 3],
    ]);
  });

  it.each([
    ['{ take: 9, prefer: [random], rules: [{ sum: size, at_most: 100 }] }', /a random draw cannot keep to a budget/],
    [
      '{ take: 9, prefer: [random], rules: [{ by: team, at_least: 1 }, { by: priority, at_least: 1 }] }',
      /on one label/,
    ],
    [
      '{ take: 9, prefer: [random], rules: [{ where: { team: core }, at_least: 1 }] }',
      /can only keep floors and caps on the values/,
    ],
    ['{ take: 9, prefer: [team asc], rules: [{ by: team, at_least: 1 }] }', /the sum of a number/],
    ['{ take: 9, prefer: [size desc, id asc], rules: [{ by: team, at_least: 1 }] }', /only the first key/],
    [
      '{ take: 9, prefer: [size desc], group: { by: team }, rules: [{ by: team, at_least: 1 }] }',
      /"group" and "rules" both decide/,
    ],
    ['{ take: 9, purpose: level, rules: [{ by: team, at_least: 1 }] }', /"purpose" and "rules" both decide/],
  ])('are refused where they cannot be kept: %s', (select, message) => {
    expect(faultsOf(select)).toMatch(message);
  });
});

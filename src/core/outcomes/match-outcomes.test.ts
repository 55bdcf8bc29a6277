import { describe, expect, it } from 'vitest';
import { ListView } from '../lists/lists.js';
import type { Outcome } from '../model/outcome.js';
import { matchOutcomes, matchWarnings, suggestPatterns, taskKey } from './match-outcomes.js';
import type { NamedTask } from './task-index.js';

const task = (id: string, benchmark = 'mine', ...aliases: string[]): NamedTask => ({ benchmark, id, aliases });
const outcome = (taskId: string, more: Partial<Outcome> = {}): Outcome => ({
  taskId,
  configuration: 'a',
  run: '',
  attempt: 1,
  status: 'passed',
  reward: 1,
  place: { file: 'results.csv', line: 2 },
  ...more,
});
const matched = (outcomes: readonly Outcome[], selected: readonly NamedTask[], pool = selected) => {
  const { configurations, ...rest } = matchOutcomes(selected, pool, outcomes);
  return {
    found: Object.fromEntries(configurations.map(({ name, byTask }) => [name, [...byTask].map(([key]) => key)])),
    ...rest,
  };
};

describe('the task of a result', () => {
  it('is found by its id, with its benchmark before it, and by every alias', () => {
    const tasks = [task('fix-login', 'mine', 'login', 'old/login')];
    for (const name of ['fix-login', 'mine/fix-login', 'login', 'old/login']) {
      expect(matched([outcome(name)], tasks)).toMatchObject({ found: { a: ['mine/fix-login'] }, caseFolded: [] });
    }
  });

  it('is the one spelt so, before one that is spelt so except for letter case', () => {
    const tasks = [task('Fix'), task('fix')];
    expect(matched([outcome('Fix'), outcome('fix')], tasks)).toMatchObject({
      found: { a: ['mine/Fix', 'mine/fix'] },
      caseFolded: [],
      faults: [],
    });
  });

  it('is found ignoring letter case, and that is said', () => {
    const { found, caseFolded } = matched(
      [outcome('FIX-Login'), outcome('NODE')],
      [task('fix-login'), task('x', 'mine', 'node')],
    );
    expect(found).toEqual({ a: ['mine/fix-login', 'mine/x'] });
    expect(caseFolded).toEqual([
      { spelt: 'FIX-Login', id: 'fix-login' },
      { spelt: 'NODE', id: 'x' },
    ]);
  });

  it('ignoring letter case may be several, which is refused', () => {
    const { faults } = matched([outcome('FIX')], [task('Fix', 'one'), task('fix', 'two')]);
    expect(faults.map(({ code }) => code)).toEqual(['results/ambiguous']);
  });

  it('is found without what harnesses put around ids, where that is one task of the pool, and that is said', () => {
    const version = `-v${'0a'.repeat(20)}`;
    const pro = task(`instance_org__repo-12${version}`);
    for (const name of [
      'org__repo-12',
      'instance_org__repo-12-vnan',
      'Org-Repo-12',
      'org_1776_repo-12',
      'org_s_repo-12',
      'org/repo#12',
      'Org.repo_12',
    ]) {
      const match = matchOutcomes([pro], [pro], [outcome(name)]);
      expect(match).toMatchObject({ dressed: [{ spelt: name, id: pro.id }], unknown: [], faults: [] });
      expect(matchWarnings(match).map(({ code }) => code)).toEqual(['results-dressed']);
    }
    expect(matched([outcome('org__repo-12-v2')], [pro])).toMatchObject({ found: {}, unknown: ['org__repo-12-v2'] });
  });

  it('is found with another separator after the owner, or without the owner, if only one task fits', () => {
    const [django, ...others] = [
      task('django__django-10554'),
      task('django__django-1'),
      task('a__x-1'),
      task('b__x-1'),
    ];
    for (const name of ['django/django-10554', 'django_django-10554', 'django-10554', 'Django/Django-10554']) {
      expect(matchOutcomes([django], [django, ...others], [outcome(name)])).toMatchObject({
        dressed: [{ spelt: name, id: django.id }],
        unknown: [],
      });
    }
    expect(matched([outcome('x-1')], others)).toMatchObject({ found: {}, unknown: ['x-1'] });
    expect(matchOutcomes(others, others, [outcome('b/x-1')]).dressed).toEqual([{ spelt: 'b/x-1', id: 'b__x-1' }]);
    // The same name of another owner is another task.
    expect(matched([outcome('other/django-10554')], [django])).toMatchObject({ found: {} });
  });

  it('is no task that only looks like it while the pool has the very name, or two that look like it', () => {
    const [long, short] = [task('instance_a'), task('a')];
    expect(matched([outcome('instance_a')], [short], [long, short])).toMatchObject({ notSelected: ['instance_a'] });
    const two = [task(`x-v${'0'.repeat(40)}`), task(`x-v${'1'.repeat(40)}`)];
    const match = matchOutcomes(two.slice(0, 1), two, [outcome('x')]);
    expect(match).toMatchObject({ configurations: [], unknown: ['x'], nearest: [{ spelt: 'x', id: two[0]?.id }] });
    expect(matchWarnings(match)[0]?.message).toContain('Closest names in the pool: x-v0000');
    const dotted = [task('windows-3.11'), task('windows_3_11'), task('windows-31-1')];
    expect(matched([outcome('windows-3-11')], dotted.slice(0, 1), dotted)).toMatchObject({ unknown: ['windows-3-11'] });
    expect(matched([outcome('windows-3-11')], dotted.slice(1)).found).toEqual({ a: ['mine/windows_3_11'] });
  });

  it('of two benchmarks is told by the benchmark, or refused', () => {
    const tasks = [task('one', 'mine'), task('one', 'yours')];
    expect(matched([outcome('one', { benchmark: 'yours' })], tasks).found).toEqual({ a: ['yours/one'] });
    expect(matched([outcome('mine/one')], tasks).found).toEqual({ a: ['mine/one'] });
    const { faults } = matched([outcome('one'), outcome('one', { attempt: 2 })], tasks);
    expect(faults).toEqual([
      {
        code: 'results/ambiguous',
        message: '"one" is a task in several benchmarks: mine, yours.',
        place: { file: 'results.csv', line: 2 },
        hint: 'Add a column "benchmark" that names the benchmark of each result.',
      },
    ]);
  });

  it('is found where the file calls the benchmark by another name', () => {
    expect(matched([outcome('one', { benchmark: 'SWE-bench' })], [task('one')]).found).toEqual({ a: ['mine/one'] });
  });

  it('is not a task of the same id in another benchmark', () => {
    const selected = [task('one', 'mine')];
    const pool = [...selected, task('one', 'yours')];
    const { found, notSelected, faults } = matched(
      [outcome('one', { benchmark: 'mine' }), outcome('one', { benchmark: 'yours', reward: 0, status: 'failed' })],
      selected,
      pool,
    );
    expect(found).toEqual({ a: ['mine/one'] });
    expect(notSelected).toEqual(['one']);
    expect(faults).toEqual([]);
  });

  it('is its own id before it is the alias of another', () => {
    const tasks = [task('one', 'mine', 'two'), task('two')];
    expect(matched([outcome('two')], tasks)).toMatchObject({ found: { a: ['mine/two'] }, faults: [] });
  });

  it.each(['__proto__', 'constructor', 'toString'])('may be called %s', (name) => {
    expect(matched([outcome(name)], [task(name)]).found).toEqual({ a: [`mine/${name}`] });
    expect(matched([outcome(name), outcome('one')], [task('one')]).unknown).toEqual([name]);
  });
});

describe('results that fit no selected task', () => {
  const selected = [task('in')];
  const pool = [...selected, task('out')];

  it('are told apart: of the pool, and of no task', () => {
    const { found, notSelected, unknown } = matched(
      ['in', 'out', 'Out', 'no', 'nor', 'no'].map((id, i) => outcome(id, { attempt: i + 1 })),
      selected,
      pool,
    );
    expect(found).toEqual({ a: ['mine/in'] });
    expect(notSelected).toEqual(['Out', 'out']);
    expect(unknown).toEqual(['no', 'nor']);
  });

  it('are counted in warnings that name a few', () => {
    const names = ['n5', 'n1', 'n4', 'n2', 'n3'];
    const warnings = matchWarnings(
      matchOutcomes(
        selected,
        pool,
        [...names, 'out', 'IN'].map((id) => outcome(id)),
      ),
    );
    expect(warnings.map(({ code }) => code)).toEqual(['results-unknown', 'results-not-selected', 'results-case']);
    expect(warnings[0]?.message).toBe('Ignored results on 5 tasks not in the pool: n1, n2, n3 and 2 more.');
    expect(warnings[1]?.message).toBe('1 of the tasks in the results is not in this selection and was ignored: out.');
    expect(warnings[2]?.message).toMatch(/^Matched 1 task in the results by ignoring letter case: IN as in/);
  });

  it('count only tasks that were run', () => {
    const strangers = Array.from({ length: 12 }, (_, i) => `n${i}`);
    const warned = (status: 'failed' | 'not-run') => {
      const others = strangers.map((id) => outcome(id, { status, reward: undefined }));
      return matchWarnings(matchOutcomes(selected, pool, [outcome('in'), ...others])).map(({ code }) => code);
    };
    expect(warned('failed')).toEqual(['results-other-pool', 'results-unknown']);
    expect(warned('not-run')).toEqual([]);
  });

  it('ask about the tasks that were run if most results and most selected tasks do not match', () => {
    const many = [...selected, task('x1'), task('x2'), task('x3'), task('x4')];
    const warned = (...ids: readonly string[]) => {
      const results = matchOutcomes(
        selected,
        many,
        [...ids].map((id) => outcome(id)),
      );
      return matchWarnings(results, { selected: 2 * selected.length + 1 }).map(({ code, message }) => [code, message]);
    };
    const own = selected.map(({ id }) => id);
    expect(warned(own[0] ?? '', 'x1', 'x2', 'x3', 'x4')).toEqual([
      [
        'results-wrong-tasks',
        '4 of the 5 tasks in these results are not selected; did you run the right tasks? For example: x1, x2, x3 and 1 more.',
      ],
    ]);
    expect(warned(own[0] ?? '', 'x1')[0]?.[0]).toBe('results-not-selected');
  });

  it('say that they are of another benchmark, where some are of one that the pool has', () => {
    const own = [task('a'), task('b')];
    const warned = (...benchmarks: readonly string[]) =>
      matchWarnings(
        matchOutcomes(
          own,
          own,
          benchmarks.map((benchmark, i) => outcome(i === 0 ? 'a' : 'b', { benchmark })),
        ),
      );
    expect(warned('other', 'mine')).toEqual([
      {
        code: 'results-elsewhere',
        message:
          '1 task in the results belongs to a benchmark that is not in the pool: "other". Winnow uses these results for tasks with the same name: a. If they are different tasks or versions, remove them.',
      },
    ]);
    // Where no result names a benchmark of the pool, its names are just others.
    expect(warned('other', 'other')).toEqual([]);
    expect(warned('mine', 'mine')).toEqual([]);
  });

  it('say that they are of another version of a benchmark of the pool', () => {
    const own = [{ ...task('a'), benchmark: 'terminal-bench-2' }];
    const codes = (benchmark: string) =>
      matchWarnings(matchOutcomes(own, own, [outcome('a', { benchmark })])).map(({ code }) => code);
    for (const other of ['terminal-bench/terminal-bench-2-1', 'terminal-bench@2.1', 'terminal-bench-v3']) {
      expect(codes(other)).toEqual(['results-elsewhere']);
    }
    for (const same of ['terminal-bench@2.0', 'org/terminal-bench-2', 'terminal-bench', 'terminal-bench-2-e7700f05']) {
      expect(codes(same)).toEqual([]);
    }
  });

  it('do not mention an owner that is called like the benchmark', () => {
    const own = [{ ...task('a'), benchmark: 'terminal-bench-2' }];
    const codes = (...named: Parameters<typeof outcome>) =>
      matchWarnings(matchOutcomes(own, own, [outcome(...named)])).map(({ code }) => code);
    expect(codes('terminal-bench/a')).toEqual([]);
    expect(codes('terminal-bench/a', { benchmark: 'terminal-bench/terminal-bench-2-1' })).toEqual([
      'results-elsewhere',
    ]);
    expect(codes('other/a')).toEqual(['results-dressed']);
    expect(codes('other/a', { benchmark: 'terminal-bench@2.1' })).toEqual(['results-elsewhere', 'results-dressed']);
  });

  it('make no configuration', () => {
    expect(matched([outcome('no', { configuration: 'b' }), outcome('in')], selected, pool).found).toEqual({
      a: ['mine/in'],
    });
  });
});

describe('two results for one attempt', () => {
  const tasks = [task('fix', 'mine', 'old-fix', 'older-fix')];

  it.each([
    ['twice the same', ['fix', 'fix'], /^"fix" has two results for system "a", attempt 1/],
    ['two names', ['old-fix', 'older-fix'], /^"old-fix" and "older-fix" are the same task, which has two results/],
    ['two spellings', ['fix', 'FIX'], /^"fix" and "FIX" are the same task,/],
  ])('are refused: %s', (_, names, message) => {
    const { faults } = matched(
      names.map((name, i) => outcome(name, { place: { file: 'r.csv', line: i + 2 } })),
      tasks,
    );
    expect(faults.map(({ code }) => code)).toEqual(['results/double']);
    expect(faults[0]?.message).toMatch(message);
    expect(faults[0]?.place).toEqual({ file: 'r.csv', line: 3 });
  });

  it('are two runs or attempts when they say so', () => {
    const { faults } = matched([outcome('fix'), outcome('fix', { attempt: 2 }), outcome('fix', { run: 'r2' })], tasks);
    expect(faults).toEqual([]);
  });

  it('are of two configurations when they say so', () => {
    expect(matched([outcome('fix', { configuration: 'b' }), outcome('fix')], tasks)).toMatchObject({
      found: { a: ['mine/fix'], b: ['mine/fix'] },
      faults: [],
    });
  });
});

it('tells tasks of two benchmarks apart by their keys', () => {
  expect(taskKey({ benchmark: 'a', id: 'b/c' })).not.toBe(taskKey({ benchmark: 'a', id: 'b' }));
});

describe('results of many runs', () => {
  it('are each made a fixed number of times, however many there are', () => {
    const madeOf = (attempts: number) => {
      let made = 0;
      const list = new ListView(attempts * 10, (i) => {
        made += 1;
        return outcome(`t${Math.floor(i / attempts)}`, { attempt: 1 + (i % attempts) });
      });
      const tasks = Array.from({ length: 10 }, (_, i) => task(`t${i}`));
      const { configurations, faults } = matchOutcomes(tasks, tasks, list);
      expect(faults).toEqual([]);
      expect(configurations[0]?.byTask.get('mine/t3')).toHaveLength(attempts);
      return (made - attempts) / (attempts * 10);
    };
    expect([10, 1000].map(madeOf)).toEqual([2, 2]);
  });
});

const tasks = new Set(['fix-login', 'add-export', 'add']);
const suggested = (...names: string[]) =>
  suggestPatterns(new Map([['arm', new Set(names)]]), (name) => tasks.has(name)).map(({ pattern }) => pattern);

describe('a suggested pattern', () => {
  it('is the text around the ids, where it is the same for all names', () => {
    expect(suggested('sgonly_fix-login', 'sgonly_add-export')).toEqual(['sgonly_{id}']);
    expect(suggested('fix-login--v2', 'add--v2')).toEqual(['{id}--v2']);
    expect(suggested('x.fix-login.y', 'x.add-export.y', 'x.add.y')).toEqual(['x.{id}.y']);
  });

  it('is none where a name fits no task, the text differs or there is one name', () => {
    expect(suggested('sgonly_fix-login', 'sgonly_other')).toEqual([]);
    expect(suggested('a_fix-login', 'b_add-export')).toEqual([]);
    expect(suggested('sgonly_fix-login')).toEqual([]);
  });

  it('is told with the results that fit no task, for the system that it is of', () => {
    const named = [...tasks].map((id) => ({ benchmark: 'mine', id, aliases: [] }));
    const outcome = (configuration: string, taskId: string): Outcome => ({
      ...{ taskId, configuration, run: '', attempt: 1, place: {} },
      ...({ status: 'passed', reward: 1 } as const),
    });
    const matched = matchOutcomes(named, named, [
      ...['fix-login', 'add-export'].map((id) => outcome('base', id)),
      ...['fix-login', 'add-export'].map((id) => outcome('tools', `sgonly_${id}`)),
    ]);
    expect(matchWarnings(matched).find(({ code }) => code === 'results-pattern')?.message).toBe(
      `all 2 unmatched names of "tools" have the form "sgonly_{id}". To match them, add --task-pattern 'sgonly_{id}'.`,
    );
  });
});

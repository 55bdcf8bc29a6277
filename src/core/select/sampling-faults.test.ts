import { describe, expect, it } from 'vitest';
import { faultsOf, groupedTasks, planTextOf, runText, samplePlan, tasksOf } from '../../../test/support/sample-plan.js';
import type { Task } from '../model/task.js';

const tasks = groupedTasks({ a: 8, b: 6, c: 4 });
const random = { prefer: ['random'] };
const methods = [
  ['random', random],
  ['systematic', { draw: { method: 'systematic', by: 'lines_changed' } }],
  ['pareto', { draw: { method: 'pareto', by: 'files_changed' } }],
  ['local-pivotal', { draw: { method: 'local-pivotal', by: ['lines_changed', 'files_changed'] } }],
  ['cube', { draw: { method: 'cube', by: ['lines_changed', 'repo'] } }],
] as const;
const faultsWith = (select: Readonly<Record<string, unknown>>, list: readonly Task[] = tasks, more = {}) =>
  faultsOf(() => runText(planTextOf({ seed: 42, benchmarks: { mine: { select, ...more } } }), list));
const codesWith = (...given: Parameters<typeof faultsWith>) => faultsWith(...given).map(({ code }) => code);
const warningsWith = (select: Readonly<Record<string, unknown>>, list: readonly Task[] = tasks) =>
  runText(samplePlan(select), list).warnings.filter(({ code }) => ofSamples.includes(code));
const ofSamples = ['single-draw', 'weight-sum', 'raised-chance', 'unknown-in-draw'];

describe('what would make it no sample is a fault', () => {
  it('a group without a place', () => {
    for (const [, method] of methods) {
      const faults = faultsWith({ take: 2, group: { by: 'repo' }, ...method });
      expect(faults.map(({ code }) => code)).toEqual(['selection/unreached']);
      expect(faults[0]?.message).toMatch(/1 group by repo gets no place.*: c \(4\)\./);
    }
    const banded = faultsWith({ take: 3, group: { by: 'lines_changed', bands: [6] }, ...random });
    expect(banded[0]?.hint).toContain('group: { by: lines_changed, bands: [6], at_least: 1 }');
    // Ranks may pass a group over.
    expect(codesWith({ take: 2, group: { by: 'repo' } })).toEqual([]);
  });

  it('a replacement, and only that is said', () => {
    for (const [, method] of methods) {
      const exclude = [{ id: 't02', reason: 'duplicate', replacement: 't03' }];
      expect(codesWith({ take: 6, ...method }, tasks, { exclude })).toEqual(['selection/replacement']);
    }
  });

  it('pareto where no task of a group has the number', () => {
    const bare = tasks.map((task) => (task.fields['repo'] === 'b' ? { ...task, fields: { repo: 'b' } } : task));
    const pareto = { draw: { method: 'pareto', by: 'files_changed' } };
    const faults = faultsWith({ take: 6, group: { by: 'repo' }, ...pareto }, bare);
    expect(faults.map(({ code }) => code)).toEqual(['selection/chances']);
    expect(faults[0]?.message).toMatch(/no task in mine\/b has a value above 0/);
    expect(codesWith({ take: 6, ...pareto }, bare)).toEqual([]);
  });

  it('a cube over more columns than it takes', () => {
    const many = tasksOf(Array.from({ length: 70 }, (_, i) => ({ repo: `r${i}` })));
    expect(codesWith({ take: 6, draw: { method: 'cube', by: 'repo' } }, many)).toEqual(['selection/draw']);
  });

  it('no eligible task at all is said without a broken figure', () => {
    for (const [, method] of methods) {
      const nothing = { where: { repo: 'nowhere' }, ...method };
      expect(codesWith({ take: 6, ...nothing })).toContain('selection/where');
      const faults = faultsWith({ take: 'all', ...nothing });
      expect(faults.map(({ message }) => message).join()).not.toMatch(/NaN|undefined/);
      if (faults.length > 0) continue;
      const { warnings, weighting } = runText(samplePlan({ take: 'all', ...nothing }), tasks);
      expect(warnings.map(({ message }) => message).join()).not.toMatch(/NaN|undefined/);
      expect(weighting?.designEffect).not.toBeNaN();
    }
  });
});

describe('what a reader of an estimate must know is a warning', () => {
  it('a group of which one task is drawn', () => {
    const [warning, ...more] = warningsWith({ take: 4, group: { by: 'repo', at_least: 1 }, ...random });
    expect([warning?.code, more]).toEqual(['single-draw', []]);
    expect(warning?.message).toMatch(/from 2 groups, .*: b \(6\), c \(4\)\.$/);
    // One of one is no draw.
    expect(warningsWith({ take: 3, ...random }, groupedTasks({ a: 3, b: 1 }).slice(1))).toEqual([]);
    expect(warningsWith({ take: 4, group: { by: 'repo', at_least: 1 }, prefer: ['score desc', 'random'] })).toEqual([]);
  });

  it.each([
    ['flaky', 'the verdict on the reference solution changes: 2 of 3 runs passed (system oracle)', true],
    ['flaky', undefined, false],
    ['flaky', 'a test depends on the network', false],
    ['trivial', 'all results pass', true],
    ['ceiling', undefined, true],
    ['duplicate', 'two runs of the same script', false],
  ])('a task that is excluded as %s (%s): that the estimate may be bent is said: %s', (reason, evidence, isSaid) => {
    const exclude = [{ id: 't01', reason, ...(evidence === undefined ? {} : { evidence }) }];
    const plan = planTextOf({ seed: 42, benchmarks: { mine: { select: { take: 4, ...random }, exclude } } });
    expect(runText(plan, tasks).warnings.some(({ code }) => code === 'excluded-by-outcome')).toBe(isSaid);
  });

  it('weights that do not sum to the pool, with unequal chances only', () => {
    const skewed = tasksOf(Array.from({ length: 40 }, (_, i) => ({ files_changed: i < 5 ? 1000 : 1 + (i % 9) })));
    const found = Array.from({ length: 30 }, (_, seed) => {
      const select = { take: 6, draw: { method: 'pareto', by: 'files_changed' } };
      const { warnings, weighting } = runText(samplePlan(select, { seed }), skewed);
      const ratio = (weighting?.weightSum ?? 0) / 40;
      const isTold = warnings.some(({ code }) => code === 'weight-sum');
      expect(isTold).toBe(ratio < 0.8 || ratio > 1.2);
      return isTold;
    });
    expect(found).toContain(true);
    for (const [name, method] of methods) {
      if (name === 'pareto') continue;
      const codes = warningsWith({ take: 6, group: { by: 'repo', share: 'equal' }, ...method }).map(({ code }) => code);
      expect(codes).not.toContain('weight-sum');
    }
  });

  it('a number that is raised so that a task has a chance', () => {
    const low = tasksOf(
      [0, 100, 100, 100, 100, undefined].map((lines_changed) => (lines_changed === undefined ? {} : { lines_changed })),
    );
    const [warning] = warningsWith({ take: 2, draw: { method: 'pareto', by: 'lines_changed' } }, low);
    expect(warning).toMatchObject({ code: 'raised-chance', benchmark: 'mine' });
    expect(warning?.message).toMatch(/below 20 \(a fifth of the median\) for 2 tasks in mine/);
    const { choices } = runText(samplePlan({ take: 2, draw: { method: 'pareto', by: 'lines_changed' } }), low);
    for (const { task, probability } of choices) {
      expect(probability).toBeCloseTo((2 * Number(task.fields['lines_changed'] || 20)) / 440, 12);
    }
  });

  it('a number that is not known in a draw that balances or spreads', () => {
    const some = tasks.map((task, i) => (i < 3 ? { ...task, fields: { repo: 'a' } } : task));
    for (const method of ['cube', 'local-pivotal']) {
      const [warning, ...more] = warningsWith({ take: 6, draw: { method, by: ['lines_changed', 'repo'] } }, some);
      expect([warning?.code, more]).toEqual(['unknown-in-draw', []]);
      expect(warning?.message).toMatch(/3 tasks in mine have no lines_changed/);
    }
    // A label that is not known is a value of its own.
    const unlabelled = tasks.map((task, i) => (i < 3 ? { ...task, fields: { lines_changed: 5 } } : task));
    expect(warningsWith({ take: 6, draw: { method: 'cube', by: 'repo' } }, unlabelled)).toEqual([]);
  });

  it('of many groups alike the first three, and how many more', () => {
    const groups = ['a', 'b', 'c', 'd', 'e', 'f'];
    const uneven = tasksOf(groups.flatMap((repo) => [0, 50, 60, 70].map((files_changed) => ({ repo, files_changed }))));
    const warnings = warningsWith(
      { take: 12, group: { by: 'repo' }, draw: { method: 'pareto', by: 'files_changed' } },
      uneven,
    );
    const raised = warnings.filter(({ code }) => code === 'raised-chance').map(({ message }) => message);
    expect(raised).toHaveLength(4);
    expect(raised[2]).toMatch(/mine\/c/);
    expect(raised[3]).toBe('mine: 3 more warnings of this kind.');
  });

  it('never speaks of more groups than there are', () => {
    const groups = ['a', 'b', 'c', 'd'];
    const fields = [{ lines_changed: 5 }, { files_changed: 4 }, { files_changed: 1, lines_changed: 9 }, {}];
    const bare = tasksOf(groups.flatMap((repo) => fields.map((each) => ({ repo, ...each }))));
    const draw = { method: 'cube', by: ['files_changed', 'lines_changed'] };
    const messages = warningsWith({ take: 8, group: { by: 'repo' }, draw }, bare).map(({ message }) => message);
    const last = messages.find((message) => message.includes('the same holds')) ?? 'for 1 more group';
    expect(Number(/for (\d+) more/.exec(last)?.[1])).toBeLessThan(groups.length);
  });
});

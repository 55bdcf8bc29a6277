import { expect, it } from 'vitest';
import { groupedTasks, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { steadyTasks } from '../sensitivity/reweighting.js';
import { coverageBy } from './prospect.js';

const tasks = groupedTasks({ big: 200, small: 20, never: 3 });
const where = { repo: ['big', 'small'] };

it('tells values that can be tested by themselves from those that are only present, or absent', () => {
  const selection = runText(
    samplePlan({ take: 100, where, group: { by: 'repo', at_least: 4 }, prefer: ['random'] }),
    tasks,
  );
  const { field, values } = coverageBy(selection, undefined) ?? { field: '', values: [] };
  expect(field).toBe('repo');
  expect(values.map(({ value, standing }) => [value, standing])).toEqual([
    ['big', 'testable'],
    ['small', 'present'],
    ['never', 'absent'],
  ]);
  expect(values.reduce((sum, { selected }) => sum + selected, 0)).toBe(100);
});

it('has nothing to say about a plan without groups', () => {
  expect(coverageBy(runText(samplePlan({ take: 10 }), tasks), undefined)).toBeUndefined();
});

it('counts the tasks that no weights remove: all of them, if all tasks are taken', () => {
  const all = steadyTasks(runText(samplePlan({ take: 'all' }), tasks));
  expect(all).toMatchObject({ selected: 223, steady: 223 });
  expect(all.weightings).toBeGreaterThan(50);
});

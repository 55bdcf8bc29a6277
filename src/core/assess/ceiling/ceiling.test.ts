import { describe, expect, it } from 'vitest';
import { groupedTasks, samplePlan } from '../../../../test/support/sample-plan.js';
import { documentOf } from '../../documents/forms.js';
import type { Outcome } from '../../model/outcome.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { assessResults } from '../question/pool-results.js';
import { assessCeiling, ceilingSchema } from './ceiling.js';

const tasks = groupedTasks({ a: 6, b: 4 });
const selection = runPlan(
  readPlan(samplePlan({ take: 6, group: { by: 'repo' }, prefer: ['id asc'] })),
  new Map([['mine', { tasks, problems: [] }]]),
);

type Cell = number | 'errored' | 'not-run' | undefined;

/** One row a configuration, one cell a task: t00 to t09. */
function results(rows: Readonly<Record<string, readonly Cell[]>>) {
  const outcomes = Object.entries(rows).flatMap(([configuration, cells]) =>
    cells.flatMap((cell, i): Outcome[] => {
      if (cell === undefined) return [];
      const own = { taskId: `t0${i}`, configuration, run: '', attempt: 1, place: {} };
      if (typeof cell === 'string') return [{ ...own, status: cell, reward: undefined }];
      return [{ ...own, status: cell >= 1 ? 'passed' : 'failed', reward: cell }];
    }),
  );
  return assessResults(selection, { outcomes, files: [], faults: [], warnings: [] }).pool;
}

describe('the ceiling', () => {
  it('counts tasks that all solve, none solve, and that differ', () => {
    // Selected are t00 to t03 of a and t06, t07 of b.
    const { overall, groups, pairs } = assessCeiling(
      selection,
      results({ x: [1, 0, 1, 0.5, 1, 0, 1, 0, 0, 0], y: [1, 0, 0, 0.5, 1, 1, 0, 0, 0, 1] }),
    );
    expect(overall.selected).toEqual({
      tasks: 6,
      solvedByAll: 1,
      solvedByNone: 2,
      alike: 1,
      apart: 2,
      open: 0,
      withoutScore: 0,
    });
    expect(overall.eligible).toEqual({
      tasks: 10,
      solvedByAll: 2,
      solvedByNone: 3,
      alike: 1,
      apart: 4,
      open: 0,
      withoutScore: 0,
    });
    expect(groups.map(({ name, selected, eligible }) => [name, selected.apart, eligible.apart])).toEqual([
      ['a', 1, 2],
      ['b', 1, 2],
    ]);
    // 4 of 6 with 2 that differ, and 2 of 4 with 2: means 4/3 and 1, variances 4·(1/3)(2/3)·(2/5) and 2·(1/2)(1/2)·(2/3).
    const half = 1.959963984540054 * Math.sqrt(16 / 45 + 1 / 3);
    expect(overall.expectedApart.mean).toBeCloseTo(7 / 3, 12);
    expect(overall.expectedApart.low).toBeCloseTo(7 / 3 - half, 12);
    expect(overall.expectedApart.high).toBeCloseTo(7 / 3 + half, 12);
    expect(pairs?.list).toEqual([
      { first: 'x', second: 'y', selected: { both: 6, differ: 2 }, eligible: { both: 10, differ: 4 } },
    ]);
    expect(pairs).toMatchObject({ count: 1, needed: 6, belowNeeded: 1, differ: { least: 2, median: 2, most: 2 } });
  });

  it('keeps what errored, was not run and is absent apart, and none of it is a failure', () => {
    const { overall, configurations, notes } = assessCeiling(
      selection,
      results({ x: [0, 'errored', 0, 'not-run', 0], y: [0, 0, undefined, undefined, 1], z: [0, 1, 0, undefined, 0] }),
    );
    // t00: none; t01: differs although one errored; t02: open; t03, t06, t07: without.
    expect(overall.selected).toMatchObject({ solvedByNone: 1, apart: 1, open: 1, withoutScore: 3 });
    expect(configurations[0]?.selected).toEqual({
      scored: 2,
      errored: 1,
      notRun: 1,
      absent: 2,
      solved: 0,
      unsolved: 2,
    });
    expect(notes.join('\n')).toMatch(/3 of 6 selected tasks have no score/);
    expect(notes.join('\n')).toMatch(/1 result on selected tasks errored/);
  });

  it('says with one configuration what can be said', () => {
    const { conclusion, pairs, overall } = assessCeiling(selection, results({ x: [1, 0, 0, 1, 1] }));
    expect(conclusion).toBe(
      'The system solves 2 of 4 scored tasks and fails 2. To see which tasks separate systems, add results of a second system.',
    );
    expect(pairs).toBeUndefined();
    expect(overall.selected.apart).toBe(0);
  });

  it('says so when no selected task, or no task at all, has a score', () => {
    const skip = [undefined, undefined, undefined, undefined];
    const unselected = assessCeiling(selection, results({ x: [...skip, 1, 0], y: [...skip, 0, 0] }));
    expect(unselected.conclusion).toBe('Not assessed: none of the 6 selected tasks has a scored result.');
    const none = assessCeiling(selection, undefined, 'none of the tasks in the results is in the pool.');
    expect(none.conclusion).toBe('Not assessed: no eligible task has a scored result.');
    expect(none.notes).toEqual(["The results can't be used: none of the tasks in the results is in the pool."]);
    expect(documentOf(ceilingSchema(), none)).toMatchObject({
      selected: 6,
      eligible: 10,
      pairs: null,
      configurations: [],
    });
  });

  it('finds nothing to tell apart in constant outcomes', () => {
    const zeros = Array.from({ length: 10 }, () => 0);
    const { overall, conclusion, notes } = assessCeiling(selection, results({ x: zeros, y: zeros }));
    expect(overall.selected).toMatchObject({ solvedByNone: 6, apart: 0 });
    expect(conclusion).toMatch(/^0 of 6 scored tasks separate the 2 systems/);
    expect(notes.join('\n')).toMatch(/1 of 1 pair differs on fewer than 6 selected tasks/);
  });

  it('lets a configuration with one task open the others, and warns against choosing by outcome', () => {
    const { overall, notes } = assessCeiling(selection, results({ x: [1, 0, 0, 1], y: [1, 0, 0, 1], z: [0] }));
    expect(overall.selected).toMatchObject({ apart: 1, open: 3, solvedByAll: 0, solvedByNone: 0 });
    expect(notes.join('\n')).toMatch(/Don't select tasks because they separate these systems/);
  });

  it('adds up attempts, and equal means are alike', () => {
    const attempt = (configuration: string, rewards: readonly number[]) =>
      rewards.map((reward, i): Outcome => {
        return { taskId: 'T00', configuration, run: '', attempt: i + 1, status: 'failed', reward, place: {} };
      });
    const outcomes = [...attempt('x', [0.1, 0.2, 0.3]), ...attempt('y', [0.3, 0.2, 0.1])];
    const { overall, notes } = assessCeiling(
      selection,
      assessResults(selection, { outcomes, files: [], faults: [], warnings: [] }).pool,
    );
    expect(overall.selected).toMatchObject({ alike: 1, withoutScore: 5 });
    expect(notes.join('\n')).toMatch(/by ignoring letter case: T00 as t00/);
  });
});

import { describe, expect, it } from 'vitest';
import { groupedTasks, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import type { Outcome } from '../../model/outcome.js';
import { assessResults } from '../question/pool-results.js';
import { assessMisfit } from './misfit-question.js';

const tasks = groupedTasks({ a: 40 });
const selection = runText(samplePlan({ take: 20 }), tasks);

/** Systems of rising strength: each solves the first of the tasks, the stronger the more; `odd` turns some round. */
function resultsOf(count: number, odd: readonly number[]) {
  const outcomes = Array.from({ length: count }, (_, s) =>
    tasks.map(({ id }, at): Outcome => {
      const solves = at < ((s + 1) / (count + 1)) * tasks.length;
      const weak = s < count / 2;
      const reward = (odd.includes(at) ? weak : solves) ? 1 : 0;
      const status = reward === 1 ? 'passed' : 'failed';
      return { taskId: id, configuration: `s${s}`, run: '', attempt: 1, status, reward, place: {} };
    }),
  ).flat();
  return assessResults(selection, { outcomes, files: [], faults: [], warnings: [] }).pool;
}

describe('tasks that misbehave', () => {
  it('are found and named, with who solves them', () => {
    const { found, conclusion } = assessMisfit(selection, resultsOf(16, [5, 30]));
    expect(found.map(({ taskId }) => taskId).sort()).toEqual([tasks[5]?.id, tasks[30]?.id]);
    expect(found[0]?.solvedBy).toEqual(['s0', 's1', 's2', 's3', 's4', 's5', 's6', 's7']);
    // One way of C(16, 8) = 12,870.
    expect(found[0]?.pValue).toBeCloseTo(1 / 12_870, 12);
    expect(conclusion).toMatch(/2 look suspicious/);
  });

  it('are none where all is in order', () => {
    expect(assessMisfit(selection, resultsOf(16, [])).found).toEqual([]);
  });

  it('are not to be told from few systems', () => {
    const { found, conclusion } = assessMisfit(selection, resultsOf(6, [5]));
    expect(found).toEqual([]);
    expect(conclusion).toBe('Not assessed: needs results from about 8 systems (found 6).');
  });
});

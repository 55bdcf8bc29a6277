import { describe, expect, it } from 'vitest';
import { PlanError } from '../../model/errors.js';
import type { Pool } from '../../model/task.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { contaminationQuestion } from './contamination-question.js';

const days = ['2024-01-10', '2025-06-01', '2025-06-02', undefined, '2023-12-31', '2026-01-01'];
const pool: Pool = {
  problems: [],
  tasks: days.map((created, i) => ({
    benchmark: 'mine',
    id: `T-${i}`,
    fields: created === undefined ? {} : { created },
  })),
};
const plan = readPlan('tasks: mine.csv\nwhere: { id: [T-0, T-1, T-2, T-3] }\nfields: { created: date }\n');
const selection = runPlan(plan, new Map([['mine', pool]]));
const ask = (options: { cutoff?: string; cutoffs?: string }) =>
  contaminationQuestion.ask({ selection, results: undefined }, options);

describe('tasks that are older than training data', () => {
  it('are counted, the day of the cutoff included', () => {
    const { verdict, grade, document } = ask({ cutoff: '2025-06-01' });
    expect(grade).toBe('look');
    expect(verdict).toBe(
      '2 of 3 selected tasks with a date (66.7%) were created on or before 2025-06-01, the cutoff. 1 task without a date may also be older.',
    );
    expect(document).toMatchObject({
      systems: [
        {
          system: null,
          selected: { tasks: 4, before: 2, after: 1, undated: 1 },
          pool: { tasks: 6, before: 3, after: 2, undated: 1 },
        },
      ],
      tasks: [{ task_id: 'T-0' }, { task_id: 'T-1' }, { task_id: 'T-2' }, { task_id: 'T-3', created: null }],
    });
  });

  it('are counted for each system of a table, the latest cutoff first', () => {
    const { document } = ask({ cutoffs: 'system,cutoff\n# from model cards\nold,2023-06-30\n"new",2025-12-31\n' });
    const { systems } = document as { systems: { system: string; selected: { before: number } }[] };
    expect(systems.map(({ system, selected }) => [system, selected.before])).toEqual([
      ['new', 3],
      ['old', 0],
    ]);
  });

  it('are not known without a cutoff', () => {
    expect(ask({}).verdict).toBe(
      'Not assessed: needs a cutoff (--cutoff DAY). 3 of 4 selected tasks have a date, from 2024-01-10 to 2025-06-02.',
    );
  });

  it.each([[{ cutoff: 'June 2025' }], [{ cutoffs: 'system,cutoff\nnew,2025\n' }]])('need a day: %j', (options) => {
    expect(() => ask(options)).toThrow(PlanError);
  });
});

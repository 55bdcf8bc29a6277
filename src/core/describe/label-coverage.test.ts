import { describe, expect, it } from 'vitest';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';
import { labelCoverage } from './label-coverage.js';

function coverageOf(select: Readonly<Record<string, unknown>>) {
  const plan = readPlan(
    JSON.stringify({
      name: 'own',
      phases: ['Fix'],
      fields: { severity: { kind: 'label' } },
      score: { name: 'size', weights: { size: 1 } },
      benchmarks: {
        mine: {
          source: { path: 'tasks.csv' },
          phase: 'Fix',
          components: { size: { ramp: 'files_changed', full: 10 } },
          select,
        },
      },
    }),
  );
  const tasks = Array.from({ length: 12 }, (_, i) => ({
    benchmark: 'mine',
    id: `t${i}`,
    fields: { severity: i % 3 === 0 ? 'high' : 'low', difficulty: i < 6 ? 'hard' : 'easy', files_changed: i },
  }));
  return labelCoverage(runPlan(plan, new Map([['mine', { tasks, problems: [] }]])));
}

describe('coverage of labels', () => {
  it('shows a label that the plan groups by', () => {
    const [severity] = coverageOf({ take: 6, group: { by: 'severity', share: 'proportional' }, prefer: ['id asc'] });
    expect(severity).toMatchObject({
      field: 'severity',
      rows: [
        { name: 'low', selected: 4, available: 8 },
        { name: 'high', selected: 2, available: 4 },
      ],
    });
  });

  it('shows a difficulty of which no task is selected', () => {
    const shown = coverageOf({ take: 4, prefer: ['score desc'] });
    expect(shown.map(({ field, rows }) => [field, ...rows.map((row) => `${row.name} ${row.selected}`)])).toEqual([
      ['severity', 'low 3', 'high 1'],
      ['difficulty', 'easy 4', 'hard 0'],
    ]);
  });

  it('shows no difficulty where each is there, and a label that the plan declares in any case', () => {
    expect(coverageOf({ take: 12, prefer: ['score desc'] }).map(({ field }) => field)).toEqual(['severity']);
  });
});

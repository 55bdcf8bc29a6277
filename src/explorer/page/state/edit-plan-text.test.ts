import { describe, expect, it } from 'vitest';
import { readPlan } from '../../../core/plan/read-plan.js';
import { editPlanText } from './edit-plan-text.js';
import type { BenchmarkEdits } from './edits.js';

describe('an edit of a plan in the short form', () => {
  const text = 'tasks: pool.csv # 120 tasks\nby: repo\nrules: [{ by: repo, at_least: 5 }]\ntake: 40\nseed: 1\n';
  const [benchmark] = readPlan(text).benchmarks;
  const edited = (changes: BenchmarkEdits) =>
    editPlanText(text, { benchmarks: new Map([[benchmark?.name ?? '', changes]]) });
  const selectOf = (changes: BenchmarkEdits) => readPlan(edited(changes)).benchmarks[0]?.select;

  it('changes the number of tasks at the top, and no other line', () => {
    expect(edited({ take: 41 })).toBe(text.replace('take: 40', 'take: 41'));
    expect(edited({ pinned: new Set(['a']) })).toBe(`${text}pin:\n  - a\n`);
  });

  it('changes floors, shares and designs to what is asked for', () => {
    expect(selectOf({ atLeast: 2 })?.group?.atLeast.otherwise).toBe(2);
    expect(selectOf({ share: 'equal' })?.group).toMatchObject({ by: 'repo', share: 'equal' });
    expect(selectOf({ design: { kind: 'rank', field: 'files_changed', direction: 'desc' } })).toMatchObject({
      prefer: [{ kind: 'field', field: 'files_changed', direction: 'desc' }],
      group: { by: 'repo', atLeast: { otherwise: 5 } },
    });
  });

  it('drops the previous version for a random draw, which cannot keep it', () => {
    const ranked = 'tasks: pool.csv\nrank: lines_changed\ntake: 4\nseed: 1\nkeep: { tasks: [a], new_at_most: 0 }\n';
    const design = { kind: 'draw', method: 'random', by: undefined } as const;
    const changed = editPlanText(ranked, { benchmarks: new Map([[benchmark?.name ?? '', { design }]]) });
    expect(readPlan(changed).benchmarks[0]?.select.keep).toBeUndefined();
  });

  it('never drops rules beside a rank', () => {
    const ranked = text.replace('by: repo', 'rank: lines_changed').replace('5 }', '5 }, { by: language, at_most: 3 }');
    const design = { kind: 'rank', field: 'files_changed', direction: 'desc' } as const;
    const changed = editPlanText(ranked, { benchmarks: new Map([[benchmark?.name ?? '', { design }]]) });
    expect(() => readPlan(changed)).toThrow('rules need a rank, a goal or a random sample');
  });
});

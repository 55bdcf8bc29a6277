import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuotaRule } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import { withinKept } from './fill-groups.js';

const languages = ['go', 'python', 'rust'];

/** Tasks in order of their anticipated variance, largest first. */
function ordered(variances: readonly number[]) {
  return variances
    .map(
      (variance, i): ScoredTask => ({
        benchmark: 'b',
        id: `t${i}`,
        fields: { prior_variance: variance, language: languages[i % 3] ?? '' },
        phase: 'Fix',
        changes: [],
        score: 0,
        parts: {},
        defaulted: [],
      }),
    )
    .sort((a, b) => Number(b.fields['prior_variance']) - Number(a.fields['prior_variance']))
    .map((task) => ({ task, keysNeeded: 1, tiedWithNext: false }));
}

const limits = { quota: undefined, pinned: [], benchmark: 'b' };
const idsOf = (order: ReturnType<typeof ordered>, places: number) => order.slice(0, places).map(({ task }) => task.id);

describe('a ranked selection near to its former version', () => {
  const order = ordered([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);

  it('swaps what gains most, and no more than it may', () => {
    const kept = (newAtMost: number) =>
      idsOf([...withinKept(order, 4, { tasks: ['t9', 't8', 't1', 't5'], newAtMost }, limits).order], 4);
    expect(kept(0)).toEqual(['t1', 't5', 't8', 't9']);
    expect(kept(1)).toEqual(['t0', 't1', 't5', 't8']);
    expect(kept(2)).toEqual(['t0', 't1', 't2', 't5']);
    expect(kept(4)).toEqual(['t0', 't1', 't2', 't3']);
  });

  it('fills the places of tasks that are gone by the next in rank', () => {
    const { order: filled } = withinKept(order, 4, { tasks: ['gone', 'gone too', 't7', 't8'], newAtMost: 0 }, limits);
    expect(idsOf([...filled], 4)).toEqual(['t0', 't1', 't7', 't8']);
  });

  it('keeps floors and ceilings, whatever is swapped', () => {
    const quota: QuotaRule = {
      by: ['language'],
      atLeast: { values: new Map(), otherwise: 1 },
      atMost: { values: new Map(), otherwise: 3 },
    };
    const input = fc.record({
      variances: fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 12, maxLength: 24 }),
      former: fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 6 }),
      newAtMost: fc.integer({ min: 0, max: 6 }),
    });
    fc.assert(
      fc.property(input, ({ variances, former, newAtMost }) => {
        const tasks = former.map((i) => `t${i}`);
        const all = ordered(variances);
        const found = withinKept(all, 6, { tasks, newAtMost }, { ...limits, quota });
        if (found.faults.length > 0) return;
        const chosen = found.order.slice(0, 6);
        const counts = languages.map((name) => chosen.filter(({ task }) => task.fields['language'] === name).length);
        expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
        expect(Math.max(...counts)).toBeLessThanOrEqual(3);
        const there = tasks.filter((id) => all.some(({ task }) => task.id === id)).length;
        const fresh = chosen.filter(({ task }) => !tasks.includes(task.id)).length;
        expect(fresh).toBeLessThanOrEqual(Math.max(newAtMost, 6 - Math.min(there, 3)));
      }),
    );
  });
});

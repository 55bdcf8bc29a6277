import { describe, expect, it } from 'vitest';
import {
  type Edits,
  type HistoryStep,
  isUnedited,
  moveWeights,
  newHistory,
  nextHistory,
  noEdits,
  withBenchmark,
  withPlan,
} from './edits.js';

const historyOf = (...steps: readonly HistoryStep[]) => steps.reduce(nextHistory, newHistory);
const take = (count: number): HistoryStep => ({
  kind: 'edit',
  change: (edits) => withBenchmark(edits, 'mine', { take: count }),
});
const total = (count: number): HistoryStep => ({
  kind: 'edit',
  moving: 'total',
  change: (edits) => withPlan(edits, { total: count }),
});
const taken = ({ benchmarks }: Edits) => benchmarks.get('mine')?.take;

describe('the history of edits', () => {
  it('goes back and forth, and forgets what was undone once something else is done', () => {
    expect(taken(historyOf(take(3), take(4), { kind: 'undo' }).present)).toBe(3);
    expect(taken(historyOf(take(3), take(4), { kind: 'undo' }, { kind: 'redo' }).present)).toBe(4);
    expect(historyOf(take(3), { kind: 'undo' }, take(5)).future).toEqual([]);
    expect(historyOf({ kind: 'undo' }, { kind: 'redo' })).toBe(newHistory);
  });

  it('takes the moves of one control as one step until it rests', () => {
    expect(historyOf(total(3), total(4), total(5)).past).toEqual([noEdits]);
    expect(historyOf(total(3), total(4), { kind: 'settle' }, total(5)).past).toHaveLength(2);
    expect(historyOf(total(3), total(4), { kind: 'undo' }).present).toBe(noEdits);
  });

  it('can undo a reset', () => {
    const reset = historyOf(take(3), { kind: 'reset' });
    expect(isUnedited(reset.present)).toBe(true);
    expect(taken(nextHistory(reset, { kind: 'undo' }).present)).toBe(3);
  });

  it('knows no edit where all is as it was again', () => {
    const none = withBenchmark(withBenchmark(noEdits, 'mine', { take: 3, pinned: new Set() }), 'mine', {
      take: undefined,
    });
    expect(isUnedited(none)).toBe(true);
  });
});

describe('moving a weight', () => {
  const loaded = new Map([
    ['a', 0.25],
    ['b', 0.3],
    ['c', 0.2],
    ['d', 0.25],
  ]);
  const sum = (weights: ReadonlyMap<string, number>) =>
    [...weights.values()].reduce((total, weight) => total + weight, 0);

  it('keeps the sum and the order, and never leaves [0, 1]', () => {
    for (const to of [-1, 0, 0.1, 0.333333333, 0.999999, 1, 7]) {
      const moved = moveWeights(loaded, loaded, 'b', to);
      expect(Math.abs(sum(moved) - 1)).toBeLessThan(1e-9);
      expect([...moved.keys()]).toEqual(['a', 'b', 'c', 'd']);
      for (const weight of moved.values()) expect(weight >= 0 && weight <= 1).toBe(true);
    }
  });

  it('comes back from 1 with the shares of the plan as loaded', () => {
    const all = moveWeights(loaded, loaded, 'a', 1);
    expect([...all.values()]).toEqual([1, 0, 0, 0]);
    expect([...moveWeights(all, loaded, 'a', 0.25)]).toEqual([...loaded]);
    const lone = new Map([
      ['a', 1],
      ['b', 0],
      ['c', 0],
    ]);
    expect([...moveWeights(lone, lone, 'a', 0.5).values()]).toEqual([0.5, 0.25, 0.25]);
  });
});

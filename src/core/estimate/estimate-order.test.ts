import { describe, expect, it } from 'vitest';
import { estimateText } from '../../../test/support/estimate-text.js';
import { laterEstimate, learnedPool, manifestsOf } from '../../../test/support/learned-pools.js';
import { schemaOf } from '../documents/forms.js';
import { at } from '../lists/lists.js';
import type { Outcome } from '../model/outcome.js';
import { estimateResults } from './estimate-results.js';
import { estimateSchema } from './pool-estimate.js';

const pool = learnedPool('mine', { seed: 'order', tasks: 150, earlier: 12, later: 4, unseen: [-3, 3] });
const manifest = manifestsOf([pool], { purpose: 'ranking', take: 50 })('a');
const ids = manifest.tasks.map(({ task_id: id }) => id);

/** Systems by the number of tasks they pass, from the first on; `from` leaves out those before it. */
function orderOf(systems: Readonly<Record<string, { passes: number; from?: number; runs?: number }>>) {
  const outcomes = Object.entries(systems).flatMap(([configuration, { passes, from = 0, runs = 1 }]) =>
    ids.slice(from).flatMap((taskId, k) =>
      Array.from({ length: runs }, (_, run): Outcome => {
        const reward = from + k < passes ? 1 : 0;
        const status = reward === 1 ? 'passed' : 'failed';
        return { taskId, configuration, run: '', attempt: run + 1, place: {}, status, reward };
      }),
    ),
  );
  const found = estimateResults(manifest, { outcomes, files: [], faults: [], warnings: [] });
  if (found.order === undefined) throw new Error('no order');
  return { ...found, order: found.order };
}

describe('the order of systems on a ranking selection', () => {
  it('is by what each passed, never with a level of the pool', () => {
    const found = laterEstimate(manifest, [pool]);
    expect(found.kind).toBe('focus');
    expect(found.configurations.every(({ readings }) => readings.every((each) => each.pool === undefined))).toBe(true);
    const { places, tasks } = at(found.order?.readings ?? [], 0);
    expect(tasks).toBe(50);
    expect(places.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    for (const { name, passed, mean } of places) {
      const row = at(pool.matrix.later, Number(name.slice(-2)));
      expect(passed).toBe(ids.filter((id) => at(row, pool.ids.indexOf(id)) === 1).length);
      expect(mean).toBeCloseTo(passed / 50, 12);
    }
    expect(found.warnings.map(({ code }) => code)).not.toContain('no-baseline');
    expect(schemaOf(estimateSchema()).safeParse(JSON.parse(estimateText(found))).success).toBe(true);
  });

  it('tells apart what lies far apart, and groups neighbours that it cannot', () => {
    const { order } = orderOf({ low: { passes: 3 }, high: { passes: 40 }, same: { passes: 40 }, near: { passes: 38 } });
    const { places, pairs } = at(order.readings, 0);
    expect(places.map(({ name, rank, groups }) => [name, rank, groups.join('')])).toEqual([
      ['high', 1, 'a'],
      ['same', 1, 'a'],
      ['near', 3, 'a'],
      ['low', 4, 'b'],
    ]);
    expect(pairs).toHaveLength(6);
    for (const { difference, low, high, pValue, apart } of pairs) {
      expect(low <= difference && difference <= high).toBe(true);
      expect(apart).toBe(pValue < 0.05);
      expect(apart).toBe(low > 0);
    }
  });

  it('gives a place in two groups its letters', () => {
    const { order } = orderOf({ a: { passes: 30 }, b: { passes: 25 }, c: { passes: 20 } });
    expect(at(order.readings, 0).places.map(({ groups }) => groups.join(''))).toEqual(['a', 'ab', 'b']);
  });

  it('has wider intervals the more systems there are', () => {
    const width = (systems: Parameters<typeof orderOf>[0]) => {
      const pair = at(orderOf(systems).order.readings, 0).pairs.find(
        ({ first, second }) => first === 'a' && second === 'b',
      );
      return (pair?.high ?? 0) - (pair?.low ?? 0);
    };
    const two = width({ a: { passes: 30 }, b: { passes: 20 } });
    expect(width({ a: { passes: 30 }, b: { passes: 20 }, c: { passes: 10 }, d: { passes: 5 } })).toBeGreaterThan(two);
  });

  it('rests on tasks with a result under every system, and again with the missing counted as failed', () => {
    const { order, warnings } = orderOf({ a: { passes: 30, from: 20 }, b: { passes: 25 } });
    expect(order.readings.map(({ missingCountsAs, tasks }) => [missingCountsAs, tasks])).toEqual([
      ['absent', 30],
      ['failed', 50],
    ]);
    expect(order.readings.map(({ places }) => at(places, 0).name)).toEqual(['a', 'b']);
    expect(warnings.find(({ code }) => code === 'order-on-fewer')?.message).toMatch(
      /^only 30 of 50 selected tasks .* a has the fewest results \(30\)\.$/,
    );
  });

  it('of one system is that system, and of repeats counts a pass in every run', () => {
    const alone = at(orderOf({ a: { passes: 30 } }).order.readings, 0);
    expect([alone.places.length, alone.pairs.length]).toEqual([1, 0]);
    const { places } = at(orderOf({ a: { passes: 30, runs: 3 }, b: { passes: 20, runs: 2 } }).order.readings, 0);
    expect(places.map(({ passed }) => passed)).toEqual([30, 20]);
  });
});

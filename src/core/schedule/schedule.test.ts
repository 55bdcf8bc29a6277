import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shardOfTasks, waveOrder } from './schedule.js';

const tasks = fc
  .uniqueArray(
    fc.record({ id: fc.string({ unit: 'grapheme', maxLength: 8 }), stratum: fc.constantFrom('a', 'b', 'c/d', '') }),
    {
      minLength: 1,
      maxLength: 80,
      selector: ({ id }) => id,
    },
  )
  .map((list) => list.map((task) => ({ ...task, benchmark: 'mine' })));

const countIn = (list: readonly { stratum: string }[], stratum: string) =>
  list.filter((task) => task.stratum === stratum).length;

describe('shards', () => {
  it('are disjoint, hold everything and are even, in every stratum and in all', () => {
    fc.assert(
      fc.property(tasks, fc.integer({ min: 1, max: 9 }), fc.string(), (list, count, seed) => {
        const shards = Array.from({ length: count }, (_, i) => shardOfTasks(list, { index: i + 1, count }, seed));
        const ids = shards.flat().map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBe(list.length);
        const spread = (counts: readonly number[]) => Math.max(...counts) - Math.min(...counts);
        expect(spread(shards.map((shard) => shard.length))).toBeLessThanOrEqual(1);
        for (const stratum of new Set(list.map((task) => task.stratum))) {
          expect(spread(shards.map((shard) => countIn(shard, stratum)))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('do not depend on the order of the tasks', () => {
    fc.assert(
      fc.property(tasks, (list) => {
        const shard = { index: 2, count: 3 };
        expect(shardOfTasks(list.toReversed(), shard, '7')).toEqual(shardOfTasks(list, shard, '7'));
      }),
    );
  });

  it('are other shards under another seed', () => {
    const list = Array.from({ length: 60 }, (_, i) => ({ benchmark: 'mine', id: `t-${i}`, stratum: 'a' }));
    const shard = { index: 1, count: 2 };
    expect(shardOfTasks(list, shard, '1')).not.toEqual(shardOfTasks(list, shard, '2'));
  });
});

describe('the order of waves', () => {
  it('holds every task once, whatever their order was', () => {
    fc.assert(
      fc.property(tasks, fc.string(), (list, seed) => {
        const order = waveOrder(list, seed);
        expect(order).toEqual(waveOrder(list.toReversed(), seed));
        expect(new Set(order)).toEqual(new Set(list));
        expect(order.length).toBe(list.length);
      }),
    );
  });

  it('keeps the proportions: with two strata no first N is a whole task off its share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (a, b) => {
        const of = (stratum: string, count: number) =>
          Array.from({ length: count }, (_, i) => ({ benchmark: 'mine', id: `${stratum}-${i}`, stratum }));
        const order = waveOrder([...of('a', a), ...of('b', b)], '1');
        order.forEach((_, i) => {
          const share = ((i + 1) * a) / (a + b);
          expect(Math.abs(countIn(order.slice(0, i + 1), 'a') - share)).toBeLessThan(1);
        });
      }),
    );
  });

  it('is Webster’s: 2, 4 and 14 of 20 give 1, 2 and 7 of 10', () => {
    const list = [
      ['a', 2],
      ['b', 4],
      ['c', 14],
    ].flatMap(([stratum, count]) =>
      Array.from({ length: Number(count) }, (_, i) => ({
        benchmark: 'mine',
        id: `${stratum}${i}`,
        stratum: String(stratum),
      })),
    );
    const first = waveOrder(list, '42').slice(0, 10);
    expect(['a', 'b', 'c'].map((stratum) => countIn(first, stratum))).toEqual([1, 2, 7]);
  });
});

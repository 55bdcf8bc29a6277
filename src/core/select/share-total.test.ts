import { describe, expect, it } from 'vitest';
import { chosenIds, faultsOf, groupedTasks, planTextOf, runText } from '../../../test/support/sample-plan.js';

const random = { prefer: ['random'] };

describe('a total shared among benchmarks', () => {
  const sizes = [731, 50, 25, 8, 5, 4, 3];
  const names = ['b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7'];
  const pools = names.map((name, i) => groupedTasks({ all: sizes[i] as number }, name));
  const takesWith = (total: object, own: Readonly<Record<string, object>> = {}) => {
    const benchmarks = Object.fromEntries(names.map((name) => [name, { select: { ...random, ...own[name] } }]));
    return runText(planTextOf({ seed: 42, total, benchmarks }), ...pools).benchmarks.map(
      ({ choices }) => choices.length,
    );
  };
  const faultsOfTotal = (total: object) => faultsOf(() => takesWith(total));

  it.each([
    ['in proportion, at least one', { at_least: 1 }, [80, 6, 3, 1, 1, 1, 1]],
    ['by largest remainder', { at_least: 1, rounding: 'largest-remainder' }, [81, 5, 3, 1, 1, 1, 1]],
    ['by largest remainder, at least three', { at_least: 3, rounding: 'largest-remainder' }, [73, 5, 3, 3, 3, 3, 3]],
    ['by the square root', { share: 'square-root' }, [53, 14, 10, 5, 4, 4, 3]],
    ['equally', { share: 'equal' }, [25, 24, 24, 8, 5, 4, 3]],
    ['by the power 0.3', { share: 'power', exponent: 0.3 }, [40, 18, 15, 8, 5, 4, 3]],
    ['at least five and at most forty', { at_least: 5, at_most: 40 }, [40, 24, 12, 5, 5, 4, 3]],
    [
      'as listed',
      { share: 'fixed', places: { b1: 70, b2: 10, b3: 5, b4: 3, b5: 2, b6: 2, b7: 1 } },
      [70, 10, 5, 3, 2, 2, 1],
    ],
  ])('%s', (_, share, expected) => {
    expect(takesWith({ take: 93, ...share })).toEqual(expected);
  });

  it('with floors and caps by name', () => {
    const takes = takesWith({
      take: 93,
      at_least: { values: { b2: 20 }, otherwise: 1 },
      at_most: { values: { b1: 50 } },
    });
    expect(takes).toEqual([50, 23, 11, 4, 2, 2, 1]);
  });

  it('leaves a benchmark with a take of its own out', () => {
    const takes = takesWith({ take: 20, at_least: 1 }, { b1: { take: 7 } });
    expect(takes[0]).toBe(7);
    expect(takes.slice(1).reduce((sum, each) => sum + each, 0)).toBe(20);
  });

  it('is recorded as the target of each', () => {
    const benchmarks = { one: { select: random }, two: { select: { take: 2, ...random } } };
    const { benchmarks: parts } = runText(
      planTextOf({ seed: 42, total: { take: 3 }, benchmarks }),
      groupedTasks({ a: 9 }, 'one'),
      groupedTasks({ a: 9 }, 'two'),
    );
    expect(parts.map(({ plan }) => plan.select.take)).toEqual([3, 2]);
  });

  it('faults: no place for a benchmark, floors above it, an unknown name, more than there is', () => {
    const unreached = faultsOfTotal({ take: 93 });
    expect(new Set(unreached.map(({ code }) => code))).toEqual(new Set(['selection/unreached']));
    expect(unreached.map(({ message }) => /"(b\d)"/.exec(message)?.[1])).toEqual(['b6', 'b7']);
    const [floors] = faultsOfTotal({ take: 20, at_least: 5 });
    expect(floors?.message).toMatch(
      /^the plan: at_least 5 for each of 7 benchmarks .* requires 32 places, but take is 20\.$/,
    );
    const [unknown] = faultsOfTotal({ take: 93, at_least: { values: { b9: 1 }, otherwise: 1 } });
    expect([unknown?.code, unknown?.message]).toEqual([
      'selection/empty-group',
      expect.stringMatching(/^the plan: at_least names benchmark "b9", .*Did you mean/),
    ]);
    expect(faultsOfTotal({ take: 900 }).map(({ code }) => code)).toEqual(['selection/shortfall']);
    expect(faultsOfTotal({ take: 93, share: 'neyman' }).map(({ code }) => code)).toEqual(['selection/deviations']);
  });

  it('is counted before the exclusions: one of them moves no place to another benchmark', () => {
    const benchmarks = (exclude: object[]) => ({ one: { select: random, exclude }, two: { select: random } });
    const lists = [groupedTasks({ a: 10 }, 'one'), groupedTasks({ a: 10 }, 'two')];
    for (let take = 2; take < 20; take++) {
      const run = (exclude: object[]) =>
        runText(planTextOf({ seed: 42, total: { take }, benchmarks: benchmarks(exclude) }), ...lists);
      const before = run([]);
      const [id] = chosenIds(before, 'one');
      if (chosenIds(before, 'one').length === 10) continue;
      expect(chosenIds(run([{ id, reason: 'duplicate' }]), 'two'), `of ${take}`).toEqual(chosenIds(before, 'two'));
    }
  });
});

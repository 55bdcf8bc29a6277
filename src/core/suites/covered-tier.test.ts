import { describe, expect, it } from 'vitest';
import { coveredTier, tiersOfResults } from './covered-tier.js';

const ids = (from: number, to: number) => new Set(Array.from({ length: to - from }, (_, i) => `t${from + i}`));
const tiers = [
  { tier: 'quick', tasks: ids(0, 10), isPool: false },
  { tier: 'standard', tasks: ids(0, 20), isPool: false },
  { tier: undefined, tasks: ids(0, 40), isPool: false },
  { tier: undefined, tasks: ids(0, 100), isPool: true },
];
const covered = (...systems: readonly ReadonlySet<string>[]) =>
  coveredTier(tiers, new Map(systems.map((own, i) => [`s${i}`, own])));

describe('the tier that results are of', () => {
  it.each([
    ['one tier exactly', [ids(0, 20)], 20, true],
    ['a tier and other tasks', [new Set([...ids(0, 20), ...ids(50, 90)])], 20, true],
    ['a tier and one task more', [ids(0, 11)], 10, true],
    ['a tier and the beginning of the next', [ids(0, 14)], 10, true],
    ['a tier and nearly all of the next', [ids(0, 16)], 20, false],
    ['most of a tier among results on the whole selection', [new Set([...ids(0, 8), ...ids(24, 36)])], 10, false],
    ['a whole tier, and the beginning of the next for another system', [ids(0, 10), ids(0, 14)], 10, true],
    ['nearly all of a tier', [ids(2, 20)], 20, false],
    ['the whole selection', [ids(0, 40)], 40, true],
    ['the pool', [ids(0, 100)], 100, true],
    ['nearly all of the pool', [ids(3, 100)], 100, false],
    ['most of the pool', [ids(15, 95)], 100, false],
    ['most of the pool and a whole tier', [ids(0, 80)], 100, false],
    ['too little of the pool', [ids(0, 79)], 40, true],
    ['two systems, the smaller of which decides', [ids(0, 40), ids(0, 10)], 10, true],
  ] as const)('%s', (_, systems, size, isComplete) => {
    const found = covered(...systems);
    const { covered: tier, complete } = found ?? {};
    expect({ size: tier?.tasks.size, isComplete: complete === tier }).toEqual({ size, isComplete });
  });

  it('is a complete one if a larger one has few more results', () => {
    const between = tiers.toSpliced(2, 0, { tier: '17', tasks: ids(0, 17), isPool: false });
    const sizeOf = (tasks: ReadonlySet<string>) =>
      coveredTier(
        between.toSorted((a, b) => a.tasks.size - b.tasks.size),
        new Map([['s', tasks]]),
      )?.covered.tasks.size;
    expect([sizeOf(ids(0, 17)), sizeOf(ids(0, 19))]).toEqual([17, 17]);
    expect(sizeOf(new Set([...ids(0, 17), ...ids(20, 37)]))).toBe(40);
  });

  it('is the smallest that has all their tasks if none is covered', () => {
    const half = new Set([...ids(0, 5), ...ids(10, 15)]);
    expect(covered(half)).toMatchObject({
      covered: { tier: 'standard' },
      fewest: { system: 's0', tasks: 10 },
      complete: undefined,
    });
    expect(covered(ids(0, 16))).toMatchObject({ covered: { tier: 'standard' }, complete: { tier: 'quick' } });
    expect(covered(new Set([...half, 't70']))?.covered.tier).toBe('standard');
  });

  it('is none without a result on a selected task', () => {
    expect(covered(ids(50, 60))).toBeUndefined();
    expect(covered()).toBeUndefined();
  });

  it('is found for all systems together, and for each as if it were given alone', () => {
    const systems = new Map([
      ['all', new Set([...ids(0, 50), ...ids(53, 100)])],
      ['large', ids(0, 40)],
      ['small', ids(0, 10)],
    ]);
    const { common, own } = tiersOfResults(systems, () => tiers.map((each) => [each.tasks.size, each] as const));
    expect(common).toBe(10);
    expect([...own].map(([name, { tier }]) => [name, tier])).toEqual([
      ['all', 100],
      ['large', 40],
      ['small', 10],
    ]);
  });
});

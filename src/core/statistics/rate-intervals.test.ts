import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at } from '../lists/lists.js';
import { normalQuantile, studentQuantile } from './distributions.js';
import {
  balancedVariance,
  drawnIn,
  leastRate,
  type RateStratum,
  rateInterval,
  stratumGroup,
  tiltedInterval,
  unitGroups,
  wilsonInterval,
} from './rate-intervals.js';
import { effectiveSize } from './weighting.js';

const z = normalQuantile(0.975);
const seed = 20_250_302;

describe("Wilson's interval", () => {
  // From R's prop.test without correction.
  it.each([
    [3, 36, 0.0287486, 0.2182669],
    [0, 36, 0, 0.0964186],
    [16, 36, 0.2954127, 0.6041894],
  ])('of %d in %d', (successes, size, low, high) => {
    const interval = wilsonInterval(successes / size, size, z);
    expect(interval.low).toBeCloseTo(low, 7);
    expect(interval.high).toBeCloseTo(high, 7);
  });

  it('is everything without a sample and a point with an endless one', () => {
    expect(wilsonInterval(0.3, 0, z)).toEqual({ low: 0, high: 1 });
    expect(wilsonInterval(0.3, Infinity, z)).toEqual({ low: 0.3, high: 0.3 });
  });

  it('contains the rate, stays within 0 and 1 and mirrors', () => {
    const rates = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(rates, fc.double({ min: 0.1, max: 1e6, noNaN: true }), (rate, size) => {
        const { low, high } = wilsonInterval(rate, size, z);
        expect(low >= 0 && low <= rate && rate <= high && high <= 1).toBe(true);
        const mirrored = wilsonInterval(1 - rate, size, z);
        expect(mirrored.low).toBeCloseTo(1 - high, 10);
        expect(mirrored.high).toBeCloseTo(1 - low, 10);
      }),
      { seed },
    );
  });
});

describe('the interval of a rate under a design', () => {
  const plain = { rate: 0.25, variance: 0, degreesOfFreedom: 5, effectiveSize: 20, fraction: 0.2, level: 0.95 };

  it('of three strata', () => {
    // An independent computation from the mean, standard error and degrees of freedom of R's svymean.
    const estimate = { ...plain, rate: 0.5833333333, variance: 0.1777760062 ** 2, degreesOfFreedom: 6 };
    const { low, high, size } = rateInterval(estimate);
    expect(size).toBeCloseTo(4.934223, 6);
    expect(low).toBeCloseTo(0.2186393, 7);
    expect(high).toBeCloseTo(0.8750708, 7);
  });

  it('takes the effective size when the variance says nothing', () => {
    expect(rateInterval(plain)).toEqual({ ...wilsonInterval(0.25, 25, z), size: 25 });
    expect(rateInterval({ ...plain, rate: 0, variance: 0.1 })).toEqual({ ...wilsonInterval(0, 25, z), size: 25 });
    expect(rateInterval({ ...plain, rate: 1, variance: 0.1 })).toEqual({ ...wilsonInterval(1, 25, z), size: 25 });
  });

  it('is a point when the whole pool was sampled', () => {
    expect(rateInterval({ ...plain, fraction: 1 })).toEqual({ low: 0.25, high: 0.25, size: Infinity });
  });
});

type Counts = readonly [size: number, count: number, solved: number];

function strataOf(counts: readonly Counts[], ordered: boolean) {
  const total = counts.reduce((sum, [size]) => sum + size, 0);
  const n = counts.reduce((sum, [, count]) => sum + count, 0);
  const solved = counts.reduce((sum, [, , x]) => sum + x, 0);
  const plain = counts.map(([size, count, sum]) => ({ share: size / total, fraction: count / size, count, sum }));
  const strata = plain.map(
    (each, i): RateStratum => ({
      ...each,
      beside: ordered ? plain.filter((_, j) => Math.abs(i - j) === 1) : undefined,
    }),
  );
  const rate = plain.reduce((sum, { share, count, sum: x }) => sum + (share * x) / count, 0);
  return { strata, rate, n, floor: solved / total, ceiling: 1 - (n - solved) / total };
}

/** T of strata, held within what the counts leave possible. */
function tilted(counts: readonly Counts[], ordered = false): readonly [number, number] {
  const { strata, rate, n, floor, ceiling } = strataOf(counts, ordered);
  const middle = drawnIn(rate, n);
  const groups = strata.map((stratum) => stratumGroup(stratum, middle));
  const { low, high } = tiltedInterval({ rate, groups, t: studentQuantile(0.975, n - 1) });
  return [Math.max(floor, low), Math.min(ceiling, high)];
}

// Every figure below was worked out apart from this code.
describe('the tilted interval', () => {
  it.each<[string, readonly Counts[], boolean, number, number]>([
    ['one stratum', [[500, 50, 20]], false, 0.278028, 0.535772],
    [
      'a heavy stratum without variance',
      [
        [900, 10, 0],
        [100, 10, 5],
      ],
      false,
      0.021628,
      0.329114,
    ],
    [
      'strata of few units',
      [
        [20, 1, 0],
        [30, 2, 1],
        [50, 3, 3],
      ],
      false,
      0.220671,
      0.93523,
    ],
    [
      'a stratum taken whole',
      [
        [40, 4, 1],
        [3, 3, 2],
      ],
      false,
      0.075246,
      0.769377,
    ],
    [
      'ordered bands',
      [
        [100, 5, 0],
        [100, 5, 2],
        [100, 5, 5],
      ],
      true,
      0.26719,
      0.676021,
    ],
  ])('of %s', (_, counts, ordered, low, high) => {
    const [least, most] = tilted(counts, ordered);
    expect(least).toBeCloseTo(low, 6);
    expect(most).toBeCloseTo(high, 6);
  });

  it('of units with unequal chances', () => {
    const values = [1, 0, 1, 0, 1, 0, 0, 1];
    const chances = [0.5, 0.4, 0.3, 0.2, 0.1, 0.08, 0.25, 0.17];
    const sum = chances.reduce((total, chance) => total + 1 / chance, 0);
    const units = values.map((value, i) => ({
      value,
      probability: at(chances, i),
      share: 1 / at(chances, i) / sum,
    }));
    const rate = units.reduce((total, { share, value }) => total + share * value, 0);
    expect(rate).toBeCloseTo(0.469211, 6);
    const { groups, added } = unitGroups(units, rate, drawnIn(rate, 8));
    const { low, high } = tiltedInterval({ rate, groups, added, t: studentQuantile(0.975, 7) });
    expect(low).toBeCloseTo(0.152701, 6);
    expect(high).toBeCloseTo(0.816348, 6);
    expect(effectiveSize(units.map(({ share }) => share))).toBeGreaterThan(5);
  });

  it('of a balanced sample, where it is that of Wilson', () => {
    const [count, size, solved] = [30, 102, 9];
    const rate = solved / count;
    const middle = drawnIn(rate, count);
    const variance = balancedVariance(0.004, { count, fraction: count / size, middle, columns: 5 });
    expect(variance).toBeCloseTo(0.00414299, 8);
    const base = (solved + middle) / (count + 1);
    const factor = variance / (base * (1 - base));
    const t = studentQuantile(0.975, count - 1);
    const { low, high } = tiltedInterval({ rate, groups: [{ share: 1, base, factor, pull: 1 }], t });
    expect(low).toBeCloseTo(0.187823, 6);
    expect(high).toBeCloseTo(0.442659, 6);
    const wilson = wilsonInterval(rate, 1 / factor, t);
    expect(low).toBeCloseTo(wilson.low, 9);
    expect(high).toBeCloseTo(wilson.high, 9);
  });

  it('is a point when every stratum was taken whole', () => {
    expect(
      tilted([
        [4, 4, 1],
        [6, 6, 3],
      ]),
    ).toEqual([0.4, 0.4]);
  });
});

describe('the least rate', () => {
  // Computed with binom.test of R.
  it.each([
    [1, 28, 0.000903798755658],
    [4, 30, 0.0375534963384],
    [0, 10, 0],
  ])('of %i of %i without a known population is that of Clopper and Pearson', (passes, count, low) => {
    expect(leastRate(passes, count, 0.025, undefined)).toBeCloseTo(low, 8);
  });

  it('of a known population is what was seen, if that may be all there is', () => {
    expect(leastRate(1, 27, 0.025, 211)).toBe(1 / 211);
    expect(leastRate(3, 9, 0.025, 9)).toBe(3 / 9);
    expect(leastRate(2, 2, 0.025, 100)).toBeGreaterThan(0.1);
  });

  it('is above the truth in at most a fortieth of all draws, whatever the truth', () => {
    const [population, count] = [60, 15];
    const choose = (n: number, k: number): number =>
      k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
    for (let solved = 0; solved <= population; solved++) {
      let above = 0;
      for (let seen = 0; seen <= count; seen++) {
        const chance = (choose(solved, seen) * choose(population - solved, count - seen)) / choose(population, count);
        if (chance > 0 && leastRate(seen, count, 0.025, population) > solved / population) above += chance;
      }
      expect(above).toBeLessThanOrEqual(0.025);
    }
  });
});

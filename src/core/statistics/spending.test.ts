import { describe, expect, it } from 'vitest';
import { boundariesAt, conditionalPower, spentAt } from './spending.js';

const criticals = (fractions: readonly number[], error = 0.025) =>
  boundariesAt(fractions, error).map(({ critical }) => critical);
const equal = (looks: number) => Array.from({ length: looks }, (_, i) => (i + 1) / looks);

describe('boundaries of planned looks', () => {
  it('spend the whole error rate at the last look, and next to nothing at the first', () => {
    expect(boundariesAt(equal(5), 0.025).map(({ spent }) => Number(spent.toPrecision(3)))).toEqual([
      5.39e-7, 0.000394, 0.00381, 0.0122, 0.025,
    ]);
    expect(spentAt(1, 0.05)).toBe(0.05);
    expect(spentAt(0.5, 0.025)).toBeCloseTo(0.001525, 6);
  });

  it('keep what an early look cannot spend for the next one', () => {
    const [first, second] = boundariesAt([0.01, 1], 0.025);
    expect(first).toEqual({ fraction: 0.01, critical: Number.POSITIVE_INFINITY, spent: 0 });
    expect(second?.critical).toBeCloseTo(1.959964, 6);
  });

  it('grow slowly with the number of looks, down to a look after every task', () => {
    expect(criticals(equal(100)).at(-1)).toBeCloseTo(2.1854, 3);
    const [often = 0, seldom = 0] = [criticals(equal(100)).at(-1), criticals(equal(5)).at(-1)];
    expect(often).toBeGreaterThan(seldom);
  });

  it('refuse fractions that fall or exceed 1', () => {
    expect(() => boundariesAt([0.5, 0.5], 0.025)).toThrow(RangeError);
    expect(() => boundariesAt([0.5, 1.1], 0.025)).toThrow(RangeError);
  });
});

describe('conditional power', () => {
  it('is the normal tail that is left', () => {
    // (2.031 − 0 − 2.8 · 0.5) / √0.5 = 0.8924.
    expect(conditionalPower(0, 0.5, 2.031, 2.8)).toBeCloseTo(0.1861, 3);
    expect(conditionalPower(1, 0.8, 2.031, 2.8)).toBeCloseTo(0.0987, 4);
    expect(conditionalPower(2.1, 1, 2.031, 2.8)).toBe(1);
  });
});

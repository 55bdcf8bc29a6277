import { expect, it } from 'vitest';
import { shareRule, sharerOfSize } from '../../../test/support/share-rule.js';
import type { SettingValue } from '../model/select-rule.js';
import { priorDeviation, shareDesignOf } from './shares.js';

function shareMeasure(share: string, size: number, settings: Readonly<Record<string, SettingValue>> = {}): number {
  return shareDesignOf({ share }).measure(sharerOfSize('a', size), shareRule(share, settings));
}

it('a share is in proportion to its measure', () => {
  expect(shareMeasure('proportional', 50)).toBe(50);
  expect(shareMeasure('equal', 50)).toBe(1);
  expect(shareMeasure('square-root', 49)).toBe(7);
  expect(shareMeasure('neyman', 50, { deviations: new Map([['a', 0.4]]) })).toBe(20);
});

it('a power is rounded to twelve digits, and has the other shares as its ends', () => {
  expect(shareMeasure('power', 731, { exponent: 0.3 })).toBe(7.2306145888);
  expect(shareMeasure('power', 731, { exponent: 0 })).toBe(1);
  expect(shareMeasure('power', 731, { exponent: 1 })).toBe(731);
});

it('what a share needs must be there', () => {
  expect(() => shareMeasure('power', 5)).toThrow('exponent');
  expect(() => shareMeasure('neyman', 5, { deviations: new Map([['a', Number.NaN]]) })).toThrow('deviation');
});

it('a deviation is guessed from earlier results', () => {
  // p = 4/10 and 10 tasks: √(0.24 · 10/9).
  expect(priorDeviation(3, 8, 10)).toBeCloseTo(Math.sqrt(0.24 / 0.9), 15);
  expect(priorDeviation(0, 0, 1)).toBe(0.5);
  expect(priorDeviation(0, 0, 5)).toBeCloseTo(Math.sqrt(0.3125), 15);
});

it('a deviation is never below 0.2', () => {
  expect(priorDeviation(0, 100, 50)).toBe(0.2);
  expect(priorDeviation(100, 100, 1)).toBe(0.2);
  expect(() => priorDeviation(3, 2, 5)).toThrow(RangeError);
  expect(() => priorDeviation(0, 0, 0)).toThrow(RangeError);
});

it('in order, each is filled before the next, the listed ones first', () => {
  const bins = Object.entries({ a: 3, b: 13, c: 34 }).map(([key, size]) => {
    return { key, size, eligible: size, pinned: 0, measure: 0, atLeast: 0, atMost: size };
  });
  const filled = (places: number, order: string[]) =>
    shareDesignOf({ share: 'in-order' }).share(bins, places, shareRule('in-order', { order }));
  expect(filled(25, ['a'])).toEqual([3, 13, 9]);
  expect(filled(25, ['c'])).toEqual([0, 0, 25]);
  expect(filled(40, ['c', 'b'])).toEqual([0, 6, 34]);
});

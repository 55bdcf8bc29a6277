import { expect, it } from 'vitest';
import { sfc32 } from '../chance/sfc32.js';
import { orderedPivotal } from './ordered-pivotal-sample.js';

it('draws 3 of 7 as worked out apart from this code', () => {
  const uniforms = [0.3, 0.9, 0.2, 0.6, 0.4, 0.8, 0.1];
  expect(orderedPivotal(Array<number>(7).fill(3 / 7), uniforms)).toEqual([0, 3, 4]);
});

it('draws with floors in two walks as worked out apart from this code', () => {
  // One label of a sample with floors: two of three, the chances unequal.
  const chances = [0.648642, 0.675679, 0.675679];
  const fraction = (unit: number) => (0.618033988749895 * (unit + 1)) % 1;
  expect(orderedPivotal(chances, [8, 7, 9].map(fraction))).toEqual([0, 1]);
});

it.each([
  [100, 25],
  [90, 30],
  [7, 3],
])('keeps every chance and the size: %i units, %i drawn', (size, places) => {
  const random = sfc32([1, 2, 3, 4]);
  const times = new Array<number>(size).fill(0);
  const draws = 4000;
  for (let draw = 0; draw < draws; draw++) {
    const uniforms = Array.from({ length: size }, () => random.double());
    const drawn = orderedPivotal(Array<number>(size).fill(places / size), uniforms);
    expect(drawn).toHaveLength(places);
    for (const unit of drawn) times[unit] = (times[unit] ?? 0) + 1;
  }
  const chance = places / size;
  const error = 4.5 * Math.sqrt((chance * (1 - chance)) / draws);
  for (const count of times) expect(Math.abs(count / draws - chance)).toBeLessThan(error);
});

it('spreads along the order: every stretch has nearly its share', () => {
  const random = sfc32([5, 6, 7, 8]);
  for (let draw = 0; draw < 200; draw++) {
    const uniforms = Array.from({ length: 100 }, () => random.double());
    const drawn = orderedPivotal(Array<number>(100).fill(0.2), uniforms);
    for (let start = 0; start < 100; start += 25) {
      const inside = drawn.filter((unit) => unit >= start && unit < start + 25).length;
      expect(Math.abs(inside - 5)).toBeLessThanOrEqual(2);
    }
  }
});

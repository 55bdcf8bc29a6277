import { expect, it } from 'vitest';
import { randomStreamFor } from '../../random/seeded-numbers.js';
import { resampledInterval, resamplesFor } from './score-correlation.js';

const interval = (a: readonly number[], b: readonly number[], groups = a.map(() => '')) =>
  resampledInterval(a, b, groups, randomStreamFor('1', 'test'));
const ranks = Array.from({ length: 60 }, (_, i) => i);
const mixed = ranks.map((i) => (i * 37) % 60);

it('is a point where the order is the same, and holds 0 where there is none', () => {
  const same = interval(ranks, ranks);
  expect(same?.low).toBeCloseTo(1, 12);
  expect(same?.high).toBeCloseTo(1, 12);
  const none = interval(ranks, mixed);
  expect([(none?.low ?? 1) < 0, (none?.high ?? -1) > 0]).toEqual([true, true]);
});

it('within groups does not see what lies between them', () => {
  const groups = ranks.map((i) => (i < 30 ? 'a' : 'b'));
  const shifted = mixed.map((value, i) => (value % 30) + (i < 30 ? 0 : 100));
  expect(interval(ranks, shifted)?.low).toBeGreaterThan(0.5);
  expect(interval(ranks, shifted, groups)?.low).toBeLessThan(0);
});

it('is none for few tasks, or where almost nothing varies', () => {
  expect(interval(ranks.slice(0, 9), ranks.slice(0, 9))).toBeUndefined();
  expect(
    interval(
      ranks,
      ranks.map((i) => (i === 3 ? 1 : 0)),
    ),
  ).toBeUndefined();
});

it('is wide where most values are equal', () => {
  const found = interval(
    ranks,
    ranks.map((i) => (i % 8 === 0 ? 1 : 0)),
  );
  expect((found?.high ?? 0) - (found?.low ?? 0)).toBeGreaterThan(0.3);
});

it('takes fewer resamples of many tasks, so that the steps stay within bounds, and enough for its ends', () => {
  expect([10, 20_000, 40_000, 400_000].map(resamplesFor)).toEqual([2000, 2000, 1000, 400]);
});

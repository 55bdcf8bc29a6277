import { expect, it } from 'vitest';
import { affordableDraws } from './perturbation.js';
import { StabilityTally } from './stability.js';

function stabilityOf(base: ReadonlySet<string>, draws: readonly ReadonlySet<string>[]) {
  const tally = new StabilityTally(base);
  for (const draw of draws) tally.add(draw);
  return tally.stability;
}

it('counts core, swing and newcomers, and spreads the overlap', () => {
  // Ten draws: a and b are always in; c in five, d in the other five; e once, in the place of c.
  const draws = Array.from({ length: 10 }, (_, i) => new Set(['a', 'b', i < 4 ? 'c' : i === 4 ? 'e' : 'd']));
  const { overlap, ...counts } = stabilityOf(new Set(['a', 'b', 'c']), draws);
  expect(counts).toEqual({ core: 2, swing: 2, newcomers: 2 });
  expect(overlap.mean).toBeCloseTo((4 * 1 + 6 * 0.5) / 10, 12);
  expect(overlap).toMatchObject({ min: 0.5, p5: 0.5, p95: 1 });
});

it('takes nine draws in ten for core, and not for swing; one in ten is no swing', () => {
  const draws = Array.from({ length: 10 }, (_, i) => new Set([i < 9 ? 'a' : 'b']));
  expect(stabilityOf(new Set(['a']), draws)).toMatchObject({ core: 1, swing: 0, newcomers: 1 });
});

it('takes fewer draws of a large pool, and never too few', () => {
  expect([0, 20_000, 40_000, 1_000_000].map(affordableDraws)).toEqual([500, 500, 250, 50]);
});

import { expect, it } from 'vitest';
import { normalQuantile } from './normal-quantile.js';

// From Python's statistics.NormalDist().inv_cdf.
it.each([
  [1e-300, -37.0470962993612],
  [1e-20, -9.262340089798405],
  [0.001, -3.090232306167813],
  [0.07, -1.4757910281791702],
  [0.3, -0.5244005127080407],
  [0.5, 0],
  [0.975, 1.9599639845400536],
  [0.999999, 4.753424308817089],
])('the normal quantile of %d', (p, expected) => {
  expect(Math.abs(normalQuantile(p) - expected)).toBeLessThan(1e-14 * Math.max(1, Math.abs(expected)));
});

it('reaches infinity at the ends and is nothing beyond them', () => {
  expect([0, 1, -0.1, 1.1].map(normalQuantile)).toEqual([-Infinity, Infinity, Number.NaN, Number.NaN]);
});

import { normalQuantile } from '../distributions/normal-quantile.js';
import type { RandomStream } from './sfc32.js';

/**
 * A draw from the Dirichlet distribution: gamma draws divided by their sum (Devroye 1986, Non-Uniform Random Variate
 * Generation, XI.4). It sums to 1, its mean is shapes / Σ shapes, and a shape of 0 always gives 0. At least one shape
 * must be above 0.
 */
export function dirichletVariate(shapes: readonly number[], random: RandomStream): number[] {
  const logs = shapes.map((shape) => (shape > 0 ? logGammaVariate(shape, random) : -Infinity));
  const most = Math.max(...logs);
  // Taken relative to the largest, so that not all of them vanish when the shapes are tiny.
  const sizes = logs.map((log) => Math.exp(log - most));
  const sum = sizes.reduce((total, size) => total + size, 0);
  return sizes.map((size) => size / sum);
}

/** The standard deviation of one part of a Dirichlet draw with this mean, where the shapes sum to `concentration`. */
export function dirichletDeviation(mean: number, concentration: number): number {
  return Math.sqrt((mean * (1 - mean)) / (concentration + 1));
}

/**
 * The natural logarithm of a draw from the gamma distribution with the given shape and scale 1 (Marsaglia & Tsang 2000,
 * ACM TOMS 26:363). A shape below 1 is drawn at shape + 1 and scaled by u^(1/shape), as they propose; in logarithms,
 * because the draw itself would often be too small for a number. Normal draws come from the normal quantile.
 */
export function logGammaVariate(shape: number, random: RandomStream): number {
  if (shape < 1) {
    const above = logGammaVariate(shape + 1, random);
    return above + Math.log(positive(random)) / shape;
  }
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normalQuantile(random.double());
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root ** 3;
    if (Math.log(positive(random)) < (x * x) / 2 + d * (1 - v + Math.log(v))) return Math.log(d) + Math.log(v);
  }
}

/** In (0, 1], so that it has a logarithm. */
function positive(random: RandomStream): number {
  return 1 - random.double();
}

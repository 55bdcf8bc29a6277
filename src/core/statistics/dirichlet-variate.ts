import { logGammaVariate } from './gamma-variate.js';
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

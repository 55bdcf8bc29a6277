import type { UpliftComponents } from './variance-components.js';

/**
 * The components of variance of 285 tasks of CodeScaleBench with repeats in both arms, one agent with and without
 * code-search tools, by `upliftComponents`: what is assumed where no pairs are given. See examples/benefit.
 */
export const publishedComponents: UpliftComponents = {
  runWithout: 0.02892925,
  runWith: 0.01942751,
  between: 0.01197889,
  tasks: 285,
  degreesOfFreedom: 1382,
};

/** The mean uplift of those tasks. */
export const publishedMean = 0.0182;

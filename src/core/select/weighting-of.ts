import type { Choice, Weighting } from '../model/selection.js';
import { effectiveSize, weightingEffect } from '../statistics/weighting.js';

/** What the weights of a sample amount to; `choices` have a known probability each. */
export function weightingOf(population: number, choices: readonly Choice[]): Weighting {
  const weights = choices.map(({ probability = 1 }) => 1 / probability);
  return {
    population,
    sampled: choices.length,
    weightSum: weights.reduce((sum, weight) => sum + weight, 0),
    effectiveSize: effectiveSize(weights),
    designEffect: weightingEffect(weights),
  };
}

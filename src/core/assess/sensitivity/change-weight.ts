import type { Weights } from './weights.js';

/** What can be done to one weight. */
export const weightSteps = ['raised', 'lowered', 'left out'] as const;
export type WeightStep = (typeof weightSteps)[number];

/** By how much of itself a weight is raised or lowered. */
const changeStep = 0.25;

/**
 * The weights with one of them changed and the others scaled so that the sum is 1 again. A weight that would pass 1 stops
 * there. At least one other weight must be above 0.
 */
export function changeWeight(weights: Weights, component: string, change: WeightStep): Weights {
  const before = weights.get(component) ?? 0;
  const after = Math.min(1, before * factors[change]);
  const others = [...weights].reduce((sum, [name, weight]) => (name === component ? sum : sum + weight), 0);
  const scale = (1 - after) / others;
  return new Map([...weights].map(([name, weight]) => [name, name === component ? after : weight * scale]));
}

const factors: Readonly<Record<WeightStep, number>> = {
  raised: 1 + changeStep,
  lowered: 1 - changeStep,
  'left out': 0,
};

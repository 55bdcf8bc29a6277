import { dirichletVariate } from '../../statistics/chance/dirichlet-variate.js';
import type { RandomStream } from '../../statistics/chance/sfc32.js';
import { compareText } from '../../text/compare-text.js';

/** What each component weighs, in the order of the plan; sums to 1. */
export type Weights = ReadonlyMap<string, number>;

/** The components that weigh anything. */
export function positiveComponents(weights: Weights): string[] {
  return [...weights].filter(([, weight]) => weight > 0).map(([component]) => component);
}

/**
 * Weights drawn around the given ones: Dirichlet(concentration · weights). Their mean is the given weights; the higher
 * the concentration, the closer they stay. A weight of 0 stays 0. The order in which the plan lists the components does
 * not change what each of them gets.
 */
export function drawWeights(weights: Weights, concentration: number, random: RandomStream): Weights {
  const components = [...weights.keys()].sort(compareText);
  const drawn = dirichletVariate(
    components.map((component) => concentration * (weights.get(component) ?? 0)),
    random,
  );
  const byName = new Map(components.map((component, i) => [component, drawn[i] ?? 0]));
  return new Map([...weights.keys()].map((component) => [component, byName.get(component) ?? 0]));
}

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

import { dirichletVariate } from '../../statistics/dirichlet-variate.js';
import type { RandomStream } from '../../statistics/sfc32.js';
import { compareText } from '../../text/compare-text.js';
import type { Weights } from './weights.js';

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

import { WinnowError } from '../../model/errors.js';
import type { Fault } from '../../model/fault.js';
import { dirichletVariate, type RandomStream } from '../../statistics/random-numbers.js';
import { compareText } from '../../text/compare-text.js';
import { seedOf } from '../question/seed.js';
import type { Sensitivity, SensitivityOptions } from './sensitivity.js';

/** Options with every default filled in. */
type Perturbation = Pick<Sensitivity, 'draws' | 'concentration' | 'seed' | 'seedFrom'>;

/** How often weights are drawn where the pool is not too large for it, and at least. */
export const usualDraws = 500;
const fewestDraws = 50;
/** Tasks that are scored and ordered again, over all draws, within about a minute. */
const taskDraws = 1e7;

const defaultConcentration = 50;

/** How often weights are drawn for a pool of so many tasks, unless the caller says. */
export function affordableDraws(tasks: number): number {
  return Math.max(fewestDraws, Math.min(usualDraws, Math.floor(taskDraws / Math.max(1, tasks))));
}

/** Far below it, a draw gives all the weight to one component; further below, the arithmetic fails. */
const leastConcentration = 0.001;

/** Beyond this the figures no longer move, and a run takes minutes. */
const mostDraws = 10_000;

/** @throws WinnowError with every option that is out of range. */
export function perturbationFrom(
  options: SensitivityOptions,
  planSeed: string | number | undefined,
  tasks: number,
): Perturbation {
  const { draws = affordableDraws(tasks), concentration = defaultConcentration } = options;
  const faults: Fault[] = [];
  if (!Number.isSafeInteger(draws) || draws < 1 || draws > mostDraws) {
    faults.push({
      code: 'assess/draws',
      message: `draws must be a whole number from 1 to ${mostDraws}; found ${draws}.`,
      hint: `The default, ${usualDraws}, finds a frequency to within about 0.04.`,
    });
  }
  if (!Number.isFinite(concentration) || concentration < leastConcentration) {
    faults.push({
      code: 'assess/concentration',
      message: `concentration must be a number, ${leastConcentration} or more; found ${concentration}.`,
      hint: `The default is ${defaultConcentration}; 20 moves the weights further, 100 less.`,
    });
  }
  if (faults.length > 0) throw new WinnowError(faults);
  return { draws, concentration, ...seedOf(options.seed, planSeed) };
}

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

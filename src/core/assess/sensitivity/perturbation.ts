import { WinnowError } from '../../model/errors.js';
import type { Fault } from '../../model/fault.js';
import { seedOf } from '../question/seed.js';
import type { Sensitivity, SensitivityOptions } from './sensitivity.js';

/** Options with every default filled in. */
export type Perturbation = Pick<Sensitivity, 'draws' | 'concentration' | 'seed' | 'seedFrom'>;

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

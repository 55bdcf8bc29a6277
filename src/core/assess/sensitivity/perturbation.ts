import { WinnowError } from '../../model/errors.js';
import type { Fault } from '../../model/fault.js';
import { seedOf } from '../question/seed.js';
import type { Sensitivity, SensitivityOptions } from './sensitivity.js';

/** Options with every default filled in. */
export type Perturbation = Pick<Sensitivity, 'draws' | 'concentration' | 'seed' | 'seedFrom'>;

const defaults = { draws: 500, concentration: 50 } as const;

/** Far below it, a draw gives all the weight to one component; further below, the arithmetic fails. */
const leastConcentration = 0.001;

/** Beyond this the figures no longer move, and a run takes minutes. */
const mostDraws = 10_000;

/** @throws WinnowError with every option that is out of range. */
export function perturbationFrom(options: SensitivityOptions, planSeed: string | number | undefined): Perturbation {
  const { draws = defaults.draws, concentration = defaults.concentration } = options;
  const faults: Fault[] = [];
  if (!Number.isSafeInteger(draws) || draws < 1 || draws > mostDraws) {
    faults.push({
      code: 'assess/draws',
      message: `draws must be a whole number from 1 to ${mostDraws}; found ${draws}.`,
      hint: `The default, ${defaults.draws}, finds a frequency to within about 0.04.`,
    });
  }
  if (!Number.isFinite(concentration) || concentration < leastConcentration) {
    faults.push({
      code: 'assess/concentration',
      message: `concentration must be a number, ${leastConcentration} or more; found ${concentration}.`,
      hint: `The default is ${defaults.concentration}; 20 moves the weights further, 100 less.`,
    });
  }
  if (faults.length > 0) throw new WinnowError(faults);
  return { draws, concentration, ...seedOf(options.seed, planSeed) };
}

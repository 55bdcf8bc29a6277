import { WinnowError } from '../../model/errors.js';
import type { Fault } from '../../model/fault.js';
import type { Selection } from '../../model/selection.js';
import { didYouMean } from '../../text/nearest-name.js';
import { seedOf } from '../question/seed.js';
import type { FidelityAssessment, FidelityOptions } from './fidelity.js';

/** Options with every default filled in. */
export interface FidelitySetting extends Pick<FidelityAssessment, 'draws' | 'seed' | 'seedFrom'> {
  /** Ascending, each once. */
  readonly sizes: readonly number[];
  readonly benchmark: string | undefined;
  readonly passAt: number;
}

/** With fewer, the ends of the middle 95% would be guesses. */
const leastDraws = 100;
const mostDraws = 100_000;
const defaults = { draws: 1000, passAt: 1 } as const;

/** @throws WinnowError with every option that is out of range. */
export function fidelitySetting(options: FidelityOptions, { plan }: Selection): FidelitySetting {
  const { draws = defaults.draws, sizes = [], benchmark, passAt = defaults.passAt } = options;
  const faults: Fault[] = [];
  if (!Number.isSafeInteger(draws) || draws < leastDraws || draws > mostDraws) {
    faults.push({
      code: 'assess/draws',
      message: `draws must be a whole number from ${leastDraws} to ${mostDraws}; found ${draws}.`,
      hint: `The default is ${defaults.draws}.`,
    });
  }
  const odd = sizes.filter((size) => !Number.isSafeInteger(size) || size < 1);
  if (odd.length > 0) {
    const message = `sizes must be whole numbers, 1 or more; found ${odd.join(', ')}.`;
    faults.push({ code: 'assess/sizes', message, hint: 'Give them with commas: --sizes 36,93.' });
  }
  const names = plan.benchmarks.map(({ name }) => name);
  if (benchmark !== undefined && !names.includes(benchmark)) {
    const message = `the plan "${plan.name}" has no benchmark "${benchmark}".${didYouMean(benchmark, names)}`;
    faults.push({ code: 'assess/benchmark', message, hint: `It has: ${names.join(', ')}.` });
  }
  if (faults.length > 0) throw new WinnowError(faults);
  const ascending = [...new Set(sizes)].sort((a, b) => a - b);
  return { draws, sizes: ascending, benchmark, passAt, ...seedOf(options.seed, plan.seed) };
}

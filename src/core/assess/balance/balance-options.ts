import { WinnowError } from '../../model/errors.js';
import { seedOf } from '../question/seed.js';
import type { Balance, BalanceOptions } from './balance.js';

export const defaultDraws = 1000;
/** Fewer than this would not find a 95% point. */
const leastDraws = 100;
const mostDraws = 10_000;
/** Comparisons of one task by one number that fit into about a second. */
const affordable = 2e7;

/** Options with every default filled in; the draws are settled once their cost is known. */
export interface RedrawPlan extends Pick<Balance, 'seed' | 'seedFrom'> {
  readonly drawsFor: (costOfOne: number) => number;
}

/** @throws WinnowError when the number of draws is out of range. */
export function redrawPlanFrom({ draws, seed }: BalanceOptions, planSeed: string | number | undefined): RedrawPlan {
  if (draws !== undefined && !(Number.isSafeInteger(draws) && draws >= 1 && draws <= mostDraws)) {
    throw new WinnowError([
      {
        code: 'assess/draws',
        message: `draws must be a whole number from 1 to ${mostDraws}; found ${draws}.`,
        hint: `The default, ${defaultDraws}, finds a 95% point to within about a twentieth of it.`,
      },
    ]);
  }
  return {
    ...seedOf(seed, planSeed),
    drawsFor: (cost) =>
      draws ?? Math.min(defaultDraws, Math.max(leastDraws, Math.floor(affordable / Math.max(1, cost)))),
  };
}

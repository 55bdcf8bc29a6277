import { permanentRandomAlgorithm, randomStreamAlgorithm } from '../random/seeded-numbers.js';
import type { RandomNumbers } from './draw-design.js';

/** The permanent random numbers of the tasks themselves. */
export const numberOfEachTask: RandomNumbers = {
  algorithm: permanentRandomAlgorithm,
  key: (benchmark) => benchmark,
  arePermanent: true,
};

/** One number for each stratum. */
export const numberOfEachStratum: RandomNumbers = {
  algorithm: permanentRandomAlgorithm,
  key: () => 'STRATUM',
  arePermanent: false,
};

/** A stream of random numbers for each stratum; `design` keeps two designs from sharing one. */
export function streamOfEachStratum(design: string): RandomNumbers {
  return { algorithm: randomStreamAlgorithm, key: () => `${design}/STRATUM`, arePermanent: false };
}

import { fingerprint } from '../fingerprint/fingerprint.js';
import { type RandomStream, sfc32 } from '../statistics/chance/sfc32.js';

/** The name of the rule below. */
export const randomStreamAlgorithm = 'rng/v1';

/**
 * The random numbers for one purpose: a generator seeded by SHA-256 of the seed and the purpose, so that no two purposes
 * share a stream and a new one leaves the others as they are.
 */
export function randomStreamFor(seed: string, purpose: string): RandomStream {
  const digest = fingerprint(`${randomStreamAlgorithm}\0${seed}\0${purpose}`);
  const word = (at: number) => Number.parseInt(digest.slice(8 * at, 8 * at + 8), 16);
  return sfc32([word(0), word(1), word(2), word(3)]);
}

import { fingerprint } from '../fingerprint/fingerprint.js';
import { type RandomStream, sfc32 } from '../statistics/random-numbers.js';

/** Versions the algorithm of `randomStreamFor`. */
export const randomStreamAlgorithm = 'rng/v1';

/** A random stream for one purpose, seeded by the SHA-256 of seed and purpose, so that streams are independent. */
export function randomStreamFor(seed: string, purpose: string): RandomStream {
  const digest = fingerprint(`${randomStreamAlgorithm}\0${seed}\0${purpose}`);
  const word = (at: number) => Number.parseInt(digest.slice(8 * at, 8 * at + 8), 16);
  return sfc32([word(0), word(1), word(2), word(3)]);
}

/** Versions the algorithm of `permanentRandomNumber`; recorded with every figure that depends on it. */
export const permanentRandomAlgorithm = 'prn/v1';

/** A task's permanent random number in [0, 1), from seed, key and id only (Ohlsson 1995): 53 bits of SHA-256. */
export function permanentRandomNumber(seed: string, key: string, taskId: string): number {
  const digest = fingerprint(`${permanentRandomAlgorithm}\0${seed}\0${key}\0${taskId}`);
  // The first 8 bytes as an integer, shifted right by 11: the upper 32 bits and 21 of the lower.
  const upper = Number.parseInt(digest.slice(0, 8), 16);
  const lower = Number.parseInt(digest.slice(8, 16), 16) >>> 11;
  return (upper * 2 ** 21 + lower) / 2 ** 53;
}

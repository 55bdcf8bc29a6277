import { fingerprint } from '../fingerprint/fingerprint.js';
import { type RandomStream, sfc32 } from '../statistics/random-numbers.js';

/** The name of the rule below. */
export const randomStreamAlgorithm = 'rng/v1';

/** The random numbers for one purpose, seeded by SHA-256 of seed and purpose, so that streams are independent. */
export function randomStreamFor(seed: string, purpose: string): RandomStream {
  const digest = fingerprint(`${randomStreamAlgorithm}\0${seed}\0${purpose}`);
  const word = (at: number) => Number.parseInt(digest.slice(8 * at, 8 * at + 8), 16);
  return sfc32([word(0), word(1), word(2), word(3)]);
}

/** The name of the rule below, recorded beside every figure that rests on it. */
export const permanentRandomAlgorithm = 'prn/v1';

/** A task's permanent random number in [0, 1), from seed, key and id only (Ohlsson 1995): 53 bits of SHA-256. */
export function permanentRandomNumber(seed: string, key: string, taskId: string): number {
  const digest = fingerprint(`${permanentRandomAlgorithm}\0${seed}\0${key}\0${taskId}`);
  // The first 8 bytes as a whole number, shifted right by 11: the upper 32 bits and 21 of the lower.
  const upper = Number.parseInt(digest.slice(0, 8), 16);
  const lower = Number.parseInt(digest.slice(8, 16), 16) >>> 11;
  return (upper * 2 ** 21 + lower) / 2 ** 53;
}

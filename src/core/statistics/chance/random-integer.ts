import type { RandomStream } from './sfc32.js';

/**
 * A whole number in [0, below), each equally likely, for `below` from 1 to 2³². Words at or over the largest multiple of
 * `below` are drawn again, for a plain remainder would favour the small numbers.
 */
export function randomInteger(below: number, random: RandomStream): number {
  const limit = Math.floor(2 ** 32 / below) * below;
  let word = random.uint32();
  while (word >= limit) word = random.uint32();
  return word % below;
}

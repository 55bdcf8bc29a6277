import { randomInteger } from '../chance/random-integer.js';
import type { RandomStream } from '../chance/sfc32.js';

/**
 * By how much one bootstrap replicate multiplies the design weight of each of the `size` units of one stratum; the
 * factors are at least 0 and sum to `size` (Rao & Wu 1988, rescaled weights by Rao, Wu & Yue 1992). `fraction` is the
 * share of the stratum in the sample, for claims about this pool alone; 0 makes no such correction. A single unit keeps
 * its weight, so its stratum must be merged with another, or its variance added otherwise.
 */
export function raoWuFactors(size: number, random: RandomStream, fraction = 0): number[] {
  const factors: number[] = new Array(size).fill(1);
  if (size < 2) return factors;
  const times: number[] = new Array(size).fill(0);
  // One draw fewer than units: n draws would give a variance too small by (n - 1) / n, which is half for two units.
  for (let draw = 1; draw < size; draw++) {
    const drawn = randomInteger(size, random);
    times[drawn] = (times[drawn] ?? 0) + 1;
  }
  const spread = Math.sqrt(1 - fraction);
  return times.map((count) => 1 - spread + (spread * size * count) / (size - 1));
}

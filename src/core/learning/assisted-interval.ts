import { normalQuantile, studentQuantile } from '../statistics/distributions.js';
import { type Interval, wilsonInterval } from '../statistics/rate-intervals.js';
import type { AssistedEstimate } from './assisted-estimate.js';

/** With fewer passes, or failures, the variance of the residuals says too little. */
export const fewForGuard = 5;

/** An interval, and the number of tasks drawn at random with replacement that would give one as long. */
export interface AssistedInterval extends Interval {
  readonly effectiveSize: number;
}

/**
 * The interval of an assisted mean: Wilson's (1927) at the size that the variance stands for (Korn and Graubard 1998),
 * which is held down where few tasks passed, or failed. What was seen bounds it; the whole pool has no error left, unless
 * the variance counts in what another run would change (`noise`).
 */
export function assistedInterval(
  estimate: Pick<AssistedEstimate, 'mean' | 'variance' | 'size' | 'population' | 'passes'> & {
    readonly noise?: number;
  },
  level: number,
): AssistedInterval {
  const { mean, variance, size, population, passes, noise = 0 } = estimate;
  if (size >= population && noise === 0) return { low: mean, high: mean, effectiveSize: Infinity };
  const rate = Math.min(1 - 0.5 / population, Math.max(0.5 / population, mean));
  const z = normalQuantile((1 + level) / 2);
  const t = studentQuantile((1 + level) / 2, Math.max(1, size - 2));
  const fails = size - passes;
  const fewer = Math.min(passes, fails);
  const most = fewer < fewForGuard ? size : (size / (1 - size / population)) * (fewer / fewForGuard);
  const effectiveSize = Math.min(most, ((rate * (1 - rate)) / variance) * (z / t) ** 2);
  const { low, high } = wilsonInterval(rate, effectiveSize, z);
  const [least, largest] = noise > 0 ? [0, 1] : [passes / population, 1 - fails / population];
  return {
    low: passes === 0 ? 0 : Math.max(low, least),
    high: fails === 0 ? 1 : Math.min(high, largest),
    effectiveSize,
  };
}

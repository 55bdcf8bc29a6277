import { normalQuantile } from '../distributions/normal-quantile.js';
import { studentQuantile } from '../distributions/student-distribution.js';
import type { Interval } from './interval.js';
import { wilsonInterval } from './wilson-interval.js';

/** What a design says of an estimated rate. */
export interface EstimatedRate {
  /** The estimate, from 0 to 1. */
  readonly rate: number;
  /** Its estimated variance, under the design. */
  readonly variance: number;
  readonly degreesOfFreedom: number;
  /** Kish's effective size of the sample, for when the variance says nothing. */
  readonly effectiveSize: number;
  /** The share of the pool that the sample is, from 0 to 1. */
  readonly fraction: number;
  /** The confidence level, such as 0.95. */
  readonly level: number;
}

/**
 * The interval of a rate under a sampling design: Wilson's, with the size of the simple random sample that would know
 * as much, p(1 − p)/V · (z/t)² (after Korn and Graubard 1998; Wilson 1927). Where the variance is 0 or the rate is 0 or
 * 1 the effective size over 1 − fraction takes its place; a sample of the whole pool leaves a point.
 */
export function rateInterval(estimate: EstimatedRate): Interval & { readonly size: number } {
  const { rate, level } = estimate;
  if (!(level > 0 && level < 1)) throw new RangeError(`a level lies between 0 and 1, not at ${level}`);
  const quantile = (1 + level) / 2;
  const z = normalQuantile(quantile);
  const size = sizeOf(estimate, z / studentQuantile(quantile, estimate.degreesOfFreedom));
  return { ...wilsonInterval(rate, size, z), size };
}

function sizeOf(estimate: EstimatedRate, zOverT: number): number {
  const { rate, variance, effectiveSize, fraction } = estimate;
  if (variance > 0 && rate > 0 && rate < 1) return ((rate * (1 - rate)) / variance) * zOverT * zOverT;
  return fraction >= 1 ? Infinity : effectiveSize / (1 - fraction);
}

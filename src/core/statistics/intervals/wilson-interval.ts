import type { Interval } from './interval.js';

/**
 * Wilson's score interval of a rate, within 0 to 1 (Wilson 1927). The size may be fractional, as effective sizes are; 0
 * says nothing and gives [0, 1], and an infinite one gives the rate itself. z is the normal quantile of the level.
 */
export function wilsonInterval(rate: number, size: number, z: number): Interval {
  if (!(rate >= 0 && rate <= 1)) throw new RangeError(`a rate lies from 0 to 1, not ${rate}`);
  if (!(size >= 0)) throw new RangeError(`a size is not negative, as ${size} is`);
  if (size === Infinity) return { low: rate, high: rate };
  if (size === 0) return { low: 0, high: 1 };
  const share = (z * z) / size;
  const centre = (rate + share / 2) / (1 + share);
  const half = (Math.abs(z) / (1 + share)) * Math.sqrt((rate * (1 - rate)) / size + share / (4 * size));
  // At a rate of 0 or 1 the end is exactly the rate, which rounding would miss.
  return {
    low: rate === 0 ? 0 : Math.max(0, Math.min(rate, centre - half)),
    high: rate === 1 ? 1 : Math.min(1, Math.max(rate, centre + half)),
  };
}

import { mean } from '../statistics/summary.js';
import { assistedInterval } from './assisted-interval.js';

/** A design that measures the level of the next system. */
export interface PlannedLevel {
  readonly population: number;
  /** The variance of the design over that of a simple random sample of the same size: 1 for such a sample. */
  readonly share: number;
  /** The rates that the system may have, as `anticipatedRates` gives them. */
  readonly rates: readonly number[];
  /** Of the interval; .95 by custom. */
  readonly level: number;
}

/** The expected half-width of the interval of a level with so many tasks, a mean over the rates the system may have. */
export function expectedHalfWidth({ population, share, rates, level }: PlannedLevel, size: number): number {
  return mean(
    rates.map((rate) => {
      const variance = (share * rate * (1 - rate) * (population / size - 1)) / Math.max(1, population - 1);
      const { low, high } = assistedInterval({ mean: rate, variance, size, population, passes: rate * size }, level);
      return (high - low) / 2;
    }),
  );
}

/** The fewest tasks whose interval is expected to be no longer than this on either side; all tasks have none at all. */
export function smallestSize(planned: PlannedLevel, halfWidth: number): number {
  if (!(halfWidth > 0)) throw new RangeError(`a half-width is above 0, not ${halfWidth}`);
  let [tooFew, enough] = [1, planned.population];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (expectedHalfWidth(planned, middle) <= halfWidth) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/**
 * How many tasks drawn at random from the same pool, without replacement, have the same variance; never more than the
 * pool has (Kish 1965, 8.2). In a pool without end it would be size/share.
 */
export function equivalentTasks(size: number, population: number, share: number): number {
  return 1 / (1 / population + share * (1 / size - 1 / population));
}

import { compareText } from '../text/words.js';

export interface RoundingDesign {
  readonly name: string;
  /** A clause about shares, such as "shares are rounded by Webster’s method". */
  readonly words: string;
  /** Returns places for each bin, in the given order, that sum to `places` and respect every bound. */
  readonly round: (bins: readonly Bin[], places: number) => number[];
  /** Whether more places never take one from any bin. */
  readonly isMonotone: boolean;
}

export interface Bin {
  readonly key: string;
  readonly size: number;
  /** Shares are proportional to it; 0 or more. */
  readonly measure: number;
  /** The minimum number of places; at most `size`. */
  readonly atLeast: number;
  /** The maximum number of places; at most `size`. */
  readonly atMost: number;
}

/** Breaks ties: the larger bin first, then by key. */
export function isLarger(a: Bin, b: Bin): boolean {
  return a.size !== b.size ? a.size > b.size : compareText(a.key, b.key) < 0;
}

/** Breaks ties: the larger measure first, then the larger bin, then by key. */
export function isLargerByMeasure(a: Bin, b: Bin): boolean {
  return a.measure !== b.measure ? a.measure > b.measure : isLarger(a, b);
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

import { compareText } from '../text/words.js';

/** All that there is to know about one way of making whole numbers of shares. */
export interface RoundingDesign {
  /** As plans name it. */
  readonly name: string;
  /** As the end of a sentence about shares: "shares become whole numbers by Webster’s method". */
  readonly words: string;
  /** Places for each bin in the order given: they sum to `places` and keep every bound. */
  readonly round: (bins: readonly Bin[], places: number) => number[];
  /** Whether more places never take one from any bin. */
  readonly isMonotone: boolean;
}

/** A group as the allocation sees it. */
export interface Bin {
  readonly key: string;
  readonly size: number;
  /** The share is in proportion to it; 0 or more. */
  readonly measure: number;
  /** Places it must have; at most `size`. */
  readonly atLeast: number;
  /** Places it may have; at most `size`. */
  readonly atMost: number;
}

/** Who goes first among equals: the larger bin, then the key. */
export function isLarger(a: Bin, b: Bin): boolean {
  return a.size !== b.size ? a.size > b.size : compareText(a.key, b.key) < 0;
}

/** Who goes first among equals: the larger measure, then the larger bin, then the key. */
export function isLargerByMeasure(a: Bin, b: Bin): boolean {
  return a.measure !== b.measure ? a.measure > b.measure : isLarger(a, b);
}

/** The sum of numbers. */
export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

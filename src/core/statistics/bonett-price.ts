import type { Interval } from './interval.js';

/** Paired outcomes of two arms: how many pairs changed for the better and for the worse, of how many. */
export interface PairedCounts {
  /** Pairs that only the second arm solves; may be fractional. */
  readonly gained: number;
  /** Pairs that only the first arm solves; may be fractional. */
  readonly lost: number;
  /** All pairs; may be fractional. */
  readonly size: number;
  /** The finite population factor 1 − f, 1 when absent. */
  readonly finite?: number;
  /** The normal quantile of the confidence level. */
  readonly z: number;
}

/**
 * The interval of a difference of two paired rates, second less first, within −1 to 1, after one gained and one lost
 * pair are added (Bonett and Price 2012). The estimate is its centre, which lies nearer 0 than the plain difference.
 */
export function bonettPriceInterval(counts: PairedCounts): Interval & { readonly estimate: number } {
  const { gained, lost, size, finite = 1, z } = counts;
  if (!(gained >= 0 && lost >= 0)) throw new RangeError(`${gained} gained and ${lost} lost are not counts`);
  // Fractional counts are sums of weights, whose rounding may pass the size by a little.
  if (!(gained + lost <= size * (1 + 1e-9))) throw new RangeError(`${gained} + ${lost} changed of ${size} pairs`);
  if (!(finite >= 0 && finite <= 1)) throw new RangeError(`a finite population factor lies from 0 to 1, not ${finite}`);
  const up = (gained + 1) / (size + 2);
  const down = (lost + 1) / (size + 2);
  const estimate = up - down;
  const half = Math.abs(z) * Math.sqrt(Math.max(0, (finite * (up + down - estimate * estimate)) / (size + 2)));
  return { low: Math.max(-1, estimate - half), high: Math.min(1, estimate + half), estimate };
}

/** A confidence interval: both ends belong to it, and low ≤ high. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

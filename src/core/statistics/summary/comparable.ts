/** A rate rounded to 12 decimals, so that rates equal on paper are equal however they were added up. */
export function comparable(rate: number): number {
  return Math.round(rate * 1e12) / 1e12;
}

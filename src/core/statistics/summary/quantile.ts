/**
 * The quantile of a sorted, non-empty list, interpolated between neighbours (Hyndman & Fan 1996, The American
 * Statistician 50:361, definition 7).
 */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const place = (sorted.length - 1) * p;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (place - Math.floor(place)) * (high - low);
}

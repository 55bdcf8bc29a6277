/**
 * The quantile of a sorted, non-empty list, interpolated between neighbours (Hyndman & Fan 1996, The American
 * Statistician 50:361, definition 7).
 */
export function quantile(sorted: readonly number[], p: number): number {
  const at = (sorted.length - 1) * p;
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  return low + (at - Math.floor(at)) * (high - low);
}

import { type Bin, type RoundingDesign, total } from './rounding-design.js';

/**
 * Places for each bin, in the order given. Σ atLeast ≤ places ≤ Σ atMost must hold; the result then sums to `places` and
 * keeps every bound. A bin of measure 0 gets more than it must have only when all others are full.
 */
export function allocate(bins: readonly Bin[], places: number, rounding: RoundingDesign): number[] {
  return rounding.round(settleUnmeasured(bins, places), places);
}

/** Holds the bins of measure 0 at their floors; if the others cannot take all, fills those and shares the rest by size. */
function settleUnmeasured(bins: readonly Bin[], places: number): readonly Bin[] {
  if (bins.every((bin) => bin.measure > 0)) return bins;
  const most = total(bins.map((bin) => (bin.measure > 0 ? bin.atMost : bin.atLeast)));
  if (places <= most) return bins.map((bin) => (bin.measure > 0 ? bin : { ...bin, atMost: bin.atLeast }));
  return bins.map((bin) =>
    bin.measure > 0 ? { ...bin, measure: 0, atLeast: bin.atMost } : { ...bin, measure: bin.size },
  );
}

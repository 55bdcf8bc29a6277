import { WinnowError } from '../model/errors.js';
import { didYouMean } from '../text/nearest-name.js';
import { hill, webster } from './divisor-methods.js';
import { largestGroup, largestRemainder } from './remainder-methods.js';
import { type Bin, type RoundingDesign, total } from './rounding-design.js';

/** In the order in which plans and the page list them. */
export const roundings: readonly RoundingDesign[] = [webster, hill, largestRemainder, largestGroup];

export const defaultRounding: RoundingDesign = webster;

/** Throws if the rounding is unknown; the plan's schema normally prevents that. */
export function roundingOf(rule: { readonly rounding: string }): RoundingDesign {
  const design = roundings.find(({ name }) => name === rule.rounding);
  if (design !== undefined) return design;
  const names = roundings.map(({ name }) => name);
  const message = `unknown rounding "${rule.rounding}".${didYouMean(rule.rounding, names)} Known: ${names.join(', ')}.`;
  throw new WinnowError([{ code: 'unknown-rounding', message, hint: 'It may come from a newer version of Winnow.' }]);
}

/** Places for each bin that sum to `places` and respect every bound. Requires Σ atLeast ≤ places ≤ Σ atMost. */
export function allocate(bins: readonly Bin[], places: number, rounding: RoundingDesign): number[] {
  return rounding.round(settleUnmeasured(bins, places), places);
}

/** Keeps bins with measure 0 at their floors, unless the remaining bins can't take all places. */
function settleUnmeasured(bins: readonly Bin[], places: number): readonly Bin[] {
  if (bins.every((bin) => bin.measure > 0)) return bins;
  const most = total(bins.map((bin) => (bin.measure > 0 ? bin.atMost : bin.atLeast)));
  if (places <= most) return bins.map((bin) => (bin.measure > 0 ? bin : { ...bin, atMost: bin.atLeast }));
  return bins.map((bin) =>
    bin.measure > 0 ? { ...bin, measure: 0, atLeast: bin.atMost } : { ...bin, measure: bin.size },
  );
}

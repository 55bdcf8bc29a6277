import { WinnowError } from '../model/errors.js';
import { didYouMean } from '../text/nearest-name.js';
import { hill, webster } from './divisor-methods.js';
import { largestGroup, largestRemainder } from './remainder-methods.js';
import { type Bin, type RoundingDesign, total } from './rounding-design.js';

/** Every way of making whole numbers of shares, in the order in which plans and the page list them. */
export const roundings: readonly RoundingDesign[] = [webster, hill, largestRemainder, largestGroup];

/** The rounding of a plan that names none. */
export const defaultRounding: RoundingDesign = webster;

/** The rounding that a rule names; throws where there is none, which the plan's schema does not let through. */
export function roundingOf(rule: { readonly rounding: string }): RoundingDesign {
  const design = roundings.find(({ name }) => name === rule.rounding);
  if (design !== undefined) return design;
  const names = roundings.map(({ name }) => name);
  const message = `unknown rounding "${rule.rounding}".${didYouMean(rule.rounding, names)} Known: ${names.join(', ')}.`;
  throw new WinnowError([{ code: 'unknown-rounding', message, hint: 'It may come from a newer version of Winnow.' }]);
}

/** Places for each bin, which sum to `places` and keep every bound; Σ atLeast ≤ places ≤ Σ atMost must hold. */
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

import { WinnowError } from '../model/errors.js';
import { didYouMean } from '../text/nearest-name.js';
import { hill } from './hill.js';
import { largestGroup } from './largest-group.js';
import { largestRemainder } from './largest-remainder.js';
import type { RoundingDesign } from './rounding-design.js';
import { webster } from './webster.js';

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
  throw new WinnowError([{ code: 'unknown-rounding', message, hint: 'It may be one of a newer version of Winnow.' }]);
}

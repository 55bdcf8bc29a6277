import * as z from 'zod/mini';
import { roundings, shares } from '../../model/select-rule.js';
import { distinct, mapping, optional, wholeNumber } from './forms.js';

/** How places are shared, as keys of a mapping: among the groups of a benchmark, or among benchmarks. */
export function shareKeys(what: 'group' | 'benchmark') {
  const places = mapping(z.string(), wholeNumber(0), `name a ${what} and its places`);
  return {
    share: optional(z.enum(shares), `How the places are shared among the ${what}s. Default proportional.`),
    exponent: optional(
      z.number().check(z.minimum(0), z.maximum(1)),
      `With share power: the power of a ${what}'s size; 0 is equal, 1 proportional.`,
    ),
    deviations: optional(
      mapping(z.string(), z.number().check(z.gt(0)), `name a ${what} and its standard deviation`),
      `With share neyman: the standard deviation of the outcome in each ${what}. Default: from earlier results.`,
    ),
    places: optional(places, `With share fixed: the places of each ${what}.`),
    order: optional(distinct(z.string()), `With share in-order: the ${what}s to fill first.`),
    at_least: optional(bound(0, what), `Places every ${what} gets, as far as it has tasks. Default 0.`),
    at_most: optional(bound(1, what), `Places no ${what} exceeds.`),
    rounding: optional(z.enum(roundings), 'How shares become whole numbers. Default webster.'),
  };
}

/** One number for all, or a number for each that is named and one for the others. */
function bound(least: number, what: string) {
  return z.union([
    wholeNumber(least),
    z.strictObject({
      values: mapping(z.string(), wholeNumber(least), `name a ${what} and its places`),
      otherwise: optional(wholeNumber(least), `For every other ${what}.`),
    }),
  ]);
}
